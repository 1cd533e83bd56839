/** What becomes of replies that were stopped while they streamed: what people have read stays said. */
import { toFault } from '../../../src-shared/run/log/reasons'
import type { NewRunEvent, RunEventOf } from '../../../src-shared/run/log/events'
import type { LogEntry } from '../../../src-shared/run/log/log'
import { keepSaid } from '../../engine/compile/keep-said'
import type { Execution } from './execution'

/** Replies that stream, by the id of the entry that each will become. */
export type PartialReplies = {
  note: (event: NewRunEvent) => void
  /** In the order in which they began. */
  list: () => readonly RunEventOf<'token'>[]
}

/** Keeps the text that streams until its entry is there; a call that is made again begins its text anew. */
export function createPartialReplies(): PartialReplies {
  const replies = new Map<string, RunEventOf<'token'>>()
  const drop = (isGone: (token: RunEventOf<'token'>) => boolean): void => {
    for (const [id, token] of replies) if (isGone(token)) replies.delete(id)
  }
  return {
    note(event) {
      if (event.type === 'token') {
        const before = replies.get(event.entryId)
        const text = before?.span === event.span ? before.text + event.text : event.text
        replies.set(event.entryId, { ...event, text, runId: '', seq: 1, at: '' })
      } else if (event.type === 'model.retry' || (event.type === 'thought' && event.takesBack))
        drop(({ span }) => span === event.span)
      else if (event.type === 'entry') replies.delete(event.entry.id)
    },
    list: () => [...replies.values()],
  }
}

/**
 * Stores the streamed part of stopped replies as said, and returns the events that tell it. Never throws: a turn is stopped
 * whatever becomes of them, and what could not be kept is a warning.
 */
export async function keepPartialReplies(
  { run, runnable }: Pick<Execution, 'run' | 'runnable'>,
  replies: PartialReplies,
  at: string,
): Promise<NewRunEvent[]> {
  const entries = replies.list().flatMap(({ entryId: id, path: scope, node: author, text }): LogEntry[] => {
    return text.trim() === '' ? [] : [{ id, turn: run.turn, scope, author, at, kind: 'text', text }]
  })
  if (entries.length === 0) return []
  try {
    await keepSaid(runnable, run, entries)
  } catch (cause) {
    const facts = toFault(cause)
    return [{ type: 'warning', node: entries.at(-1)?.author ?? null, code: 'partial-reply-lost', facts }]
  }
  return entries.map((entry) => ({ type: 'entry', node: entry.author, path: entry.scope, entry }))
}
