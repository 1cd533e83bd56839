/** One call of a tool of `baton mcp`: finds its thread, runs its turns, asks the person where the host can, and says how it ended. */
import { isJsonObject } from '../../../src-shared/flow/json'
import { AppError } from '../../../src-shared/errors'
import type { JsonObject } from '../../../src-shared/flow/records'
import type { RunEvent } from '../../../src-shared/run/log/events'
import { isInner } from '../../../src-shared/run/log/log'
import type { Answer, LoggedQuestionKind } from '../../../src-shared/run/log/questions'
import { limitNote } from '../../../src-shared/run/words/limit-note'
import { ENGLISH, inEnglish } from '../../../src-shared/languages/translate'
import { questionText } from '../../../src-shared/run/words/questions'
import { askingWords, typedAnswer } from '../../../src-shared/run/words/typed-answers'
import type { Core } from '../../core'
import type { NodeQuestion } from '../../engine/contract/runtime'
import type { RunOutcome, StartedRun } from '../../run/execution/execution'
import type { GivenFlow } from '../options'
import { createReply, wordsOf } from '../serving/reply'
import type { RunRecord } from '../../store/threads'
import { findThread, setRest, speaksFirst, type TalkOptions } from '../talk'
import type { AnswerCall, AskedQuestion, CallReport, FlowCall } from './tools'
import { statusOf } from '../serving/failures'

export type AskedNode = NodeQuestion<LoggedQuestionKind>

/** A question that a host showed to its person; null: it was not answered. */
export type AskPerson = (asked: AskedNode) => Promise<Answer | null>

/** Where calls come from: whose threads they may have, and which of each flow a session is in. */
export type CallSession = {
  core: Core
  /** As `threadKeys` has it. */
  caller: string
  flows: ReadonlyMap<string, GivenFlow>
  /** The newest thread of the session, of each flow by its id; the last one is the newest of all. */
  current: Map<string, string>
  /** Whether the session is over: what runs is left then, to be gone on with. */
  isOver: () => boolean
}

/** What a call is done with. `ask` null: the host cannot ask a person. */
export type CallContext = { signal: AbortSignal; ask: AskPerson | null; onEvent: (event: RunEvent) => void }

/** More questions than any turn asks one after the other; somebody who answers for ever is no person. */
const MOST_QUESTIONS = 200

/** Calls a flow. Throws AppError for what never became a turn. */
export async function callFlow(
  session: CallSession,
  { given, call }: { given: GivenFlow; call: FlowCall },
  context: CallContext,
): Promise<CallReport> {
  const { core } = session
  const { message, variables: set } = call
  const threadId = call.isNew ? null : threadOf(session, given, call.thread)
  const turns = createTurns(session, { given, threadId, set }, context)
  const unfinished = threadId === null ? null : core.services.threads.unfinishedRun(threadId)
  const isSaid = unfinished !== null && unfinished.input === message
  if (unfinished !== null && (isSaid || unfinished.state !== 'failed')) {
    if (isSaid && !(await setAgain(turns.talk, unfinished))) turns.note(KEPT_VALUES)
    const outcome = await turns.run(() => resume(turns.talk))
    if (isSaid || outcome.state !== 'finished' || outcome.question !== undefined)
      return turns.report(outcome, isSaid ? null : message)
  }
  if (speaksFirst(turns.talk)) {
    const outcome = await turns.run(() => startTurn(turns.talk, null))
    if (message === null || !isPlainEnd(outcome)) return turns.report(outcome, message)
  } else if (message === null)
    throw new AppError('bad-input', inEnglish('The message is empty: the flow speaks first in a new thread only.'))
  const [waits] = threadId === null ? [] : core.services.runner.waiting(threadId)
  if (waits !== undefined) turns.note(`${askingWords(waits.question.kind).drops}: this message begins a new turn.`)
  return turns.report(await turns.run(() => startTurn(turns.talk, message)), null)
}

const KEPT_VALUES =
  'The turn went on where it stood, with the values that its variables had. Give "variables" with the next message to set them.'

/** What a message that is tried again brings along counts from there on. False: its turn was cut off, and goes on as it was begun. */
async function setAgain(talk: TalkOptions, { state }: Pick<RunRecord, 'state'>): Promise<boolean> {
  if (Object.keys(talk.set).length === 0) return true
  return state === 'failed' && (await setRest(talk))
}

