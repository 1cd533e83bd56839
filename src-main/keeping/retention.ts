/**
 * How much of older turns is kept, by flow: the choice, which is private to this library, and pruning by it, after turns, when Baton starts and
 * when somebody asks for it. It works in slices, with pauses for everybody else, and gives back the room on disk.
 */
import { AppError } from '../../src-shared/errors'
import { message } from '../../src-shared/languages/translate'
import type { PinnedStep, StepMoment } from '../../src-shared/rpc/pinned-steps'
import { retentionLevelSchema, type PruneResult, type RetentionLevel } from '../../src-shared/rpc/retention'
import type { BatonSaver } from '../engine/checkpoints'
import { createBreather, type SliceTimer } from '../in-slices'
import type { Changes } from '../store/changes'
import { write, type LibraryDatabase } from '../store/database'
import { createPinnedSteps, type PinnedSteps } from '../store/pinned-steps'
import type { Threads } from '../store/threads'
import { threadPruner, type PrunableThread } from './prune-thread'
import { rulesOf } from './retention-rules'

/** Which threads: all of a flow, or one. `level` absent: that of their flow. */
export type PruneScope = { readonly level?: RetentionLevel | undefined } & (
  | { readonly flowId: string | null }
  | { readonly threadId: string }
)

export type Retention = {
  readonly levelOf: (flowId: string) => RetentionLevel
  readonly choose: (flowId: string, level: RetentionLevel) => void
  /** Forgets the choice for a flow that is gone. */
  readonly forget: (flowId: string) => void
  /** Keeps everything of a thread, whatever its flow says. */
  readonly pin: (threadId: string, isPinned: boolean) => void
  /** Keeps a step of a thread, with all of its turn and what that began with. Throws `not-found`. */
  readonly pinStep: (threadId: string, step: PinnedStep) => void
  readonly unpinStep: (threadId: string, moment: StepMoment) => void
  /** What follows a turn: its thread alone is looked at. */
  readonly afterTurn: (threadId: string) => Promise<void>
  /** Threads that run and pinned ones stay as they are. Ends early when it is closed. */
  readonly prune: (scope: PruneScope) => Promise<PruneResult>
  /** Prunes all flows that somebody chose a level for. */
  readonly sweep: () => Promise<void>
  /** Ends pruning, and waits until it has ended. */
  readonly close: () => Promise<void>
}

export type RetentionParts = {
  readonly db: LibraryDatabase
  readonly saver: BatonSaver
  readonly threads: Pick<Threads, 'read'>
  readonly changes: Changes
  /** How many turns keep every step by the preferences; null: all. */
  readonly usualTurns: () => number | null
}

type RetainedThread = PrunableThread & { readonly flowId: string; readonly pinned: 0 | 1 }

/** So many pages are given back at once. */
const PAGES = 200

const READ = 'SELECT number, id, turns, flow AS flowId, pinned FROM threads'

