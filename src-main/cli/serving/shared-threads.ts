/** Threads of `baton serve --database`: a request is answered within the lease of its thread, and its answer ends once it is in Postgres. */
import type { ServerResponse } from 'node:http'
import { toAppError, type AppError } from '../../../src-shared/errors'
import type { Core } from '../../core'
import type { ThreadStay } from '../../shared-store/holdings'
import type { SharedStore, SharingCore } from '../../shared-store/shared-store'
import { runActive } from '../../store/run-active'
import { startTimeLimit } from '../../time-limit'
import { refuseOffline } from '../../tools/net/offline'
import { dataFolder, UsageError, type CommandStreams, type RunOptions } from '../options'
import { THREAD_HEADER } from './thread-header'
import { createTurnTaker, type TurnTaker } from './turn-taker'
import { createTranscripts, keyOf, type SaidMessage, type Transcripts } from './transcripts'

/** `named`: the thread that the request names; else one at the end of one of these conversations, of which the first that is known counts. */
export type SharedVisit = {
  talker: string
  named: string | undefined
  conversations: readonly (readonly SaidMessage[])[]
  transcripts: Transcripts
  stopping: AbortSignal
}

export type SharedThreads = Pick<SharedStore, 'handOver' | 'close'> & {
  /** Where the core of this process works. */
  copy: NonNullable<RunOptions['copy']>
  serve: (core: Core) => void
  /** From now on until the signal aborts turns whose process is gone go on here. */
  takeTurns: (core: Core, stopping: AbortSignal) => void
  /** Answers within the lease of the thread, with transcripts that other processes see. */
  within: (visit: SharedVisit, response: ServerResponse, work: (within: ThreadLease) => Promise<void>) => Promise<void>
  /** Something short in a thread, which is told at once where another process has it. */
  briefly: <Result>(threadId: string, work: () => Result) => Promise<Result>
}

/** What an answer has within the lease of its thread. */
export type ThreadLease = {
  transcripts: Transcripts
  /** At the end of the answer. Null: what was written for the thread is in Postgres; else why not. */
  settled: (threadId: string) => Promise<AppError | null>
  /** The thread's newest run, where it went on in another process and nobody got the answer. */
  unheard: string | null
  /** Somebody has that answer now. */
  heard: (threadId: string, run: string) => Promise<void>
  /** Where the process before was cut off in a turn: brings it to its end first. */
  endTurnBefore: (threadId: string) => Promise<void>
}

/** Longer than a write of another process takes. */
const BRIEF_MS = 1000

type DatabaseOptions = RunOptions & { database?: string; lease: number; chat?: boolean }

