/** Undo and redo as two lists of diffs. Pure: the flow store keeps the state. */
import type { StepLabel } from '../../src-shared/flow/editing/undo-steps'
import {
  applyDiff,
  diffFlows,
  invertDiff,
  isNoDifference,
  squashDiffs,
  type FlowDiff,
} from '../../src-shared/flow/diff'
import type { Flow } from '../../src-shared/flow/records'

/** One step; edits with the same `merge` key in quick succession are one step. `at` is in ms. */
export type HistoryStep = { label: StepLabel; diff: FlowDiff; merge: string | null; at: number }
export type History = { past: readonly HistoryStep[]; future: readonly HistoryStep[] }

export const NO_HISTORY: History = { past: [], future: [] }
/** Typing in one field merges for as long as pauses are shorter than this. */
const MERGE_WITHIN_MS = 1000
const MAX_STEPS = 500

export type Change = {
  before: Flow
  after: Flow
  label: StepLabel
  merge: string | null
  at: number
  isGesture?: boolean
}

/** The history after a change; what was undone is gone. A change that changes nothing is no step, and takes back nothing that was undone. */
export function record(history: History, change: Change): History {
  const { label, merge, at, isGesture = false } = change
  const diff = diffFlows(change.before, change.after)
  if (isNoDifference(diff)) return history
  const last = history.past.at(-1)
  const isSoon = last !== undefined && (isGesture || at - last.at < MERGE_WITHIN_MS)
  const isMore = isSoon && merge !== null && last.merge === merge
  const step: HistoryStep = isMore
    ? { label, merge, at, diff: squashDiffs(last.diff, diff) }
    : { label, merge, at, diff }
  const kept = isMore ? history.past.slice(0, -1) : history.past.slice(-(MAX_STEPS - 1))
  return { past: [...kept, step], future: [] }
}

/** The flow and the history one step back; null when there is nothing to undo. */
export function stepBack(flow: Flow, history: History): { flow: Flow; history: History; label: StepLabel } | null {
  const step = history.past.at(-1)
  if (step === undefined) return null
  return {
    flow: applyDiff(flow, invertDiff(step.diff)),
    history: { past: history.past.slice(0, -1), future: [{ ...step, merge: null }, ...history.future] },
    label: step.label,
  }
}

/** The flow and the history one step on again; null when nothing was undone. */
export function stepForward(flow: Flow, history: History): { flow: Flow; history: History; label: StepLabel } | null {
  const [step, ...future] = history.future
  if (step === undefined) return null
  return { flow: applyDiff(flow, step.diff), history: { past: [...history.past, step], future }, label: step.label }
}
