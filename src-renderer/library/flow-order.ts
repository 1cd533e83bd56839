/** Which flows a search finds, and in which order they stand: pinned ones first, by time. */
import type { FlowSummary } from '../../src-shared/rpc/flow-summary'

export type FlowOrder = 'changed' | 'talked' | 'name'

export const FLOW_ORDERS = [
  { value: 'changed', label: 'Last changed' },
  { value: 'talked', label: 'Last talked to' },
  { value: 'name', label: 'Name' },
] as const satisfies readonly { value: FlowOrder; label: string }[]

type Compare = (one: FlowSummary, other: FlowSummary) => number

const changed: Compare = (one, other) => later(one.changedAt, other.changedAt)

const COMPARE = {
  changed,
  talked: (one, other) =>
    later(one.lastThread?.changedAt ?? '', other.lastThread?.changedAt ?? '') || changed(one, other),
  name: (one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }) || changed(one, other),
} as const satisfies { readonly [O in FlowOrder]: Compare }

/** Every word has to be in the name, the description or what was said last. */
export function foundFlows(flows: readonly FlowSummary[], search: string, order: FlowOrder): FlowSummary[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const matching = flows.filter(({ name, description, lastThread }) => {
    const text = `${name} ${description} ${lastThread?.said ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const byTime = COMPARE[order === 'name' ? 'changed' : order]
  return matching.sort((one, other) => {
    if (one.isPinned !== other.isPinned) return one.isPinned ? -1 : 1
    return (one.isPinned ? byTime : COMPARE[order])(one, other)
  })
}

/** ISO times. */
function later(one: string, other: string): number {
  return one === other ? 0 : one < other ? 1 : -1
}
