/**
 * The ledger of connections to elsewhere, kept in the library: who was connected to, for what, by whose permission, and how many bytes went each way. Never
 * a path, a header, a key or a content. A turn only counts: what is new is written by a timer, all at once, so a process that is killed loses the last second of it.
 */
import { z } from 'zod'
import {
  outboundUseSchema,
  type OutboundEntry,
  type OutboundPermit,
  type OutboundState,
  type OutboundTotal,
  type OutboundUse,
} from '../../src-shared/outbound/outbound'
import type { OutboundPage } from '../../src-shared/rpc/outbound'
import { isoOf, type Clock } from '../clock'
import type { PurposeInPlace } from '../outbound/purpose'
import { watchOutbound, type SeenConnection } from '../outbound/watch'
import { write, type LibraryDatabase } from './database'

export type OutboundLedger = {
  /** The newest first, of one host or of all. */
  readonly read: (asked: { host: string | null; before: number | null; limit: number }) => OutboundPage
  readonly clear: () => void
  /** Writes what is left, and looks on no longer. */
  readonly close: () => void
}

export type LedgerOptions = {
  readonly clock: Clock
  /** What flows may use was said on the command line. */
  readonly isCommandLine?: boolean
  readonly kept?: number
}

/** Entries at most; the oldest go first. */
const KEPT = 5000
const WRITE_AFTER_MS = 1000

type EntryRow = Omit<OutboundEntry, 'id' | 'at' | 'uses'> & { number: number; at: number; uses: string }

const usesSchema = z.array(outboundUseSchema)

export function createOutboundLedger(db: LibraryDatabase, options: LedgerOptions): OutboundLedger {
  const { clock, isCommandLine = false, kept = KEPT } = options
  const rows = ledgerRows(db)
  const numbers = new WeakMap<SeenConnection, number>()
  const open = new Set<SeenConnection>()
  const changed = new Set<SeenConnection>()
  /** What had gone over those that were open when the list was cleared: of these only what goes over them afterwards is told. */
  const cleared = new WeakMap<SeenConnection, Bytes>()
  let timer: NodeJS.Timeout | null = null

  const flush = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (changed.size === 0) return
    const flows = new Map<string, string | null>()
    const flowOf = (thread: string): string | null => {
      const flow = flows.get(thread) ?? rows.flowOf(thread)
      flows.set(thread, flow)
      return flow
    }
    write(db, () => {
      for (const seen of changed) {
        watch.refresh(seen)
        const bytes = bytesSince(seen, cleared.get(seen))
        if (bytes === null) continue
        const uses = JSON.stringify(seen.uses.map((use) => useOf(use, { isCommandLine, flowOf })))
        numbers.set(seen, rows.put(numbers.get(seen) ?? null, { ...seen, ...bytes }, uses))
      }
      rows.keepNewest(kept)
    })
    changed.clear()
  }
  /** The ledger must never be the reason why something else fails: what could not be written is tried with the next change. */
  const flushQuietly = (): void => {
    try {
      flush()
    } catch {
      if (changed.size > kept) changed.clear()
    }
  }
  const watch = watchOutbound({
    now: clock.now,
    tell(seen) {
      if (seen.state === 'open') open.add(seen)
      else open.delete(seen)
      changed.add(seen)
      timer ??= setTimeout(flushQuietly, WRITE_AFTER_MS).unref()
    },
  })
  return {
    read({ host, before, limit }) {
      for (const seen of open) changed.add(seen)
      flushQuietly()
      const entries = rows.page({ host, before: before ?? Number.MAX_SAFE_INTEGER, limit }).map(entryOf)
      const ids = new Set(entries.flatMap(({ uses }) => uses.flatMap(({ flow }) => flow ?? [])))
      return { entries, totals: rows.totals(), flows: rows.namesOf([...ids]) }
    },
    clear() {
      changed.clear()
      rows.clear()
      for (const seen of open) {
        watch.refresh(seen)
        numbers.delete(seen)
        cleared.set(seen, { sent: seen.sent, received: seen.received })
        forgetRequests(seen)
      }
    },
    close() {
      watch.end()
      for (const seen of open) {
        watch.refresh(seen)
        // Nothing of this core goes over it any more.
        seen.state = 'closed'
        changed.add(seen)
      }
      flushQuietly()
    },
  }
}

type Bytes = Pick<SeenConnection, 'sent' | 'received'>

/** Null where nothing went over it since then. */
function bytesSince({ sent, received }: Bytes, since: Bytes | undefined): Bytes | null {
  if (since === undefined) return { sent, received }
  const bytes = { sent: sent - since.sent, received: received - since.received }
  return bytes.sent + bytes.received === 0 ? null : bytes
}

