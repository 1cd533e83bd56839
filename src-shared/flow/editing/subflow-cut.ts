/** Where a selection is cut out of a flow: what goes into the sub-flow, what stays, where it begins, what leads out; or why it cannot be one. */
import { message as sentence, type Message, type Sentence } from '../../languages/translate'
import { edgeDefinition, isToolEdge } from '../../kinds/edge-facts'
import { hasTrait } from '../../kinds/field-types'
import { nodeFieldsOf } from '../../kinds/fields-of'
import { kindOf } from '../../kinds/index'
import { asksManager, endsSequence, onwardPorts, sequenceEnds, type SequenceEnd } from '../../kinds/sequence'
import { subflowKind } from '../../kinds/subflow'
import { flowGraph, type EdgeEntry } from '../graph'
import { isSameJson } from '../json'
import { isDisabled, isLocked } from '../node-marks'
import { readSettings, type Flow, type FlowNode } from '../records'
import { isStart } from './embedded-flow'
import { childrenOf, withContents } from './frames'

/** Why something cannot be done, in a sentence for the person, with what it is about. */
export type Refusal = { ok: false; reason: Sentence; node?: string; edge?: string }

export type SubflowCut = {
  ok: true
  /** The node that the sub-flow begins at. */
  entry: string
  /** What leaves the flow, and what is in the sub-flow and stays outside too: tools that others use. */
  moved: ReadonlySet<string>
  copied: ReadonlySet<string>
  /** Edges that lead in, and those that lead on: both become edges of the sub-flow. */
  into: readonly EdgeEntry[]
  out: readonly EdgeEntry[]
}

/** How a selection becomes a sub-flow. The start, the ends, and tools that nobody in it uses stay where they are. */
export function cutSubflow(flow: Flow, selected: Iterable<string>): SubflowCut | Refusal {
  const chosen = chosenNodes(flow, selected)
  const { moved, copied } = withParts(flow, chosen)
  const locked = [...moved].find((id) => isLocked(flow.nodes[id]))
  if (locked !== undefined)
    return refused(sentence('{name} is locked. Unlock it first.', { name: nameOf(flow, locked) }), { node: locked })
  const inside = new Set([...moved, ...copied])
  const crossing = crossingEdges(flow, { moved, inside })
  const entry = entryOf(flow, moved, crossing.into)
  if (typeof entry !== 'string') return entry
  const fault =
    swarmFault(flow, moved) ??
    entryFault(flow, entry, crossing.into) ??
    outFault(flow, { entry, moved, out: crossing.out }) ??
    endFault(flow, { entry, moved, out: crossing.out }) ??
    namingFault(flow, { entry, moved, inside })
  return fault ?? { ok: true, entry, moved, copied, ...crossing }
}

/** What is selected, with what frames carry, without what never goes into a sub-flow. */
function chosenNodes(flow: Flow, selected: Iterable<string>): Set<string> {
  const wanted = withContents(flow, selected).filter((id) => {
    const node = Object.hasOwn(flow.nodes, id) ? flow.nodes[id] : undefined
    return node !== undefined && !isStart(node) && !endsSequence(node)
  })
  const tools = wanted.filter((id) => isTool(flow.nodes[id]))
  const used = new Set(
    Object.values(flow.edges).flatMap(({ from, to }) => (isStart(flow.nodes[from.node]) ? [] : [to.node])),
  )
  const others = wanted.filter((id) => !tools.includes(id))
  // Tools come along with whoever uses them; a loose one goes where it was selected to go.
  return new Set([...others, ...tools.filter((id) => !used.has(id))])
}

/** The chosen nodes with the tools and observers that belong to them. A tool that others use too stays for these, and is copied. */
function withParts(flow: Flow, chosen: ReadonlySet<string>): { moved: Set<string>; copied: Set<string> } {
  const edges = Object.values(flow.edges)
  const parts = new Set<string>()
  const reached = new Set(chosen)
  for (const id of reached) {
    for (const { kind, from, to } of edges) {
      if (from.node !== id || reached.has(to.node) || !leadsToPart(flow, kind, to.node)) continue
      parts.add(to.node)
      reached.add(to.node)
    }
  }
  const copied = new Set<string>()
  for (let before = -1; before !== copied.size;) {
    before = copied.size
    for (const { from, to } of edges) {
      const isOurs = reached.has(from.node) && !copied.has(from.node)
      if (parts.has(to.node) && isTool(flow.nodes[to.node]) && !isOurs) copied.add(to.node)
    }
  }
  return { moved: withoutPartFrames(flow, new Set([...reached].filter((id) => !copied.has(id)))), copied }
}

