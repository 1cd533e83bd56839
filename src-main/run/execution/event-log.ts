/**
 * The event log: numbers what runs say, stores it, and lets any number of listeners follow a thread from any point.
 * Stored and live events are read by one code path, so that there is no gap and no double between them.
 */
import { AppError } from '../../../src-shared/errors'
import { message } from '../../../src-shared/languages/translate'
import type { StreamItem } from '../../../src-shared/rpc/define'
import {
  endsForGood,
  type FleetingType,
  isFleeting,
  isTerminal,
  replacesTransient,
} from '../../../src-shared/run/log/event-types'
import type { NewRunEvent, RunEvent, RunEventOf } from '../../../src-shared/run/log/events'
import type { LogEntry } from '../../../src-shared/run/log/log'
import type { JsonObject } from '../../../src-shared/flow/records'
import type { Clock } from '../../clock'
import { createBreather } from '../../in-slices'
import type { Changes, FollowOptions } from '../../store/changes'
import { ifUndone, write } from '../../store/database'
import type { LibraryDatabase } from '../../store/database'
import { createEventRows } from '../../store/event-rows'
import type { EventRows, RunFacts, StoredEvent } from '../../store/event-rows'
import type { RequestRecords } from '../../requests/request-records'
import { createRunRows } from '../../store/run-rows'
import type { RunRows } from '../../store/run-rows'
import { ownEntry, readConversation, type Conversation } from '../conversation'
import { createFollowers, type Follower } from './followers'
import { isAfter, parsePosition, positionId } from './position'
import type { Position } from './position'

export type EventLog = {
  /**
   * Numbers events, stores them in one transaction, then publishes them. Fleeting events (tokens) are published but
   * never stored. A terminal event also ends the run in its row, a `baton` event moves the thread's holder, both in the
   * same transaction. Throws `not-found` when the run is not one of the thread.
   */
  readonly append: (runId: string, threadId: string, events: readonly NewRunEvent[]) => RunEvent[]
  /**
   * The thread's events after an id, then live ones, also those of other processes (except their tokens). Ends when
   * the signal aborts, the thread is removed or the log closes. Throws `not-found` when there is no such thread.
   */
  readonly follow: (threadId: string, options: FollowOptions) => AsyncIterable<StreamItem<RunEvent>>
  /**
   * Adds what a person set in the variables between two turns to the thread's newest run, after its end. Belongs into
   * `threads.betweenTurns`.
   */
  readonly appendEdit: (runId: string, threadId: string, edit: JsonObject) => void
  /** What a person set in the variables for a turn. */
  readonly editsFor: (threadId: string, turn: number) => JsonObject
  /** The stored events of a run, in order. */
  readonly events: (runId: string) => RunEvent[]
  /** The events of all runs of a turn, oldest first. */
  readonly eventsAfter: (runId: string, seq: number) => RunEvent[]
  readonly eventsOfTurn: (threadId: string, turn: number) => RunEvent[]
  /** The first events of a turn's first run, at most `limit`. */
  readonly beginningOf: (threadId: string, turn: number, limit: number) => RunEvent[]
  /** The last entries, at most `limit`, that the thread's newest finished run added to its log, newest first; each is unpacked when it is asked for. */
  readonly saidLast: (threadId: string, limit: number) => Iterable<LogEntry>
  /** The thread's log and variables up to a turn, as the events tell them. */
  readonly conversation: (threadId: string, lastTurn: number) => Promise<Conversation>
  /** The highest number given out in a run, tokens included; 0 for none. */
  readonly lastSeq: (runId: string) => number
  /** Is woken by whatever is stored in the library, here or in another process. */
  readonly watch: () => Follower
  /** Forgets a removed thread and ends its followers. `grown`: another process went on with it, and all that was there is there. */
  readonly forget: (threadId: string, change?: 'grown' | 'changed') => void
  /** Ends all followers. */
  readonly close: () => void
}

