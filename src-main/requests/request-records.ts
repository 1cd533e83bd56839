/**
 * The record of what models were asked: every request of a call as it was sent, and what came back, in few bytes. It waits until the events that tell
 * what came of the call are stored, and is stored with them, since what these say is not kept twice.
 */
import { createHash } from 'node:crypto'
import {
  requestFactsSchema,
  type MessageSource,
  type RequestFacts,
  type RequestRecord,
} from '../../src-shared/run/log/requests'
import { isTerminal } from '../../src-shared/run/log/event-types'
import type { RunEvent } from '../../src-shared/run/log/events'
import type { ModelAttempt } from '../models/contract/attempt'
import { createBreather } from '../in-slices'
import { compact, expand, type Compact } from '../store/compact'
import { ifUndone, write, type LibraryDatabase } from '../store/database'
import { createEventRows, type EventRows } from '../store/event-rows'
import { withoutBytes } from './picture-places'
import {
  cleanPart,
  encode,
  flatten,
  hashOfGrowing,
  hashOfText,
  hashPart,
  recordCodeSchema,
  rowsOf,
  standingAlone,
  textOf,
  textOfPart,
  type RecordCode,
  type Segment,
} from './record-code'
import {
  beginningOf,
  forgetSegments,
  hashesOf,
  knownFacts,
  MOST_RECENT_SEGMENTS,
  nextPart,
  partsOf,
  writtenAfter,
  writtenAlone,
  type Base,
  type RecentBase,
} from './base-requests'
import { factsJson, type NewFacts } from './facts-json'
import { addLines, newestOf, type KnownLines } from './known-lines'
import { cutText, placeToGoOn } from './segments'

/** A request of the model call `span`. `asker`: who asks and for what; its requests are alike. */
export type CallAttempt = ModelAttempt & { readonly span: string; readonly asker: string }

export type RequestRecords = {
  /** Takes a request of a thread; it is stored with the next events that say what came of it, or at once where the thread's run has ended. */
  readonly note: (threadId: string, attempt: CallAttempt) => void
  /** Hears of events that were stored, in their transaction. `thread`: the thread's number. */
  readonly stored: (thread: { number: number; id: string }, events: readonly { row: number; event: RunEvent }[]) => void
  /** The requests of a call, in the order in which they were made; none for a call of a Baton that kept none. */
  readonly ofCall: (span: string) => RequestRecord[]
  /** The thread in which a call was made; null where nothing is kept of it. */
  readonly threadOf: (span: string) => string | null
  /** The calls of a thread that were sent any of some log entries, by their spans, oldest first. */
  readonly readersOf: (threadId: string, entries: readonly string[]) => Promise<string[]>
  /** Stores a request that was made elsewhere, behind those of its thread. */
  readonly restore: (threadId: string, span: string, record: RequestFacts & { readonly body: string }) => void
  /** Forgets what is in memory of a thread. `grown`: all that was stored is there, and only what came since is read. */
  readonly forget: (threadId: string, change?: 'grown' | 'changed') => void
}

/** What is in memory of a thread. `until`: the newest row whose lines are known. `isBehind`: there may be newer ones. */
type ThreadMemory = {
  lines: KnownLines
  until: number
  isBehind: boolean
  readonly chains: Map<string, Base | RecentBase>
}

/** Whoever asked for requests that were made elsewhere. */
const RESTORED = 'restored'
/** So many requests are read at most to rebuild one. */
const MOST_BASES = 32
const MOST_THREADS = 16
const MOST_CHAINS = 24
/** Which call of which thread it is of, and whose requests are like it. */
type NewRequestPlace = { readonly thread: number; readonly span: string; readonly chain: string }
type NewRequest = { readonly text: string; readonly clean: (text: string) => string; readonly facts: NewFacts }

type RequestRow = { readonly number: number; readonly base: number | null; readonly body: Compact }

