/** What is done with threads that are kept: finding, reading, measuring and removing them. No turn needs it. */
import type { ThreadSummary } from '../../src-shared/rpc/contract'
import type { DecisionPage } from '../../src-shared/rpc/kept-methods'
import type { RunEvent } from '../../src-shared/run/log/events'
import type { BatonSaver } from '../engine/checkpoints'
import { createBreather } from '../in-slices'
import type { EventLog } from '../run/execution/event-log'
import { withNodes } from '../run/execution/tell-nodes'
import type { LibraryDatabase } from '../store/database'
import { createEventRows, type EventRows } from '../store/event-rows'
import type { RequestRecords } from '../requests/request-records'
import type { Results } from '../store/results'
import type { RunDrawings } from '../store/run-drawings'
import type { Threads } from '../store/threads'
import { letThrough, withoutWithheld } from './withheld-results'
import { exportBundle, type BundleParts, type ExportedBundle } from './export-bundle'
import { importBundle, type ImportParts, type ImportedThread } from './import-bundle'
import { createFlowDecisions, type DecisionQuery } from './flow-decisions'
import type { Excerpt } from './said-words'
import { createThreadSearch, type ThreadQuery, type ThreadSearch } from './thread-search'
import { createThreadSizes, wholeSize, type ThreadSize } from './thread-sizes'

export type KeptThread = { readonly thread: ThreadSummary; readonly excerpt: Excerpt | null }

export type ThreadKeeper = {
  /** Threads by their name and by what was said in them: those that are named so first, then the newest words. */
  readonly find: (query: ThreadQuery) => Promise<KeptThread[]>
  /** A page of what was decided in all threads of a flow. */
  readonly decisions: (query: DecisionQuery) => Promise<DecisionPage>
  /** The stored events of a thread, with the nodes as they were called. Throws `not-found`. */
  readonly events: (threadId: string) => AsyncIterable<RunEvent>
  /** The same as they may leave this machine: without results that a person held back. */
  readonly leavingEvents: (threadId: string) => AsyncIterable<RunEvent>
  readonly sizeOf: (threadId: string) => Promise<ThreadSize & { readonly whole: number }>
  /** How many threads a flow has, and what they take. */
  readonly sizeOfFlow: (flowId: string) => Promise<{ threads: number; bytes: number }>
  /** The thread as a run bundle, without keys and secrets. Throws `not-found`, and `run-active` while it runs. */
  readonly exportBundle: (threadId: string) => Promise<ExportedBundle>
  /** Takes a run bundle over, to be looked at. Throws `bad-input` in words for what is none. */
  readonly importBundle: (text: string) => Promise<ImportedThread>
  /** Removes a thread with all that is kept of it. Throws `run-active` while it runs. */
  readonly remove: (threadId: string) => Promise<void>
}

export type KeeperParts = {
  readonly db: LibraryDatabase
  readonly saver: BatonSaver
  readonly threads: Threads
  readonly events: EventLog
  readonly drawings: RunDrawings
  readonly requests: RequestRecords
  readonly results: Results
} & Pick<BundleParts, 'now' | 'redactor'> &
  Pick<ImportParts, 'flowFor'>

export function createThreadKeeper(parts: KeeperParts): ThreadKeeper {
  const { db, saver, threads, events, drawings } = parts
  const search: ThreadSearch = createThreadSearch(db)
  const sizes = createThreadSizes(db, saver)
  const rows = createEventRows(db)
  const idsOfFlow = db.prepare<[string], string>('SELECT id FROM threads WHERE flow = ?').pluck()
  const remove = async (threadId: string): Promise<void> => {
    threads.remove(threadId)
    events.forget(threadId)
    await saver.deleteThread(threadId)
  }
  async function* leaving(threadId: string): AsyncGenerator<{ id: string; item: RunEvent }> {
    const through = new Set<string>()
    for await (const { item } of storedEvents(rows, threadId)) for (const id of letThrough(item)) through.add(id)
    for await (const { id, item } of storedEvents(rows, threadId)) yield { id, item: withoutWithheld(item, through) }
  }
  return {
    async find(query) {
      const found = await search.find(query)
      return found.map(({ threadId, excerpt }) => ({ thread: threads.read(threadId), excerpt }))
    },
    decisions: createFlowDecisions(rows, drawings),
    async *events(threadId) {
      threads.read(threadId)
      for await (const { item } of withNodes(storedEvents(rows, threadId), drawings)) yield item
    },
    async *leavingEvents(threadId) {
      threads.read(threadId)
      for await (const { item } of withNodes(leaving(threadId), drawings)) yield item
    },
    async sizeOf(threadId) {
      const size = await sizes.of(threadId)
      return { ...size, whole: wholeSize(size) }
    },
    async sizeOfFlow(flowId) {
      const ids = idsOfFlow.all(flowId)
      const { breathe } = createBreather()
      let bytes = 0
      for (const id of ids) {
        bytes += wholeSize(await sizes.of(id))
        await breathe()
      }
      return { threads: ids.length, bytes }
    },
    async exportBundle(threadId) {
      const all: RunEvent[] = []
      for await (const { item } of leaving(threadId)) all.push(item)
      return exportBundle(parts, threadId, all)
    },
    importBundle: (text) => importBundle({ ...parts, remove }, text),
    remove,
  }
}

const PAGE = 250

async function* storedEvents(rows: EventRows, threadId: string): AsyncGenerator<{ id: string; item: RunEvent }> {
  const thread = rows.threadNumber(threadId)
  const { breathe } = createBreather()
  for (let after = 0; thread !== null;) {
    const page = rows.ofThread(thread, after, PAGE)
    for (const { row, read } of page) {
      yield { id: String(row), item: read() }
      await breathe()
    }
    const last = page.at(-1)
    if (last === undefined) return
    after = last.row
  }
}
