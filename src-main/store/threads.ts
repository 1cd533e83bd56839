/** Threads and their runs: who runs which turn, what was left unfinished, and the list that the interface shows. */
import { AppError } from '../../src-shared/errors'
import { message } from '../../src-shared/languages/translate'
import { newId } from '../../src-shared/flow/records'
import type { ThreadModel } from '../../src-shared/flow/thread-model'
import { attachedWords, type Attachment } from '../../src-shared/run/log/attachments'
import type { ForkChanges } from '../../src-shared/run/log/fork-changes'
import type { ThreadSummary } from '../../src-shared/rpc/contract'
import type { Clock } from '../clock'
import { isoOf } from '../clock'
import { threadAdder, type NewThread } from './add-thread'
import type { Changes } from './changes'
import { runActive } from './run-active'
import { write } from './database'
import { createForkChangeRows, type CopyChanges } from './fork-changes'
import { copyTurns, type TurnsToCopy } from './fork-thread'
import { forkHeirs } from './fork-places'
import { forkedTitle, titleOf, type ForkReason } from './thread-titles'
import type { LibraryDatabase } from './database'
import type { Owner } from './owner'
import { createRunRows } from './run-rows'
import type { RunHold, RunRow, StoredRunState } from './run-rows'
import { sweepResults } from './results'
import { createSnapshots } from './snapshots'
import { readModel, storedModel } from './thread-models'
import { isAlive, READ, summaryOf, type ThreadRow } from './thread-rows'

/** How a run stands; `interrupted`: the process that ran it is gone. */
export type RunState = StoredRunState | 'interrupted'

/** One run of a turn. `flowText` is the flow as it was frozen for it. */
export type RunRecord = {
  readonly id: string
  readonly threadId: string
  readonly flowId: string
  readonly turn: number
  readonly state: RunState
  readonly input: string | null
  /** What was attached to the input, as it was when the turn began. */
  readonly attachments: readonly Attachment[]
  readonly revision: number | null
  readonly flowText: string
  readonly startedAt: string
}

export type NewRun = {
  /** Null: a new thread. */
  readonly threadId: string | null
  readonly flowId: string
  /** Null: the flow speaks first. */
  readonly input: string | null
  readonly flowText: string
  readonly revision: number | null
  readonly attachments?: readonly Attachment[] | undefined
  /** The model of a new thread. */
  readonly model?: ThreadModel | null | undefined
  /** The one node that a new thread talks to. */
  readonly only?: string | null | undefined
  /** The turn that is tried again; a new one where absent. */
  readonly turn?: number | undefined
  /** Done in the transaction in which the run begins. */
  readonly within?: ((begun: { readonly threadId: string; readonly turn: number }) => void) | undefined
}

/**
 * `turn`: the first that the new thread does not share. `until`: the last event that it has; of a turn that was not over then it has the beginning,
 * else it left before the next one.
 */
export type ForkedThread = Pick<TurnsToCopy, 'turn' | 'until'> & {
  readonly id: string
  /** What its title says. */
  readonly reason: ForkReason
  /** What it has that the first one has not. */
  readonly copy?: Omit<CopyChanges, 'told'> | undefined
  /** Done in the transaction in which the thread is made. */
  readonly within?: (() => void) | undefined
}