/** Answers a question that a turn waits with. Throws AppError where it cannot be answered so. */
export function callAnswer(session: CallSession, call: AnswerCall, context: CallContext): Promise<CallReport> {
  return answerWith(session, { ...call, read: (asked) => readAnswer(asked, call.answer) }, context)
}

/** `read`: makes the answer of what was given, and throws where that is none. */
export type ReadAnswerCall = Omit<AnswerCall, 'answer'> & { read: (asked: AskedNode) => Answer }

export async function answerWith(
  session: CallSession,
  call: ReadAnswerCall,
  context: CallContext,
): Promise<CallReport> {
  const { runner } = session.core.services
  const threadId = call.thread ?? [...session.current.values()].at(-1) ?? null
  if (threadId === null)
    throw new AppError(
      'bad-input',
      inEnglish('This session has no thread yet. Give "thread", as the result that asks says it.'),
    )
  const flowId = requireOwn(session, threadId)
  const given = session.flows.get(flowId)
  if (given === undefined) throw noSuchThread(threadId)
  const waiting = runner.waiting(threadId)
  const asked = call.question === null ? waiting[0] : waiting.find(({ id }) => id === call.question)
  if (asked === undefined)
    throw new AppError(
      'nothing-to-resume',
      inEnglish(
        'No such question is waiting in this thread: it was answered already, or the turn went on without. Send a message to go on.',
      ),
    )
  const answer = call.read(asked)
  const turns = createTurns(session, { given, threadId, set: {} }, context)
  const go = () => runner.answer({ threadId, questionId: asked.id, answer }, turns.talk.onEvent)
  return turns.report(await turns.run(go), null)
}

/** What is typed on the command line, or the JSON that a file would hold. */
function readAnswer({ question }: AskedNode, text: string): Answer {
  const typed = typedAnswer(question.kind)
  const answer = typed?.options[text] ?? typed?.file?.read(jsonOf(text)) ?? typed?.line(text) ?? null
  if (answer !== null) return answer
  const { answers, example } = waysOf(question.kind)
  const ways = [...answers.map((word) => `"${word}"`), ...(example === null ? [] : [`JSON such as ${example}`])]
  throw new AppError('bad-input', inEnglish(`That is no answer to this question. It takes ${ways.join(' or ')}.`))
}

