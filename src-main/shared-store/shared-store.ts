/**
 * Threads that several processes serve, with Postgres as the truth between them: who has a thread's lease loads it when others wrote to it, and
 * ships what it writes as it goes. The engine, its checkpoints and the library work on a copy that may be thrown away at any time.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AppError } from '../../src-shared/errors'
import { inEnglish } from '../../src-shared/languages/translate'
import { MOST_QUEUED } from '../../src-shared/rpc/queue'
import type { BatonSaver } from '../engine/checkpoints'
import { startTimeLimit } from '../time-limit'
import type { CopyChange } from './copy-loading'
import { aborted, endOfWait, holdingOf, leaseLost, nobodyWaits, type Holding, type ThreadStay } from './holdings'
import { createLateShipments, type LateShipments } from './late-shipments'
import { openSharedDatabase, type LeasePurpose, type SharedDatabase, type TranscriptRow } from './postgres'
import { createThreadCopies, type ThreadCopies } from './thread-copies'

export type SharedStoreOptions = {
  url: string
  /** The folder whose connections and secrets are used; nothing is written there. */
  dataDir: string
  leaseMs: number
}

/** What the store asks of the core that works on its copy. */
export type SharingCore = {
  /** Whether a turn of the thread runs here. */
  isRunning: (threadId: string) => boolean
  /** Leaves that turn: it belongs to another process now. */
  leave: (threadId: string) => void
  /** The thread's rows are others now, or there are newer ones. */
  forget: (threadId: string, change: CopyChange) => void
}

export type SharedStore = {
  /** The data folder of this process, and the checkpoints in it. */
  folder: string
  saver: BatonSaver
  /** Once, before any thread is entered. */
  serve: (core: SharingCore) => void
  /** Waits for a thread's lease, and has its newest rows then. Throws `conflict` where too many wait, `unavailable` when the signal aborts. */
  enter: (threadId: string, signal: AbortSignal, purpose?: LeasePurpose) => Promise<ThreadStay>
  /** Gives the lease back with the last who entered, once no turn runs. `keepsOpen`: what turn there is, another process may go on with. */
  leave: (stay: ThreadStay, keepsOpen?: boolean) => Promise<void>
  /** The same of a thread that was begun here, which nobody entered. */
  leaveBegun: (threadId: string) => Promise<void>
  /** Resolves when all that was written for the thread is in Postgres. Throws `unavailable` when its lease was lost. */
  settle: (threadId: string) => Promise<void>
  /** The same at the end of an answer: where only this stay is in the thread, or nobody, the lease ends in the same statement. */
  finish: (threadId: string, stay: ThreadStay | null, keepsOpen?: boolean) => Promise<void>
  /** Threads whose process was cut off in a turn, so many at most. */
  cutOff: (most: number) => Promise<string[]>
  /** Whether this process has a thread's lease, or waits for it. */
  isHeld: (threadId: string) => boolean
  /** What is known of a thread that was entered: whether its last process was cut off in a turn, and the run whose answer nobody got. */
  foundAt: (threadId: string) => Pick<Holding, 'wasCut' | 'unheard'>
  /** Notes that run, within the lease. */
  noteUnheard: (threadId: string, run: string) => Promise<void>
  /** Somebody has its answer now. */
  noteHeard: (threadId: string, run: string) => Promise<void>
  keepTranscript: (key: string, place: TranscriptRow) => Promise<void>
  takeTranscript: (key: string) => Promise<TranscriptRow | null>
  /** Gives all leases back: others go on at once. While the core is still open. */
  handOver: () => Promise<void>
  /** After the core is closed. */
  close: () => Promise<void>
}

/** How soon a thread that another process has is asked for again. */
const ASK_AGAIN_MS = 100

