/** Runs turns: start, stop, resume. A run is appended to the event log as it goes and ends with exactly one terminal event. */
import { AppError } from '../../src-shared/errors'
import { openingFlow } from '../../src-shared/flow/editing/open'
import type { ThreadModel } from '../../src-shared/flow/thread-model'
import { readSettings, type JsonObject } from '../../src-shared/flow/records'
import { refusedValue, unknownVariable, type DeclaredVariables } from '../../src-shared/flow/variables'
import type { ForkChoices } from '../../src-shared/rpc/fork-choices'
import type { AskedAttachment } from '../../src-shared/rpc/attachments'
import type { Attachment } from '../../src-shared/run/log/attachments'
import type { RepeatDecision, RepeatedCall } from '../../src-shared/run/log/repeats'
import type { Answer, LoggedQuestionKind } from '../../src-shared/run/log/questions'
import { expandFlow } from '../engine/expand/expand'
import type { NodeQuestion } from '../engine/contract/runtime'
import { beginTurn } from '../engine/turns/turn'
import { createBreather, inSlices } from '../in-slices'
import { freezingText } from '../flows/freeze'
import { runActive } from '../store/run-active'
import type { Threads } from '../store/threads'
import { attachAll, type AskedEarlier } from './attachments'
import { compiler, flowOfResult, type Compile } from './compiled-flows'
import type { Listen, Runnable, RunnerOptions, StartedRun } from './execution/execution'
import { launcher, type ActiveRun, type Launch, type LeavingState, type OnFree } from './launch'
import { createMessageQueue, type MessageQueue } from './message-queue'
import { knownState, rebuildState } from './verbs/known-state'
import { forkChoices, type ForkChoicesRequest } from './verbs/fork-choices'
import { forkAtMoment, forkBefore, type ForkMoment } from './verbs/fork-moment'
import type { ForkRequest } from './verbs/fork-thread'
import { runAgain, type TurnAgain } from './verbs/turn-again'
import { outlooks, type OutlooksRequest, type ThreadOutlook } from './verbs/outlook'
import { rerunPlan } from './verbs/rerun-plan'
import { tellUntoldEnd } from './verbs/untold-end'
import { settleThread, type SettledThread, type SettleRequest } from './verbs/settle-thread'
import {
  decidedAgain,
  decidedRetry,
  repeatsOf,
  type PlanRerun,
  type TurnRepeats,
  type WhatRepeats,
} from './verbs/repeating'
import { afterLeftTurn, isUnanswered, resumption, retryOf } from './verbs/resuming'
import { textForThread } from './verbs/thread-model'
import { answerable, decideAndGoOn, waitingRun } from './verbs/waiting'
import { type Sentence } from '../../src-shared/languages/translate'

export type NewTurn = {
  flowId: string
  flowText: string
  revision: number | null
  threadId: string | null
  /** Null or blank without attachments: the flow speaks first. */
  text: string | null
  /** Read before anything is stored, and then kept with the run: what was read is what the turn has, also when it is resumed. */
  attachments?: readonly AskedAttachment[]
  /** What was attached to an earlier turn that is begun again: as it was read then. */
  kept?: readonly Attachment[]
  /** What was said before, elsewhere: logged before the user's message. Kept with the turn's first step, not with its run. */
  history?: readonly AskedEarlier[]
  /** The agent that the user picks to speak next, where the swarm's pattern is `manual`. Kept like `history`. */
  to?: string | null
  /** The model of a new thread; null: as the flow says. */
  model?: ThreadModel | null | undefined
  /** The one node that a new thread talks to; null: the whole flow. */
  only?: string | null | undefined
  /** Values that the person gives variables with this message, as by `setVariables`. */
  variables?: JsonObject
  /** The turn that it is again, and what was decided on its calls. */
  repeats?: TurnRepeats
  /** Done in the transaction in which the run begins. */
  within?: () => void
  listen?: Listen
  /** Ends the reading of attachments; the turn that has begun goes on. */
  signal?: AbortSignal
}

/** The newest turn of a thread, which came to no end. `flowText` and `revision`: the flow as it is now. `decisions`: on calls that a failed one would make again. */
export type OldTurn = {
  threadId: string
  flowText: string
  revision: number | null
  decisions?: readonly RepeatDecision[] | undefined
}

/** `flowText`: the flow as it is now, which declares them. `reset`: names that go back to their defaults, or to null. */
export type SetVariables = {
  threadId: string
  flowText: string
  changes: JsonObject
  reset: readonly string[]
}