/** A fleeting event that nothing has superseded yet: a token, a piece of a plan, how far a tool is. */
type HeldToken = { readonly position: Position; readonly event: RunEventOf<FleetingType> }

/** What is in memory of a thread while it runs here. */
type LiveThread = { tokens: HeldToken[]; newest: Position }

/**
 * A run that this process appends to. `version`: SQLite's `data_version` when the run was last looked at; while it stays, no other process
 * has committed anything, so the run is still there and nobody else has gone on with it.
 */
type KnownRun = { readonly facts: RunFacts; lastSeq: number; version: unknown }

/** An event with the place that it takes in its thread. */
type PlacedEvent = { readonly position: Position; readonly event: RunEvent }
/** The same for whoever follows; of the log it is read when its turn comes. */
type Readable = { readonly position: Position; readonly read: () => RunEvent }

const PAGE = 250

/** `requests`: hears of stored events in their transaction, since requests of models are stored with them. */
type EventListeners = {
  changes?: Changes | undefined
  requests?: Pick<RequestRecords, 'stored' | 'forget'> | undefined
}

/** The event log of a library. */
export function createEventLog(db: LibraryDatabase, clock: Clock, listeners: EventListeners = {}): EventLog {
  const { changes, requests } = listeners
  const rows = createEventRows(db)
  const followers = createFollowers(db)
  const threads = liveThreads({ rows, runRows: createRunRows(db), clock })
  const runs = new Map<string, KnownRun>()
  const dataVersion = db.prepare('PRAGMA data_version').pluck()

  const runOf = (runId: string, threadId: string) => {
    const known = runs.get(runId)
    const facts = known?.facts ?? rows.factsOf(runId)
    if (facts === null || facts.threadId !== threadId) throw noRun(runId, threadId)
    const run: KnownRun = known ?? { facts, lastSeq: 0, version: null }
    runs.set(runId, run)
    return run
  }
  const rest = ({ runId, threadId, flowId }: RunFacts): void => {
    runs.delete(runId)
    threads.forget(threadId)
    changes?.publish({ what: 'thread', id: threadId, flowId })
  }

  const log: Pick<EventLog, 'append'> = {
    append(runId, threadId, events) {
      if (events.length === 0) return []
      const run = runOf(runId, threadId)
      const { facts } = run
      const isStored = events.some((event) => !isFleeting(event))
      let { version } = run
      const placed = isStored
        ? write(db, () => {
            version = dataVersion.get()
            if (version !== run.version) {
              if (rows.factsOf(runId) === null) throw noRun(runId, threadId)
              run.lastSeq = Math.max(run.lastSeq, rows.lastSeq(facts.run))
            }
            const stored = threads.place(facts, events, run.lastSeq)
            requests?.stored({ number: facts.thread, id: threadId }, stored.flatMap(storedRow))
            return stored
          })
        : threads.place(facts, events, run.lastSeq || rows.lastSeq(facts.run))
      if (isStored && db.inTransaction) ifUndone(db, putBack(run, { runs, threads }))
      run.version = version
      const live = threads.of(facts)
      run.lastSeq = placed.at(-1)?.event.seq ?? run.lastSeq
      for (const one of placed) settle(live, one)
      if (placed.some(({ event }) => isTerminal(event))) rest(facts)
      followers.wake(threadId, isStored)
      return placed.map(({ event }) => event)
    },
  }
  return {
    ...log,
    appendEdit(runId, threadId, edit) {
      log.append(runId, threadId, [{ type: 'variables', changes: edit, by: 'user' }])
      rest(runOf(runId, threadId).facts)
    },
    editsFor: rows.editsFor,
    follow: (threadId, options) => follow({ rows, followers, tokensOf: threads.tokensOf }, threadId, options),
    events: (runId) => rows.ofRun(runId),
    eventsAfter: (runId, seq) => rows.ofRunAfter(runId, seq),
    eventsOfTurn: (threadId, turn) => rows.ofTurn(threadId, turn),
    beginningOf: (threadId, turn, limit) => rows.firstOfTurn(threadId, turn, limit),
    saidLast: (threadId, limit) =>
      Iterator.from(rows.entriesOfFinished(threadId, limit)).flatMap(({ read }) => ownEntry(read())),
    conversation: (threadId, lastTurn) => readConversation(rows, threadId, lastTurn),
    lastSeq(runId) {
      const facts = rows.factsOf(runId)
      return facts === null ? 0 : Math.max(rows.lastSeq(facts.run), runs.get(runId)?.lastSeq ?? 0)
    },
    watch: () => followers.add(null),
    forget(threadId, change) {
      threads.forget(threadId)
      requests?.forget(threadId, change)
      for (const [runId, { facts }] of runs) if (facts.threadId === threadId) runs.delete(runId)
      followers.end(threadId)
    },
    close: () => followers.close(),
  }
}

