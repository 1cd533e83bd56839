/** One execution of a run: streams the graph into the event log and says how it ended. */
import { fromErrorRecord, toAppError, toErrorRecord } from '../../../src-shared/errors'
import { isTerminal } from '../../../src-shared/run/log/event-types'
import type { NewRunEvent } from '../../../src-shared/run/log/events'
import type { LoggedQuestionKind } from '../../../src-shared/run/log/questions'
import { afterLimit, limitWords } from '../../../src-shared/run/words/limits'
import type { Clock } from '../../clock'
import { innerNodes } from '../../engine/expand/inner-nodes'
import { countsThread, overBudgetWarnings } from '../../engine/calls/budgets'
import { closeTurn, settleCut } from '../../engine/compile/close-turn'
import { limitOf } from '../../engine/state/read-state'
import type { BatonState } from '../../engine/state/state'
import { inBatches } from './batches'
import type { NodeQuestion } from '../../engine/contract/runtime'
import type { Answers, StoredAnswer } from '../../store/answers'
import type { BreakpointWatch } from '../../store/breakpoints'
import type { RunRecord } from '../../store/threads'
import { openQuestions } from '../verbs/open-questions'
import type { EventLog } from './event-log'
import type { Execution, LeftTurn, RunOutcome } from './execution'
import { createPartialReplies, keepPartialReplies, type PartialReplies } from './partial-reply'
import { beginWithShown } from './shown-variables'
import { createTeller, type EventTeller } from './teller'
import {
  answerInput,
  questionKey,
  beginTranslation,
  eventsOf,
  streamOptions,
  toldKey,
  translate,
  type Translation,
} from './translate'

/** `isLeft`: whether the run is to be left where it is, to be resumed. */
type ExecutionContext = {
  events: EventLog
  answers: Pick<Answers, 'take' | 'takenBy' | 'during'>
  /** The newest state of a thread. */
  state: (threadId: string) => Promise<BatonState>
  /** Stores what steps have changed until now: what they did is told after that, so that none that is told runs again. */
  storeSteps: () => void
  clock: Clock
  isLeft: () => boolean
  /** Takes in what the turn before it left in the middle. */
  settleLeft: (execution: Execution) => Promise<LeftTurn>
}
/** `asked`: the questions of its turn so far; `hasPaused`: a breakpoint's is among them. */
type Progress = {
  translation: Translation
  startedAt: number
  partial: PartialReplies
  asked: Set<string>
  hasPaused: boolean
}

/**
 * Executes a run to its one terminal event. Never throws: failures are outcomes (one of the four places that catch). Where
 * even the end cannot be written, the run is as one that was killed.
 */
export async function executeRun(given: Execution, around: ExecutionContext): Promise<RunOutcome> {
  let execution = given
  try {
    if (given.afterLeft !== undefined) execution = { ...given, ...given.afterLeft(await around.settleLeft(given)) }
  } catch (cause) {
    return await failed(given, beginTelling(given, around), cause)
  }
  const telling = beginTelling(execution, around)
  const { progress } = telling
  try {
    for (const id of toldEntries(execution, around)) progress.translation.told.add(id)
    noteAsked(progress, askedBefore(execution, around))
    await beginWithShown(progress.translation, execution, around.events)
    const { answered, stored } = around.answers.during(() => {
      // One transaction: of an answer that was taken over and not told nobody would ever hear.
      const taken = answersFor(execution, around)
      return { answered: taken, stored: telling.store(openingEvents(execution, progress.translation, taken)) }
    })
    telling.publish(stored)
    if (isOver(execution)) return await finish(execution, telling)
    return await streamToEnd(execution, telling, answered)
  } catch (cause) {
    try {
      if (isCutOff(execution, telling)) return await cutOff(execution, telling)
    } catch (worse) {
      return await failed(execution, telling, worse)
    }
    return await failed(execution, telling, cause)
  }
}

function beginTelling(execution: Execution, around: ExecutionContext): GraphStreamContext {
  const progress: Progress = {
    translation: beginTranslation(execution.state),
    startedAt: around.clock.now(),
    partial: createPartialReplies(),
    asked: new Set(),
    hasPaused: false,
  }
  return { progress, ...createTeller(execution, around), around }
}

