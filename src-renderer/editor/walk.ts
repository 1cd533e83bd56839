/** Going from node to node by the arrow keys: along the edges, and among those that hang on the same node. Pure. */
import type { Flow } from '../../src-shared/flow/records'
import { isEdgeKind } from '../../src-shared/kinds/edge-kinds'
import { EDGES } from '../../src-shared/kinds/edges'
import { boundsOf } from './placing'

export type Direction = 'left' | 'right' | 'up' | 'down'

type Kin = {
  /** Where edges lead from here, and who leads here; parts hang below and are neither. */
  targets: Set<string>
  sources: Set<string>
  /** What hangs on it, and on whom it hangs. */
  parts: Set<string>
  hosts: Set<string>
  /** Others that the same node leads to, or that lead to the same one. */
  siblings: Set<string>
  /** Other parts of the same node. */
  coParts: Set<string>
}

/** The node that one gets to from a node; null where there is none that way. */
export function walk(flow: Flow, id: string, direction: Direction): string | null {
  const kin = kinOf(flow, id)
  switch (direction) {
    case 'right':
      return nearest(flow, id, kin.targets) ?? nearest(flow, id, toward(flow, { id, direction, among: kin.coParts }))
    case 'left':
      return nearest(flow, id, kin.sources) ?? nearest(flow, id, toward(flow, { id, direction, among: kin.coParts }))
    case 'down':
      return (
        nearest(flow, id, toward(flow, { id, direction, among: kin.siblings.union(kin.parts) })) ??
        nearest(flow, id, kin.parts)
      )
    case 'up':
      return (
        nearest(flow, id, toward(flow, { id, direction, among: kin.siblings.union(kin.hosts) })) ??
        nearest(flow, id, kin.hosts)
      )
  }
}

function kinOf(flow: Flow, id: string): Kin {
  const kin: Kin = {
    targets: new Set(),
    sources: new Set(),
    parts: new Set(),
    hosts: new Set(),
    siblings: new Set(),
    coParts: new Set(),
  }
  const edges = Object.values(flow.edges).filter(({ from, to }) => from.node !== to.node)
  for (const { kind, from, to } of edges) {
    const isPart = isPartEdge(kind)
    if (from.node === id) (isPart ? kin.parts : kin.targets).add(to.node)
    if (to.node === id) (isPart ? kin.hosts : kin.sources).add(from.node)
  }
  for (const { kind, from, to } of edges) {
    if (isPartEdge(kind)) {
      if (kin.hosts.has(from.node) && to.node !== id) kin.coParts.add(to.node)
      continue
    }
    if (kin.sources.has(from.node) && to.node !== id) kin.siblings.add(to.node)
    if (kin.targets.has(to.node) && from.node !== id) kin.siblings.add(from.node)
  }
  return kin
}

function isPartEdge(kind: string): boolean {
  return isEdgeKind(kind) && EDGES[kind].isPart
}

type Search = { id: string; direction: Direction; among: ReadonlySet<string> }

/** Those whose middle lies on one side of a node's. */
function toward(flow: Flow, { id, direction, among }: Search): Set<string> {
  const own = middleOf(flow, id)
  const isThere = (other: string): boolean => {
    const { x, y } = middleOf(flow, other)
    if (direction === 'left' || direction === 'right') return direction === 'left' ? x < own.x : x > own.x
    return direction === 'up' ? y < own.y : y > own.y
  }
  return new Set([...among].filter(isThere))
}

function nearest(flow: Flow, id: string, others: ReadonlySet<string>): string | null {
  const own = middleOf(flow, id)
  let best: { id: string; distance: number } | null = null
  for (const other of others) {
    const { x, y } = middleOf(flow, other)
    const distance = Math.hypot(x - own.x, y - own.y)
    if (best === null || distance < best.distance) best = { id: other, distance }
  }
  return best?.id ?? null
}

function middleOf(flow: Flow, id: string): { x: number; y: number } {
  const box = boundsOf(flow, [id])
  return box === null ? { x: 0, y: 0 } : { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