export type Threads = {
  readonly createThread: (thread: NewThread) => ThreadSummary
  /** The threads of a flow, the one that was last talked to first. */
  readonly list: (flowId: string) => ThreadSummary[]
  readonly read: (threadId: string) => ThreadSummary
  /** How many turns a thread has. */
  readonly turnsOf: (threadId: string) => number
  readonly rename: (threadId: string, title: string) => void
  /** Chooses the model of a thread; null: as the flow says. */
  readonly setModel: (threadId: string, model: ThreadModel | null) => void
  /** The text of the drawing that a thread has to itself; null: it runs with the flow as it is. */
  readonly drawingOf: (threadId: string) => string | null
  /** From now on a thread runs with this drawing, whatever becomes of its flow. */
  readonly keepDrawing: (threadId: string, flowText: string) => void
  /** From now on a thread runs with the flow as it is. */
  readonly dropDrawing: (threadId: string) => void
  /** Takes that back. Throws `not-found` where its drawing is not kept any more. */
  readonly restoreDrawing: (threadId: string) => void
  /** What a person changed where a thread left another one. */
  readonly changesOf: (threadId: string) => ForkChanges
  /** Removes a thread with its runs and events; refused with `run-active` while it runs. Checkpoints are the caller's. */
  readonly remove: (threadId: string) => void
  /** Removes every thread of a flow and returns their ids. */
  readonly removeOfFlow: (flowId: string) => string[]
  /** Makes a thread that has the turns of another one before `turn`, with its title and a mark. */
  readonly fork: (threadId: string, to: ForkedThread) => ThreadSummary
  /** Sets who holds the baton. Appending a `baton` event does the same. */
  readonly setHolder: (threadId: string, holder: string | null) => void
  /** Begins a run, owned by this process; throws `run-active` while the thread has one that lives. */
  readonly startRun: (run: NewRun) => RunRecord
  /**
   * Makes an interrupted or failed run this process's own again. Throws `run-active` while its process lives,
   * `nothing-to-resume` when it ended in order.
   */
  readonly takeOver: (runId: string) => RunRecord
  /** Ends a run that is running; appending its terminal event does the same. */
  readonly finishRun: (runId: string, state: 'finished' | 'failed' | 'stopped') => void
  /**
   * Does something with the newest run while nobody can begin a turn, in one transaction; null: nothing was said yet. Throws
   * `run-active` while a turn runs or is unfinished.
   */
  readonly betweenTurns: <T>(threadId: string, work: (newest: RunRecord | null) => T) => T
  /** Says that this process still runs it; false when it does not any more, and must stop. Call it every `HEARTBEAT_MS`. */
  readonly heartbeat: (runId: string) => boolean
  readonly run: (runId: string) => RunRecord | null
  /** The newest run of a turn. */
  readonly runOfTurn: (threadId: string, turn: number) => RunRecord | null
  /** Lets go of a run of this process, if it still runs: for others it is interrupted. */
  readonly letGo: (runId: string) => void
  /** The thread's newest run if it came to no end: interrupted, which goes on, or failed, which is over but can be tried again. */
  readonly unfinishedRun: (threadId: string) => RunRecord | null
  /** The thread's newest run, however it stands; null: nothing was said yet. */
  readonly newestRun: (threadId: string) => RunRecord | null
  /** Throws `bad-input` for a thread that came as a file from elsewhere: it has no state to go on with. */
  readonly refuseImported: (threadId: string) => void
  /** The thread's newest run if it is running, here or in another process. */
  readonly activeRun: (threadId: string) => RunRecord | null
  /** Lets go of all runs of this process, for the end of a core. */
  readonly release: () => void
}

export type ThreadsOptions = {
  readonly db: LibraryDatabase
  readonly clock: Clock
  readonly owner: Owner
  readonly changes?: Changes | undefined
}

/** How often a running run calls `heartbeat`. */
export const HEARTBEAT_MS = 10_000
/** How long a run counts as alive after its last heartbeat. Killed processes are noticed at once; this is for those that hang. */
export const LEASE_MS = 60_000