export type Runner = {
  /**
   * Starts a turn. Throws `flow-has-problems`, `run-active`, `thread-mismatch`, `bad-input`, `tool-failed` for attachments, and the codes of `openFlow`
   * before anything is stored.
   */
  start: (turn: NewTurn) => Promise<StartedRun>
  /**
   * Goes on with a turn that was killed, with the flow as it was when the turn began, or tries a failed one again with the flow
   * as it is now. Throws `nothing-to-resume`, and for the flow as it is now what `start` throws.
   */
  resume: (turn: OldTurn, listen?: Listen) => Promise<StartedRun>
  /**
   * Goes on with a turn that waits, with a person's answer to one of its questions, which is stored before anything else happens. A turn
   * that is under way, here or elsewhere, takes it over when it comes to the question. Throws `nothing-to-resume`
   * when that question does not wait any more, `bad-input` when it wants another kind of answer.
   */
  answer: (answer: { threadId: string; questionId: string; answer: Answer }, listen?: Listen) => Promise<StartedRun>
  /** The questions that a thread's turn waits with, or asks while it goes on; empty: none. */
  waiting: (threadId: string) => readonly NodeQuestion<LoggedQuestionKind>[]
  /** What becomes of the threads of a flow with another drawing. Throws what compiling that throws. */
  outlooks: (of: OutlooksRequest) => AsyncIterable<ThreadOutlook>
  /** Does what a person decided of a thread before another drawing is served. Throws what `settleThread` throws. */
  settle: (request: SettleRequest) => Promise<SettledThread>
  /**
   * Sets variables between two turns: told at once, counts from the next turn on. Throws `run-active` while a turn runs or is
   * unfinished, `bad-input` for values that do not fit.
   */
  setVariables: (values: SetVariables) => Promise<void>
  /** Makes a thread's state anew from its conversation, where `start` and the others throw `thread-mismatch`. */
  rebuild: (threadId: string) => Promise<void>
  /** Makes a thread with the turns of another one before `turn`; its id. Throws what `forkThread` throws. */
  fork: (place: Omit<ForkRequest, 'reason'>) => Promise<string>
  /** Makes a thread with what another one had told until the last safe step at or before a moment; its id. Throws what `forkAtMoment` throws. */
  forkAt: (moment: ForkMoment) => Promise<string>
  /** What there is to choose and to change where a thread is left. Throws what leaving it there throws. */
  forkChoices: (request: ForkChoicesRequest) => Promise<ForkChoices>
  /**
   * Begins a turn again in a thread of its own, from where its thread stood before it, with the flow as it is now. Throws what `start` and
   * `forkThread` throw; then nothing was made.
   */
  again: (turn: TurnAgain, listen?: Listen) => Promise<StartedRun>
  /** The calls that would be made again. */
  repeats: (what: WhatRepeats) => Promise<RepeatedCall[]>
  /** Runs a plan again with changes, in a new thread. */
  rerunPlan: (plan: PlanRerun, listen?: Listen) => Promise<StartedRun>
  /** What is said during turns. */
  queue: MessageQueue
  /** Stops a run of this process. Resolves when its last event is stored; a run that ended already is no error. */
  stop: (runId: string) => Promise<void>
  /** Leaves a run of this process where it is, to be resumed later; one that ended already is no error. */
  leave: (runId: string) => Promise<void>
  /** Leaves all runs where they are, to be resumed later. */
  close: () => Promise<void>
}

const ignore: Listen = () => undefined

