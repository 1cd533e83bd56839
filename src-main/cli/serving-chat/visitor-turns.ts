/** What a visitor of the chat page does in threads of their own: says something, answers a question, reads what was said. */
import { z } from 'zod'
import { AppError, fromErrorRecord } from '../../../src-shared/errors'
import type { ThreadSummary } from '../../../src-shared/rpc/contract'
import type { Answer } from '../../../src-shared/run/log/questions'
import { ENGLISH, inEnglish } from '../../../src-shared/languages/translate'
import { questionText } from '../../../src-shared/run/words/questions'
import type { Core } from '../../core'
import type { GivenFlow } from '../options'
import { statusOf } from '../serving/failures'
import { createReply, wordsOf } from '../serving/reply'
import { answerWith, callFlow, type AskedNode, type CallContext, type CallSession } from '../serving-mcp/calls'
import { formOf } from '../serving-mcp/question-forms'
import type { CallReport } from '../serving-mcp/tools'
import { dueAt, TIMED_OUT } from '../../run/verbs/waiting'
import { findThread } from '../talk'

/** `caller`: the visitor, as `threadKeys` has it. */
export type Visit = { core: Core; given: GivenFlow; caller: string; visitorsDecide: boolean }

/** One thing that happened, a line of an answer each. */
export type VisitEvent =
  /** The thread of what was said, which may be a new one. */
  | { type: 'begin'; thread: string }
  | { type: 'text'; text: string }
  | { type: 'end'; thread: string; failed: boolean; note?: VisitNote; questions: VisitorQuestion[] }

/** `code`: why a turn failed, which is for whoever runs the flow. */
export type TellVisitor = (event: VisitEvent, code?: string) => void

/**
 * What a person should know of an answer besides: a limit ended it, they stopped it, it went on where an earlier one was cut off, or it failed and
 * does so again until whoever runs the flow mends it. Why it failed is theirs to know.
 */
type VisitNote = 'limit' | 'stopped' | 'resumed' | 'broken'

/** `decisions` null: it is not the visitor who decides. `until`: ISO 8601, when it is over by itself; null: it waits as long as it takes. */
type VisitorQuestion = { id: string; text: string; fields: object; decisions: string[] | null; until: string | null }

/** The one decision where the time to answer is over, as in a turn that was killed: that it goes on. */
const GO_ON = 'go-on'

const threadId = z.string().min(1).max(128)
export const saySchema = z.object({ text: z.string().max(20_000), thread: threadId.nullable() })
export const answerSchema = z.object({
  thread: threadId,
  question: z.string().max(512),
  decision: z.string().max(64),
  filled: z.record(z.string().max(512), z.union([z.string().max(20_000), z.number(), z.boolean()])),
})

export const stopSchema = z.object({ thread: threadId })

/** More turns than anybody reads again. */
const MOST_TURNS = 100

export async function say(visit: Visit, { text, thread }: z.infer<typeof saySchema>, tell: TellVisitor): Promise<void> {
  const message = text.trim() === '' ? null : text
  const call = { message, thread, isNew: thread === null, variables: {} }
  await told(visit, tell, (session, context) => callFlow(session, { given: visit.given, call }, context))
}

export async function decide(
  visit: Visit,
  { thread, question, decision, filled }: z.infer<typeof answerSchema>,
  tell: TellVisitor,
): Promise<void> {
  const read = (asked: AskedNode): Answer => {
    const shown = shownForm(visit, asked)
    if (shown !== null && isLate(asked)) return TIMED_OUT
    const answer = shown?.form.read({ ...filled, [shown.name]: decision }) ?? null
    if (answer !== null) return answer
    throw new AppError('bad-input', inEnglish('This question cannot be answered so.'))
  }
  await told(visit, tell, (session, context) => answerWith(session, { thread, question, read }, context))
}

/** Ends the turn that runs in a thread of the visitor, if one does. Throws `not-found` for any other thread. */
export async function stop(visit: Visit, { thread }: z.infer<typeof stopSchema>): Promise<void> {
  requireOwn(visit, thread)
  const { threads, runner } = visit.core.services
  const run = threads.activeRun(thread)
  if (run !== null) await runner.stop(run.id)
}