export function createRequestRecords(db: LibraryDatabase): RequestRecords {
  /** Of the threads whose run goes on here, the requests of which nothing is told yet. */
  const waiting = new Map<string, readonly CallAttempt[]>()
  const threads = new Map<string, ThreadMemory>()
  const rows = createEventRows(db)
  const sql = statements(db)
  const read = createReading(sql, rows)
  const put = createWriting(sql, read)

  const memoryOf = (thread: number, id: string): ThreadMemory => {
    const known = threads.get(id)
    threads.delete(id)
    const memory = known ?? { ...newestOf(rows, thread), isBehind: false, chains: new Map<string, Base | RecentBase>() }
    if (memory.isBehind) Object.assign(memory, newestOf(rows, thread, memory), { isBehind: false })
    threads.set(id, memory)
    dropOldest(threads, MOST_THREADS)
    return memory
  }
  const keep = (thread: number, memory: ThreadMemory, attempt: CallAttempt): void => {
    const { span, asker, body: sent, pictures, clean, ...known } = attempt
    const text = withoutBytes(sent, pictures) ?? sent
    put({ thread, span, chain: chainOf(asker) }, memory, { text, clean, facts: factsOf(known, pictures) })
  }
  /** Writes with what is in memory of a thread, which may tell of rows that are not there where that fails. */
  const writing = (threadId: string, work: () => void): void =>
    write(db, () => {
      ifUndone(db, () => void threads.delete(threadId))
      work()
    })
  return {
    note(threadId, attempt) {
      const attempts = waiting.get(threadId)
      if (attempts !== undefined) waiting.set(threadId, [...attempts, attempt])
      // A call that was stopped may come to its end after its run, or after the core was closed.
      else if (db.open) {
        const number = rows.threadNumber(threadId)
        if (number !== null) writing(threadId, () => keep(number, memoryOf(number, threadId), attempt))
      }
    },
    stored(thread, events) {
      const known = waiting.get(thread.id)
      const attempts = known ?? []
      ifUndone(db, () => {
        threads.delete(thread.id)
        if (known === undefined) waiting.delete(thread.id)
        else waiting.set(thread.id, known)
      })
      if (attempts.length > 0 || threads.has(thread.id)) {
        const memory = memoryOf(thread.number, thread.id)
        for (const { row, event } of events) addLines(memory.lines, row, event)
        memory.until = events.at(-1)?.row ?? memory.until
      }
      const isTold = events.some(({ event }) => !event.type.startsWith('model.'))
      if (isTold) for (const attempt of attempts) keep(thread.number, memoryOf(thread.number, thread.id), attempt)
      if (events.some(({ event }) => isTerminal(event))) waiting.delete(thread.id)
      else if (known !== undefined || events.some(({ event }) => isBeginning(event)))
        waiting.set(thread.id, isTold ? [] : attempts)
    },
    threadOf: (span) => sql.threadOf.get(span) ?? null,
    ofCall: (span) => sql.ofCall.all(span).map((number) => read.record(number)),
    readersOf: (threadId, entries) => readersOf({ sql, rows }, threadId, entries),
    restore(threadId, span, { body: text, ...facts }) {
      const thread = rows.threadNumber(threadId)
      if (thread === null) return
      const place = { thread, span, chain: chainOf(RESTORED) }
      writing(threadId, () => put(place, memoryOf(thread, threadId), { text, clean: (same) => same, facts }))
    },
    forget(threadId, change) {
      waiting.delete(threadId)
      const memory = threads.get(threadId)
      if (memory !== undefined && change === 'grown') memory.isBehind = true
      else threads.delete(threadId)
    },
  }
}