/** The runner of a core. */
export function createRunner(options: RunnerOptions): Runner {
  const { threads, saver, services, clock, queued } = options
  const active = new Map<string, ActiveRun>()
  const compile = compiler(services, saver)
  const leaving: LeavingState = { isLeaving: false }
  const closing = new AbortController()

  const launchThen = (onFree: OnFree) => launcher(options, { active, leaving, compile, onFree })
  const launch = launchThen(({ threadId }, outcome) => queue.afterRun(threadId, outcome))
  const launchLast = launchThen(() => undefined)
  const start = starter(options, { compile, launch, launchLast, closing: closing.signal })
  const cut = (threadId: string) => {
    for (const run of active.values()) if (run.threadId === threadId) run.cut.abort()
  }
  const queue = createMessageQueue(options, { start, cut, isClosing: () => leaving.isLeaving })

  const frozen = (turn: { flowText: string; threadId: string }) =>
    inSlices(freezingText(textForThread(threads, turn), options.flowOf))

  return {
    queue,
    start(turn) {
      const { threadId } = turn
      const within = (): void => {
        turn.within?.()
        if (threadId !== null) queued.calm(threadId)
      }
      return start({ ...turn, within })
    },
    async resume({ threadId, flowText, revision, decisions = [] }, listen = ignore) {
      const unfinished = threads.unfinishedRun(threadId)
      if (unfinished === null) throw nothingToResume(threads, threadId)
      const isFailed = unfinished.state === 'failed'
      const now = isFailed ? { flowText: await frozen({ flowText, threadId }), revision } : {}
      const runnable = await compile(now.flowText ?? unfinished.flowText)
      options.permit(unfinished.flowId, runnable.needs)
      const going = await resumption(options, { unfinished, runnable, at: clock.iso() })
      const within = isFailed ? decidedRetry(options, { unfinished, runnable, going, decisions }) : undefined
      const again = { ...retryOf(unfinished), ...now, within }
      if (isFailed) queued.calm(threadId)
      const run = isFailed ? threads.startRun(again) : threads.takeOver(unfinished.id)
      return launch(run, (controller) => ({ run, runnable, ...going, controller, listen }))
    },
    async answer({ threadId, questionId, answer }, listen = ignore) {
      const { run: waiting } = answerable(options, { threadId, questionId, answer })
      const runnable = await compile(waiting.flowText)
      options.permit(waiting.flowId, runnable.needs)
      const state = await knownState(options, threadId)
      const decision = decideAndGoOn(options, { threadId, questionId, answer })
      if (decision.is === 'left-to') {
        const { id: runId } = decision.run
        return { runId, threadId, done: active.get(runId)?.done ?? Promise.resolve({ state: 'left' }) }
      }
      const { run, open } = decision
      if (open !== null) queued.calm(threadId)
      const going =
        open === null
          ? await resumption(options, { unfinished: run, runnable, at: clock.iso() }).catch((cause: unknown) => {
              threads.letGo(run.id)
              throw cause
            })
          : { state, mode: { kind: 'answer', isNew: true, input: null, open } as const }
      return launch(run, (controller) => ({ run, runnable, ...going, controller, listen }))
    },
    waiting: (threadId) => waitingRun(options, threadId)?.questions ?? [],
    fork: (place) => forkBefore({ options, compile }, place),
    forkAt: (moment) => forkAtMoment({ options, compile }, moment),
    forkChoices: (request) => forkChoices({ options, compile }, request),
    again: (turn, listen = ignore) => runAgain({ options, compile, start }, turn, listen),
    repeats: (what) => repeatsOf({ options, compile, frozen }, what),
    rerunPlan: (plan, listen = ignore) => rerunPlan({ options, compile, launch }, plan, listen),
    ...betweenTurns({ options, compile }),
    ...enders({ active, leaving, closing }, queue.settled),
  }
}

/** What is asked of threads, and done with them, beside their turns. */
function betweenTurns(context: {
  options: RunnerOptions
  compile: Compile
}): Pick<Runner, 'outlooks' | 'settle' | 'setVariables' | 'rebuild'> {
  const { options } = context
  return {
    setVariables: (change) => setVariables(options, change),
    rebuild: (threadId) => rebuildState(options, threadId),
    outlooks: (of) => outlooks(context, of),
    settle: (request) => settleThread(context, request),
  }
}

type EndContext = { active: Map<string, ActiveRun>; leaving: LeavingState; closing: AbortController }

/** How runs of this process are ended. `settled`: none is being begun by what waits. */
function enders(
  { active, leaving, closing }: EndContext,
  settled: () => Promise<void>,
): Pick<Runner, 'stop' | 'leave' | 'close'> {
  return {
    async stop(runId) {
      const run = active.get(runId)
      if (run === undefined) return
      run.controller.abort()
      await run.done
    },
    async leave(runId) {
      const run = active.get(runId)
      if (run === undefined) return
      run.own.isLeaving = true
      run.controller.abort()
      await run.done
    },
    async close() {
      leaving.isLeaving = true
      closing.abort(new AppError('unavailable', 'Baton is being closed.'))
      await settled()
      const runs = [...active.values()]
      for (const run of runs) run.controller.abort()
      await Promise.allSettled(runs.map((run) => run.done))
    },
  }
}

type StartContext = {
  compile: Compile
  launch: Launch
  /** Begins what no message follows on. */
  launchLast: Launch
  /** Ends the reading of attachments. */
  closing: AbortSignal
}

