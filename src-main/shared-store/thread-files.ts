/**
 * Checkpoints in a file for each thread, so that their numbers, which are few, never meet those of other threads and processes. Whoever saves
 * waits until what was saved is shared.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { AppError } from '../../src-shared/errors'
import { inEnglish } from '../../src-shared/languages/translate'
import {
  BatonSaver,
  type ThinOptions,
  type SharingSaver,
  type ThinResult,
  type ThreadEntry,
  type TimelineEntry,
  type TimelineOptions,
} from '../engine/checkpoints'
import { capture, changesOf, type FileChanges } from './capture'
import { fromBody, rowReader, rowWriter, type ReadRow, type RowWriter, type StoredRow } from './rows'
import { CHECKPOINT_TABLES } from './tables'

export type ThreadFile = {
  saver: BatonSaver
  db: Database.Database
  changes: FileChanges
  /** What was changed and not shipped. */
  read: () => { upto: number; rows: ReadRow[] }
  write: RowWriter
}

export type ThreadFilesOptions = {
  folder: string
  /** Resolves when everything that was written for the thread is shared, which may be tried several times. */
  share: (thread: string) => Promise<void>
  /** Such a file stays open. */
  isUsed: (thread: string) => boolean
}

/** Files that are open and not used: a process has only so many. */
const MOST_IDLE = 32

/** All rows of a file are of one thread. */
export const THE_THREAD = 0

type Config = Parameters<BatonSaver['getTuple']>[0]

export class ThreadFiles extends BatonSaver implements SharingSaver {
  readonly #options: ThreadFilesOptions
  readonly #open = new Map<string, ThreadFile>()
  readonly #template: string