/** The threads of a library. */
export function createThreads(options: ThreadsOptions): Threads {
  const { db, clock, owner } = options
  const rows = createRunRows(db)
  const snapshots = createSnapshots(db)
  const table = threadTable(options)
  const { publish, required } = table

  const stateOf = (run: RunHold): RunState =>
    run.state === 'running' && !isAlive(run, options) ? 'interrupted' : run.state
  const recordOf = (row: RunRow): RunRecord => recordFrom(row, stateOf(row))
  const recordOrNone = (row: RunRow | null): RunRecord | null => (row === null ? null : recordOf(row))
  const newest = (threadId: string, states: readonly RunState[]): RunRecord | null =>
    recordOrNone(rows.newest(threadId, (run) => states.includes(stateOf(run))))
  const lease = (): number => clock.now() + LEASE_MS

  return {
    ...table.methods,
    startRun(run) {
      const id = newId('run')
      const started = write(db, () => {
        const threadId = run.threadId ?? table.add({ flowId: run.flowId, model: run.model, only: run.only })
        const thread = openForTurns(required(threadId))
        const last = rows.newestState(threadId)
        if (last !== null && stateOf(last) === 'running') throw runActive()
        const turn = run.turn ?? thread.turns + 1
        const snapshot = snapshots.keep(run.flowText)
        const { input, attachments = [], revision, flowText } = run
        const startedAt = clock.now()
        const row = { id, turn, revision, startedAt, input, attachments }
        run.within?.({ threadId, turn })
        rows.add({ ...row, thread: thread.number, snapshot, owner: owner.id, lease: lease() })
        const words = input ?? (attachments.length === 0 ? null : attachedWords(attachments))
        if (thread.title === '' && words !== null) table.setTitle(threadId, titleOf(words))
        const facts = { threadId, flowId: thread.flowId, flowText, startedAt: isoOf(startedAt) }
        return { ...row, ...facts, state: 'running' as const }
      })
      publish(started.threadId, started.flowId)
      return started
    },
    takeOver(runId) {
      const taken = write(db, () => {
        const run = requiredRun(rows, runId)
        const state = stateOf(run)
        if (state === 'running') refuseActive(recordOf(run))
        if (state !== 'interrupted' && state !== 'failed') throw nothingToResume()
        rows.claim(runId, owner.id, lease())
        return recordOf(requiredRun(rows, runId))
      })
      publish(taken.threadId, taken.flowId)
      return taken
    },
    finishRun(runId, state) {
      const run = requiredRun(rows, runId)
      write(db, () => rows.end(run.number, { state, at: clock.now() }))
      publish(run.threadId, run.flowId)
    },
    betweenTurns: (threadId, work) =>
      write(db, () => {
        openForTurns(required(threadId))
        const run = recordOrNone(rows.newest(threadId))
        if (run?.state === 'running') throw runActive()
        if (run?.state === 'interrupted') throw unfinished()
        return work(run)
      }),
    letGo: (runId) => write(db, () => rows.letGo(runId, owner.id)),
    heartbeat: (runId) => write(db, () => rows.prolong(runId, owner.id, lease())),
    run: (runId) => recordOrNone(rows.read(runId)),
    runOfTurn: (threadId, turn) => recordOrNone(rows.newestOfTurn(required(threadId).id, turn)),
    unfinishedRun: (threadId) => (table.isImported(threadId) ? null : newest(threadId, ['interrupted', 'failed'])),
    refuseImported: (threadId) => void openForTurns(required(threadId)),
    newestRun: (threadId) => recordOrNone(rows.newest(required(threadId).id)),
    activeRun: (threadId) => newest(threadId, ['running']),
    release: () => write(db, () => rows.release(owner.id)),
  }
}

function requiredRun(rows: Pick<ReturnType<typeof createRunRows>, 'read'>, runId: string): RunRow {
  const row = rows.read(runId)
  if (row === null)
    throw new AppError('not-found', message('There is no run “{id}”. Its thread may have been removed.', { id: runId }))
  return row
}

type DrawingRows = Pick<ReturnType<typeof createForkChangeRows>, 'keepDrawing' | 'dropDrawing' | 'restoreDrawing'>

/** `change`: does something in a transaction, and says that the thread has changed. */
function drawingVerbs(rows: DrawingRows, change: (threadId: string, work: () => void) => void): DrawingRows {
  return {
    keepDrawing: (threadId, flowText) => change(threadId, () => rows.keepDrawing(threadId, flowText)),
    dropDrawing: (threadId) => change(threadId, () => rows.dropDrawing(threadId)),
    restoreDrawing: (threadId) => change(threadId, () => rows.restoreDrawing(threadId)),
  }
}

