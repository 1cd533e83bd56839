/** New threads as rows of the library. */
import { AppError } from '../../src-shared/errors'
import { message } from '../../src-shared/languages/translate'
import { newId } from '../../src-shared/flow/records'
import type { ThreadModel } from '../../src-shared/flow/thread-model'
import type { ForkPlace } from '../../src-shared/rpc/thread-summary'
import type { Clock } from '../clock'
import type { LibraryDatabase } from './database'
import { storedModel } from './thread-models'

export type NewThread = {
  readonly flowId: string
  readonly id?: string | undefined
  readonly title?: string | undefined
  readonly model?: ThreadModel | null | undefined
  /** The one node that it talks to; null: the whole flow. */
  readonly only?: string | null | undefined
  /** It came as a file from elsewhere. */
  readonly imported?: boolean | undefined
  /** Where it leaves another thread. */
  readonly forkedFrom?: Omit<ForkPlace, 'above'> | undefined
}

type AddingParts = { readonly db: LibraryDatabase; readonly clock: Clock }

/** Puts a new thread into the table. Throws `conflict` for an id that there is. */
export function threadAdder(
  { db, clock }: AddingParts,
  isThere: (id: string) => boolean,
): (thread: NewThread) => string {
  type Added = [
    string,
    string,
    string,
    number,
    number,
    string | null,
    string | null,
    string | null,
    number | null,
    string | null,
    number | null,
    number,
  ]
  const insert = db.prepare<Added>(
    `INSERT INTO threads (id, flow, title, created_at, changed_at, turns, model, only_node, forked_from, forked_at, forked_run, forked_seq, imported)
     VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?)`,
  )
  return ({
    flowId,
    id = newId('thread'),
    title: name = '',
    model: chosen = null,
    only = null,
    forkedFrom,
    imported = false,
  }: NewThread): string => {
    if (isThere(id)) throw new AppError('conflict', message('There already is a thread “{id}”.', { id }))
    const now = clock.now()
    const { threadId: from = null, turn: at = null, until = null } = forkedFrom ?? {}
    const [run, seq] = [until?.runId ?? null, until?.seq ?? null]
    insert.run(id, flowId, name, now, now, storedModel(chosen), only, from, at, run, seq, imported ? 1 : 0)
    return id
  }
}
