/**
 * Events as rows of the library: reading, inserting, and the packing that keeps rows small. A row's body lacks whatever
 * its columns or its run already say; above all what the person said, which is stored once, in the run.
 */
import { isJsonObject } from '../../src-shared/flow/json'
import type { Json, JsonObject } from '../../src-shared/flow/records'
import { runEventSchema } from '../../src-shared/run/log/events'
import type { RunEvent } from '../../src-shared/run/log/events'
import { fromOlderBuild } from '../../src-shared/run/log/older-events'
import { isoOf } from '../clock'
import { compact, expand } from './compact'
import type { Compact } from './compact'
import type { LibraryDatabase } from './database'

/** What the events of a run have in common, and so leave out. */
export type RunFacts = {
  /** The run's number in the database. */
  readonly run: number
  /** The thread's number in the database. */
  readonly thread: number
  readonly runId: string
  readonly threadId: string
  readonly flowId: string
  readonly revision: number | null
  readonly turn: number
  /** What the person said, in its short form. */
  readonly input: Compact | null
}

/** A stored event in its row. Unpacking it takes most of the time, so that is done when it is `read`. */
export type StoredEvent = { readonly row: number; readonly type: string; readonly read: () => RunEvent }

type EventRow = RunFacts & {
  readonly row: number
  readonly seq: number
  readonly at: number
  readonly type: string
  readonly body: Compact
}

/** A decision of any thread of a flow. `isCopy`: the flow has it from an older row, as a fork does of what it was copied from. */
export type StoredDecision = StoredEvent & {
  readonly place: Pick<RunFacts, 'thread' | 'threadId' | 'runId' | 'turn'>
  readonly isCopy: boolean
}

export type EventRows = {
  /** The facts of a run; null where there is none of that id. */
  readonly factsOf: (runId: string) => RunFacts | null
  /** The highest number that is stored of a run, 0 for none. */
  readonly lastSeq: (run: number) => number
  /** The newest row of a thread, 0 for none. */
  readonly lastRow: (thread: number) => number
  /** The thread's number; null where there is none of that id. */
  readonly threadNumber: (threadId: string) => number | null
  /** Stores an event and returns its row. */
  readonly insert: (facts: RunFacts, event: RunEvent) => number
  /** Says another event in a row, which is of the same run and type. */
  readonly replace: (row: number, event: RunEvent) => void
  /** At most `limit` events of a thread after a row, oldest first. */
  readonly ofThread: (thread: number, after: number, limit: number) => StoredEvent[]
  /** At most `limit` of a thread's newest events, oldest first. */
  readonly newest: (thread: number, limit: number) => StoredEvent[]
  /** The events in some rows, by row; those that are gone are not there. */
  readonly at: (rows: readonly number[]) => ReadonlyMap<number, RunEvent>
  /** At most `limit` entries that the thread's newest finished run told, newest first. */
  readonly entriesOfFinished: (threadId: string, limit: number) => StoredEvent[]
  /** At most `limit` entries of the whole library after a row, oldest first. */
  readonly entriesAfter: (after: number, limit: number) => StoredEvent[]
  /** At most `limit` decisions of a flow's threads before a row of a thread: the newest thread first, and of each the newest decision. */
  readonly decisionsBefore: (
    flowId: string,
    before: { readonly thread: number; readonly row: number },
    limit: number,
  ) => StoredDecision[]
  /** All events of a run, oldest first. */
  readonly ofRun: (runId: string) => RunEvent[]
  /** The events of a run after a place in it, oldest first. */
  readonly ofRunAfter: (runId: string, seq: number) => RunEvent[]
  /** All events of a turn, which may have several runs, oldest first. */
  readonly ofTurn: (threadId: string, turn: number) => RunEvent[]
  /** The first events of a turn, at most `limit`. */
  readonly firstOfTurn: (threadId: string, turn: number, limit: number) => RunEvent[]
  /** What a person set in the variables for a turn: after the end of the turn before, or in runs of the turn itself. */
  readonly editsFor: (threadId: string, turn: number) => JsonObject
}

const FACTS = `runs.number AS run, runs.thread AS thread, runs.id AS runId, threads.id AS threadId,
  threads.flow AS flowId, runs.revision AS revision, runs.turn AS turn, runs.input AS input`
const EVENTS = `SELECT events.id AS row, events.seq AS seq, events.at AS at, events.type AS type, events.body AS body,
  ${FACTS} FROM events JOIN runs ON runs.number = events.run JOIN threads ON threads.number = runs.thread`

