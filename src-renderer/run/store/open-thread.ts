/** The thread that is open: followed as it goes, shown on the canvas, and asked after when it falls silent. */
import { followThread, type ThreadFollower } from './follow-thread'
import { showChanges, showView } from './overlay-feed'
import { FRESH, isAnswered, type RunParts } from './run-state'
import type { ThreadList } from './thread-list'

export type OpenThread = {
  /** Leaves the thread that was open and shows another; null: a new one. */
  open(threadId: string | null): void
  /** Follows a new thread that a run was just started in. */
  follow(threadId: string): void
  close(): void
  /** Rises with every thread that is opened: answers to earlier questions no longer count. */
  visit(): number
  /** A run that is known to be worked on. */
  noteAlive(runId: string): void
  /** Reads the list of threads and believes it about a turn that nobody works on any more. */
  check(): Promise<void>
}

/** A run that says nothing for so long is asked after. */
const QUIET_MS = 15_000

export function createOpenThread({ store, options }: RunParts, list: ThreadList): OpenThread {
  const { getState, setState } = store
  const { client, frame, overlay } = options
  const alive = new Set<string>()
  let following: ThreadFollower | null = null
  let quiet: ReturnType<typeof setTimeout> | undefined
  let visit = 0

  /** Events cannot say that a run died with its process: the core's list of threads does. */
  const check = async (): Promise<void> => {
    const seen = getState().view
    await list.refresh()
    const { threads, threadId, pending } = getState()
    const isDead = threads?.some((thread) => thread.id === threadId && thread.state === 'unfinished') === true
    if (!isDead || pending !== null || seen.activeRunId === null) return
    // Events that were said before the end may still be on their way: then it is asked again.
    if (following?.markInterrupted(seen) === false) await check()
  }
  const checkQuietly = (): void => void check().catch(() => undefined)
  const watch = (): void => {
    clearTimeout(quiet)
    const runId = getState().view.activeRunId
    if (runId === null) return
    quiet = setTimeout(() => {
      checkQuietly()
      watch()
    }, QUIET_MS)
    if (alive.has(runId)) return
    alive.add(runId)
    checkQuietly()
  }
  const close = (): void => {
    visit += 1
    clearTimeout(quiet)
    following?.stop()
    following = null
  }
  /** `isNew`: its first turn was just asked for, so even what it says first is news. */
  const follow = (threadId: string, isNew: boolean): void => {
    close()
    const before = visit
    let isShown = isNew
    following = followThread({
      client,
      threadId,
      frame,
      onView(view) {
        if (before !== visit) return
        const { pending, phase, view: old } = getState()
        const isStill = phase === 'stopping' ? view.activeRunId !== null : phase === 'starting'
        setState({ view, phase: isStill ? phase : 'ready', pending: isAnswered(pending, view) ? null : pending })
        // What is replayed did not just happen: only in a turn that was asked for or goes on does the baton travel.
        const isNews = pending !== null || view.activeRunId !== null || old.activeRunId !== null
        if (isShown && isNews) showChanges(overlay, { before: old, after: view })
        else showView(overlay, view)
        isShown = true
        watch()
      },
      onError(error) {
        if (before === visit) setState({ error, phase: 'ready' })
      },
    })
  }

  return {
    open(threadId) {
      close()
      setState({ ...FRESH, threadId, phase: threadId === null ? 'ready' : 'opening' })
      overlay.clear()
      if (threadId !== null) follow(threadId, false)
    },
    follow: (threadId) => follow(threadId, true),
    close,
    visit: () => visit,
    noteAlive: (runId) => void alive.add(runId),
    check,
  }
}