/** Writes a request as what differs from one before it. */
function createWriting(sql: Statements, read: ReturnType<typeof createReading>) {
  const baseOf = (thread: number, chain: string, { chains }: ThreadMemory): Base | RecentBase | null => {
    const known = chains.get(chain)
    const number = known === undefined ? sql.newest.get(thread, chain) : known.number
    const near = number === undefined ? [...chains.values()].at(-1) : known
    // Whoever stored it may have failed to.
    if (near !== undefined) return sql.has.get(near.number) === undefined ? null : near
    if (number === undefined) return null
    const { text, depth } = read.whole(number)
    if (text === null) return null
    return { number, depth, request: hashesOf(text.request), facts: hashesOf(text.facts) }
  }
  /** What operations on a request make. */
  const segmentsOf = (base: Base | RecentBase, operations: RecordCode['o']): Segment[] => {
    const written = writtenAfter(base, operations)
    return written === null
      ? flatten(operations, read.segments(base.number))
      : flatten(written.since, flatten(written.alone, []))
  }
  return ({ thread, span, chain }: NewRequestPlace, memory: ThreadMemory, { text, clean, facts }: NewRequest): void => {
    const base = baseOf(thread, chain, memory)
    const known = partsOf(base)
    const cut = cutText(text, known.request.cut ?? undefined)
    const sent = hashPart(cut, known.request)
    const request = cleanPart(sent, known.request.first, clean)
    const isClean = request === sent
    const factsText = factsJson(facts, knownFacts(base))
    const cutFacts = cutText(factsText, known.facts.cut ?? undefined)
    const about = hashPart(cutFacts, known.facts)
    const operations: RecordCode['o'] = []
    encode(request, { known: known.request, offset: 0, lines: memory.lines }, operations)
    encode(about, { known: known.facts, offset: known.request.hashes.length, lines: memory.lines }, operations)
    const { hash, begun } = isClean
      ? hashOfGrowing(text, factsText, { before: beginningOf(base, text), at: placeToGoOn(cut) })
      : { hash: hashOfText(textOfPart(request) + factsText), begun: null }
    const isDeep = base !== null && base.depth >= MOST_BASES
    const o = isDeep ? standingAlone(segmentsOf(base, operations)) : operations
    const usesBase = base !== null && !isDeep
    const depth = usesBase ? base.depth + 1 : 0
    const code = JSON.stringify({ h: hash, b: request.hashes.length, d: depth, o })
    const added = sql.add.run(thread, span, chain, usesBase ? base.number : null, compact(code))
    memory.chains.delete(chain)
    const stored = { number: Number(added.lastInsertRowid), depth, request: request.hashes, facts: about.hashes }
    const isOwn = base !== null && memory.chains.values().every((other) => other !== base)
    memory.chains.set(
      chain,
      request.hashes.length + about.hashes.length > MOST_RECENT_SEGMENTS
        ? stored
        : {
            ...stored,
            written: usesBase ? writtenAfter(base, o) : writtenAlone(o, request.hashes.length + about.hashes.length),
            begun,
            sources: facts.sources,
            parts: {
              request: nextPart(request.hashes, isClean ? cut : null, isOwn ? known.request : undefined),
              facts: nextPart(about.hashes, cutFacts, isOwn ? known.facts : undefined),
            },
          },
    )
    dropOldest(memory.chains, MOST_CHAINS)
    forgetSegments(memory.chains)
  }
}

type AttemptFacts = Omit<CallAttempt, 'span' | 'asker' | 'body' | 'pictures' | 'clean'>

function factsOf(known: AttemptFacts, pictures: CallAttempt['pictures']): NewFacts {
  return { ...known, pictures: pictures.map(({ id, name, mimeType }) => ({ id, name, mimeType })) }
}

function isBeginning({ type }: RunEvent): boolean {
  return type === 'run.started' || type === 'run.resumed'
}

type Statements = ReturnType<typeof statements>

function statements(db: LibraryDatabase) {
  return {
    add: db.prepare<[number, string, string, number | null, Compact]>(
      'INSERT INTO model_requests (thread, span, chain, base, body) VALUES (?, ?, ?, ?, ?)',
    ),
    one: db.prepare<[number], RequestRow>('SELECT number, base, body FROM model_requests WHERE number = ?'),
    has: db.prepare<[number], 1>('SELECT 1 FROM model_requests WHERE number = ?').pluck(),
    newest: db
      .prepare<[number, string], number>(
        'SELECT number FROM model_requests WHERE thread = +? AND chain = +? ORDER BY number DESC LIMIT 1',
      )
      .pluck(),
    ofThread: db.prepare<[number], { number: number; span: string }>(
      'SELECT number, span FROM model_requests WHERE thread = +? ORDER BY number',
    ),
    threadOf: db
      .prepare<[string], string>(
        'SELECT threads.id FROM model_requests JOIN threads ON threads.number = model_requests.thread WHERE span = +? LIMIT 1',
      )
      .pluck(),
    ofCall: db.prepare<[string], number>('SELECT number FROM model_requests WHERE span = +? ORDER BY number').pluck(),
  }
}