/** The answers that a run begins with, which it takes over: those to the questions that its turn waits with, or that it had before it was killed. */
function answersFor({ mode, run }: Execution, { answers, events }: ExecutionContext): StoredAnswer[] {
  // A state that is written anew has no step that waits: what it asks is asked again.
  if (mode.kind === 'new' || mode.kind === 'fork' || mode.input !== null) return []
  const open = mode.kind === 'answer' ? mode.open : openQuestions(events.events(run.id))
  const asked = open.map(({ id }) => id)
  answers.take(run, asked)
  return answers.takenBy(run.id)
}

/**
 * Streams the graph until it ends, or asks what nobody has answered yet. What is answered while it runs is taken over at the next question, so
 * that the run goes on; whether that is so and its end are one transaction, so that no answer comes between them.
 */
async function streamToEnd(
  execution: Execution,
  telling: GraphStreamContext,
  answered: readonly StoredAnswer[],
): Promise<RunOutcome> {
  const { run } = execution
  const { around, progress, tell, store, publish } = telling
  for (let given = answered; ;) {
    progress.translation.questions = []
    const streamed = await streamGraph(execution, telling, given)
    // Beside a question what others did is not in the state yet; of a turn that is over nobody takes it there with an answer.
    if (progress.translation.turn.end !== null && progress.translation.questions.length > 0)
      await settleCut(execution.runnable, execution.run)
    const last = [...streamed, ...(await closingEvents(execution, telling))]
    const asked = progress.translation.questions.map(({ id }) => id)
    noteAsked(progress, progress.translation.questions)
    const { event: end, outcome } = endOf(telling)
    const isOver = asked.length === 0 || progress.translation.turn.end !== null
    const step = around.answers.during(() => {
      const more = isOver ? [] : around.answers.take(run, asked)
      return { more, stored: more.length === 0 ? store([...last, end]) : [] }
    })
    publish(step.stored)
    if (step.more.length === 0) return outcome
    for (const { id } of step.more) progress.translation.told.delete(questionKey(id))
    tell([...last, ...step.more.map(answerEvent)])
    given = step.more
  }
}

type GraphStreamContext = EventTeller & { progress: Progress; around: ExecutionContext }

/** A turn whose last step was stored before the app was killed only lacks its last event. */
function isOver({ mode, state, run }: Execution): boolean {
  return mode.kind === 'resume' && mode.input === null && state.turn.number === run.turn && state.turn.end !== null
}

/** What the event log has already: log entries of the state, of which those of this turn that it lacks are said again, and ends of calls. */
function toldEntries({ run, state, mode }: Execution, { events }: ExecutionContext): string[] {
  if (mode.kind === 'new') return []
  const known = state.log.map((entry) => entry.id)
  if (mode.kind === 'answer') return [...known, ...besideQuestions(run, events)]
  if (mode.isNew) return known
  const earlier = state.log.filter((entry) => entry.turn < run.turn).map((entry) => entry.id)
  const ofTurn = events.eventsOfTurn(run.threadId, run.turn)
  const told = ofTurn.filter(({ runId }) => runId === run.id)
  const said = told.filter(({ type }) => type !== 'question').map(toldKey)
  const entries = ofTurn.flatMap((event) => (event.runId !== run.id && event.type === 'entry' ? [event.entry.id] : []))
  return [...earlier, ...entries, ...said, ...openQuestions(told).map(({ id }) => questionKey(id))]
}

const NO_BREAKPOINTS: BreakpointWatch = { all: () => [], reached: () => undefined }

type AskedInTurn = { id: string; question: { kind: string } }

/** The questions that the runs of its turn have asked. */
function askedBefore({ run, mode }: Execution, { events }: ExecutionContext): AskedInTurn[] {
  if (mode.kind === 'new' || mode.kind === 'fork') return []
  return events.eventsOfTurn(run.threadId, run.turn).filter((event) => event.type === 'question')
}

function noteAsked(progress: Progress, asked: readonly AskedInTurn[]): void {
  for (const { id, question } of asked) {
    progress.asked.add(id)
    progress.hasPaused ||= question.kind === 'breakpoint'
  }
}

/** Entries of steps that ran beside one that asks: they were told by then, and are stored with its answer. A run that failed is no such one. */
function besideQuestions({ id, threadId, turn }: RunRecord, events: EventLog): string[] {
  const before = events.eventsOfTurn(threadId, turn).filter(({ runId }) => runId !== id)
  const failed = before.findLastIndex((event) => isTerminal(event) && event.type !== 'run.finished')
  return before.slice(failed + 1).flatMap((event) => (event.type === 'entry' ? [event.entry.id] : []))
}

