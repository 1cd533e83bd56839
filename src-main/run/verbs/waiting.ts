/** Who may answer the questions that a thread's turn waits with, and what becomes of an answer. */
import { AppError } from '../../../src-shared/errors'
import { isAnswerTo, type Answer, type LoggedQuestion } from '../../../src-shared/run/log/questions'
import type { Clock } from '../../clock'
import type { Answers } from '../../store/answers'
import type { CallRules } from '../../store/call-rules'
import type { RunRecord, Threads } from '../../store/threads'
import type { EventLog } from '../execution/event-log'
import { openQuestions, type AskedNode } from './open-questions'
import { retryOf } from './resuming'

type Logs = { readonly threads: Threads; readonly events: EventLog; readonly answers: Answers }

/** A run with questions that nobody has answered. */
export type WaitingRun = { run: RunRecord; questions: readonly AskedNode[] }

/** The newest run of a thread if it asks something that is not answered, whether it has ended, goes on with other answers, or was killed. */
export function waitingRun({ threads, events, answers }: Logs, threadId: string): WaitingRun | null {
  const run = threads.newestRun(threadId)
  if (run === null || run.state === 'failed' || run.state === 'stopped') return null
  const answered = new Set(answers.open(threadId))
  const questions = openQuestions(events.events(run.id)).filter(({ id }) => !answered.has(id))
  return questions.length === 0 ? null : { run, questions }
}

type AnswerToQuestion = { threadId: string; questionId: string; answer: Answer }

/**
 * The run that asks this very question, with the question; throws `nothing-to-resume` when none does, `bad-input` where the question wants another
 * kind of answer.
 */
export function answerable(
  logs: Logs,
  { threadId, questionId, answer }: AnswerToQuestion,
): { run: RunRecord; question: AskedNode } {
  logs.threads.refuseImported(threadId)
  const waiting = waitingRun(logs, threadId)
  const question = waiting?.questions.find(({ id }) => id === questionId)
  if (waiting === null || question === undefined)
    throw new AppError(
      'nothing-to-resume',
      'This question is not waiting for an answer any more: it was answered here or elsewhere, or the turn went on without. Look at the thread, or send a message to go on.',
    )
  if (isAnswerTo(question.question, answer)) return { run: waiting.run, question }
  throw new AppError(
    'bad-input',
    'The question that is waiting wants another kind of answer. Look at what it asks, and answer that, or send a message to go on.',
  )
}

type RuleLogs = { readonly callRules: Pick<CallRules, 'add'>; readonly clock: Pick<Clock, 'now'> }
type Remembered = { threadId: string; answer: Answer; asked: AskedNode }

/** Keeps the rule that a person made with an answer. */
function remember({ callRules }: RuleLogs, { threadId, answer, asked: { node, question } }: Remembered): void {
  if (answer.kind !== 'approve-call' || question.kind !== 'approve-call' || answer.decision.is !== 'approve') return
  const { remember: scope } = answer.decision
  const { ruleDigest: digest, tool } = question
  if (scope !== undefined && digest !== undefined) callRules.add({ threadId, scope, digest, node, tool })
}

/** When a question is over by itself, in ms since 1970; null: never. */
export function dueAt(question: LoggedQuestion): number | null {
  return question.kind !== 'approval' || question.until === null ? null : Date.parse(question.until)
}

/** The answer that counts: that nobody answered in time, once the time is over, whoever says what then; and not before. */
function inTime(clock: Pick<Clock, 'now'>, question: LoggedQuestion, answer: Answer): Answer {
  const due = dueAt(question)
  if (due !== null && clock.now() >= due) return TIMED_OUT
  if (answer.kind !== 'approval' || answer.outcome !== 'timeout') return answer
  throw new AppError('bad-input', 'There is still time to answer this question. Approve or refuse it, or wait.')
}

export const TIMED_OUT = { kind: 'approval', outcome: 'timeout' } as const satisfies Answer

/** Who goes on with an answer: a run of its own (`open`: what its turn asks; null: one that was killed goes on), or the one that is under way. */
export type GoingOn =
  | { is: 'to-run'; run: RunRecord; open: readonly AskedNode[] | null }
  | { is: 'left-to'; run: RunRecord }

/** Keeps an answer and begins the run that goes on with it, in one transaction: once it is decided, no kill can lose it. Throws what `answerable` throws. */
export function decideAndGoOn(logs: Logs & RuleLogs, given: AnswerToQuestion): GoingOn {
  const { threadId } = given
  return logs.answers.during(() => {
    const { run, question } = answerable(logs, given)
    const { id, node, path } = question
    const answer = inTime(logs.clock, question.question, given.answer)
    const open = waitingRun(logs, threadId)?.questions ?? []
    logs.answers.decide(threadId, { id, node, path, answer })
    remember(logs, { threadId, answer, asked: question })
    if (run.state === 'running') return { is: 'left-to', run }
    if (run.state === 'interrupted') return { is: 'to-run', run: logs.threads.takeOver(run.id), open: null }
    return { is: 'to-run', run: logs.threads.startRun(retryOf(run)), open }
  })
}