  constructor(options: ThreadFilesOptions) {
    // What a saver asks of no thread in particular has this file.
    super({ file: path.join(options.folder, 'no-thread.sqlite') })
    this.#options = options
    this.#template = path.join(options.folder, 'new-thread.sqlite')
    new BatonSaver({ file: this.#template }).close()
    const db = new Database(this.#template)
    capture(db, () => String(THE_THREAD))
    db.close()
  }

  /** The file of a thread, made where there is none. */
  file(thread: string): ThreadFile {
    const known = this.#open.get(thread)
    this.#open.delete(thread)
    const one = known ?? this.#opened(this.#pathOf(thread))
    this.#open.set(thread, one)
    if (known === undefined) this.#closeIdle(thread)
    return one
  }

  /** Makes the file of a thread anew from what is shared. */
  replace(thread: string, rows: readonly StoredRow[]): void {
    this.#close(thread)
    for (const end of ['', '-wal', '-shm']) rmSync(this.#pathOf(thread) + end, { force: true })
    const { db, changes, write } = this.file(thread)
    const fill = db.transaction(() => {
      for (const { table, body } of rows) if (body !== null) write.insert(table, fromBody(body))
      changes.forget(THE_THREAD)
    })
    fill.immediate()
  }

  /** Puts into the file of a thread what others changed. Its saver sees that as it sees what other processes write to its file. */
  change(thread: string, rows: readonly StoredRow[]): void {
    // Numbers of these may have been given anew, which no two processes on one file do.
    const isAnew = ({ table, body }: StoredRow) =>
      table === 'track' || table === 'chain' || (body === null && table !== 'pending')
    if (rows.some(isAnew)) this.#close(thread)
    const { db, changes, write } = this.file(thread)
    const fill = db.transaction(() => {
      for (const { table, key, body } of rows.toReversed()) if (body === null) write.remove(table, key)
      for (const { table, body } of rows) if (body !== null) write.put(table, fromBody(body))
      changes.forget(THE_THREAD)
    })
    fill.immediate()
  }

  override getTuple(config: Config): ReturnType<BatonSaver['getTuple']> {
    const thread = threadOf(config)
    return thread === null ? Promise.resolve(undefined) : this.file(thread).saver.getTuple(config)
  }

  override async *list(...given: Parameters<BatonSaver['list']>): ReturnType<BatonSaver['list']> {
    const thread = threadOf(given[0])
    if (thread !== null) yield* this.file(thread).saver.list(...given)
  }

  override async put(...given: Parameters<BatonSaver['put']>): ReturnType<BatonSaver['put']> {
    const [at, , { source }] = given
    const thread = required(at)
    const config = await this.file(thread).saver.put(...given)
    if (source === 'input') this.#shareSoon(thread)
    else await this.#options.share(thread)
    return config
  }

  override async replaceThread(...given: Parameters<BatonSaver['replaceThread']>): Promise<void> {
    const thread = required(given[0])
    await this.file(thread).saver.replaceThread(...given)
    await this.#options.share(thread)
  }

  /** The first step begins beside it, and is mostly over at once: then the two are one shipment. Who saves next hears whether that failed. */
  #shareSoon(thread: string): void {
    setImmediate(() => void this.#options.share(thread).catch(() => undefined))
  }

  override async putWrites(...given: Parameters<BatonSaver['putWrites']>): Promise<void> {
    const thread = required(given[0])
    await this.file(thread).saver.putWrites(...given)
    // LangGraph waits for it only at the end of the step, and Node ends a program for a failure that nobody waits for. Who must know asks `whenShared`.
    await this.#options.share(thread).catch(() => undefined)
  }

  async whenShared(thread: string): Promise<void> {
    await this.#options.share(thread)
  }

  override storeNow(): void {
    for (const { saver } of this.#open.values()) saver.storeNow()
  }

  override deleteThread(threadId: string): Promise<void> {
    return this.file(threadId).saver.deleteThread(threadId)
  }

  override deleteCalls(threadId: string): Promise<void> {
    return this.file(threadId).saver.deleteCalls(threadId)
  }

  override timeline(threadId: string, options?: TimelineOptions): Promise<TimelineEntry[]> {
    return this.file(threadId).saver.timeline(threadId, options)
  }

  override sizeOf(threadId: string): Promise<number> {
    return this.file(threadId).saver.sizeOf(threadId)
  }

  override async threads(): Promise<ThreadEntry[]> {
    const all = await Promise.all([...this.#open.values()].map(({ saver }) => saver.threads()))
    return all.flat()
  }

  override copyThread(): Promise<void> {
    return Promise.reject(new AppError('unavailable', inEnglish('With --database, threads do not leave one another.')))
  }

  override thin(options: ThinOptions): Promise<ThinResult> {
    return this.file(options.threadId).saver.thin(options)
  }

  override close(): void {
    for (const thread of this.#open.keys()) this.#close(thread)
    super.close()
  }

  #pathOf(thread: string): string {
    return path.join(
      this.#options.folder,
      `thread-${createHash('sha256').update(thread).digest('hex').slice(0, 40)}.sqlite`,
    )
  }

  #opened(file: string): ThreadFile {
    if (!existsSync(file)) copyFileSync(this.#template, file)
    const saver = new BatonSaver({ file })
    const db = new Database(file, { timeout: 5000 })
    // Closed last: what is thrown away with its process need not be on the disk first.
    db.pragma('synchronous = OFF')
    const [changes, read] = [changesOf(db), rowReader(db)]
    const readAll = db.transaction(() => {
      const { upto, keys } = changes.read(THE_THREAD)
      return { upto, rows: read(keys) }
    })
    return { saver, db, changes, read: () => readAll(), write: rowWriter(db) }
  }

  #close(thread: string): void {
    const one = this.#open.get(thread)
    this.#open.delete(thread)
    one?.saver.close()
    one?.changes.settle()
    one?.db.close()
  }

  #closeIdle(newest: string): void {
    const idle = [...this.#open.keys()].filter((thread) => thread !== newest && !this.#options.isUsed(thread))
    for (const thread of idle.slice(0, Math.max(0, idle.length - MOST_IDLE))) this.#close(thread)
  }
}

/** In the order in which they are put in. */
export function checkpointRows(rows: readonly StoredRow[]): StoredRow[] {
  return CHECKPOINT_TABLES.flatMap((table) => rows.filter((row) => row.table === table))
}

function threadOf(config: Config): string | null {
  const thread: unknown = config.configurable?.['thread_id']
  return typeof thread === 'string' || typeof thread === 'number' ? String(thread) : null
}

function required(config: Config): string {
  const thread = threadOf(config)
  if (thread === null) throw new AppError('bad-input', inEnglish('A checkpoint needs a thread_id in configurable.'))
  return thread
}
