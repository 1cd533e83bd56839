/** The question that a thread's turn waits with, as the event log has it. */
import { AppError } from '../../../src-shared/errors'
import type { RunEvent } from '../../../src-shared/run/log/events'
import type { NodeQuestion } from '../../engine/contract/runtime'
import type { RunRecord, Threads } from '../../store/threads'
import type { EventLog } from '../execution/event-log'

type Logs = { readonly threads: Threads; readonly events: EventLog }

/** A run that ended with a question. */
export type WaitingRun = { run: RunRecord; question: NodeQuestion }

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

/** The run that waits with this very question; throws `nothing-to-resume` when none does, `run-active` while a turn runs or is unfinished. */
export function answerable(logs: Logs, threadId: string, questionId: string): WaitingRun {
  logs.threads.betweenTurns(threadId, () => null)
  const waiting = waitingRun(logs, threadId)
  if (waiting !== null && waiting.question.id === questionId) return waiting
  throw new AppError(
    'nothing-to-resume',
    'This question is not waiting for an answer any more. Send a message to go on.',
  )
}

function isOfQuestion({ type }: RunEvent): boolean {
  return type === 'question' || type === 'run.finished'
}
