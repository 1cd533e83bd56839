/** What waits in a thread, for the key that began it: as a list, and taken out of it. */
import { AppError } from '../../../src-shared/errors'
import { inEnglish } from '../../../src-shared/languages/translate'
import type { QueuedMessage } from '../../../src-shared/rpc/queue'
import type { Core } from '../../core'
import { findThread } from '../talk'
import { refusedAs } from './failures'

export type ThreadLocation = { caller: string; threadId: string }

/** What waits, the first to go first. Throws `not-found` for a thread that the key does not have. */
export function queueOf(core: Core, place: ThreadLocation): { object: 'list'; data: object[] } {
  return { object: 'list', data: ownQueue(core, place).map(entry) }
}

/** Takes one out; whoever sent it hears so. Throws `not-found`. */
export function removeQueued(core: Core, place: ThreadLocation, id: string): object {
  if (!ownQueue(core, place).some((row) => row.id === id))
    throw new AppError(
      'not-found',
      inEnglish('This message does not wait any more: it was sent, or removed before.'),
      refusedAs('message_not_found'),
    )
  core.services.runner.queue.remove(id)
  return { id, object: 'queued_message.deleted', deleted: true }
}

function ownQueue(core: Core, { caller, threadId }: ThreadLocation): QueuedMessage[] {
  const { threadKeys, runner } = core.services
  if (threadKeys.of(threadId) === caller && findThread(core, threadId) !== null) return runner.queue.list(threadId)
  throw new AppError(
    'not-found',
    inEnglish(`This key has no thread "${threadId}". A thread belongs to the key that began it.`),
    refusedAs('thread_not_found'),
  )
}

function entry({ id, when, text, attached, queuedAt }: QueuedMessage) {
  const created = Math.floor(Date.parse(queuedAt) / 1000)
  return { id, object: 'queued_message', created, when, text, attached }
}