/** Threads and decisions in the order of their indexes, so that a page costs what is in it. */
export const DECISIONS = `SELECT events.id AS row, events.seq AS seq, events.at AS at, events.type AS type, events.body AS body, ${FACTS},
  EXISTS (SELECT 1 FROM events AS first INDEXED BY decisions_at JOIN threads AS other ON other.number = first.thread
    WHERE first.type = 'decision' AND first.at = events.at AND first.seq = events.seq AND first.id < events.id
    AND first.body = events.body AND other.flow = threads.flow) AS isCopy
  FROM threads CROSS JOIN events INDEXED BY decisions_of_thread ON events.thread = threads.number
  CROSS JOIN runs ON runs.number = events.run
  WHERE threads.flow = +? AND threads.number <= +? AND events.type = 'decision' AND (threads.number < +? OR events.id < +?)
  ORDER BY threads.number DESC, events.id DESC LIMIT +?`

/** The events of a library. */
export function createEventRows(db: LibraryDatabase): EventRows {
  const facts = db.prepare<[string], RunFacts>(
    `SELECT ${FACTS} FROM runs JOIN threads ON threads.number = runs.thread WHERE runs.id = +?`,
  )
  const lastSeq = db.prepare<[number], number>('SELECT coalesce(max(seq), 0) FROM events WHERE run = +?').pluck()
  const lastRow = db.prepare<[number], number>('SELECT coalesce(max(id), 0) FROM events WHERE thread = +?').pluck()
  const thread = db.prepare<[string], number>('SELECT number FROM threads WHERE id = ?').pluck()
  const insert = db.prepare<[number, number, number, number, string, Compact]>(
    'INSERT INTO events (run, thread, seq, at, type, body) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const ofThread = db.prepare<[number, number, number], EventRow>(
    `${EVENTS} WHERE events.thread = +? AND events.id > +? ORDER BY events.id LIMIT +?`,
  )
  const newest = db.prepare<[number, number], EventRow>(
    `${EVENTS} WHERE events.thread = +? ORDER BY events.id DESC LIMIT +?`,
  )
  const inRow = db.prepare<[number], EventRow>(`${EVENTS} WHERE events.id = +?`)
  const ofFinished = db.prepare<[string, number], EventRow>(`${EVENTS} WHERE events.type = 'entry' AND events.run = (
    SELECT runs.number FROM runs JOIN threads ON threads.number = runs.thread
    WHERE threads.id = +? AND runs.state = 'finished' ORDER BY runs.number DESC LIMIT 1) ORDER BY events.seq DESC LIMIT +?`)
  const entriesAfter = db.prepare<[number, number], EventRow>(
    `${EVENTS} WHERE events.type = 'entry' AND events.id > +? ORDER BY events.id LIMIT +?`,
  )
  const ofRun = db.prepare<[string], EventRow>(`${EVENTS} WHERE runs.id = +? ORDER BY events.seq`)
  const after = db.prepare<[string, number], EventRow>(`${EVENTS} WHERE runs.id = +? AND events.seq > +? ORDER BY seq`)
  const ofTurn = db.prepare<[string, number, number], EventRow>(
    `${EVENTS} WHERE threads.id = +? AND runs.turn = +? ORDER BY runs.number, events.seq LIMIT +?`,
  )
  const newestRuns = db.prepare<[string], { number: number; turn: number }>(
    'SELECT runs.number AS number, runs.turn AS turn FROM runs JOIN threads ON threads.number = runs.thread WHERE threads.id = +? ORDER BY runs.number DESC',
  )
  const variables = db.prepare<[number, number], EventRow>(
    `${EVENTS} WHERE events.run = +? AND events.type = 'variables' AND events.seq > +? ORDER BY events.seq`,
  )
  const end = db
    .prepare<[number], number | null>(
      `SELECT max(seq) FROM events WHERE run = +? AND type IN ('run.finished', 'run.failed', 'run.stopped')`,
    )
    .pluck()
  const editsOf = (run: number, after: number): JsonObject[] =>
    variables
      .all(run, after)
      .map(readRow)
      .flatMap((event) => (event.type === 'variables' && event.by === 'user' ? [event.changes] : []))
  return {
    factsOf: (runId) => facts.get(runId) ?? null,
    lastSeq: (run) => lastSeq.get(run) ?? 0,
    lastRow: (number) => lastRow.get(number) ?? 0,
    threadNumber: (threadId) => thread.get(threadId) ?? null,
    insert(run, event) {
      const body = compact(JSON.stringify(pack(run, event)))
      const at = Date.parse(event.at)
      return Number(insert.run(run.run, run.thread, event.seq, at, event.type, body).lastInsertRowid)
    },
    replace: bodyWriter(db, (runId) => facts.get(runId)),
    ofThread: (number, after, limit) => ofThread.all(number, after, limit).map(storedEvent),
    newest: (number, limit) => newest.all(number, limit).map(storedEvent).reverse(),
    at(rows) {
      const events = rows.flatMap((row) => inRow.all(row))
      return new Map(events.map((row) => [row.row, readRow(row)]))
    },
    entriesOfFinished: (threadId, limit) => ofFinished.all(threadId, limit).map(storedEvent),
    entriesAfter: (after, limit) => entriesAfter.all(after, limit).map(storedEvent),
    decisionsBefore: decisionReader(db),
    ofRun: (runId) => ofRun.all(runId).map(readRow),
    ofRunAfter: (runId, seq) => after.all(runId, seq).map(readRow),
    ofTurn: (threadId, turn) => ofTurn.all(threadId, turn, -1).map(readRow),
    firstOfTurn: (threadId, turn, limit) => ofTurn.all(threadId, turn, limit).map(readRow),
    editsFor(threadId, turn) {
      const runs: { number: number; turn: number }[] = []
      for (const run of newestRuns.iterate(threadId)) {
        runs.unshift(run)
        if (run.turn < turn) break
      }
      const edits = runs.flatMap((run) => editsOf(run.number, run.turn < turn ? (end.get(run.number) ?? Infinity) : 0))
      return edits.reduce<JsonObject>((values, edit) => ({ ...values, ...edit }), {})
    },
  }
}

