/** Where a drawn sequence goes on when a node is done, and where it ends: what sub-flows are cut by. */
import type { FlowGraph } from '../flow/graph'
import type { FlowNode } from '../flow/records'
import { edgeDefinition, isOption, returnsWhenDone } from './edge-facts'
import { kindOf } from './index'
import type { OutPort } from './kind'

/** Where a sequence ends: nothing is drawn at the port. `stops`: the node says that the turn ends there. */
export type SequenceEnd = { node: string; port: string; stops: boolean }

/** The ports over which the baton goes on when a node is done: of a node that only leads on all, but for those that begin something of their own. */
export function onwardPorts(node: FlowNode): readonly OutPort[] {
  const kind = kindOf(node)
  if (kind === null) return []
  return kind
    .ports(node.data)
    .filter(
      ({ id, edge, explicit }) => edge === 'next' && explicit !== true && (id === 'out' || kind.roles.way === true),
    )
}

/** The ends of the sequence that begins at a node, as far as it stays among the nodes `within`. */
export function sequenceEnds(graph: FlowGraph, first: string, within: ReadonlySet<string>): SequenceEnd[] {
  const ends: SequenceEnd[] = []
  const seen = new Set([first])
  for (const id of seen) {
    const node = graph.node(id)
    if (node === undefined) continue
    for (const next of followers(graph, id, node)) if (within.has(next)) seen.add(next)
    const after = afterAnswer(graph, id, node)
    if (after === 'elsewhere') continue
    for (const port of onwardPorts(node)) {
      if (after === 'stops' || graph.from(id, port.id).length === 0)
        ends.push({ node: id, port: port.id, stops: after === 'stops' })
    }
  }
  return ends
}

/** Who may have the baton next, without being brought in to work for the node. */
function followers(graph: FlowGraph, id: string, node: FlowNode): string[] {
  const onward = new Set(onwardPorts(node).map((port) => port.id))
  const ports = kindOf(node)?.ports(node.data) ?? []
  return ports.flatMap((port) => {
    const definition = edgeDefinition(port.edge)
    if (definition === null || definition.serves || definition.passes.length === 0) return []
    if (port.edge === 'next' && !onward.has(port.id)) return []
    return graph.from(id, port.id).flatMap(({ edge }) => (returnsWhenDone(edge) ? [] : [edge.to.node]))
  })
}

/** What follows a complete answer: what is drawn as next step, the end of the turn, or something else that the node or its edges say. */
function afterAnswer(graph: FlowGraph, id: string, node: FlowNode): 'next' | 'stops' | 'elsewhere' {
  const always = graph
    .from(id, 'afterWork')
    .find(({ edge }) => edge.kind === 'after-work' && whenOf(edge.data['when']) === '')
  const option = always === undefined ? node.data['afterWork'] : isOption(always.edge) && always.edge.data['option']
  if (always === undefined && (kindOf(node)?.roles.member !== true || typeof option !== 'string')) return 'next'
  return option === 'terminate' ? 'stops' : 'elsewhere'
}

function whenOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

/** Whether a node asks the manager of the whole swarm who speaks next, who does not know those inside sub-flows. */
export function asksManager({ data }: Pick<FlowNode, 'data'>): boolean {
  return data['afterWork'] === 'swarm-manager' || data['option'] === 'swarm-manager'
}

/** Whether a kind ends a sequence, and nothing else. */
export function endsSequence(node: Pick<FlowNode, 'kind'>): boolean {
  const kind = kindOf(node)
  return kind?.roles.step === true && kind.roles.participant !== true && kind.ports().length === 0
}