function openingEvents(
  { run, runnable, mode, state, state: { log, variables } }: Execution,
  translation: Translation,
  given: readonly StoredAnswer[],
): NewRunEvent[] {
  const { threadId, flowId, revision, turn, input } = run
  const inner = innerNodes(runnable.flow.graph.flow)
  const head = { threadId, flowId, revision, turn, input, ...(Object.keys(inner).length === 0 ? {} : { inner }) }
  const started: NewRunEvent = { type: 'run.started', ...head }
  const opening: NewRunEvent = mode.kind === 'resume' && !mode.isNew ? { type: 'run.resumed' } : started
  const missing = mode.kind === 'resume' || mode.kind === 'fork' ? eventsOf(translation, { log, variables }) : []
  const begun = mode.input === null ? [] : eventsOf(translation, mode.input)
  const top = (mode.input?.frames ?? state.frames).at(-1)
  const holder: NewRunEvent[] =
    top === undefined ? [] : [{ type: 'baton', node: top.node, path: top.scope, edge: null }]
  const forked = mode.kind === 'fork' ? mode.opening : []
  const answered = given
    .filter(({ id }) => translation.told.delete(questionKey(id)) || mode.kind === 'answer')
    .map(answerEvent)
  const stillOpen = mode.kind === 'answer' ? openAfter(mode.open, given, translation) : []
  const noted = mode.kind === 'resume' && mode.note !== undefined ? [mode.note] : []
  return [opening, ...noted, ...answered, ...stillOpen, ...setEvents(mode), ...missing, ...begun, ...holder, ...forked]
}

function answerEvent({ id, node, path, answer }: StoredAnswer): NewRunEvent {
  return { type: 'answer', id, node, path, answer }
}

/** What is still asked is told again, so that each run says by itself what its turn waits with. */
function openAfter(
  open: readonly NodeQuestion<LoggedQuestionKind>[],
  given: readonly StoredAnswer[],
  { told }: Translation,
): NewRunEvent[] {
  const left = open.filter(({ id }) => given.every((answer) => answer.id !== id))
  for (const { id } of left) told.add(questionKey(id))
  return left.map(({ id, node, path, question }) => ({ type: 'question', id, node, path, question }))
}

function setEvents(mode: Execution['mode']): NewRunEvent[] {
  if (mode.kind !== 'new' || Object.keys(mode.set).length === 0) return []
  return [{ type: 'variables', changes: mode.set, by: 'user' }]
}

/** Tells what the graph does, in as few transactions as there are pauses; returns what came with its end. */
async function streamGraph(
  execution: Execution,
  { progress, tell, around }: GraphStreamContext,
  given: readonly StoredAnswer[],
): Promise<NewRunEvent[]> {
  const { run, runnable, controller, mode, takeResult, interjection, breakpoints = NO_BREAKPOINTS } = execution
  const stream = await runnable.graph.stream(given.length > 0 ? answerInput(given) : mode.input, {
    ...streamOptions(runnable.flow, run.threadId, {
      now: around.clock.now(),
      turn: progress.translation.turn,
      takeResult,
      interjection,
      triedAgainAt: (mode.kind === 'resume' && mode.isNew) || mode.kind === 'fork' ? around.clock.now() : null,
      pauses: {
        breakpoints: breakpoints.all,
        isAsked: (id) => progress.asked.has(id),
        hasPaused: () => progress.hasPaused,
      },
    }),
    metadata: { turn: run.turn },
    durability: 'sync',
    signal: controller.signal,
  })
  let last: NewRunEvent[] = []
  for await (const { items, isLast } of inBatches(stream)) {
    const events = items.flatMap((chunk) => translate(progress.translation, chunk))
    for (const event of events) progress.partial.note(event)
    if (isLast && !controller.signal.aborted) last = events
    else {
      around.storeSteps()
      tell(events)
    }
  }
  controller.signal.throwIfAborted()
  return last
}

/** Tells the end of a turn of which only that is missing. */
async function finish(execution: Execution, telling: GraphStreamContext): Promise<RunOutcome> {
  const last = await closingEvents(execution, telling)
  const { event, outcome } = endOf(telling)
  telling.tell([...last, event])
  return outcome
}

