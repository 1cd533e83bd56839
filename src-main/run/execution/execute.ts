/** One execution of a run: streams the graph into the event log and says how it ended. */
import { fromErrorRecord, toAppError, toErrorRecord } from '../../../src-shared/errors'
import { isTerminal } from '../../../src-shared/run/log/event-types'
import type { NewRunEvent } from '../../../src-shared/run/log/events'
import { limitWords } from '../../../src-shared/run/words/limits'
import type { Clock } from '../../clock'
import { innerNodes } from '../../engine/expand/inner-nodes'
import { limitOf } from '../../engine/state/read-state'
import { inBatches } from './batches'
import type { EventLog } from './event-log'
import type { Execution, RunOutcome } from './execution'
import { createPartialReplies, keepPartialReplies, type PartialReplies } from './partial-reply'
import {
  answerInput,
  beginTranslation,
  eventsOf,
  streamOptions,
  toldKey,
  translate,
  type Translation,
} from './translate'

/** `isLeft`: whether the run is to be left where it is, to be resumed. */
type ExecutionContext = { events: EventLog; clock: Clock; isLeft: () => boolean }
type Progress = { translation: Translation; startedAt: number; partial: PartialReplies; isTold: boolean }

/**
 * Executes a run to its one terminal event. Never throws: failures are outcomes (one of the four places that catch). Where
 * even the end cannot be written, the run is as one that was killed.
 */
export async function executeRun(execution: Execution, around: ExecutionContext): Promise<RunOutcome> {
  const { state } = execution
  const progress: Progress = {
    translation: beginTranslation(state),
    startedAt: around.clock.now(),
    partial: createPartialReplies(),
    isTold: false,
  }
  const telling: GraphStreamContext = { progress, tell: teller(execution, progress, around.events), around }
  try {
    for (const id of toldEntries(execution, around.events)) progress.translation.told.add(id)
    telling.tell(openingEvents(execution, progress.translation))
    const last = isOver(execution) ? [] : await streamGraph(execution, telling)
    return finish(telling, last)
  } catch (cause) {
    return await failed(execution, telling, cause)
  }
}

/** Tells events of a run until its end was told: nothing follows a terminal event, whatever whoever listens does with it. */
function teller({ run, listen }: Execution, progress: Progress, log: EventLog): GraphStreamContext['tell'] {
  return (events) => {
    if (events.length === 0 || progress.isTold) return
    const stored = log.append(run.id, run.threadId, events)
    progress.isTold = stored.some(isTerminal)
    for (const event of stored) listen(event)
  }
}

type GraphStreamContext = {
  progress: Progress
  tell: (events: readonly NewRunEvent[]) => void
  around: ExecutionContext
}

/** A turn whose last step was stored before the app was killed only lacks its last event. */
function isOver({ mode, state, run }: Execution): boolean {
  return mode.kind === 'resume' && mode.input === null && state.turn.number === run.turn && state.turn.end !== null
}

/** What the event log has already: log entries of the state, of which those of this turn that it lacks are said again, and ends of calls. */
function toldEntries({ run, state, mode }: Execution, events: EventLog): string[] {
  if (mode.kind === 'new') return []
  if (mode.isNew) return state.log.map((entry) => entry.id)
  const earlier = state.log.filter((entry) => entry.turn < run.turn).map((entry) => entry.id)
  const said = events.events(run.id).map(toldKey)
  return [...earlier, ...said]
}

