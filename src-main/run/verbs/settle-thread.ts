/** What a person decides of a thread before another drawing of its flow is served: it keeps its drawing, goes on with the new one, or its open turn is ended. */
import { AppError } from '../../../src-shared/errors'
import { isInToolCall } from '../../../src-shared/run/log/log'
import { NO_CHANGES } from '../../../src-shared/run/log/fork-changes'
import { flowChangeWords } from '../../../src-shared/run/words/warnings'
import { asMessage, message, type Sentence } from '../../../src-shared/languages/translate'
import { turnObstacle } from '../../engine/compile/try-again'
import type { BatonState } from '../../engine/state/state'
import { writeState } from '../../engine/state/write-state'
import { freezingText } from '../../flows/freeze'
import { inSlices } from '../../in-slices'
import { runActive } from '../../store/run-active'
import type { RunRecord } from '../../store/threads'
import type { Compile } from '../compiled-flows'
import { ownEntry } from '../conversation'
import type { RunnerOptions } from '../execution/execution'
import { changedCopy, drawnOut } from './fork-changes'
import { tellBehind } from './fork-thread'
import { knownState } from './known-state'
import { retryOf } from './resuming'
import { textFor } from './thread-model'

/** `pin`: it keeps the drawing that it has. `move`: it goes on with the new one. `end`: its open turn is ended, as by a stop. */
export const SETTLEMENTS = ['pin', 'move', 'end'] as const
export type Settlement = (typeof SETTLEMENTS)[number]

/** `now`: the new drawing; `substitutes`: with `move`, nodes that stand for those that are gone. */
export type SettleRequest = {
  threadId: string
  how: Settlement
  now: { flowText: string }
  substitutes?: { readonly [node: string]: string } | undefined
}

/** What came of it; `nothing`: there was nothing to do. */
export type SettledThread = 'pinned' | 'moved' | 'ended' | 'nothing'

type SettleContext = {
  options: Pick<RunnerOptions, 'threads' | 'events' | 'saver' | 'answers' | 'flowOf' | 'flowNow' | 'clock' | 'services'>
  compile: Compile
}

/** Throws `run-active` while a turn runs, but for `pin`; `bad-input` where a turn cannot go on with the new drawing; and what compiling throws. */
export async function settleThread(context: SettleContext, request: SettleRequest): Promise<SettledThread> {
  const { threads } = context.options
  const { threadId, how } = request
  threads.refuseImported(threadId)
  const run = threads.newestRun(threadId)
  if (run === null) return 'nothing'
  if (how === 'pin') return pin(context, run)
  if (run.state === 'running') throw runActive()
  return how === 'end' ? end(context, run) : move(context, run, request)
}

/** It keeps the drawing of its newest turn, with the model and the one node that it was given. */
function pin({ options: { threads } }: SettleContext, { threadId, flowText }: RunRecord): SettledThread {
  if (threads.read(threadId).hasOwnDrawing === true) return 'nothing'
  threads.keepDrawing(threadId, flowText)
  return 'pinned'
}

/** A run of the open turn that is stopped before it does anything, as where a person stops what goes on. */
function end({ options: { threads, events, answers } }: SettleContext, run: RunRecord): SettledThread {
  const { threadId, flowId, revision, turn, input } = run
  const isOpen = isAsking(threads, threadId) || run.state === 'interrupted' || run.state === 'failed'
  if (!isOpen) return 'nothing'
  answers.during(() => {
    if (run.state === 'interrupted') {
      threads.takeOver(run.id)
      events.append(run.id, threadId, [{ type: 'run.resumed' }, { type: 'run.stopped' }])
      return
    }
    const { id } = threads.startRun(retryOf(run))
    const started = { type: 'run.started' as const, threadId, flowId, revision, turn, input }
    events.append(id, threadId, [started, { type: 'run.stopped' }])
  })
  return 'ended'
}

