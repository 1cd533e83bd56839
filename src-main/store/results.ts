/** Whole results of tools: each stored once, however many calls gave it, and gone with the last thread that has it. */
import { createHash } from 'node:crypto'
import { AppError } from '../../src-shared/errors'
import { message } from '../../src-shared/languages/translate'
import { isTextType } from '../../src-shared/run/log/results'
import { compactLater, expand } from './compact'
import type { Compact } from './compact'
import { write } from './database'
import type { LibraryDatabase } from './database'

export type NewResult = { readonly mimeType: string; readonly body: string | Uint8Array }

/** A result as it is kept. `size`: bytes of the body as it came. */
export type StoredResult = {
  readonly id: string
  readonly mimeType: string
  readonly size: number
  readonly body: string | Uint8Array
}

/** A result that is ready to be stored, and stored for a thread by `keepFor`, at once and within a transaction that goes on. */
export type PreparedResult = Omit<StoredResult, 'body'> & { readonly keepFor: (threadId: string) => void }

export type Results = {
  /**
   * Stores a result for a thread unless it is there already; asking again changes nothing. Bodies of text types are kept as text: bytes of
   * such a type that are no UTF-8 become `application/octet-stream`, a text of another type `text/plain`. Throws `not-found` for an unknown thread.
   */
  readonly keep: (threadId: string, result: NewResult) => Promise<Omit<StoredResult, 'body'>>
  /** The same in two steps: what takes time is done before the thread is there, or known to get it. */
  readonly prepare: (result: NewResult) => Promise<PreparedResult>
  /** A result of a thread. Throws `not-found` where the thread has none of that id. */
  readonly read: (threadId: string, id: string) => StoredResult
}

/** Twenty hexadecimal digits: short enough for models to read, long enough that two results never meet. */
const ID_DIGITS = 20

type ResultRow = { readonly id: string; readonly mimeType: string; readonly size: number; readonly body: Compact }

/** The results of a library. */
export function createResults(db: LibraryDatabase): Results {
  const has = db.prepare<[string], 1>('SELECT 1 FROM results WHERE id = ?').pluck()
  const add = db.prepare<[string, string, number, Compact]>(
    'INSERT INTO results (id, mime_type, size, body) VALUES (?, ?, ?, ?)',
  )
  const use = db.prepare<[string, string]>(
    `INSERT INTO result_uses (thread, result)
     SELECT threads.number, results.number FROM threads JOIN results ON results.id = +? WHERE threads.id = +?
     ON CONFLICT DO NOTHING`,
  )
  const thread = db.prepare<[string], 1>('SELECT 1 FROM threads WHERE id = ?').pluck()
  const one = db.prepare<[string, string], ResultRow>(
    `SELECT results.id AS id, results.mime_type AS mimeType, results.size AS size, results.body AS body
     FROM results JOIN result_uses ON result_uses.result = results.number JOIN threads ON threads.number = result_uses.thread
     WHERE results.id = +? AND threads.id = +?`,
  )
  const prepare = async (given: NewResult): Promise<PreparedResult> => {
    const { mimeType, body } = typed(given)
    const id = idOf(mimeType, body)
    const size = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
    const stored = has.get(id) === undefined ? await shortened(body) : null
    const keepFor = (threadId: string) =>
      write(db, () => {
        if (thread.get(threadId) === undefined)
          throw new AppError(
            'not-found',
            message('There is no thread “{id}”. It may have been removed.', { id: threadId }),
          )
        // Another process may have removed the last thread that had it, a moment ago.
        if (has.get(id) === undefined)
          add.run(id, mimeType, size, stored ?? (typeof body === 'string' ? body : bufferOf(body)))
        use.run(id, threadId)
      })
    return { id, mimeType, size, keepFor }
  }
  return {
    prepare,
    async keep(threadId, given) {
      const { keepFor, ...stored } = await prepare(given)
      keepFor(threadId)
      return stored
    },
    read(threadId, id) {
      const row = one.get(id, threadId)
      if (row === undefined)
        throw new AppError('not-found', message('There is no result “{id}” in this conversation.', { id }))
      return { ...row, body: isTextType(row.mimeType) ? expand(row.body) : bytesOf(row.body) }
    },
  }
}

/** The bytes of a thread's pictures by their ids; null for one that is gone. */
export function pictureBytes(results: Pick<Results, 'read'>, threadId: string) {
  return (id: string): Uint8Array | null => {
    try {
      const { body } = results.read(threadId, id)
      return typeof body === 'string' ? null : body
    } catch (cause) {
      if (cause instanceof AppError && cause.code === 'not-found') return null
      throw cause
    }
  }
}

/** Deletes the results that no thread has any more. Belongs into the transaction that removes threads. */
export function sweepResults(db: LibraryDatabase): void {
  db.prepare(
    'DELETE FROM results WHERE NOT EXISTS (SELECT 1 FROM result_uses WHERE result_uses.result = results.number)',
  ).run()
}

/** Gives a thread the results of another one. `from`, `to`: the threads' numbers. */
export function copyResultUses(db: LibraryDatabase, { from, to }: { from: number; to: number }): void {
  db.prepare<[number, number]>(
    'INSERT INTO result_uses (thread, result) SELECT ?, result FROM result_uses WHERE thread = ? ON CONFLICT DO NOTHING',
  ).run(to, from)
}

/** The body as its type says it is. */
function typed({ mimeType, body }: NewResult): NewResult {
  if (typeof body === 'string') return { mimeType: isTextType(mimeType) ? mimeType : 'text/plain', body }
  if (!isTextType(mimeType)) return { mimeType, body }
  try {
    return { mimeType, body: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body) }
  } catch {
    return { mimeType: 'application/octet-stream', body }
  }
}

/** The id under which something of this type is kept. */
export function idOf(mimeType: string, body: string | Uint8Array): string {
  const hash = createHash('sha256').update(mimeType).update('\n').update(body)
  return `r_${hash.digest('hex').slice(0, ID_DIGITS)}`
}

/** Bytes stay as they are: images and sounds are short already. */
async function shortened(body: string | Uint8Array): Promise<Compact> {
  return typeof body === 'string' ? compactLater(body) : bufferOf(body)
}

function bufferOf(body: Uint8Array): Buffer {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength)
}

function bytesOf(body: Compact): Uint8Array {
  return typeof body === 'string' ? Buffer.from(body) : body
}