/** Null: without a database. What knows Postgres is loaded only with one. */
export async function openSharedThreads(
  options: DatabaseOptions,
  around: CommandStreams,
): Promise<SharedThreads | null> {
  const url = options.database ?? around.env['BATON_DATABASE']
  if (url === undefined || url === '') return null
  if (!/^postgres(?:ql)?:\/\//.test(url))
    throw new UsageError(
      '--database: give the address of a Postgres database, such as postgres://user@localhost/baton.',
    )
  // Without what stands before the host, where the password is.
  refuseOffline(url.replace(/^postgres(?:ql)?:\/\/(?:[^/]*@)?/, 'tcp://'))
  if (options.lease < 1) throw new UsageError('--lease: at least one second.')
  if (options.chat === true)
    throw new UsageError('--chat: the page keeps its threads in one process, so it cannot be had with --database.')
  const { openSharedStore } = await import('../../shared-store/shared-store')
  const store = await openSharedStore({ url, dataDir: dataFolder(options, around), leaseMs: options.lease * 1000 })
  return sharedThreads(store)
}

function sharedThreads(store: SharedStore): SharedThreads {
  const { folder, saver } = store
  /** What is on its way to Postgres beside the rows of a thread. */
  const kept = new Map<string, Promise<void>>()
  const taker: TurnTaker = createTurnTaker(store)
  const settled = async (threadId: string, stay: ThreadStay | null, keepsOpen: boolean): Promise<AppError | null> => {
    try {
      await Promise.all([store.finish(threadId, stay, keepsOpen), kept.get(threadId)])
      return null
    } catch (cause) {
      return toAppError(cause)
    }
  }
  const ownTranscripts = ({ transcripts }: SharedVisit): Transcripts => ({
    ...createTranscripts(),
    hungUp: transcripts.hungUp,
    settled: transcripts.settled,
    keep(place, talker, said) {
      const write = store.keepTranscript(keyOf(talker, said), { thread: place.threadId, turns: place.turns })
      write.catch(() => undefined)
      kept.set(place.threadId, write)
    },
  })
  return {
    copy: { folder, saver },
    handOver: () => store.handOver(),
    close: () => store.close(),
    serve: (core) => store.serve(sharingCore(core)),
    takeTurns: (core, stopping) => taker.begin(core, stopping),
    async within(visit, response, work) {
      const isNamed = visit.named !== undefined
      // While this process stops, another one goes on with what was left.
      const keepsOpen = () => !isNamed || visit.stopping.aborted
      const own = ownTranscripts(visit)
      const before = createTranscripts()
      const gone = new AbortController()
      const leave = () => gone.abort()
      response.once('close', leave)
      let stay: ThreadStay | null = null
      try {
        const found = visit.named === undefined ? await findPlace(store, visit) : null
        const threadId = visit.named ?? found?.place.thread ?? null
        if (threadId !== null) {
          const signal = AbortSignal.any([gone.signal, visit.stopping])
          stay = await store.enter(threadId, signal, isNamed ? 'turn' : 'look').catch(async (cause: unknown) => {
            if (found !== null) await store.keepTranscript(found.key, found.place).catch(() => undefined)
            throw cause
          })
          await taker.rested(threadId, signal)
        }
        if (found !== null)
          before.keep({ threadId: found.place.thread, turns: found.place.turns }, visit.talker, found.said)
        response.removeListener('close', leave)
        await work({
          transcripts: { ...own, take: before.take },
          settled: (id) => settled(id, stay, keepsOpen()),
          ...leftTurn(store, taker, visit.named),
        })
      } finally {
        response.removeListener('close', leave)
        const begun = response.getHeader(THREAD_HEADER)
        const threadId = stay?.threadId ?? (typeof begun === 'string' ? begun : null)
        if (threadId !== null) kept.delete(threadId)
        if (stay !== null) await store.leave(stay, keepsOpen())
        else if (threadId !== null) await store.leaveBegun(threadId)
      }
    },
    async briefly(threadId, work) {
      const stay = await enterSoon(store, threadId)
      try {
        const result = work()
        await store.settle(threadId)
        return result
      } finally {
        await store.leave(stay, true)
      }
    },
  }
}

/** What the process before left of a thread that the request names. */
function leftTurn(
  store: SharedStore,
  taker: TurnTaker,
  named: string | undefined,
): Pick<ThreadLease, 'unheard' | 'heard' | 'endTurnBefore'> {
  return {
    unheard: named === undefined ? null : store.foundAt(named).unheard,
    heard: (id, run) => store.noteHeard(id, run),
    async endTurnBefore(id) {
      if (id === named && store.foundAt(id).wasCut) await taker.endTurn(id)
    },
  }
}

function sharingCore({ services: { runner, threads, events } }: Core): SharingCore {
  return {
    isRunning: (id) => threads.activeRun(id) !== null,
    leave(id) {
      const run = threads.activeRun(id)
      if (run !== null) void runner.leave(run.id)
    },
    forget: (id, change) => events.forget(id, change),
  }
}

async function enterSoon(store: SharedStore, threadId: string): Promise<ThreadStay> {
  const limit = startTimeLimit(BRIEF_MS)
  try {
    return await store.enter(threadId, limit.signal, 'look')
  } catch (cause) {
    throw limit.signal.aborted ? runActive() : cause
  } finally {
    limit.end()
  }
}

/** Takes the place at the end of a conversation, which no other process gets then; null: it is not known. */
async function findPlace(store: SharedStore, { talker, conversations }: SharedVisit) {
  for (const said of conversations) {
    if (said.length === 0) continue
    const key = keyOf(talker, said)
    const place = await store.takeTranscript(key)
    if (place !== null) return { key, place, said }
  }
  return null
}
