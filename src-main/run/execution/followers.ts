/**
 * Wakes those who follow threads: at once for what this process appends, within a poll for other processes. Who watches the whole library is
 * woken by the poll alone.
 */
import type { LibraryDatabase } from '../../store/database'

/** One who follows a thread. */
export type Follower = {
  /** Whether there may be rows to read; says so once. */
  readonly takeRows: () => boolean
  /** Says that rows were left unread. */
  readonly leaveRows: () => void
  /** Resolves when there may be something new, when it is over, or when the signal aborts. */
  readonly woken: (signal: AbortSignal) => Promise<void>
  readonly isOver: () => boolean
  readonly remove: () => void
}

export type Followers = {
  /** `threadId` null: whoever watches the whole library. */
  readonly add: (threadId: string | null) => Follower
  /** Wakes the followers of a thread; `hasRows` when something was stored, not only held in memory. */
  readonly wake: (threadId: string, hasRows: boolean) => void
  /** Ends the followers of a thread. */
  readonly end: (threadId: string) => void
  /** Ends all of them, and those that come later. */
  readonly close: () => void
}

type WaitingFollower = {
  readonly threadId: string | null
  hasRows: boolean
  isDue: boolean
  isOver: boolean
  resolve: () => void
}

const POLL_MS = 250

/**
 * The followers of a library's threads. While there are any, SQLite's `data_version` is looked at four times a second:
 * it changes when another process commits, and costs no look at any table. `total_changes` says the same of this one.
 */
export function createFollowers(db: LibraryDatabase): Followers {
  const all = new Set<WaitingFollower>()
  const dataVersion = db.prepare('PRAGMA data_version').pluck()
  const totalChanges = db.prepare('SELECT total_changes()').pluck()
  let seenVersion: unknown
  let seenChanges: unknown
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const wakeOne = (one: WaitingFollower): void => {
    one.isDue = true
    one.resolve()
  }
  const poll = (): void => {
    if (!db.open) return close()
    const [version, changes] = [dataVersion.get(), totalChanges.get()]
    const isOfOthers = version !== seenVersion
    if (!isOfOthers && changes === seenChanges) return
    seenVersion = version
    seenChanges = changes
    for (const one of all) {
      if (!isOfOthers && one.threadId !== null) continue
      one.hasRows = true
      wakeOne(one)
    }
  }
  const close = (): void => {
    isClosed = true
    clearInterval(timer)
    timer = undefined
    finish(() => true)
  }
  const finish = (isChosen: (one: WaitingFollower) => boolean): void => {
    for (const one of [...all].filter(isChosen)) {
      one.isOver = true
      wakeOne(one)
    }
  }

  return {
    add(threadId) {
      const one: WaitingFollower = { threadId, hasRows: true, isDue: false, isOver: isClosed, resolve: () => undefined }
      all.add(one)
      if (timer === undefined && !isClosed) {
        seenVersion = dataVersion.get()
        seenChanges = totalChanges.get()
        timer = setInterval(poll, POLL_MS).unref()
      }
      return {
        takeRows() {
          const { hasRows } = one
          one.hasRows = false
          return hasRows
        },
        leaveRows() {
          one.hasRows = true
          one.isDue = true
        },
        woken: (signal) => nextWake(one, signal),
        isOver: () => one.isOver,
        remove() {
          all.delete(one)
          if (all.size > 0) return
          clearInterval(timer)
          timer = undefined
        },
      }
    },
    wake(threadId, hasRows) {
      for (const one of all) {
        if (one.threadId !== threadId) continue
        one.hasRows ||= hasRows
        wakeOne(one)
      }
    },
    end: (threadId) => finish((one) => one.threadId === threadId),
    close,
  }
}

function nextWake(one: WaitingFollower, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      signal.removeEventListener('abort', done)
      one.resolve = () => undefined
      one.isDue = false
      resolve()
    }
    if (one.isDue || signal.aborted) return done()
    one.resolve = done
    signal.addEventListener('abort', done, { once: true })
  })
}