type MemoryOfRuns = { runs: Map<string, KnownRun>; threads: Pick<ReturnType<typeof liveThreads>, 'remembered'> }

/** What is known of a run and its thread now, to go back to should the transaction fail that goes on around it. */
function putBack(run: KnownRun, { runs, threads }: MemoryOfRuns): () => void {
  const { lastSeq, version, facts } = run
  const putThreadBack = threads.remembered(facts)
  return () => {
    runs.set(facts.runId, Object.assign(run, { lastSeq, version }))
    putThreadBack()
  }
}

function storedRow({ position, event }: PlacedEvent): { row: number; event: RunEvent }[] {
  return isFleeting(event) ? [] : [{ row: position.row, event }]
}

type LiveParts = { readonly rows: EventRows; readonly runRows: RunRows; readonly clock: Clock }

/** The threads that run here, and the places that their next events take. */
function liveThreads({ rows, runRows, clock }: LiveParts) {
  const threads = new Map<string, LiveThread>()
  const of = (facts: RunFacts): LiveThread => {
    const known = threads.get(facts.threadId)
    if (known !== undefined) return known
    const live = { tokens: [], newest: { row: rows.lastRow(facts.thread), token: 0 } }
    threads.set(facts.threadId, live)
    return live
  }
  return {
    of,
    /** Numbers and stores events; tokens only get their place. */
    place(facts: RunFacts, events: readonly NewRunEvent[], lastSeq: number): PlacedEvent[] {
      const at = clock.iso()
      let { newest } = of(facts)
      return events.map((given, index) => {
        const event: RunEvent = { runId: facts.runId, seq: lastSeq + index + 1, at, ...given }
        noteInRun(runRows, facts, event)
        const isToken = isFleeting(event)
        newest = isToken ? { row: newest.row, token: newest.token + 1 } : { row: rows.insert(facts, event), token: 0 }
        return { position: newest, event }
      })
    },
    /** What a thread is now, to be put back later. */
    remembered(facts: RunFacts): () => void {
      const { tokens, newest } = of(facts)
      // What comes is added to this list, or to another one where some of it is replaced.
      const { length } = tokens
      return () => void threads.set(facts.threadId, { tokens: tokens.slice(0, length), newest })
    },
    tokensOf: (threadId: string): readonly HeldToken[] => threads.get(threadId)?.tokens ?? [],
    forget: (threadId: string) => void threads.delete(threadId),
  }
}

/** What an event changes besides the log: who holds the baton, whether the thread may wait for a person, and that the run is over. */
function noteInRun(runRows: RunRows, facts: RunFacts, event: RunEvent): void {
  if (event.type === 'baton') runRows.moveBaton(facts.thread, event.node)
  if (event.type === 'question') runRows.setAsking(facts.thread, true)
  if (!isTerminal(event)) return
  runRows.end(facts.run, { state: endState(event), at: Date.parse(event.at) })
  if (endsForGood(event)) runRows.setAsking(facts.thread, false)
}