/** The last use stays until the next request says who uses it. */
function forgetRequests({ uses }: SeenConnection): void {
  uses.splice(0, uses.length - 1)
  for (const use of uses) use.requests = 0
}

type UseContext = { readonly isCommandLine: boolean; readonly flowOf: (thread: string) => string | null }

function useOf(
  { purpose, requests }: { purpose: PurposeInPlace; requests: number },
  { isCommandLine, flowOf }: UseContext,
): OutboundUse {
  const { why = 'unknown', permit = { by: 'nobody' }, thread = null, node = null } = purpose
  const flow = thread === null ? null : flowOf(thread)
  return { why, permit: permitOf(permit, isCommandLine), flow, thread, node, requests }
}

/** On the command line a flow may use what options allow, and nothing that was allowed to it in the app. */
function permitOf(permit: OutboundPermit, isCommandLine: boolean): OutboundPermit {
  return permit.by === 'consent' && isCommandLine ? { by: 'command-line' } : permit
}

function entryOf({ number, at, uses, ...row }: EntryRow): OutboundEntry {
  return { ...row, id: number, at: isoOf(at), uses: usesIn(uses) }
}

/** What a newer Baton wrote may have words that this one does not know. */
function usesIn(json: string): OutboundUse[] {
  const uses = usesSchema.safeParse(JSON.parse(json))
  return uses.success ? uses.data : []
}

type PlaceRow = { at: number; host: string; port: number | null; state: OutboundState; sent: number; received: number }

function ledgerRows(db: LibraryDatabase) {
  const add = db.prepare<PlaceRow & { uses: string }>(
    'INSERT INTO outbound (at, host, port, state, sent, received, uses) VALUES (@at, @host, @port, @state, @sent, @received, @uses)',
  )
  const change = db.prepare<{ number: number; state: string; sent: number; received: number; uses: string }>(
    'UPDATE outbound SET state = @state, sent = @sent, received = @received, uses = @uses WHERE number = @number',
  )
  const newest = db.prepare<[], number | null>('SELECT number FROM outbound ORDER BY number DESC LIMIT 1').pluck()
  const removeOld = db.prepare<[number]>('DELETE FROM outbound WHERE number <= ?')
  const clear = db.prepare('DELETE FROM outbound')
  const columns = 'SELECT number, at, host, port, state, sent, received, uses FROM outbound'
  const page = db.prepare<[number, number], EntryRow>(`${columns} WHERE number < +? ORDER BY number DESC LIMIT +?`)
  const pageOfHost = db.prepare<[string, number, number], EntryRow>(
    `${columns} WHERE host = +? AND number < +? ORDER BY number DESC LIMIT +?`,
  )
  const totals = db.prepare<[], OutboundTotal>(
    `SELECT host, port, count(*) AS connections, sum(state IN ('offline', 'not-allowed')) AS refused, sum(sent) AS sent, sum(received) AS received
     FROM outbound GROUP BY host, port ORDER BY sum(sent) + sum(received) DESC, host, port`,
  )
  const flowOf = db.prepare<[string], string>('SELECT flow FROM threads WHERE id = ?').pluck()
  const nameOf = db.prepare<[string], string>('SELECT name FROM flows WHERE id = ?').pluck()
  return {
    /** The number of the row, which is new where there was none, or where it was cleared away meanwhile. */
    put(number: number | null, seen: SeenConnection, uses: string): number {
      const { at, host, port, state, sent, received } = seen
      if (number !== null && change.run({ number, state, sent, received, uses }).changes > 0) return number
      return Number(add.run({ at, host, port, state, sent, received, uses }).lastInsertRowid)
    },
    keepNewest: (kept: number) => void removeOld.run((newest.get() ?? 0) - kept),
    clear: () => void write(db, () => clear.run()),
    page: ({ host, before, limit }: { host: string | null; before: number; limit: number }): EntryRow[] =>
      host === null ? page.all(before, limit) : pageOfHost.all(host, before, limit),
    totals: (): OutboundTotal[] => totals.all(),
    flowOf: (thread: string): string | null => flowOf.get(thread) ?? null,
    namesOf: (flows: readonly string[]): { [flow: string]: string } =>
      Object.fromEntries(flows.flatMap((flow) => [[flow, nameOf.get(flow) ?? null] as const]).filter(isNamed)),
  }
}

function isNamed(entry: readonly [string, string | null]): entry is readonly [string, string] {
  return entry[1] !== null
}
