/**
 * Messages that were said during a turn and wait for their own. Each is taken in the transaction that begins its turn, so that a kill neither loses
 * nor doubles one.
 */
import { AppError } from '../../src-shared/errors'
import { message as sentence } from '../../src-shared/languages/translate'
import { newId, type SayWhen } from '../../src-shared/flow/records'
import { MOST_QUEUED, queuedWordsSchema, type QueuedWords } from '../../src-shared/rpc/queue'
import type { Clock } from '../clock'
import type { Changes } from './changes'
import { write, type LibraryDatabase } from './database'

/** `flowId`: the flow of its thread. `problem`: why it could not begin its turn. */
export type QueuedRow = {
  readonly id: string
  readonly threadId: string
  readonly flowId: string
  readonly when: SayWhen
  readonly said: QueuedWords
  readonly problem: string | null
  readonly queuedAt: number
}

export type NewQueuedMessage = QueuedWords & { readonly threadId: string; readonly when: SayWhen }

export type QueuedMessages = {
  /** The first to go first. */
  readonly ofThread: (threadId: string) => QueuedRow[]
  /** Whether a message of the thread does not wait for the end of the turn. */
  readonly isUrgent: (threadId: string) => boolean
  /** Throws `not-found` for one that is not there any more. */
  readonly read: (id: string) => QueuedRow
  /** Puts one behind those that are as urgent; its id. Throws `not-found` without the thread, `bad-input` when too many wait. */
  readonly add: (message: NewQueuedMessage) => string
  /** One that becomes more urgent goes before those that are less so. */
  readonly edit: (id: string, change: { text?: string | undefined; when?: SayWhen | undefined }) => void
  /** Puts one before another one of its thread; null: at the end. */
  readonly move: (id: string, before: string | null) => void
  /** Takes one away, for good or into the turn that begins with it. Throws `not-found` when somebody else did. */
  readonly take: (id: string) => QueuedRow
  readonly setProblem: (id: string, problem: string) => void
  /** From now on all of a thread wait for the end of its turn. */
  readonly calm: (threadId: string) => void
}

type StoredRow = Omit<QueuedRow, 'said'> & { readonly said: string }

const READ = `SELECT queued_messages.id AS id, threads.id AS threadId, threads.flow AS flowId, "when", said, problem, queued_at AS queuedAt
  FROM queued_messages JOIN threads ON threads.number = queued_messages.thread`

export function createQueuedMessages(db: LibraryDatabase, clock: Clock, changes?: Changes): QueuedMessages {
  const { one, all, urgent, add, change, flowOf, place, remove, problem, calm } = statements(db)
  const told = <Result>(threadId: string, work: () => Result): Result => {
    const result = write(db, work)
    const flowId = flowOf.get(threadId) ?? null
    changes?.publish({ what: 'thread', id: threadId, flowId })
    return result
  }
  const read = (id: string): QueuedRow => {
    const row = one.get(id)
    if (row === undefined)
      throw new AppError('not-found', 'This message does not wait any more: it was sent, or removed elsewhere.')
    return rowOf(row)
  }
  const ofThread = (threadId: string): QueuedRow[] => all.all(threadId).map(rowOf)
  const order = (ids: readonly string[]): void => {
    for (const [index, id] of ids.entries()) place.run(index, id)
  }
  /** Where one that is as urgent belongs: behind its like, before the less urgent. */
  const settle = ({ id, threadId, when }: QueuedRow): void => {
    const others = ofThread(threadId).filter((row) => row.id !== id)
    const isBefore = (row: QueuedRow) => when === 'after' || row.when !== 'after'
    order([...others.filter(isBefore), { id }, ...others.filter((row) => !isBefore(row))].map((row) => row.id))
  }
  return {
    ofThread,
    isUrgent: (threadId) => urgent.get(threadId) !== undefined,
    read,
    add: ({ threadId, when, ...said }) =>
      told(threadId, () => {
        if (all.all(threadId).length >= MOST_QUEUED)
          throw new AppError(
            'bad-input',
            sentence('{most} messages wait already. Remove some, or wait for the turn.', { most: MOST_QUEUED }),
          )
        const id = newId('m')
        const { changes } = add.run(id, when, JSON.stringify(said), clock.now(), threadId)
        if (changes === 0)
          throw new AppError(
            'not-found',
            sentence('There is no thread “{id}”. It may have been removed.', { id: threadId }),
          )
        settle(read(id))
        return id
      }),
    edit(id, { text, when }) {
      const before = read(id)
      told(before.threadId, () => {
        const said = text === undefined ? before.said : { ...before.said, text }
        change.run(when ?? before.when, JSON.stringify(said), id)
        if (when !== undefined && when !== before.when) settle(read(id))
      })
    },
    move(id, before) {
      const { threadId } = read(id)
      told(threadId, () => {
        const others = ofThread(threadId).flatMap((row) => (row.id === id ? [] : [row.id]))
        const at = before === null ? -1 : others.indexOf(before)
        order(at === -1 ? [...others, id] : others.toSpliced(at, 0, id))
      })
    },
    take(id) {
      const row = read(id)
      return told(row.threadId, () => {
        // Whoever else may have taken it meanwhile was first.
        const now = read(id)
        remove.run(id)
        return now
      })
    },
    setProblem(id, words) {
      const row = one.get(id)
      if (row !== undefined) told(row.threadId, () => problem.run(words, id))
    },
    calm: (threadId) => void write(db, () => calm.run(threadId)),
  }
}

function rowOf({ said, ...row }: StoredRow): QueuedRow {
  return { ...row, said: queuedWordsSchema.parse(JSON.parse(said)) }
}

function statements(db: LibraryDatabase) {
  const one = db.prepare<[string], StoredRow>(`${READ} WHERE queued_messages.id = +?`)
  const all = db.prepare<[string], StoredRow>(`${READ} WHERE threads.id = +? ORDER BY place`)
  const urgent = db
    .prepare<[string], number>(
      `SELECT 1 FROM queued_messages JOIN threads ON threads.number = queued_messages.thread
       WHERE threads.id = +? AND "when" <> 'after' LIMIT 1`,
    )
    .pluck()
  const add = db.prepare<[string, SayWhen, string, number, string]>(
    `INSERT INTO queued_messages (id, thread, place, "when", said, queued_at)
     SELECT ?, number, 1000000, ?, ?, ? FROM threads WHERE id = ?`,
  )
  const change = db.prepare<[SayWhen, string, string]>(
    'UPDATE queued_messages SET "when" = ?, said = ?, problem = NULL WHERE id = ?',
  )
  const flowOf = db.prepare<[string], string>('SELECT flow FROM threads WHERE id = ?').pluck()
  const place = db.prepare<[number, string]>('UPDATE queued_messages SET place = ? WHERE id = ?')
  const remove = db.prepare<[string]>('DELETE FROM queued_messages WHERE id = ?')
  const problem = db.prepare<[string, string]>('UPDATE queued_messages SET problem = ? WHERE id = ?')
  const calm = db.prepare<[string]>(
    `UPDATE queued_messages SET "when" = 'after' WHERE "when" <> 'after' AND thread = (SELECT number FROM threads WHERE id = ?)`,
  )
  return { one, all, urgent, add, change, flowOf, place, remove, problem, calm }
}