/** Takes note of an event: a transient one is held until another one has replaced it. */
function settle(live: LiveThread, { position, event }: PlacedEvent): void {
  live.newest = position
  if (replacesTransient(event)) live.tokens = live.tokens.filter(({ event: held }) => !isReplaced(held, event))
  if (isFleeting(event)) live.tokens.push({ position, event })
}

/** A token by its entry, a thought by the end of its call, a plan's text by the plan, a tool's progress by newer one and by its end. */
function isReplaced(held: RunEventOf<FleetingType>, by: RunEvent): boolean {
  switch (held.type) {
    case 'token':
      return by.type === 'entry' && by.entry.id === held.entryId
    case 'thought':
      return by.type === 'model.finished' && by.span === held.span
    case 'plan.text':
      return by.type === 'plan.attempt' && by.node === held.node
    case 'tool.progress':
      return (by.type === 'tool.progress' || by.type === 'tool.finished') && by.callId === held.callId
  }
}

type Sources = {
  readonly rows: EventRows
  readonly followers: ReturnType<typeof createFollowers>
  readonly tokensOf: (threadId: string) => readonly HeldToken[]
}

async function* follow(
  { rows, followers, tokensOf }: Sources,
  threadId: string,
  { after, signal }: FollowOptions,
): AsyncGenerator<StreamItem<RunEvent>, void, undefined> {
  const thread = rows.threadNumber(threadId)
  if (thread === null)
    throw new AppError('not-found', message('There is no thread “{id}”. It may have been removed.', { id: threadId }))
  let position = parsePosition(after)
  const follower = followers.add(threadId)
  // Pages of a long thread follow each other without any pause, so one is made here.
  const { breathe } = createBreather()
  try {
    while (!signal.aborted && !follower.isOver()) {
      // One more than is told now: whether there is another one.
      const found = follower.takeRows() ? rows.ofThread(thread, position.row, PAGE + 1) : []
      const stored = found.slice(0, PAGE)
      const isPartial = found.length > PAGE
      if (isPartial) follower.leaveRows()
      const until = isPartial ? (stored.at(-1)?.row ?? 0) : Infinity
      const tokens = tokensAfter(tokensOf(threadId), position).filter((token) => token.position.row < until)
      const entries = merged(stored.map(placedRow), tokens.map(heldToken))
      for (const [at, entry] of entries.entries()) {
        position = entry.position
        const item = { id: positionId(position), item: entry.read() }
        yield isPartial || at + 1 < entries.length ? { ...item, more: true } : item
        if (signal.aborted) return
        await breathe()
      }
      await follower.woken(signal)
    }
  } finally {
    follower.remove()
  }
}

function placedRow({ row, read }: StoredEvent): Readable {
  return { position: { row, token: 0 }, read }
}

function heldToken({ position, event }: HeldToken): Readable {
  return { position, read: () => event }
}

/** The tokens after a position; most followers are near the end, so it looks from there. */
function tokensAfter(tokens: readonly HeldToken[], position: Position): readonly HeldToken[] {
  let start = tokens.length
  while (start > 0) {
    const token = tokens[start - 1]
    if (token === undefined || !isAfter(token.position, position)) break
    start -= 1
  }
  return tokens.slice(start)
}

/** Both lists, each in order, as one in order. */
function merged(stored: readonly Readable[], tokens: readonly Readable[]): readonly Readable[] {
  if (tokens.length === 0) return stored
  if (stored.length === 0) return tokens
  return [...stored, ...tokens].sort((first, second) => (isAfter(first.position, second.position) ? 1 : -1))
}

function endState(event: RunEvent): 'finished' | 'failed' | 'stopped' {
  if (event.type === 'run.failed') return 'failed'
  return event.type === 'run.stopped' ? 'stopped' : 'finished'
}

function noRun(runId: string, threadId: string): AppError {
  return new AppError(
    'not-found',
    message('There is no run “{id}” in the thread “{thread}”. It may have been removed.', {
      id: runId,
      thread: threadId,
    }),
  )
}