/** What was said in a thread of the visitor. Throws `not-found` for any other. */
export function history(visit: Visit, thread: string): object {
  const { threads, events } = visit.core.services
  const known = requireOwn(visit, thread)
  const first = Math.max(1, known.turns - MOST_TURNS + 1)
  const said = Array.from({ length: known.turns - first + 1 }, (_none, index) => first + index).flatMap((turn) => {
    const reply = createReply({ skip: 0, onText: () => undefined })
    const told = events.eventsOfTurn(thread, turn)
    for (const event of told) reply.hear(event)
    const asked = told.find((event) => event.type === 'run.started')?.input ?? null
    const answered = wordsOf(reply)
    return [
      ...(asked === null ? [] : [{ who: 'user', text: asked }]),
      ...(answered === '' ? [] : [{ who: 'flow', text: answered }]),
    ]
  })
  const end = events.eventsOfTurn(thread, known.turns).findLast(({ type }) => type === 'run.failed')
  const failure = threads.unfinishedRun(thread)?.state === 'failed' && end?.type === 'run.failed' ? end.error : null
  return {
    said,
    questions: questionsOf(visit, thread),
    isRunning: threads.activeRun(thread) !== null,
    ...(failure === null ? {} : { failed: statusOf(fromErrorRecord(failure)).mayRetry ? 'failed' : 'broken' }),
  }
}

function requireOwn({ core, caller, given }: Visit, thread: string): ThreadSummary {
  const known = core.services.threadKeys.of(thread) === caller ? findThread(core, thread) : null
  if (known === null || known.flowId !== given.flow.id)
    throw new AppError('not-found', inEnglish('There is no such conversation here.'))
  return known
}

/** A visitor who goes away leaves the turn to its end: it is read when they come back. */
async function told(
  { core, given, caller, ...visit }: Visit,
  tell: TellVisitor,
  work: (session: CallSession, context: CallContext) => Promise<CallReport>,
): Promise<void> {
  const more = () => {
    const { text } = reply.takeNew()
    if (text !== '') tell({ type: 'text', text })
  }
  const reply = createReply({ skip: 0, onText: more })
  const flows = new Map([[given.flow.id, given]])
  const session: CallSession = { core, caller, flows, current: new Map(), isOver: () => true }
  let isTold = false
  let isResumed = false
  const onEvent: CallContext['onEvent'] = (event) => {
    const begun = session.current.get(given.flow.id)
    if (!isTold && begun !== undefined) tell({ type: 'begin', thread: begun })
    isTold ||= begun !== undefined
    isResumed ||= event.type === 'run.resumed'
    reply.hear(event)
  }
  const context: CallContext = { signal: new AbortController().signal, ask: null, onEvent }
  const { thread, state, text, mayRetry, code } = await work(session, context)
  const rest = text.startsWith(reply.text) ? text.slice(reply.text.length) : ''
  if (rest !== '') tell({ type: 'text', text: rest })
  const questions = questionsOf({ core, given, caller, ...visit }, thread)
  const failed = state === 'failed' || state === 'elsewhere'
  const note = noteOf({ state, mayRetry, isResumed })
  tell({ type: 'end', thread, failed, ...(note === null ? {} : { note }), questions }, code)
}

function noteOf(ended: Pick<CallReport, 'state' | 'mayRetry'> & { isResumed: boolean }): VisitNote | null {
  const { state, mayRetry, isResumed } = ended
  if (state === 'limit' || state === 'stopped') return state
  if (state === 'failed' || state === 'elsewhere') return mayRetry === false ? 'broken' : null
  return isResumed ? 'resumed' : null
}

function questionsOf(visit: Visit, thread: string): VisitorQuestion[] {
  return visit.core.services.runner.waiting(thread).map((asked) => {
    const { id, question } = asked
    const shown = shownForm(visit, asked)
    if (shown === null) return { id, text: '', fields: {}, decisions: null, until: null }
    const problem = question.problem === null ? [] : [question.problem]
    const text = 'message' in question ? [...problem, question.message].join('\n') : questionText(question, ENGLISH)
    const until = question.kind === 'approval' ? question.until : null
    if (isLate(asked)) return { id, text, fields: {}, decisions: [GO_ON], until }
    const { [shown.name]: decision, ...fields } = shown.form.params.requestedSchema.properties
    const decisions = decision !== undefined && 'enum' in decision ? (decision.enum ?? []) : []
    return { id, text, fields, decisions: [...decisions], until }
  })
}

function isLate({ question }: AskedNode): boolean {
  return (dueAt(question) ?? Infinity) <= Date.now()
}

/** Who runs the flow decides on what its tools do; an approval is drawn for whoever talks to it, and what a tool asks is asked of them. */
function shownForm({ visitorsDecide }: Visit, { question }: AskedNode) {
  const isAsked = question.kind === 'approval' || question.kind === 'elicitation'
  const isTheirs = isAsked || (visitorsDecide && question.kind !== 'breakpoint')
  const form = isTheirs ? formOf(question) : null
  const name = form?.params.requestedSchema.required?.[0]
  return form === null || name === undefined ? null : { form, name }
}