/** A frame goes along with all that it carries, or stays. */
function withoutPartFrames(flow: Flow, moved: ReadonlySet<string>): Set<string> {
  const staying = [...moved].filter((id) => childrenOf(flow, id).some((child) => !moved.has(child)))
  const left = new Set([...moved].filter((id) => !staying.includes(id)))
  return staying.length === 0 ? left : withoutPartFrames(flow, left)
}

function leadsToPart(flow: Flow, edgeKind: string, to: string): boolean {
  const node = Object.hasOwn(flow.nodes, to) ? flow.nodes[to] : undefined
  if (node === undefined) return false
  return isTool(node) || edgeDefinition(edgeKind)?.watches === true
}

function isTool(node: FlowNode | undefined): boolean {
  const kind = node === undefined ? null : kindOf(node)
  return kind !== null && kind.roles.participant !== true && kind.accepts.some((edge) => isToolEdge({ kind: edge }))
}

type Crossing = { into: EdgeEntry[]; out: EdgeEntry[] }

/** Edges between what moves and what stays. Those to tools that are copied are inside on both sides. */
function crossingEdges(
  flow: Flow,
  { moved, inside }: { moved: ReadonlySet<string>; inside: ReadonlySet<string> },
): Crossing {
  const entries = Object.entries(flow.edges).map(([id, edge]) => ({ id, edge }))
  return {
    into: entries.filter(({ edge: { from, to } }) => !moved.has(from.node) && moved.has(to.node)),
    out: entries.filter(({ edge: { from, to } }) => moved.has(from.node) && !inside.has(to.node)),
  }
}

function entryOf(flow: Flow, moved: ReadonlySet<string>, into: readonly EdgeEntry[]): string | Refusal {
  const speakers = [...moved].filter((id) => kindOf(flow.nodes[id] ?? { kind: '' })?.roles.participant === true)
  if (speakers.length === 0) return refused('Nobody in the selection speaks. Select an agent or a supervisor too.')
  const watched = into.find(({ edge }) => edgeDefinition(edge.kind)?.watches === true)
  if (watched !== undefined)
    return refused(
      sentence(
        '{observer} observes {dialog} too, which is not selected. Select both, or give each an observer of its own.',
        { observer: nameOf(flow, watched.edge.to.node), dialog: nameOf(flow, watched.edge.from.node) },
      ),
      { edge: watched.id },
    )
  const entered = [...new Set(into.map(({ edge }) => edge.to.node))]
  if (entered.length > 1)
    return refused(
      sentence(
        'Edges lead to {first} and to {second}. A sub-flow has one way in: select so that only one of them is led to from outside.',
        { first: nameOf(flow, entered[0]), second: nameOf(flow, entered[1]) },
      ),
      into.find(({ edge }) => edge.to.node === entered[1]),
    )
  const led = new Set(
    Object.values(flow.edges).flatMap(({ from, to }) =>
      moved.has(from.node) && from.node !== to.node ? [to.node] : [],
    ),
  )
  const first = entered.length === 1 ? entered : speakers.filter((id) => !led.has(id))
  const [only] = first
  if (only !== undefined && first.length === 1) return only
  return refused('It is not clear who in the selection begins. Draw an edge to that one first.')
}

function entryFault(flow: Flow, entry: string, into: readonly EdgeEntry[]): Refusal | null {
  const node = flow.nodes[entry]
  const kind = node === undefined ? null : kindOf(node)
  if (kind === null || kind.roles.participant !== true || !kind.accepts.includes('next')) {
    const label = kind?.label ?? node?.kind ?? ''
    return refused(
      sentence(
        '{name} would be where the sub-flow begins, and a flow cannot begin with a {kind}. Select whoever leads to it too.',
        { name: nameOf(flow, entry), kind: { label } },
      ),
      { node: entry },
    )
  }
  if (isDisabled(node))
    return refused(
      sentence('{name} is disabled, and nothing begins there. Enable it first.', { name: nameOf(flow, entry) }),
      { node: entry },
    )
  const odd = into.find(({ edge: { kind: edgeKind, to } }) => {
    const isTaken = [subflowKind, kind].every(({ accepts }) => accepts.some((accepted) => accepted === edgeKind))
    return !isTaken || to.port !== 'in'
  })
  return odd === undefined
    ? null
    : refused(
        sentence('{edge} cannot lead to a sub-flow. Select {node} too.', {
          edge: edgeWords(flow, odd),
          node: nameOf(flow, odd.edge.from.node),
        }),
        odd,
      )
}

