/** The question that a thread's turn waits with, as the event log has it. */
import { AppError } from '../../../src-shared/errors'
import type { RunEvent } from '../../../src-shared/run/log/events'
import { isAnswerTo, type Answer, type LoggedQuestionKind } from '../../../src-shared/run/log/questions'
import type { NodeQuestion } from '../../engine/contract/runtime'
import type { RunRecord, Threads } from '../../store/threads'
import type { EventLog } from '../execution/event-log'

type Logs = { readonly threads: Threads; readonly events: EventLog }

/** A run that ended with a question. */
export type WaitingRun = { run: RunRecord; question: NodeQuestion<LoggedQuestionKind> }

/** The newest run of a thread if it ended with a question. */
export function waitingRun({ threads, events }: Logs, threadId: string): WaitingRun | null {
  if (threads.unfinishedRun(threadId) !== null || threads.activeRun(threadId) !== null) return null
  const run = threads.betweenTurns(threadId, (newest) => newest)
  const [asked, end] = run === null ? [] : events.events(run.id).filter(isOfQuestion).slice(-2)
  if (run === null || asked?.type !== 'question') return null
  if (end?.type !== 'run.finished' || end.reason !== 'waiting') return null
  const { id, node, path, question } = asked
  return { run, question: { id, node, path, question } }
}

type AnswerToQuestion = { threadId: string; questionId: string; answer: Answer }

/**
 * The run that waits with this very question; throws `nothing-to-resume` when none does, `run-active` while a turn runs or is unfinished,
 * `bad-input` where the question wants another kind of answer.
 */
export function answerable(logs: Logs, { threadId, questionId, answer }: AnswerToQuestion): WaitingRun {
  logs.threads.betweenTurns(threadId, () => null)
  const waiting = waitingRun(logs, threadId)
  if (waiting === null || waiting.question.id !== questionId)
    throw new AppError(
      'nothing-to-resume',
      'This question is not waiting for an answer any more. Send a message to go on.',
    )
  if (isAnswerTo(waiting.question.question, answer)) return waiting
  throw new AppError(
    'bad-input',
    'The question that is waiting wants another kind of answer. Look at what it asks, and answer that, or send a message to go on.',
  )
}

function isOfQuestion({ type }: RunEvent): boolean {
  return type === 'question' || type === 'run.finished'
}
