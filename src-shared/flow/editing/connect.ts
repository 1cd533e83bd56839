/** Which nodes an edge may join, and why not, in words: the rules of wiring. */
import { asMessage, message as sentence, type Label, type Sentence } from '../../languages/translate'
import { isAsked, isOption } from '../../kinds/edge-facts'
import { EDGES } from '../../kinds/edges'
import { isEdgeKind, type EdgeKind } from '../../kinds/edge-kinds'
import { kindOf } from '../../kinds/index'
import type { Kind, OutPort } from '../../kinds/kind'
import type { EdgeEnd, Flow, FlowNode } from '../records'

/** An edge that somebody wants to draw. */
export type Connection = {
  from: EdgeEnd
  to: EdgeEnd
  /** The kind that the edge must have; left out: what the port carries. */
  kind?: string
  /** The `option` of an after-work edge, which then ends at its own agent. */
  option?: string | null
  /** An edge that this one takes the place of. */
  replaces?: string
}

/** Whether it may be drawn. `reason` is a sentence for the person who wires. */
export type ConnectAnswer = { ok: true; kind: EdgeKind } | { ok: false; reason: Sentence }

/** Whether an edge may be drawn between two ends. */
export function canConnect(flow: Flow, connection: Connection): ConnectAnswer {
  const from = nodeAt(flow, connection.from.node)
  const to = nodeAt(flow, connection.to.node)
  if (from === undefined || to === undefined) return refused('One of the two nodes is not in the flow any more.')
  const port = portFor(from, connection)
  if (!port.ok) return port
  const kind = port.port.edge
  const { option = null } = connection
  const reason =
    selfReason(connection, isOption({ kind, data: { option } })) ??
    targetReason(to, connection.to.port, kind) ??
    askReason(from, to, port.port) ??
    crowdReason(flow, connection, port.port)
  return reason === null ? { ok: true, kind } : refused(reason)
}

/** `An agent`, `A built-in tool`: a kind at the beginning of a sentence. */
export function aKind(label: string): Label {
  return { label, begins: true }
}

/** Why an edge of a kind cannot end at a node of a kind; null when it can. */
export function targetReason(to: FlowNode, port: string, kind: EdgeKind): Sentence | null {
  const target = kindOf(to)
  if (target === null) return unknownKind(to)
  if (port !== 'in')
    return sentence('{kind} has no port “{port}” that an edge could end at.', { kind: aKind(target.label), port })
  return target.accepts.includes(kind)
    ? null
    : sentence('{kind} cannot {what}.', { kind: aKind(target.label), what: { label: EDGES[kind].refusal.to } })
}

/** Whether an edge of a port may end at a node of a kind. */
export function isTakenBy(port: OutPort, target: Kind): boolean {
  return target.accepts.includes(port.edge) && (port.asks === true || !isAsked(port.edge, target))
}

/** Why a node cannot ask another one over a port; null when it can, or the other one is no participant. */
export function askReason(from: FlowNode, to: FlowNode, port: OutPort): Sentence | null {
  const [source, target] = [kindOf(from), kindOf(to)]
  if (source === null || target === null || port.asks === true || !isAsked(port.edge, target)) return null
  return sentence('{kind} takes tools at “{port}”, and can ask nobody there. A supervisor, a dialog or an agent can.', {
    kind: aKind(source.label),
    port: asMessage(port.label),
  })
}

type PortAnswer = { ok: true; port: OutPort } | { ok: false; reason: Sentence }

function portFor(from: FlowNode, { from: end, kind }: Connection): PortAnswer {
  const source = kindOf(from)
  if (source === null) return refused(unknownKind(from))
  if (kind !== undefined && !isEdgeKind(kind))
    return refused(sentence('Baton does not know the edge kind “{kind}”.', { kind }))
  const ports = source.ports(from.data)
  const port = ports.find((candidate) => candidate.id === end.port)
  if (kind !== undefined && port?.edge !== kind) return refused(wrongPort(source, ports, kind))
  return port === undefined
    ? refused(sentence('{kind} has no port “{port}”.', { kind: aKind(source.label), port: end.port }))
    : { ok: true, port }
}

function wrongPort(source: Kind, ports: readonly OutPort[], kind: EdgeKind): Sentence {
  const right = ports.find((candidate) => candidate.edge === kind)
  if (right === undefined)
    return sentence('{kind} cannot {what}.', { kind: aKind(source.label), what: { label: EDGES[kind].refusal.from } })
  return sentence('Draw the edge from the port “{port}”: only that one carries “{edge}”.', {
    port: asMessage(right.label),
    edge: asMessage(EDGES[kind].label),
  })
}

function selfReason({ from, to }: Connection, hasOption: boolean): Sentence | null {
  if (hasOption) return from.node === to.node ? null : 'An edge with an option ends at its own agent.'
  return from.node === to.node ? 'A node cannot be joined to itself.' : null
}

function crowdReason(flow: Flow, { from, to, option, replaces }: Connection, port: OutPort): Sentence | null {
  const repeats = EDGES[port.edge].repeats || (option ?? null) !== null
  let count = 0
  for (const [id, edge] of Object.entries(flow.edges)) {
    if (id === replaces || edge.from.node !== from.node || edge.from.port !== from.port) continue
    if (!repeats && edge.to.node === to.node) return 'The two are joined that way already.'
    count += 1
  }
  if (port.max === undefined || count < port.max) return null
  return sentence(
    '“{port}” takes {count, plural, one {one edge} other {# edges}} only. Remove the present one first.',
    {
      port: asMessage(port.label),
      count: port.max,
    },
  )
}

function unknownKind(node: FlowNode): Sentence {
  return sentence('Baton does not know the kind “{kind}”, so nothing can be joined to it.', { kind: node.kind })
}

function nodeAt(flow: Flow, id: string): FlowNode | undefined {
  return Object.hasOwn(flow.nodes, id) ? flow.nodes[id] : undefined
}

function refused(reason: Sentence): { ok: false; reason: Sentence } {
  return { ok: false, reason }
}