type WaysOut = { entry: string; moved: ReadonlySet<string>; out: readonly EdgeEntry[] }

/** A sub-flow leads on when it is done, to one node, and by intent where it is a single worker. */
function outFault(flow: Flow, { entry, moved, out }: WaysOut): Refusal | null {
  const onward = out.filter(({ edge }) => leadsOn(flow, edge.from))
  const odd = out.find((entryOut) => !onward.includes(entryOut) && !isOwnIntent(flow, { entry, moved }, entryOut))
  if (odd !== undefined)
    return refused(
      sentence(
        '{edge} leaves the selection. A sub-flow only leads on when it is done: select {to} too, or leave {from} out.',
        { edge: edgeWords(flow, odd), to: nameOf(flow, odd.edge.to.node), from: nameOf(flow, odd.edge.from.node) },
      ),
      odd,
    )
  const [first, second] = new Map(onward.map((entryOut) => [entryOut.edge.to.node, entryOut])).values()
  const other = onward.find(({ edge }) => !isSameJson(edge.data, onward[0]?.edge.data))
  if (other !== undefined)
    return refused(
      sentence('{edge} says something else than the other edges that lead on.', { edge: edgeWords(flow, other) }),
      other,
    )
  if (first === undefined || second === undefined) return null
  return refused(
    sentence(
      'The selection leads on to {first} and to {second}. A sub-flow leads on to one node: select one of them too.',
      { first: nameOf(flow, first.edge.to.node), second: nameOf(flow, second.edge.to.node) },
    ),
    second,
  )
}

/** Whether an edge at a port is followed when the node is done. */
export function leadsOn(flow: Flow, { node: id, port }: { node: string; port: string }): boolean {
  const node = flow.nodes[id]
  return node !== undefined && onwardPorts(node).some((onward) => onward.id === port)
}

/** An edge that leaves the only one who speaks, at a port that sub-flows have too. */
function isOwnIntent(flow: Flow, { entry, moved }: Pick<WaysOut, 'entry' | 'moved'>, { edge }: EdgeEntry): boolean {
  const hasPort = subflowKind.ports().some(({ id, edge: kind }) => id === edge.from.port && kind === edge.kind)
  const speakers = [...moved].filter((id) => kindOf(flow.nodes[id] ?? { kind: '' })?.roles.participant === true)
  return hasPort && edge.from.node === entry && speakers.length === 1
}

/** Inside a sub-flow every end of a sequence leads on. Where one would have ended the conversation, that cannot be drawn. */
function endFault(flow: Flow, { entry, moved, out }: WaysOut): Refusal | null {
  const onward = out.filter(({ edge }) => leadsOn(flow, edge.from))
  const left = Object.entries(flow.edges).filter(([id]) => !onward.some((leaving) => leaving.id === id))
  const ends = sequenceEnds(flowGraph({ ...flow, edges: Object.fromEntries(left) }), entry, moved)
  const isEnd = ({ edge: { from } }: EdgeEntry) =>
    ends.some(({ node, port }) => node === from.node && port === from.port)
  const unreached = onward.find((leaving) => !isEnd(leaving))
  if (unreached !== undefined)
    return refused(
      sentence('{from} leads on to {to}, but never gets there from where the sub-flow begins. Leave it out.', {
        from: nameOf(flow, unreached.edge.from.node),
        to: nameOf(flow, unreached.edge.to.node),
      }),
      unreached,
    )
  const isDrawn = ({ node, port, stops }: SequenceEnd) =>
    !stops && onward.some(({ edge: { from } }) => from.node === node && from.port === port)
  const [first] = ends.filter(
    (end) => !isDrawn(end) && (onward.length > 0 || (isWay(flow.nodes[end.node]) && !end.stops)),
  )
  return first === undefined ? null : earlyEndFault(flow, { entry, first, onward: onward[0] })
}

type EarlyEnd = { entry: string; first: SequenceEnd; onward: EdgeEntry | undefined }