type ReadRequest = { code: RecordCode | null; parts: Segment[] }

/** Reading requests back. `most`: so many stay in memory for those that are told from them. */
function createReading(sql: Statements, rows: EventRows, most = 0) {
  const kept = new Map<number, ReadRequest>()
  const read = (number: number): ReadRequest => {
    const known = kept.get(number)
    if (known !== undefined) return known
    const row = sql.one.get(number)
    if (row === undefined) return { code: null, parts: [] }
    const code = recordCodeSchema.parse(JSON.parse(expand(row.body)))
    const found = { code, parts: flatten(code.o, row.base === null ? [] : read(row.base).parts) }
    kept.set(number, found)
    dropOldest(kept, most)
    return found
  }
  const texts = (parts: readonly Segment[]) => {
    const events = rows.at([...rowsOf(parts)])
    const textAt = (row: number, path: string) => stringAt(events.get(row), path)
    return (some: readonly Segment[]) => textOf(some, textAt)
  }
  return {
    segments: (number: number): Segment[] => read(number).parts,
    /** The text of a request, segment by segment; null where a part of it is gone. */
    whole(number: number) {
      const { code, parts } = read(number)
      const textIn = texts(parts)
      const each = parts.map((part) => textIn([part]))
      if (code === null || each.some((one) => one === null)) return { text: null, depth: 0 }
      const all = each.map((one) => one ?? '')
      return { text: { request: all.slice(0, code.b), facts: all.slice(code.b) }, depth: code.d }
    },
    /** What the messages of a request were made of. */
    sources(number: number): MessageSource[] {
      const { code, parts } = read(number)
      const about = parts.slice(code?.b ?? 0)
      return factsIn(texts(about)(about) ?? '')?.sources.flat() ?? []
    },
    record(number: number): RequestRecord {
      const { code, parts } = read(number)
      const textIn = texts(parts)
      const body = textIn(parts.slice(0, code?.b ?? 0)) ?? ''
      const factsText = textIn(parts.slice(code?.b ?? 0)) ?? ''
      const facts = factsIn(factsText)
      const isWhole = facts !== null && hashOfText(body + factsText) === code?.h
      return { ...(facts ?? NOTHING_KNOWN), body, isWhole }
    },
  }
}

async function readersOf(
  { sql, rows }: { sql: Statements; rows: EventRows },
  threadId: string,
  entries: readonly string[],
): Promise<string[]> {
  const thread = rows.threadNumber(threadId)
  if (thread === null || entries.length === 0) return []
  const wanted = new Set(entries)
  const reading = createReading(sql, rows, KEPT_WHILE_READING)
  const { breathe } = createBreather()
  const spans = new Set<string>()
  for (const { number, span } of sql.ofThread.all(thread)) {
    if (reading.sources(number).some(({ entry }) => entry !== undefined && wanted.has(entry))) spans.add(span)
    await breathe()
  }
  return [...spans]
}

/** So many requests are kept in memory while those of a thread are read one after another: most are told from the one before. */
const KEPT_WHILE_READING = 64

const NOTHING_KNOWN: RequestFacts = {
  connection: '',
  url: null,
  model: '',
  ms: 0,
  pictures: [],
  sources: [],
  outcome: { kind: 'stopped' },
}

function factsIn(text: string): RequestFacts | null {
  try {
    return requestFactsSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Six characters that stand for who asks: names of roles and ids may be long. */
function chainOf(asker: string): string {
  return createHash('sha1').update(asker).digest('base64').slice(0, 8)
}

function stringAt(event: RunEvent | undefined, path: string): string | null {
  let value: unknown = event
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return null
    value = Object.hasOwn(value, name) ? Reflect.get(value, name) : null
  }
  return typeof value === 'string' ? value : null
}

function dropOldest(map: Map<unknown, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return
    map.delete(key)
  }
}