export async function openSharedStore({ url, dataDir, leaseMs }: SharedStoreOptions): Promise<SharedStore> {
  const database = await openSharedDatabase(url, leaseMs)
  const folder = mkdtempSync(path.join(tmpdir(), 'baton-serve-'))
  const held = new Map<string, Holding>()
  const copies: ThreadCopies = await createThreadCopies({
    database,
    folder,
    dataDir,
    share: (id) => shareAtLast(holdings, copies, id),
    isUsed: (id) => held.has(id),
  }).catch(async (cause: unknown) => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
    throw cause
  })
  const holder = randomUUID()
  const late = createLateShipments((one) => sendLate({ database, holder }, copies, one), ASK_AGAIN_MS)
  const holdings: Holdings = { held, holder, leaseMs, database, late, core: null }
  const timer = setInterval(() => void renewAll(holdings, copies), leaseMs / 3).unref()
  return {
    folder,
    saver: copies.saver,
    serve(core) {
      holdings.core = core
    },
    enter: (id, signal, purpose = 'turn') => enter(holdings, copies, { id, signal, purpose }),
    async leave(stay, keepsOpen = false) {
      const one = held.get(stay.threadId)
      // Else its lease was lost meanwhile, or given back, and others may be in it.
      if (one?.users.delete(stay) === true) await giveBack(holdings, copies, { one, keepsOpen })
    },
    async leaveBegun(id) {
      const one = held.get(id)
      if (one !== undefined) await giveBack(holdings, copies, { one, keepsOpen: false })
    },
    settle: (id) => share(holdings, copies, id),
    finish: (id, stay, keepsOpen = false) => finish(holdings, copies, { id, stay, keepsOpen }),
    cutOff: (most) => database.cutOff(most),
    isHeld: (id) => held.has(id),
    foundAt: (id) => held.get(id) ?? { wasCut: false, unheard: null },
    async noteUnheard(id, run) {
      const one = held.get(id)
      if (one === undefined) return
      one.unheard = run
      await database.noteUnheard({ id, holder: holdings.holder, fence: one.fence }, run)
    },
    noteHeard: (id, run) => database.noteHeard(id, run),
    keepTranscript: (key, place) => database.keepTranscript(key, place),
    takeTranscript: (key) => database.takeTranscript(key),
    async handOver() {
      clearInterval(timer)
      for (const { users } of held.values()) users.clear()
      await Promise.allSettled([...held.values()].map((one) => giveBack(holdings, copies, { one, keepsOpen: true })))
    },
    async close() {
      late.close()
      copies.close()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type EnterRequest = { signal: AbortSignal; purpose: LeasePurpose }
type FinishRequest = { id: string; stay: ThreadStay | null; keepsOpen: boolean }

type Holdings = {
  readonly held: Map<string, Holding>
  readonly holder: string
  readonly leaseMs: number
  readonly database: SharedDatabase
  readonly late: LateShipments
  core: SharingCore | null
}

async function enter(
  holdings: Holdings,
  copies: ThreadCopies,
  { id, signal, purpose }: EnterRequest & { id: string },
): Promise<ThreadStay> {
  const { held } = holdings
  const stay: ThreadStay = { threadId: id }
  for (;;) {
    const here = held.get(id)
    if (here?.leaving != null) {
      await here.leaving
      continue
    }
    if (here === undefined) {
      const fresh = holdingOf(id)
      fresh.users.add(stay)
      held.set(id, fresh)
      fresh.ready = take(holdings, copies, { fresh, signal, purpose })
      await fresh.ready.catch((cause: unknown) => {
        if (held.get(id) === fresh) held.delete(id)
        throw cause
      })
      return stay
    }
    if (here.fence === '' && here.users.size >= MOST_QUEUED)
      throw new AppError('conflict', inEnglish(`${MOST_QUEUED} messages wait already. Send it again later.`))
    here.users.add(stay)
    // Whoever asked first may have gone; then this one asks.
    const end = await endOfWait(here.ready, signal)
    if (end === 'ready' && held.get(id) === here) return stay
    if (end === 'gone') {
      here.users.delete(stay)
      const last = () => giveBack(holdings, copies, { one: here, keepsOpen: true })
      void here.ready.then(last, () => undefined)
    }
    if (signal.aborted) throw nobodyWaits()
  }
}

async function take(
  { database, holder, late, core }: Holdings,
  copies: ThreadCopies,
  { fresh, signal, purpose }: EnterRequest & { fresh: Holding },
): Promise<void> {
  const { id } = fresh
  for (;;) {
    if (signal.aborted) throw nobodyWaits()
    const askedAt = performance.now()
    const lease = late.has(id) ? null : await database.take(id, { holder, known: copies.versionOf(id), purpose })
    if (lease !== null) {
      fresh.fence = lease.fence
      fresh.renewedAt = askedAt
      fresh.wasCut = lease.wasCut
      fresh.unheard = lease.unheard
      try {
        const change = await copies.load(id, lease)
        if (change !== null) core?.forget(id, change)
      } catch (cause) {
        // Else nobody could have it until the lease ends, not even this process.
        fresh.fence = ''
        await database
          .ship({ id, holder, fence: lease.fence }, { rows: [], isLast: true, keepsOpen: true })
          .catch(() => undefined)
        throw cause
      }
      return
    }
    const pause = startTimeLimit(ASK_AGAIN_MS, signal)
    await aborted(pause.signal)
    pause.end()
  }
}

/** Ships what was written; several who ask at once are one shipment. */
async function share(holdings: Holdings, copies: ThreadCopies, id: string): Promise<void> {
  const one = holdings.held.get(id) ?? (await adopt(holdings, copies, id))
  await ship(holdings, copies, { one, ...MIDDLE, isRenewal: false })
}

/**
 * The same for a step, which must not be lost because Postgres was away for a moment: as long as the lease lasts, what failed is tried again.
 * Rows are read anew each time, so what arrived all the same is written twice and changes nothing.
 */
async function shareAtLast(holdings: Holdings, copies: ThreadCopies, id: string): Promise<void> {
  const began = performance.now()
  const one = holdings.held.get(id)
  for (;;) {
    try {
      return await share(holdings, copies, id)
    } catch (cause) {
      const isLost = one !== undefined && holdings.held.get(id) !== one
      if (isLost || performance.now() - began > holdings.leaseMs) throw cause
    }
    const pause = startTimeLimit(ASK_AGAIN_MS)
    await aborted(pause.signal)
    pause.end()
  }
}

/** A thread that was begun here a moment ago, under an id that nobody else has. */
async function adopt({ held, database, holder }: Holdings, copies: ThreadCopies, id: string): Promise<Holding> {
  if (copies.isKnown(id)) throw leaseLost()
  const fresh = holdingOf(id)
  held.set(id, fresh)
  const lease = database.begin(id, holder).then((begun) => {
    if (begun === null) throw leaseLost()
    fresh.fence = begun.fence
    copies.begun(id, begun.version)
  })
  fresh.ready = lease
  fresh.tail = lease
  await lease.catch((cause: unknown) => {
    if (held.get(id) === fresh) held.delete(id)
    throw cause
  })
  return fresh
}

type ShipRequest = { one: Holding; isLast: boolean; keepsOpen: boolean; isRenewal: boolean }

const MIDDLE = { isLast: false, keepsOpen: true } as const

function ship(holdings: Holdings, copies: ThreadCopies, asked: ShipRequest): Promise<void> {
  const { one, isLast } = asked
  if (asked.isRenewal) one.renews = true
  if (!isLast && one.next !== null) return one.next
  const shipment = one.tail.then(() => {
    one.next = null
    return shipNow(holdings, copies, asked)
  })
  one.next = shipment
  one.tail = shipment.catch(() => undefined)
  return shipment
}

async function shipNow(holdings: Holdings, copies: ThreadCopies, asked: ShipRequest): Promise<void> {
  const { one, isLast, keepsOpen } = asked
  const { held, holder, database } = holdings
  const { id, fence, renews } = one
  if (held.get(id) !== one) throw leaseLost()
  one.renews = false
  const load = await copies.pack(id)
  if (load.rows.length === 0 && !isLast && !renews) return
  if (held.get(id) !== one) throw leaseLost()
  const sentAt = performance.now()
  const version = await database
    .ship({ id, holder, fence }, { rows: load.rows, isLast, keepsOpen })
    .catch((cause: unknown): never => {
      if (isOver(holdings, one)) giveUp(holdings, copies, one)
      throw cause
    })
  if (version === null) {
    lose(holdings, copies, one)
    throw leaseLost()
  }
  one.renewedAt = sentAt
  load.shipped(version)
}

/** Others may have taken it, without a word from Postgres that they did. */
function isOver({ leaseMs }: Holdings, one: Holding): boolean {
  return performance.now() - one.renewedAt > leaseMs
}

/** Another process may have the thread: nothing of it is written here any more. */
function lose({ held, core }: Holdings, copies: ThreadCopies, one: Holding): void {
  if (held.get(one.id) !== one) return
  held.delete(one.id)
  copies.outdate(one.id)
  core?.leave(one.id)
}

/** The same where nothing was heard from Postgres: perhaps nobody has taken it. */
function giveUp(holdings: Holdings, copies: ThreadCopies, one: Holding): void {
  if (holdings.held.get(one.id) !== one) return
  lose(holdings, copies, one)
  if (one.fence !== '') holdings.late.add(one)
}

/** Ends the lease, so that what was sent before and arrives later is refused. */
async function sendLate(
  { database, holder }: Pick<Holdings, 'database' | 'holder'>,
  copies: ThreadCopies,
  { id, fence }: Holding,
): Promise<void> {
  const load = await copies.pack(id)
  const version = await database.ship({ id, holder, fence }, { rows: load.rows, isLast: true, keepsOpen: true })
  if (version !== null) load.shipped(version)
}

type LeaseEnd = { one: Holding; keepsOpen: boolean }

async function giveBack(holdings: Holdings, copies: ThreadCopies, end: LeaseEnd): Promise<void> {
  // Where Postgres cannot be reached, or the lease is gone, it ends by itself.
  if (mayEnd(holdings, end.one, null)) await endLease(holdings, copies, end).catch(() => undefined)
}

async function finish(holdings: Holdings, copies: ThreadCopies, { id, stay, keepsOpen }: FinishRequest): Promise<void> {
  const one = holdings.held.get(id) ?? (await adopt(holdings, copies, id))
  if (mayEnd(holdings, one, stay)) await endLease(holdings, copies, { one, keepsOpen })
  else await share(holdings, copies, id)
}

/** Whether nobody is in the thread, but for one stay, and no turn runs. */
function mayEnd({ held, core }: Holdings, one: Holding, stay: ThreadStay | null): boolean {
  const others = one.users.size - (stay !== null && one.users.has(stay) ? 1 : 0)
  return others === 0 && one.leaving === null && held.get(one.id) === one && core?.isRunning(one.id) !== true
}

/** The last shipment, which ends the lease. Rejects when its rows did not arrive. */
function endLease(holdings: Holdings, copies: ThreadCopies, { one, keepsOpen }: LeaseEnd): Promise<void> {
  const last = ship(holdings, copies, { one, isLast: true, keepsOpen, isRenewal: true }).then(
    () => void holdings.held.delete(one.id),
    (cause: unknown): never => {
      giveUp(holdings, copies, one)
      throw cause
    },
  )
  one.leaving = last.catch(() => undefined)
  return last
}

async function renewAll(holdings: Holdings, copies: ThreadCopies): Promise<void> {
  const renewals = [...holdings.held.values()].map(async (one) => {
    if (one.fence === '' || one.leaving !== null) return
    if (one.users.size === 0 && holdings.core?.isRunning(one.id) !== true)
      return await giveBack(holdings, copies, { one, keepsOpen: false })
    // What is on its way may hang.
    if (isOver(holdings, one)) return giveUp(holdings, copies, one)
    try {
      await ship(holdings, copies, { one, ...MIDDLE, isRenewal: true })
    } catch {
      if (isOver(holdings, one)) giveUp(holdings, copies, one)
    }
  })
  await Promise.all([...renewals, copies.tidy().catch(() => undefined)])
}
