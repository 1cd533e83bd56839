/** Asking the core for runs, and stopping them. */
import { toAppError, type AppError } from '../../../src-shared/errors'
import { declinedVerb } from '../../consent/consent-store'
import type { ConsentVerb } from '../../consent/consent-words'
import type { OpenThread } from './open-thread'
import { isAnswered, isBusy, type RunParts } from './run-state'
import type { ThreadList } from './thread-list'

export type RunServices = { list: ThreadList; thread: OpenThread }

export type Runs = {
  /** Asks the core for a run, shows that it was asked for, and follows the thread that it is in. False: it did not begin. */
  launch(request: LaunchRequest, ask: () => Promise<RunStart>): Promise<boolean>
  /** The run that was asked for and has not begun yet, once it has: null in it when it does not; null where none was asked for. */
  launched(): Promise<RunStart | null> | null
  stop(): Promise<void>
}

type RunStart = { runId: string; threadId: string }
/** What is asked for; `text` null: nothing is said. */
type LaunchRequest = { verb: ConsentVerb; text: string | null; attached?: readonly string[] }

/** Starting and stopping runs. `opened` is settled once it is known which thread is open. */
export function createRuns(
  { store, options }: RunParts,
  { list, thread }: RunServices,
  opened: () => Promise<void>,
): Runs {
  const { getState, setState } = store
  /** What was asked for before it was known which thread is open. */
  let held: { isCancelled: boolean } | null = null
  let launching: Promise<RunStart | null> | null = null

  const stopRun = (runId: string): Promise<void> => stopAt({ store, options }, runId)
  const settle = ({ runId, threadId }: RunStart): void => {
    const { threadId: opened, live, phase, pending: asked } = getState()
    const pending = asked === null ? null : { ...asked, runId }
    const wantsStop = phase === 'stopping'
    const answered = isAnswered(pending, live)
    setState({ threadId, to: null, pending: answered ? null : pending, phase: wantsStop ? phase : 'ready' })
    if (opened !== threadId) {
      options.memory.write(threadId)
      thread.follow(threadId)
    }
    if (wantsStop) void stopRun(runId)
  }

  /** Who answers next stays as picked while the person only thinks again. */
  const refuse = (error: AppError): void =>
    setState({ pending: null, phase: 'ready', error, ...(declinedVerb(error) === null ? { to: null } : {}) })

  const begin = async ({ verb, ...asked }: LaunchRequest, ask: () => Promise<RunStart>): Promise<RunStart | null> => {
    // What is said before the list of threads was read belongs to the thread of last time, not to a new one.
    if (getState().threads === null) {
      setState({ pending: { ...asked, runId: null, seen: null } })
      const waiting = { isCancelled: false }
      held = waiting
      await opened()
      held = null
      if (waiting.isCancelled) {
        setState({ pending: null })
        return null
      }
    }
    const before = thread.visit()
    const { latest: seen } = getState().live
    setState({ pending: { ...asked, runId: null, seen }, phase: 'starting', error: null })
    try {
      await options.beforeRun()
      const started = await options.guard(verb, ask)
      thread.noteAlive(started.runId)
      if (before === thread.visit()) settle(started)
      list.refreshQuietly()
      return started
    } catch (cause) {
      if (before === thread.visit()) refuse(toAppError(cause))
      return null
    }
  }

  return {
    async launch(request, ask) {
      if (held !== null || isBusy(getState()) || getState().past !== null) return false
      const beginning = begin(request, ask)
      launching = beginning
      const started = await beginning
      if (launching === beginning) launching = null
      return started !== null
    },
    launched: () => launching,
    async stop() {
      const { pending, live } = getState()
      const runId = live.activeRunId ?? pending?.runId ?? null
      if (held !== null) held.isCancelled = true
      if (held !== null || (runId === null && pending === null)) return
      setState({ phase: 'stopping' })
      if (runId !== null) await stopRun(runId)
    },
  }
}

async function stopAt({ store, options }: RunParts, runId: string): Promise<void> {
  try {
    await options.client.call('runs.stop', { runId })
  } catch (cause) {
    store.setState({ phase: 'ready' })
    options.onError('The turn could not be stopped', cause)
  }
}