/** The part that knows the table of threads. */
function threadTable(options: ThreadsOptions) {
  const { db, changes } = options
  const one = db.prepare<[string], ThreadRow>(`${READ} WHERE threads.id = +?`)
  const ofFlow = db.prepare<[string], ThreadRow>(
    `${READ} WHERE threads.flow = +? ORDER BY threads.changed_at DESC, threads.number DESC`,
  )
  const model = db.prepare<[string | null, string]>('UPDATE threads SET model = ? WHERE id = ?')
  const title = db.prepare<[string, string]>('UPDATE threads SET title = ? WHERE id = ?')
  const holder = db.prepare<[string | null, string]>('UPDATE threads SET holder = ? WHERE id = ?')
  const titles = db.prepare<[string], string>('SELECT title FROM threads WHERE flow = ?').pluck()
  const remove = db.prepare<[string]>('DELETE FROM threads WHERE id = ?')
  const required = (threadId: string): ThreadRow => {
    const row = one.get(threadId)
    if (row === undefined) throw noThread(threadId)
    return row
  }
  const publish = (threadId: string, flowId: string): void => changes?.publish({ what: 'thread', id: threadId, flowId })
  const summary = (row: ThreadRow) => summaryOf(row, options)
  const change = (threadId: string, work: () => unknown): void => {
    const { flowId } = required(threadId)
    write(db, work)
    publish(threadId, flowId)
  }
  const add = threadAdder(options, (id) => one.get(id) !== undefined)
  const leaveToHeirs = forkHeirs(db)
  const { write: writeChanges, ...own } = createForkChangeRows(db)
  const removeAll = (threads: readonly ThreadRow[], first: () => void = () => undefined): string[] => {
    write(db, () => {
      first()
      for (const { id } of threads) remove.run(id)
      sweepUnused(db)
    })
    for (const { id, flowId } of threads) publish(id, flowId)
    return threads.map(({ id }) => id)
  }
  return {
    add,
    required,
    isImported: (threadId: string) => one.get(threadId)?.imported === 1,
    publish,
    setTitle: (threadId: string, text: string) => title.run(text, threadId),
    methods: {
      createThread(thread: NewThread): ThreadSummary {
        const id = write(db, () => add(thread))
        publish(id, thread.flowId)
        return summary(required(id))
      },
      fork(threadId: string, { id, turn, until, reason, copy, within }: ForkedThread): ThreadSummary {
        const source = required(threadId)
        write(db, () => {
          const title = forkedTitle(source.title, reason, new Set(titles.all(source.flowId)))
          const left = until?.isOver === false ? until : null
          add({ ...leavingThread(source), id, title, forkedFrom: { threadId, turn, until: left } })
          const before = left === null ? turn : turn + 1
          copyTurns(db, { from: source.number, to: required(id).number, turn: before, until })
          writeChanges({ from: threadId, to: id }, copy)
          within?.()
        })
        publish(id, source.flowId)
        return summary(required(id))
      },
      list: (flowId: string) => ofFlow.all(flowId).map(summary),
      read: (threadId: string) => summary(required(threadId)),
      turnsOf: turnCounter(db),
      rename: (threadId: string, text: string) => change(threadId, () => title.run(text, threadId)),
      setModel: (threadId: string, chosen: ThreadModel | null) =>
        change(threadId, () => model.run(storedModel(chosen), threadId)),
      ...own,
      ...drawingVerbs(own, change),
      remove(threadId: string) {
        const thread = required(threadId)
        if (summary(thread).state === 'running') throw runActive()
        removeAll([thread], () => leaveToHeirs(thread))
      },
      removeOfFlow: (flowId: string) => removeAll(ofFlow.all(flowId)),
      setHolder: (threadId: string, node: string | null) => change(threadId, () => holder.run(node, threadId)),
    },
  }
}

/** What a thread that leaves another one has of it. */
function leavingThread({ flowId, model, only }: ThreadRow): Pick<NewThread, 'flowId' | 'model' | 'only'> {
  return { flowId, model: readModel(model), only }
}

/** Reads the one number, without how the thread stands. */
function turnCounter(db: LibraryDatabase): Threads['turnsOf'] {
  const turns = db.prepare<[string], number>('SELECT turns FROM threads WHERE id = ?').pluck()
  return (threadId) => {
    const known = turns.get(threadId)
    if (known === undefined) throw noThread(threadId)
    return known
  }
}

function noThread(threadId: string): AppError {
  return new AppError('not-found', message('There is no thread “{id}”. It may have been removed.', { id: threadId }))
}

/** Deletes what only removed threads used. */
function sweepUnused(db: LibraryDatabase): void {
  createSnapshots(db).sweep()
  sweepResults(db)
  db.pragma('incremental_vacuum')
}

function recordFrom(row: RunRow, state: RunState): RunRecord {
  const { id, threadId, flowId, turn, input, attachments, revision, flowText } = row
  return { id, threadId, flowId, turn, state, input, attachments, revision, flowText, startedAt: isoOf(row.startedAt) }
}

function openForTurns(thread: ThreadRow): ThreadRow {
  if (thread.imported === 0) return thread
  throw new AppError(
    'bad-input',
    'This thread was imported and is for looking at. Begin a new thread to say something.',
  )
}

function refuseActive(run: RunRecord | null): void {
  if (run !== null) throw runActive()
}

function unfinished(): AppError {
  return new AppError(
    'run-active',
    'The last turn of this thread is unfinished. Go on with it or send a message first.',
  )
}

function nothingToResume(): AppError {
  return new AppError('nothing-to-resume', 'This turn is not unfinished. Send a message to go on.')
}
