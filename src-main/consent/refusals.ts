/**
 * What was refused last for want of consent, by flow: a thread may run with a drawing of its own, or with the flow as it was, and what only that would
 * use is not found in the flow as it is saved. So a person can look at it and allow it.
 */
import { permit, type ConsentGate } from './gate'
import type { KeyedItem } from './keys'

export type Refusals = {
  /** Throws as `permit` does. */
  readonly permit: (flowId: string, items: readonly KeyedItem[]) => void
  /** Empty: nothing was. */
  readonly of: (flowId: string) => readonly KeyedItem[]
}

/** So many flows at most are kept, those that asked last. */
const MOST_FLOWS = 100

export function createRefusals(gate: ConsentGate): Refusals {
  const byFlow = new Map<string, readonly KeyedItem[]>()
  const keep = (flowId: string, items: readonly KeyedItem[]): void => {
    byFlow.delete(flowId)
    byFlow.set(flowId, items)
    const [oldest] = byFlow.keys()
    if (byFlow.size > MOST_FLOWS && oldest !== undefined) byFlow.delete(oldest)
  }
  return {
    permit(flowId, items) {
      try {
        permit(gate, flowId, items)
      } catch (cause) {
        keep(flowId, gate.missing(flowId, items))
        throw cause
      }
    },
    of: (flowId) => byFlow.get(flowId) ?? [],
  }
}