function bodyWriter(db: LibraryDatabase, factsOf: (runId: string) => RunFacts | undefined): EventRows['replace'] {
  const setBody = db.prepare<[Compact, number]>('UPDATE events SET body = ? WHERE id = ?')
  return (row, event) => {
    const facts = factsOf(event.runId)
    if (facts !== undefined) setBody.run(compact(JSON.stringify(pack(facts, event))), row)
  }
}

function decisionReader(db: LibraryDatabase): EventRows['decisionsBefore'] {
  type DecisionRow = EventRow & { readonly isCopy: 0 | 1 }
  const decisions = db.prepare<[string, number, number, number, number], DecisionRow>(DECISIONS)
  return (flowId, { thread: last, row }, limit) =>
    decisions.all(flowId, last, last, row, limit).map((one) => {
      const { thread, threadId, runId, turn } = one
      return { ...storedEvent(one), place: { thread, threadId, runId, turn }, isCopy: one.isCopy === 1 }
    })
}

/** What is parsed JSON, or is to be written as JSON, needs no look at every value in it. */
function bodyOf(value: unknown): JsonObject {
  if (!isJsonObject(value)) throw new TypeError('the body of an event is no object')
  return value
}

function storedEvent(row: EventRow): StoredEvent {
  return { row: row.row, type: row.type, read: () => readRow(row) }
}

function readRow(row: EventRow): RunEvent {
  const base = { runId: row.runId, seq: row.seq, at: isoOf(row.at) }
  try {
    const body = bodyOf(JSON.parse(expand(row.body)))
    return runEventSchema.parse(fromOlderBuild({ ...base, type: row.type, ...unpack(row, body) }))
  } catch {
    // One bad row must not hide the rest of the conversation.
    const facts = { number: row.seq, event: row.type }
    return { ...base, type: 'warning', node: null, code: 'unreadable-event', facts }
  }
}

/** What a body leaves out when it says the same. */
function defaultsOf(facts: RunFacts, type: string): JsonObject {
  if (type !== 'run.started') return {}
  const { threadId, flowId, revision, turn } = facts
  return { threadId, flowId, revision, turn, input: facts.input === null ? null : expand(facts.input) }
}

/** The same for the log entry of an `entry` event. */
function entryDefaultsOf(facts: RunFacts, entry: JsonObject): JsonObject {
  const isOfPerson = entry['author'] === 'user' && entry['kind'] === 'text'
  return isOfPerson && facts.input !== null ? { turn: facts.turn, text: expand(facts.input) } : { turn: facts.turn }
}

function pack(facts: RunFacts, event: RunEvent): JsonObject {
  const { runId: _runId, seq: _seq, at: _at, type, ...rest } = event
  const body = without(bodyOf(rest), defaultsOf(facts, type))
  const entry = body['entry']
  if (!isJsonObject(entry)) return body
  const { author, scope } = entry
  return { ...without(body, { node: author, path: scope }), entry: without(entry, entryDefaultsOf(facts, entry)) }
}

function unpack(facts: RunFacts & { readonly type: string }, body: JsonObject): JsonObject {
  const whole = { ...defaultsOf(facts, facts.type), ...body }
  const entry = whole['entry']
  if (!isJsonObject(entry)) return whole
  const { author = null, scope = null } = entry
  return { node: author, path: scope, ...whole, entry: { ...entryDefaultsOf(facts, entry), ...entry } }
}

function without(object: JsonObject, defaults: { readonly [name: string]: Json | undefined }): JsonObject {
  const isSaid = ([name, value]: [string, Json]): boolean => !Object.hasOwn(defaults, name) || defaults[name] !== value
  return Object.fromEntries(Object.entries(object).filter(isSaid))
}