/** How one turn is started. */
function starter(options: RunnerOptions, { compile, launch, launchLast, closing }: StartContext): Runner['start'] {
  const { threads, events, clock } = options
  return async (turn) => {
    const { flowId, revision, threadId, text, model, only, variables = {}, to = null, listen = ignore } = turn
    const frozen = await inSlices(freezingText(textForThread(threads, turn), options.flowOf))
    const runnable = await compile(frozen)
    options.permit(flowId, runnable.needs)
    const { history, keepFor, ...attached } = await attachTo(turn, runnable, { options, closing })
    const attachments = [...(turn.kept ?? []), ...attached.attachments]
    if (threadId !== null) await tellUntoldEnd({ ...options, compile, launch: launchLast }, threadId)
    const before = await knownState(options, threadId)
    const at = clock.iso()
    const afterFailure = threadId !== null && isUnanswered(threads.unfinishedRun(threadId))
    const inputWith = (edits: JsonObject, number?: number, state = before) =>
      beginTurn(runnable.flow, state, { text, attachments, at, history, edits, to, afterFailure, number })
    const plain = inputWith({})
    refuse(refusedValue(runnable.flow.settings.variables, before.variables, variables))
    const words = text !== null && text.trim() !== '' ? text : null
    const decide = turn.repeats === undefined ? null : decidedAgain(options, { flow: runnable.flow, ...turn.repeats })
    const within = (begun: { threadId: string; turn: number }): void => {
      keepFor(begun.threadId)
      decide?.(begun)
      turn.within?.()
    }
    const input = { input: words, attachments, within }
    const run = threads.startRun({ threadId, flowId, ...input, flowText: frozen, revision, model, only })
    // From here on nobody can set variables between turns.
    const edits = { ...events.editsFor(run.threadId, run.turn), ...variables }
    const isPlain = Object.keys(edits).length === 0 && run.turn === before.turn.number + 1
    const mode = { kind: 'new', input: isPlain ? plain : inputWith(edits, run.turn), set: variables } as const
    const state = { ...before, variables: { ...before.variables, ...edits } }
    const afterLeft = afterLeftTurn(before, edits, {
      modeWith: (input) => ({ ...mode, input }),
      inputAfter: (settled) => inputWith(edits, run.turn, settled),
    })
    return launch(run, (controller) => ({ run, runnable, state, controller, listen, mode, afterLeft }))
  }
}

/** What goes with the message of a turn. Other turns may have run in its thread while it was read. */
async function attachTo(
  { threadId, attachments = [], history = [], signal }: NewTurn,
  runnable: Runnable,
  { options, closing }: { options: RunnerOptions; closing: AbortSignal },
): Promise<Awaited<ReturnType<typeof attachAll>>> {
  const isPlain = [...history, { attachments }].every((one) => (one.attachments ?? []).length === 0)
  if (isPlain) return attachAll({ attachments: [], history }, runnable, { ...options, signal: closing })
  if (threadId !== null && options.threads.activeRun(threadId) !== null) throw runActive()
  const reading = signal === undefined ? closing : AbortSignal.any([signal, closing])
  const attached = await attachAll({ attachments, history }, runnable, { ...options, signal: reading })
  reading.throwIfAborted()
  return attached
}

/** Says what a person set between two turns; variables of inner flows count as declared. */
async function setVariables(
  { threads, events, saver, flowOf }: RunnerOptions,
  { threadId, flowText, changes, reset }: Parameters<Runner['setVariables']>[0],
): Promise<void> {
  const breather = createBreather()
  const frozen = await inSlices(freezingText(textForThread(threads, { flowText, threadId }), flowOf), breather)
  const flow = flowOfResult(await inSlices(openingFlow(frozen), breather))
  const declared = readSettings(expandFlow(flow)).variables
  const { variables } = await knownState({ threads, events, saver }, threadId)
  threads.betweenTurns(threadId, (run) => {
    if (run === null) throw nothingSaid()
    const known = { ...variables, ...events.editsFor(threadId, run.turn + 1) }
    refuse(refusedValue(declared, known, changes))
    const edit = { ...changes, ...resetValues(declared, known, reset) }
    if (Object.keys(edit).length > 0) events.appendEdit(run.id, threadId, edit)
  })
}

/** The defaults of variables; null for those that have none. */
function resetValues(declared: DeclaredVariables, known: JsonObject, names: readonly string[]): JsonObject {
  const stray = names.find((name) => !Object.hasOwn(declared, name) && !Object.hasOwn(known, name))
  if (stray !== undefined) refuse(unknownVariable(declared, stray))
  return Object.fromEntries(names.map((name) => [name, declared[name]?.default ?? null]))
}

function refuse(issue: Sentence | null): void {
  if (issue !== null) throw new AppError('bad-input', issue)
}

function nothingSaid(): AppError {
  return new AppError('bad-input', 'Nothing was said in this thread yet. Give the values with the first message.')
}

function nothingToResume(threads: Threads, threadId: string): AppError {
  threads.read(threadId)
  if (threads.activeRun(threadId) !== null) return runActive()
  return new AppError('nothing-to-resume', 'The last turn of this thread is complete. Send a message to go on.')
}
