/** The thread that is open: followed as it goes, shown on the canvas, and asked after when it falls silent. */
import type { ThreadView } from '../../../src-shared/run/fold/fold-view'
import type { ThreadRecord } from '../../../src-shared/run/moments/thread-record'
import { followThread, type ThreadFollower } from './follow-thread'
import { showChanges, showMoment } from './overlay-feed'
import { FRESH, isAnswered, type RunParts, type RunState } from './run-state'
import type { ThreadList } from './thread-list'

export type OpenThread = {
  /** Leaves the thread that was open and shows another; null: a new one. */
  open(threadId: string | null): void
  /** Follows a new thread that a run was just started in. */
  follow(threadId: string): void
  close(): void
  /** Shows a moment of the past, by its step; the last one, and null, is now. */
  look(step: number | null): void
  /** Shows the step that came of a model call or a decision, once the thread has told it. */
  lookFor(span: string): void
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
    const seen = getState().live
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
    const runId = getState().live.activeRunId
    if (runId === null) return
    quiet = setTimeout(() => {
      checkQuietly()
      watch()
    }, QUIET_MS)
    if (alive.has(runId)) return
    alive.add(runId)
    checkQuietly()
  }
  const looking = createLooking({ store, options }, () => following?.record ?? null)
  const close = (): void => {
    visit += 1
    looking.forget()
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
        showNewest({ store, options }, { view, record: recordOf(following, getState().record), isShown })
        isShown = true
        looking.goOn()
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
    look: looking.look,
    lookFor: looking.lookFor,
    close,
    visit: () => visit,
    noteAlive(runId) {
      looking.forget()
      alive.add(runId)
    },
    check,
  }
}

/** Looking at moments, also at one that was not told yet. */
function createLooking(parts: RunParts, recordNow: () => ThreadRecord | null) {
  /** The span of the step that somebody wants to look at, and that was not told yet, or not to its end. */
  let sought: string | null = null
  const goOn = (): void => {
    const record = recordNow()
    const step = sought === null ? null : (record?.index.stepOfSpan(sought) ?? null)
    if (step === null) return
    look(parts, { step, record })
    if (parts.store.getState().past !== null) sought = null
  }
  const forget = (): void => {
    sought = null
  }
  return {
    goOn,
    forget,
    look: (step: number | null): void => {
      forget()
      look(parts, { step, record: recordNow() })
    },
    lookFor: (span: string): void => {
      sought = span
      goOn()
    },
  }
}

/** What was told so far; what was `known` of it where nothing was added, as with a token. */
export function recordOf(
  following: Pick<ThreadFollower, 'record'> | null,
  known: RunState['record'],
): RunState['record'] {
  if (following === null) return null
  const { record } = following
  const count = record.events.length
  return known?.of === record && known.count === count ? known : { of: record, count }
}

type NewestView = { view: ThreadView; record: RunState['record']; isShown: boolean }

/** Shows what was told, unless somebody looks back: they stay where they are. `isShown`: the thread was shown before. */
function showNewest({ store, options: { overlay } }: RunParts, { view, record, isShown }: NewestView): void {
  const { pending, phase, live: old, past, view: shown } = store.getState()
  const isStill = phase === 'stopping' ? view.activeRunId !== null : phase === 'starting'
  store.setState({
    live: view,
    view: past === null ? view : shown,
    record,
    phase: isStill ? phase : 'ready',
    pending: isAnswered(pending, view) ? null : pending,
  })
  if (past !== null) return
  // What is replayed did not just happen: only in a turn that was asked for or goes on does the baton travel.
  const isNews = pending !== null || view.activeRunId !== null || old.activeRunId !== null
  if (isShown && isNews) showChanges(overlay, { before: old, after: view })
  else showMoment(overlay, { view, past })
}

/** Shows a moment of the past, or now. */
function look(
  { store, options: { overlay } }: RunParts,
  { step, record }: { step: number | null; record: ThreadRecord | null },
): void {
  const { live, past } = store.getState()
  const steps = record?.index.steps ?? []
  const place = step === null ? null : Math.max(0, step)
  const at = place === null || place >= steps.length - 1 ? undefined : steps[place]
  if (record === null || place === null || at === undefined) {
    if (past === null) return
    store.setState({ view: live, past: null })
  } else store.setState({ view: record.viewAt(at.end), past: { step: place, count: at.end } })
  showMoment(overlay, store.getState())
}