function earlyEndFault(flow: Flow, { entry, first, onward }: EarlyEnd): Refusal | null {
  const name = nameOf(flow, first.node)
  if (onward !== undefined)
    return refused(
      sentence(
        'The conversation ends with {name}, and goes on from {from} to {to}. A sub-flow always leads on: draw where {name} leads first.',
        { name, from: nameOf(flow, onward.edge.from.node), to: nameOf(flow, onward.edge.to.node) },
      ),
      { node: first.node },
    )
  const begins = flowGraph(flow)
    .into(entry)
    .some(({ edge }) => isStart(flow.nodes[edge.from.node]))
  return begins
    ? null
    : refused(
        sentence(
          '{name} ends the conversation at “{port}”, and inside a sub-flow it would only end that. Draw where it leads first.',
          { name, port: first.port },
        ),
        { node: first.node },
      )
}

function isWay(node: FlowNode | undefined): boolean {
  return node !== undefined && kindOf(node)?.roles.way === true
}

/** Patterns and the manager of a swarm choose between drawn agents only. */
function swarmFault(flow: Flow, moved: ReadonlySet<string>): Refusal | null {
  const { pattern, afterWork, afterWorkCode } = readSettings(flow).swarm
  const members = [...moved].filter((id) => kindOf(flow.nodes[id] ?? { kind: '' })?.roles.member === true)
  const asks =
    members.some((id) => asksManager(flow.nodes[id] ?? { data: {} })) ||
    Object.values(flow.edges).some((edge) => moved.has(edge.from.node) && asksManager(edge))
  const isChosen = pattern !== 'default' || afterWork === 'swarm-manager' || afterWorkCode !== null
  return members.length > 0 && (isChosen || asks)
    ? refused(
        'The flow’s settings say who speaks next in the swarm, and they do not reach into sub-flows. Draw hand-offs instead.',
      )
    : null
}

/** Fields that name a node reach no further than their own flow. */
function namingFault(
  flow: Flow,
  { entry, moved, inside }: { entry: string; moved: ReadonlySet<string>; inside: ReadonlySet<string> },
): Refusal | null {
  for (const [id, node] of Object.entries(flow.nodes)) {
    for (const named of namedNodes(node)) {
      if (!Object.hasOwn(flow.nodes, named)) continue
      const leaves = inside.has(id) && !inside.has(named)
      const enters = !moved.has(id) && moved.has(named) && named !== entry
      if (leaves || enters)
        return refused(
          sentence('{name} names {named} in its fields. Select both, or neither.', {
            name: nameOf(flow, id),
            named: nameOf(flow, named),
          }),
          {
            node: id,
          },
        )
    }
  }
  const { initial } = readSettings(flow).swarm
  return initial !== null && moved.has(initial) && initial !== entry
    ? refused(
        sentence('The flow’s settings say that {name} begins. Only the first of a sub-flow can be named there.', {
          name: nameOf(flow, initial),
        }),
      )
    : null
}

/** The nodes that a node's fields name. */
export function namedNodes(node: FlowNode): string[] {
  return nodeFieldsOf(node).flatMap((hint) => {
    const named = node.data[hint.key]
    return hasTrait(hint, 'namesNode', true) && typeof named === 'string' && named !== '' ? [named] : []
  })
}

/** `The hand-off from "Clerk" to "Manager"`. */
export function edgeWords(flow: Flow, { edge }: Pick<EdgeEntry, 'edge'>): Message {
  const label = edgeDefinition(edge.kind)?.label.toLowerCase() ?? edge.kind
  return sentence('The edge “{label}” from {from} to {to}', {
    label,
    from: nameOf(flow, edge.from.node),
    to: nameOf(flow, edge.to.node),
  })
}

/** The name of a node in quotes. */
export function nameOf(flow: Pick<Flow, 'nodes'>, id: string | undefined): string {
  const node = id === undefined ? undefined : flow.nodes[id]
  const name = node?.name.trim() ?? ''
  return `“${name === '' ? (node === undefined ? '' : (kindOf(node)?.label ?? node.kind)) : name}”`
}

export function refused(reason: Sentence, at: { node?: string; edge?: string } | EdgeEntry = {}): Refusal {
  if ('id' in at) return { ok: false, reason, edge: at.id }
  return { ok: false, reason, ...at }
}