function openingEvents({ run, runnable, mode, state }: Execution, translation: Translation): NewRunEvent[] {
  const { threadId, flowId, revision, turn, input } = run
  const inner = innerNodes(runnable.flow.graph.flow)
  const head = { threadId, flowId, revision, turn, input, ...(Object.keys(inner).length === 0 ? {} : { inner }) }
  const started: NewRunEvent = { type: 'run.started', ...head }
  const opening: NewRunEvent = mode.kind === 'resume' && !mode.isNew ? { type: 'run.resumed' } : started
  const missing = mode.kind === 'resume' || mode.kind === 'fork' ? eventsOf(translation, { log: state.log }) : []
  const begun = mode.input === null ? [] : eventsOf(translation, mode.input)
  const top = (mode.input?.frames ?? state.frames).at(-1)
  const holder: NewRunEvent[] =
    top === undefined ? [] : [{ type: 'baton', node: top.node, path: top.scope, edge: null }]
  const forked = mode.kind === 'fork' ? mode.opening : []
  const answered = mode.kind === 'answer' ? [answerEvent(mode)] : []
  const noted = mode.kind === 'resume' && mode.note !== undefined ? [mode.note] : []
  return [opening, ...noted, ...answered, ...setEvents(mode), ...missing, ...begun, ...holder, ...forked]
}

function answerEvent({ question, answer }: Extract<Execution['mode'], { kind: 'answer' }>): NewRunEvent {
  const { id, node, path } = question
  return { type: 'answer', id, node, path, answer }
}

function setEvents(mode: Execution['mode']): NewRunEvent[] {
  if (mode.kind !== 'new' || Object.keys(mode.set).length === 0) return []
  return [{ type: 'variables', changes: mode.set, by: 'user' }]
}

/** Tells what the graph does, in as few transactions as there are pauses; returns what came with its end. */
async function streamGraph(
  execution: Execution,
  { progress, tell, around }: GraphStreamContext,
): Promise<NewRunEvent[]> {
  const { run, runnable, controller, mode, takeResult } = execution
  const stream = await runnable.graph.stream(
    mode.kind === 'answer' ? answerInput(mode.question.id, mode.answer) : mode.input,
    {
      ...streamOptions(runnable.flow, run.threadId, { now: around.clock.now(), takeResult }),
      metadata: { turn: run.turn },
      durability: 'sync',
      signal: controller.signal,
    },
  )
  let last: NewRunEvent[] = []
  for await (const { items, isLast } of inBatches(stream)) {
    const events = items.flatMap((chunk) => translate(progress.translation, chunk))
    for (const event of events) progress.partial.note(event)
    if (isLast && !controller.signal.aborted) last = events
    else tell(events)
  }
  controller.signal.throwIfAborted()
  return last
}

function finish({ progress, tell, around }: GraphStreamContext, last: readonly NewRunEvent[]): RunOutcome {
  const { turn, question } = progress.translation
  const reason = question === null ? 'done' : 'waiting'
  const end = turn.end ?? { reason, limit: null }
  if (end.reason === 'failed') {
    tell([...last, { type: 'run.failed', node: end.node, error: end.error }])
    return { state: 'failed', error: fromErrorRecord(end.error) }
  }
  const limit = turn.end === null ? null : limitOf(turn.end)
  tell([
    ...last,
    {
      type: 'run.finished',
      reason: end.reason,
      limit,
      usage: { input: turn.input, output: turn.output, ...(turn.estimated ? { estimated: true } : {}) },
      modelCalls: turn.modelCalls,
      ms: around.clock.now() - progress.startedAt,
    },
  ])
  const ended = { state: 'finished', limit: end.reason === 'limit' ? limitWords(limit) : null } as const
  return question === null ? ended : { ...ended, question }
}

async function failed(execution: Execution, telling: GraphStreamContext, cause: unknown): Promise<RunOutcome> {
  const { tell, progress, around } = telling
  if (around.isLeft() && !progress.isTold) return { state: 'left' }
  try {
    if (execution.controller.signal.aborted) {
      tell([...(await keepPartialReplies(execution, progress.partial, around.clock.iso())), { type: 'run.stopped' }])
      return { state: 'stopped' }
    }
    tell([failedEvent(cause)])
  } catch (worse) {
    return { state: 'failed', error: toAppError(worse) }
  }
  return { state: 'failed', error: toAppError(cause) }
}

function failedEvent(cause: unknown): NewRunEvent {
  const error = toAppError(cause)
  const node = error.details['node']
  return { type: 'run.failed', node: typeof node === 'string' ? node : null, error: toErrorRecord(error) }
}
