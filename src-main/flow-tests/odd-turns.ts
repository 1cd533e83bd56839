/** Which threads cannot be played again as they were, and why. */
import { message, type Message } from '../../src-shared/languages/translate'
import { isTerminal } from '../../src-shared/run/log/event-types'
import type { RunEvent, RunEventOf } from '../../src-shared/run/log/events'
import type { Threads } from '../store/threads'

/** Why a turn cannot be a part of a test; null: it can. */
export function oddity(events: readonly RunEvent[]): Message | null {
  const ends = events.filter(isTerminal)
  const last = ends.at(-1)
  if (last?.type !== 'run.finished' || last.reason === 'waiting') return message('it did not come to its end')
  const isInOneGo = ends.every((end) => end.type === 'run.finished' && (end === last || end.reason === 'waiting'))
  const isAgain = events.some(
    (event) =>
      event.type === 'run.resumed' ||
      event.type === 'plan.forked' ||
      (event.type === 'warning' && event.code === 'turn-begins-again'),
  )
  if (!isInOneGo || isAgain) return message('something was tried again')
  if (last.reason === 'spoken') return message('somebody spoke while it ran')
  return isOutOfTime(last) ? message('its time was over, which a test does not wait for') : null
}

/** Whether a budget of seconds ended the turn. */
function isOutOfTime({ limit }: RunEventOf<'run.finished'>): boolean {
  return limit !== null && limit.limit.toLowerCase().endsWith('seconds')
}

type LeftThreads = Pick<Threads, 'read' | 'changesOf'>

/**
 * Whether a person changed what the thread, or one that it left, had come to: no reply and no tool gave that, so it would not come again.
 * `until`: the last turn that counts.
 */
export function isChangedByHand(threads: LeftThreads, threadId: string, until = Number.MAX_SAFE_INTEGER): boolean {
  const from = threads.read(threadId).forkedFrom
  if (from === null) return false
  const { edits, substitutes } = threads.changesOf(threadId)
  const isChanged =
    Object.keys(substitutes).length > 0 ||
    edits.some(({ what }) => what === 'result' || what === 'plan-step' || what === 'holder')
  if (isChanged && from.turn <= until) return true
  return isThere(threads, from.threadId) && isChangedByHand(threads, from.threadId, Math.min(until, from.turn))
}

/** What was changed in a thread that was removed since is not known any more. */
function isThere(threads: Pick<Threads, 'read'>, threadId: string): boolean {
  try {
    threads.read(threadId)
    return true
  } catch {
    return false
  }
}