async function move(context: SettleContext, run: RunRecord, request: SettleRequest): Promise<SettledThread> {
  const { options, compile } = context
  const { threads, flowOf, answers } = options
  const { threadId, now, substitutes = {} } = request
  const thread = threads.read(threadId)
  const text = await inSlices(freezingText(textFor(now.flowText, thread), flowOf))
  const runnable = await compile(text)
  const state = await knownState(options, threadId)
  const isOpen = thread.state === 'waiting' || run.state === 'interrupted'
  if (isOpen) {
    if (Object.keys(substitutes).length > 0) throw midTurn()
    const why = state.turn.number < run.turn ? null : turnObstacle(runnable, state, drawnOut(run.flowText))
    if (why !== null) throw cannotMove(flowChangeWords(why))
    answers.during(() => {
      if (text !== run.flowText) leaveTo(options, { run, text })
      if (thread.hasOwnDrawing === true) threads.dropDrawing(threadId)
    })
  } else if (Object.keys(substitutes).length > 0) {
    const isDone = tellWritten(options, { run, state })
    if (!isDone) await substitute(context, { run, state }, { now, substitutes })
  } else if (thread.hasOwnDrawing !== true) return 'nothing'
  if (!isOpen && thread.hasOwnDrawing === true) threads.dropDrawing(threadId)
  return isOpen && text === run.flowText && thread.hasOwnDrawing !== true ? 'nothing' : 'moved'
}

/**
 * Belongs into a transaction. The open turn gets a new run, which nobody runs: whoever goes on with it does so with the new drawing, and what it asked is asked again,
 * bound to that.
 */
function leaveTo(
  { threads, answers }: Pick<RunnerOptions, 'threads' | 'answers'>,
  { run, text }: { run: RunRecord; text: string },
): void {
  if (answers.open(run.threadId).length > 0)
    throw new AppError(
      'conflict',
      'A question of this thread was answered, and its turn has not gone on with that yet. Let it go on first.',
    )
  threads.letGo(threads.startRun({ ...retryOf(run), flowText: text, revision: null }).id)
}

type MovedPlace = { run: RunRecord; state: BatonState }

/** Lets other nodes stand for those that are gone, where the next message goes on. */
async function substitute(
  context: SettleContext,
  { run, state }: MovedPlace,
  { now, substitutes }: { now: { flowText: string }; substitutes: { readonly [node: string]: string } },
): Promise<void> {
  const { threads, saver, answers } = context.options
  const { threadId } = run
  const changed = await changedCopy(
    context,
    { threadId, then: run, state, isOver: true },
    { changes: { ...NO_CHANGES, drawing: 'now', substitutes }, now: { ...now, revision: null } },
  )
  if (changed === null) return
  if (threads.activeRun(threadId) !== null) throw runActive()
  await writeState(saver, threadId, changed.state)
  answers.during(() => {
    tellBehind(context.options, threadId, changed.copy)
    threads.setHolder(threadId, changed.state.frames.at(-1)?.node ?? null)
  })
}

/**
 * A state in which others stand for nodes that are gone may have been written, and the program killed before that was told: the two are in files of
 * their own. Whether that is so; then it is told now.
 */
function tellWritten(
  { threads, events, answers }: Pick<RunnerOptions, 'threads' | 'events' | 'answers'>,
  { run: { id, threadId, turn }, state: { frames, log } }: MovedPlace,
): boolean {
  const holder = frames.at(-1)?.node ?? null
  if (holder === threads.read(threadId).holder) return false
  const known = new Set(
    events.eventsOfTurn(threadId, turn).flatMap((event) => ownEntry(event).map((entry) => entry.id)),
  )
  const untold = log.filter((entry) => entry.turn === turn && !isInToolCall(entry.scope) && !known.has(entry.id))
  answers.during(() => {
    const told = untold.map((entry) => ({ type: 'entry' as const, node: entry.author, path: entry.scope, entry }))
    if (told.length > 0) events.append(id, threadId, told)
    threads.setHolder(threadId, holder)
  })
  return true
}

function isAsking(threads: RunnerOptions['threads'], threadId: string): boolean {
  return threads.read(threadId).state === 'waiting'
}

function midTurn(): AppError {
  return new AppError(
    'bad-input',
    'Its turn is not over, so nobody can stand for a node that is gone. Let it go on with its drawing, or end it first.',
  )
}

function cannotMove(why: Sentence): AppError {
  return new AppError(
    'bad-input',
    message('Its turn cannot go on with the new drawing: {reason}. Let it go on with its own drawing, or end it.', {
      reason: asMessage(why),
    }),
  )
}
