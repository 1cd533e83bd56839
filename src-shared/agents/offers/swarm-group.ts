/** Who belongs to a swarm, in which order, and whom a pattern lets speak next: pure, the same answer for the same state. */
import type { FlowGraph } from '../../flow/graph'
import { isInnerId } from '../../flow/inner-ids'
import type { SwarmPattern } from '../../flow/records'
import { edgeDefinition } from '../../kinds/edge-facts'
import { kindOf } from '../../kinds/index'
import { shortHash } from '../names/names'

/** The agents among which patterns and the manager choose: in the given order, the others after them by name; those inside sub-flows are not drawn here. */
export function swarmGroup(graph: FlowGraph, order: readonly string[]): string[] {
  const members = Object.entries(graph.flow.nodes).flatMap(([id, node]) =>
    kindOf(node)?.roles.member === true && !isInnerId(id) && !onlyServes(graph, id) ? [{ id, name: node.name }] : [],
  )
  const place = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length)
  const byName = (first: string, second: string) => (first < second ? -1 : first > second ? 1 : 0)
  return members
    .sort((first, second) => place(first.id) - place(second.id) || byName(first.name, second.name))
    .map(({ id }) => id)
}

function onlyServes(graph: FlowGraph, id: string): boolean {
  const into = graph.into(id)
  return into.length > 0 && into.every(({ edge }) => edgeDefinition(edge.kind)?.serves === true)
}

/** Where a pattern stands. `spoken`: replies of this turn; the user is next when everybody could have spoken. */
export type PatternState = { current: string; spoken: number; turn: number; seed: number }

/** Whom a pattern lets speak after `current`; null: the user. A random one is never the one that has just spoken. */
export function nextByPattern(pattern: SwarmPattern, group: readonly string[], state: PatternState): string | null {
  const { current, spoken, turn, seed } = state
  if (spoken >= group.length) return null
  if (pattern === 'round-robin') return group[(group.indexOf(current) + 1) % group.length] ?? null
  if (pattern !== 'random') return null
  const others = group.filter((id) => id !== current)
  const draw = Number.parseInt(shortHash(`${seed} ${turn} ${spoken}`), 16)
  return others[draw % Math.max(1, others.length)] ?? null
}
