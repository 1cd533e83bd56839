/** The undo history as the library keeps it: what each save sends of it, and what it is when the flow is opened again. */
import { readUndoSteps, writeUndoStep, type UndoStep } from '../../src-shared/flow/editing/undo-steps'
import type { FlowDiff } from '../../src-shared/flow/diff'
import type { Flow } from '../../src-shared/flow/records'
import { MAX_UNDO_STEPS, type UndoChange, type UndoHistory } from '../../src-shared/rpc/undo'
import { NO_HISTORY, type History, type HistoryStep } from './history'

/** What the library has of the history, as far as is known. */
type KeptSteps = { stamp: number; steps: readonly { number: number; diff: FlowDiff }[] }

export type KeptHistory = {
  /** What a save of this history has to send; `kept` says later what came of it. */
  changeTo(history: History): { undo: UndoChange; kept: (stamp: number | null) => void }
  /** Somebody else wrote the flow, or it is not known what was written: the next save sends everything. */
  forget(): void
}

/** `stored`: the history that was read with the flow, where it is one of this very revision. */
export function openKeptHistory(
  flow: Flow,
  revision: number,
  stored: UndoHistory | null,
): { history: History; kept: KeptHistory } {
  const fits = stored !== null && stored.revision === revision && stored.stamp !== null
  if (!fits || stored.stamp === null) return { history: NO_HISTORY, kept: createKeptHistory(null) }
  const [done, undone] = [true, false].map((isDone) =>
    stored.steps.filter(({ number }) => number <= stored.position === isDone),
  )
  const bodies = (steps: typeof done) => (steps ?? []).map(({ body }) => body)
  const { past, future } = readUndoSteps(flow, { past: bodies(done), future: bodies(undone) })
  const isWhole = past.length + future.length === stored.steps.length
  const steps = [...past, ...future].map(({ diff }, at) => ({ number: stored.steps[at]?.number ?? 0, diff }))
  return {
    history: { past: past.map(asStep), future: future.map(asStep) },
    kept: createKeptHistory(isWhole ? { stamp: stored.stamp, steps } : null),
  }
}

function asStep({ label, diff }: UndoStep): HistoryStep {
  return { label, diff, merge: null, at: 0 }
}

function createKeptHistory(known: KeptSteps | null): KeptHistory {
  let stored = known
  return {
    changeTo({ past, future }) {
      const wanted = [...past, ...future]
      // More are not sent: the library would let go of them at once.
      const first = Math.max(0, wanted.length - MAX_UNDO_STEPS)
      const steps = wanted.slice(first)
      const before = alignedTo(stored, steps)
      const same = commonCount(before, steps)
      const last = stored?.steps.at(-1)?.number ?? 0
      const from = before[same]?.number ?? last + 1
      const numbered = steps.map(({ diff }, at) => ({ number: before[at]?.number ?? 0, diff }))
      for (let at = same; at < steps.length; at += 1) {
        const step = numbered[at]
        if (step !== undefined) step.number = from + at - same
      }
      const added = steps.slice(same).map((step, at) => ({ number: from + at, body: writeUndoStep(step) }))
      const position = past.length === 0 ? 0 : (numbered[past.length - 1 - first]?.number ?? 0)
      const undo = { stamp: stored?.stamp ?? null, from: stored === null ? 0 : from, add: added, position }
      return {
        undo,
        kept(stamp) {
          stored = stamp === null ? null : { stamp, steps: numbered }
        },
      }
    },
    forget() {
      stored = null
    },
  }
}

/** What is stored from the first wanted step on: the oldest are let go of when there are many. */
function alignedTo(stored: KeptSteps | null, steps: readonly HistoryStep[]): KeptSteps['steps'] {
  if (stored === null) return []
  const first = steps[0]?.diff
  const at = stored.steps.findIndex(({ diff }) => diff === first)
  return at === -1 ? stored.steps : stored.steps.slice(at)
}

function commonCount(before: KeptSteps['steps'], steps: readonly HistoryStep[]): number {
  let count = 0
  while (count < steps.length && count < before.length && before[count]?.diff === steps[count]?.diff) count += 1
  return count
}