function waysOf(kind: LoggedQuestionKind): Pick<AskedQuestion, 'answers' | 'example'> {
  const typed = typedAnswer(kind)
  return { answers: Object.keys(typed?.options ?? {}), example: typed?.file?.example ?? null }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The thread that a call means; null: a new one. Throws `not-found` for one that the caller does not have. */
function threadOf(session: CallSession, { flow }: GivenFlow, named: string | null): string | null {
  const current = session.current.get(flow.id)
  if (named === null) return current !== undefined && findThread(session.core, current) !== null ? current : null
  if (requireOwn(session, named) === flow.id) return named
  throw new AppError(
    'bad-input',
    inEnglish(`The thread "${named}" belongs to another flow. Call the tool of that flow, or leave "thread" out.`),
  )
}

/** The flow of a thread that belongs to the caller. */
function requireOwn({ core, caller }: CallSession, threadId: string): string {
  const thread = core.services.threadKeys.of(threadId) === caller ? findThread(core, threadId) : null
  if (thread === null) throw noSuchThread(threadId)
  return thread.flowId
}

function noSuchThread(threadId: string): AppError {
  return new AppError(
    'not-found',
    inEnglish(
      `There is no thread "${threadId}" here. Give the id of an earlier result, or leave "thread" out to go on in this session.`,
    ),
  )
}

function resume({ core, given, threadId, onEvent }: TalkOptions): Promise<StartedRun> {
  const turn = { threadId: threadId ?? '', flowText: given.text, revision: null }
  return core.services.runner.resume(turn, onEvent)
}

function isPlainEnd(outcome: RunOutcome): boolean {
  return outcome.state === 'finished' && outcome.question === undefined && outcome.limit === null
}

type Talk = { given: GivenFlow; threadId: string | null; set: JsonObject }

type Turns = {
  talk: TalkOptions
  /** Runs one turn to its end, with the answers that the person gives meanwhile. */
  run: (start: () => Promise<StartedRun>) => Promise<RunOutcome>
  note: (words: string) => void
  /** `unsaid`: a message that could not be said yet. */
  report: (outcome: RunOutcome, unsaid: string | null) => CallReport
}

function createTurns(session: CallSession, { given, threadId, set }: Talk, context: CallContext): Turns {
  const { core, caller, current } = session
  const { runner, threadKeys } = core.services
  const reply = createReply({ skip: 0, onText: () => undefined })
  const notes: string[] = []
  let output: JsonObject | undefined
  const onEvent = (event: RunEvent) => {
    reply.hear(event)
    if (event.type === 'entry' && event.entry.author !== 'user' && !isInner(event.entry.scope))
      if (event.entry.kind === 'text') output = event.entry.output
    context.onEvent(event)
  }
  const talk: TalkOptions = { core, given, threadId, set, to: null, onEvent, signal: context.signal }
  const enter = (id: string) => {
    if (talk.threadId === null) threadKeys.claim(caller, () => id)
    talk.threadId = id
    // What is set again stands last.
    current.delete(given.flow.id)
    current.set(given.flow.id, id)
  }
  const endOf = async (start: () => Promise<StartedRun>) => {
    const { runId, threadId: id, done } = await start()
    enter(id)
    const end = () => void (session.isOver() ? runner.leave(runId) : runner.stop(runId))
    if (context.signal.aborted) end()
    context.signal.addEventListener('abort', end, { once: true })
    try {
      return await done
    } finally {
      context.signal.removeEventListener('abort', end)
    }
  }
  return {
    talk,
    note: (words) => void notes.push(words),
    async run(start) {
      let outcome = await endOf(start)
      for (let count = 0; count < MOST_QUESTIONS; count += 1) {
        if (context.ask === null || outcome.state !== 'finished' || outcome.question === undefined) return outcome
        const id = talk.threadId ?? ''
        const [asked] = runner.waiting(id)
        if (asked === undefined) return outcome
        const answer = await context.ask(asked)
        if (answer === null) return outcome
        outcome = await endOf(() => runner.answer({ threadId: id, questionId: asked.id, answer }, onEvent))
      }
      return outcome
    },
    report(outcome, unsaid) {
      const id = talk.threadId ?? ''
      const questions = outcome.state === 'finished' && outcome.question !== undefined ? runner.waiting(id) : []
      const { state, note, mayRetry, code } = endOfTurn(outcome)
      if (note !== null) notes.push(note)
      notes.push(...reply.overBudget)
      if (unsaid !== null) notes.push('Your message was not said yet: say it again when the turn before it is over.')
      return {
        thread: id,
        state,
        text: wordsOf(reply),
        notes,
        questions: questions.map(describe),
        ...(mayRetry === undefined ? {} : { mayRetry, code }),
        ...(output === undefined || state !== 'done' ? {} : { output }),
      }
    },
  }
}

function startTurn(talk: TalkOptions, text: string | null): Promise<StartedRun> {
  const { core, given, threadId, set: variables, onEvent: listen, signal } = talk
  const { flow, text: flowText } = given
  const turn = { flowId: flow.id, flowText, revision: null, threadId, text, variables, listen, signal }
  talk.set = {}
  return core.services.runner.start(turn)
}

/** An agent that only tries again would do so for ever. */
function againWords(error: AppError): string {
  if (statusOf(error).mayRetry) return 'The same message in this thread tries it again.'
  return 'It fails again until a person mends that; after that the same message in this thread tries it again.'
}

function endOfTurn(outcome: RunOutcome): Pick<CallReport, 'state' | 'mayRetry' | 'code'> & { note: string | null } {
  switch (outcome.state) {
    case 'finished':
      if (outcome.question !== undefined) return { state: 'waiting', note: null }
      if (outcome.limit !== null) return { state: 'limit', note: limitNote(outcome.limit, outcome.after) }
      return { state: 'done', note: null }
    case 'failed':
      return {
        state: 'failed',
        note: `${outcome.error.message} (${outcome.error.code}) ${againWords(outcome.error)}`,
        mayRetry: statusOf(outcome.error).mayRetry,
        code: outcome.error.code,
      }
    case 'stopped':
      return { state: 'stopped', note: 'The turn was stopped.' }
    case 'left':
      return {
        state: 'elsewhere',
        note: 'The turn was left unfinished here; the same message in this thread goes on with it.',
      }
  }
}

function describe({ id, question }: AskedNode): AskedQuestion {
  const about: unknown = JSON.parse(JSON.stringify(question))
  return {
    id,
    kind: question.kind,
    text: questionText(question, ENGLISH, Date.now()),
    ...waysOf(question.kind),
    about: isJsonObject(about) ? about : {},
  }
}
