/** What begins a run in this process and keeps it alive until it ends. */
import { createInterjection } from '../engine/contract/interjection'
import { HEARTBEAT_MS, type RunRecord } from '../store/threads'
import { executeRun } from './execution/execute'
import type { Execution, RunOutcome, RunnerOptions, StartedRun } from './execution/execution'
import { tidyUp } from './execution/tidy-up'
import { readState } from '../engine/state/read-state'
import type { Compile } from './compiled-flows'
import { takenResults } from './repeats'
import { settleLeftTurn } from './verbs/left-turn'

export type LeavingState = { isLeaving: boolean }
/** `own`: whether it is left, whatever becomes of the others. `cut`: ends it where it stands, for what a person says. */
export type ActiveRun = {
  threadId: string
  controller: AbortController
  cut: AbortController
  done: Promise<RunOutcome>
  own: LeavingState
}

export type Launch = (run: RunRecord, prepare: (controller: AbortController) => LaunchedExecution) => StartedRun

/** What a run is, but for what the launcher adds to it. */
type LaunchedExecution = Omit<Execution, 'interjection' | 'takeResult'>

/** Called when a run is over and its thread is free. */
export type OnFree = (run: RunRecord, outcome: RunOutcome) => void

type LaunchContext = {
  active: Map<string, ActiveRun>
  leaving: LeavingState
  compile: Compile
  onFree: OnFree
}

export function launcher(options: RunnerOptions, { active, leaving, compile, onFree }: LaunchContext): Launch {
  const { threads, events, clock, answers, queued, saver } = options
  return (run, prepare) => {
    const { threadId } = run
    const controller = new AbortController()
    const cut = new AbortController()
    const heart = setInterval(() => {
      if (!threads.heartbeat(run.id)) controller.abort()
    }, HEARTBEAT_MS)
    heart.unref()
    const own: LeavingState = { isLeaving: false }
    const isLeft = () => own.isLeaving || leaving.isLeaving
    const takeResult = options.takeResult ?? takenResults(options.repeats, run)
    const breakpoints = options.breakpoints.watch(run.flowId, threadId)
    const execution = prepare(controller)
    const goesOn = execution.mode.kind !== 'new'
    const isWaiting = () => queued.isUrgent(threadId)
    const interjection = createInterjection({ isWaiting, cut: cut.signal, goesOn })
    const state = (thread: string) => readState(saver, thread)
    const settleLeft = (of: Execution) => settleLeftTurn({ ...options, compile }, of)
    const done = executeRun(
      { ...execution, takeResult, interjection, breakpoints },
      { events, answers, state, storeSteps: () => saver.storeNow(), clock, isLeft, settleLeft },
    )
      .then(async (outcome) => {
        await tidyUp(options, run, outcome)
        return outcome
      })
      .finally(() => {
        clearInterval(heart)
        active.delete(run.id)
      })
    active.set(run.id, { threadId, controller, cut, done, own })
    // What waits then waits on: the run is over all the same.
    done.then((outcome) => onFree(run, outcome)).catch(() => undefined)
    return { runId: run.id, threadId, done }
  }
}