export function createRetention({ db, saver, threads, changes, usualTurns }: RetentionParts): Retention {
  const sql = statements(db)
  const pins = createPinnedSteps(db)
  const pruneThread = threadPruner(db, saver, pins)
  const pruning = new Set<Promise<unknown>>()
  let isClosed = false

  const levelOf = (flowId: string): RetentionLevel =>
    retentionLevelSchema.catch('usual').parse(sql.level.get(flowId) ?? 'usual')
  const pruneOne = async (thread: RetainedThread, level: RetentionLevel, timer: SliceTimer): Promise<boolean> => {
    if (thread.pinned === 1 || isGoingOn(threads, thread.id)) return false
    return pruneThread(thread, rulesOf(level, usualTurns()), timer)
  }
  const some = async (list: readonly RetainedThread[], level: RetentionLevel | undefined): Promise<PruneResult> => {
    const timer = createBreather()
    const before = sizeOnDisk(db) + (await saver.sizeOnDisk())
    let count = 0
    for (const thread of list) {
      if (isClosed) break
      if (await pruneOne(thread, level ?? levelOf(thread.flowId), timer)) count += 1
      await timer.breathe()
    }
    while (!isClosed && giveBack(db)) await timer.breathe()
    const after = isClosed ? before : sizeOnDisk(db) + (await saver.sizeOnDisk())
    return { threads: count, freed: Math.max(0, before - after) }
  }
  const prune = async (scope: PruneScope): Promise<PruneResult> => {
    const work = some(
      'threadId' in scope ? [threadOf(sql, scope.threadId)] : sql.ofFlow.all(scope.flowId, scope.flowId),
      scope.level,
    )
    pruning.add(work)
    try {
      return await work
    } finally {
      pruning.delete(work)
    }
  }
  return {
    levelOf,
    prune,
    choose(flowId, level) {
      write(db, () => sql.choose.run(flowId, level))
      changes.publish({ what: 'flow', id: flowId })
    },
    forget: (flowId) => void write(db, () => sql.forget.run(flowId)),
    pin(threadId, isPinned) {
      const { flowId } = threadOf(sql, threadId)
      write(db, () => sql.pin.run(isPinned ? 1 : 0, threadId))
      changes.publish({ what: 'thread', id: threadId, flowId })
    },
    ...stepPins(pins, (threadId) => {
      const { flowId } = threadOf(sql, threadId)
      return () => changes.publish({ what: 'thread', id: threadId, flowId })
    }),
    async afterTurn(threadId) {
      const thread = threadOf(sql, threadId)
      await pruneOne(thread, levelOf(thread.flowId), createBreather())
    },
    async sweep() {
      for (const flowId of sql.chosen.all()) if (!isClosed) await prune({ flowId })
    },
    async close() {
      isClosed = true
      await Promise.allSettled(pruning)
    },
  }
}

/** `changing`: throws where there is no such thread, else gives what tells of its change. */
function stepPins(
  pins: PinnedSteps,
  changing: (threadId: string) => () => void,
): Pick<Retention, 'pinStep' | 'unpinStep'> {
  return {
    pinStep(threadId, step) {
      const tell = changing(threadId)
      if (!pins.pin(threadId, step)) throw new AppError('not-found', 'This step is not in the thread any more.')
      tell()
    },
    unpinStep(threadId, moment) {
      const tell = changing(threadId)
      pins.unpin(threadId, moment)
      tell()
    },
  }
}

function statements(db: LibraryDatabase) {
  return {
    level: db.prepare<[string], string>('SELECT level FROM retention WHERE flow = ?').pluck(),
    chosen: db.prepare<[], string>('SELECT flow FROM retention').pluck(),
    choose: db.prepare<[string, string]>('INSERT OR REPLACE INTO retention (flow, level) VALUES (?, ?)'),
    forget: db.prepare<[string]>('DELETE FROM retention WHERE flow = ?'),
    pin: db.prepare<[number, string]>('UPDATE threads SET pinned = ? WHERE id = ?'),
    one: db.prepare<[string], RetainedThread>(`${READ} WHERE id = ?`),
    ofFlow: db.prepare<[string | null, string | null], RetainedThread>(
      `${READ} WHERE +? IS NULL OR flow = +? ORDER BY number`,
    ),
  }
}

function threadOf({ one }: ReturnType<typeof statements>, threadId: string): RetainedThread {
  const thread = one.get(threadId)
  if (thread === undefined)
    throw new AppError('not-found', message('There is no thread “{id}”. It may have been removed.', { id: threadId }))
  return thread
}

/** Also in another process; a thread that was removed meanwhile counts as one, since there is nothing to do. */
function isGoingOn(threads: Pick<Threads, 'read'>, threadId: string): boolean {
  try {
    return threads.read(threadId).state === 'running'
  } catch {
    return true
  }
}

function sizeOnDisk(db: LibraryDatabase): number {
  return Number(db.pragma('page_count', { simple: true })) * Number(db.pragma('page_size', { simple: true }))
}

/** Gives some pages back; false where none is left. */
function giveBack(db: LibraryDatabase): boolean {
  const free = Number(db.pragma('freelist_count', { simple: true }))
  if (free === 0) return false
  db.pragma(`incremental_vacuum(${PAGES})`)
  // Of a library whose pages cannot be given back there would be no end.
  return Number(db.pragma('freelist_count', { simple: true })) < free
}