/** What a turn still has to say before its end: what it was in the middle of, and which budgets it went over. */
async function closingEvents(execution: Execution, telling: GraphStreamContext): Promise<NewRunEvent[]> {
  return [...(await cutEvents(execution, telling)), ...(await overBudget(execution, telling))]
}

/** Once all of the turn is known, also what ran beside the step that ended it. */
async function overBudget({ run, runnable: { flow } }: Execution, telling: GraphStreamContext): Promise<NewRunEvent[]> {
  const { turn, questions } = telling.progress.translation
  if (turn.end === null && questions.length > 0) return []
  const { spentBefore } = countsThread(turn, flow) ? await telling.around.state(run.threadId) : { spentBefore: {} }
  return overBudgetWarnings({ turn, spentBefore }, flow)
}

/** What a turn still has to say that was ended in the middle of calls: by a person's words, where a person stopped it, or by a limit beside them. */
async function cutEvents(
  { run, runnable }: Execution,
  { progress: { translation, hasPaused }, around }: GraphStreamContext,
): Promise<NewRunEvent[]> {
  const { end } = translation.turn
  const isCut = end?.reason === 'spoken' || end?.reason === 'limit' || (end?.reason === 'done' && hasPaused)
  if (end === null || !isCut) return []
  const { threadId, turn } = run
  const update = await closeTurn(
    runnable,
    { threadId, turn, at: around.clock.iso(), end },
    await around.state(threadId),
  )
  return update === null ? [] : eventsOf(translation, update)
}

/** Ends a turn whose step was cut off by what a person said: what had streamed is dropped, what was done stays. */
async function cutOff(execution: Execution, telling: GraphStreamContext): Promise<RunOutcome> {
  const { progress, around } = telling
  const { run, runnable } = execution
  await settleCut(runnable, run)
  const { turn, log, variables, sessions } = await around.state(run.threadId)
  // What steps beside the one that was cut had finished is in the state, and not told.
  const own = log.filter((entry) => entry.turn === run.turn)
  const settled = eventsOf(progress.translation, { log: own, variables, sessions })
  progress.translation.turn = { ...turn, end: turn.end ?? { reason: 'spoken', limit: null } }
  telling.tell(settled)
  return finish(execution, telling)
}

/** Whether what failed is a step that was cut off by what a person said. */
function isCutOff({ controller, interjection }: Execution, { isTold, around }: GraphStreamContext): boolean {
  return interjection.cut.aborted && !controller.signal.aborted && !around.isLeft() && !isTold()
}

function endOf({ progress, around }: GraphStreamContext): { event: NewRunEvent; outcome: RunOutcome } {
  const { turn } = progress.translation
  // With the turn what it asked is over.
  const questions = turn.end === null ? progress.translation.questions : []
  const [question] = questions
  const reason = question === undefined ? 'done' : 'waiting'
  const end = turn.end ?? { reason, limit: null }
  if (end.reason === 'failed') {
    const { node, error } = end
    return { event: { type: 'run.failed', node, error }, outcome: { state: 'failed', error: fromErrorRecord(error) } }
  }
  const limit = turn.end === null ? null : limitOf(turn.end)
  const event: NewRunEvent = {
    type: 'run.finished',
    reason: end.reason,
    limit,
    usage: { input: turn.input, output: turn.output, ...(turn.estimated ? { estimated: true } : {}) },
    modelCalls: turn.modelCalls,
    ms: around.clock.now() - progress.startedAt,
  }
  const next = afterLimit(limit)
  const after = next === 'go-on' ? {} : { after: next }
  const ended = { state: 'finished', limit: end.reason === 'limit' ? limitWords(limit) : null, ...after } as const
  const outcome =
    question === undefined ? ended : { ...ended, question, ...(questions.length > 1 ? { questions } : {}) }
  return { event, outcome }
}

async function failed(execution: Execution, telling: GraphStreamContext, cause: unknown): Promise<RunOutcome> {
  const { tellEnd, isTold, progress, around } = telling
  if (around.isLeft() && !isTold()) return { state: 'left' }
  try {
    if (execution.controller.signal.aborted) {
      tellEnd([...(await keepPartialReplies(execution, progress.partial, around.clock.iso())), { type: 'run.stopped' }])
      return { state: 'stopped' }
    }
    tellEnd([failedEvent(cause)])
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
