/** A selection as one sub-flow node: what is inside moves into a flow that the node holds, what crossed its border ends at the node. */
import { edgeDefinition } from '../../kinds/edge-facts'
import { subflowKind } from '../../kinds/subflow'
import { isJsonObject, isSameJson } from '../json'
import { takenNames, uniqueName } from '../names'
import { emptyFlow, newId, type Flow, type FlowEdge, type FlowNode, type JsonObject, type Position } from '../records'
import { isStart } from './embedded-flow'
import { roundPosition } from './edits'
import { putIntoFrame, framesOf } from './frames'
import { renameVariable } from './rename-variable'
import { saveFlow } from './save'
import { cutSubflow, leadsOn, namedNodes, type Refusal, type SubflowCut } from './subflow-cut'

export type SubflowMade = { ok: true; flow: Flow; node: string; copied: readonly string[] }
export type MakeSubflowOptions = { name?: string; at?: Position; makeId?: (hint: string) => string }

/** The flow with the selection as a sub-flow, which the file holds; or why it cannot be one. */
export function makeSubflow(
  flow: Flow,
  selected: Iterable<string>,
  { name = subflowKind.label, at, makeId = (hint) => newId(hint) }: MakeSubflowOptions = {},
): SubflowMade | Refusal {
  const cut = cutSubflow(flow, selected)
  if (!cut.ok) return cut
  const id = makeId(subflowKind.kind)
  const own = uniqueName(takenNames(flow), name)
  const inner = innerFlow(flow, cut, { name: own, makeId })
  const node: FlowNode = {
    kind: subflowKind.kind,
    name: own,
    data: { ...described(flow.nodes[cut.entry]), flow: asJson(inner) },
  }
  const place = at ?? middleOf(flow, cut.moved)
  const around = withoutMoved(flow, cut, { id, node, place: roundPosition(place) })
  return { ok: true, flow: around, node: id, copied: [...cut.copied] }
}

/** The flow as the file writes it. */
export function asJson(flow: Flow): JsonObject {
  const written: unknown = JSON.parse(saveFlow(flow))
  return isJsonObject(written) ? written : {}
}

/** Whoever chooses between helpers reads what the one says that they come to. */
function described(entry: FlowNode | undefined): JsonObject {
  const description = entry?.data['description']
  return typeof description === 'string' && description.trim() !== '' ? { description } : {}
}

type InnerOptions = { name: string; makeId: (hint: string) => string }

function innerFlow(flow: Flow, cut: SubflowCut, { name, makeId }: InnerOptions): Flow {
  const inside = new Set([...cut.moved, ...cut.copied])
  const start = makeId('start')
  const first = makeId('next')
  const nodes: Flow['nodes'] = { [start]: { kind: 'start', name: uniqueName(new Set(), 'Start'), data: {} } }
  const layout: { [id: string]: Position } = {}
  for (const [id, node] of Object.entries(flow.nodes)) {
    if (!inside.has(id)) continue
    nodes[id] = node
    const position = flow.layout.nodes[id]
    if (position !== undefined) layout[id] = position
  }
  layout[start] = startPlace(Object.values(layout), layout[cut.entry])
  const edges: Flow['edges'] = {
    [first]: { kind: 'next', from: { node: start, port: 'out' }, to: { node: cut.entry, port: 'in' }, data: {} },
  }
  for (const [id, edge] of Object.entries(flow.edges))
    if (inside.has(edge.from.node) && inside.has(edge.to.node)) edges[id] = edge
  const inner = {
    ...emptyFlow(name, makeId('flow')),
    nodes: withOwnStart(nodes, start),
    edges,
    layout: { nodes: layout },
  }
  return { ...inner, settings: usedVariables(flow, inner) }
}

/** The start has a name that no other node has. */
function withOwnStart(nodes: Flow['nodes'], start: string): Flow['nodes'] {
  const { [start]: own, ...others } = nodes
  return own === undefined
    ? nodes
    : { [start]: { ...own, name: uniqueName(takenNames({ nodes: others }), own.name) }, ...others }
}

function startPlace(positions: readonly Position[], entry: Position = { x: 0, y: 0 }): Position {
  const left = positions.reduce((least, { x }) => Math.min(least, x), entry.x)
  return { x: left - 200, y: entry.y + 16 }
}

/** The declarations of the variables that what is inside names: the flow round it has them too, and its own go first. */
function usedVariables(flow: Flow, inner: Flow): JsonObject {
  const declared = flow.settings['variables']
  if (!isJsonObject(declared)) return {}
  const used = Object.entries(declared).filter(([name, variable]) => {
    const asked: Flow = { ...inner, settings: { variables: { [name]: variable } } }
    const renamed = renameVariable(asked, name, freeName(declared, name))
    return !isSameJson(renamed.nodes, inner.nodes) || !isSameJson(renamed.edges, inner.edges)
  })
  return used.length === 0 ? {} : { variables: Object.fromEntries(used) }
}

function freeName(taken: JsonObject, name: string): string {
  let free = `${name.slice(0, 60)}_1`
  while (Object.hasOwn(taken, free)) free = `${name.slice(0, 50)}_${free.length}${free.slice(-8)}`
  return free
}

type NewHolder = { id: string; node: FlowNode; place: Position }

/** What is left, with the node at the place of the first that moved and the edges that crossed the border at it. */
function withoutMoved(flow: Flow, cut: SubflowCut, { id, node, place }: NewHolder): Flow {
  const nodes: Flow['nodes'] = {}
  for (const [old, before] of Object.entries(flow.nodes)) {
    if (!cut.moved.has(old)) nodes[old] = naming(before, cut.entry, id)
    else if (!Object.hasOwn(nodes, id)) nodes[id] = node
  }
  const edges: Flow['edges'] = {}
  const leaving = new Set(cut.out.map((entry) => entry.id))
  let isLedOn = false
  for (const [edgeId, edge] of Object.entries(flow.edges)) {
    const [fromInside, toInside] = [cut.moved.has(edge.from.node), cut.moved.has(edge.to.node)]
    if (!fromInside) edges[edgeId] = toInside ? { ...edge, to: { ...edge.to, node: id } } : edge
    else if (leaving.has(edgeId)) {
      const goesOn = leadsOn(flow, edge.from)
      if (goesOn && isLedOn) continue
      isLedOn ||= goesOn
      edges[edgeId] = leavingFrom(edge, { node: id, port: goesOn ? 'out' : edge.from.port })
    }
  }
  const kept = Object.entries(flow.layout.nodes).filter(([old]) => !cut.moved.has(old))
  const frame = commonFrame(flow, cut.moved)
  const left: Flow = {
    ...flow,
    settings: withInitial(flow.settings, cut.entry, id),
    nodes,
    edges,
    layout: { nodes: { ...Object.fromEntries(kept), [id]: place } },
  }
  const unframed = [...framesOf(flow).values()].some((carrying) => !cut.moved.has(carrying)) ? pruned(left) : left
  return frame === null ? unframed : putIntoFrame(unframed, [id], frame)
}

function leavingFrom(edge: FlowEdge, from: FlowEdge['from']): FlowEdge {
  return { ...edge, from }
}

/** Frames carry only what is there. */
function pruned(flow: Flow): Flow {
  const nodes = Object.entries(flow.nodes).map(([id, node]): [string, FlowNode] => {
    const { children } = node.data
    if (!Array.isArray(children)) return [id, node]
    const left = children.filter((child) => typeof child !== 'string' || Object.hasOwn(flow.nodes, child))
    if (left.length === children.length) return [id, node]
    const { children: _before, ...data } = node.data
    return [id, { ...node, data: left.length === 0 ? data : { ...data, children: left } }]
  })
  return { ...flow, nodes: Object.fromEntries(nodes) }
}

/** The frame outside that carries everything that moves; null where there is none. */
function commonFrame(flow: Flow, moved: ReadonlySet<string>): string | null {
  const frames = framesOf(flow)
  const found = new Set(
    [...moved].flatMap((id) => {
      const frame = frames.get(id) ?? null
      return frame !== null && moved.has(frame) ? [] : [frame]
    }),
  )
  const [only = null] = found
  return found.size === 1 ? only : null
}

/** Fields that named the first node inside name the sub-flow. */
export function naming(node: FlowNode, from: string, to: string): FlowNode {
  if (!namedNodes(node).includes(from)) return node
  const data = Object.entries(node.data).map(([key, value]) => [key, value === from ? to : value])
  return { ...node, data: Object.fromEntries(data) as JsonObject }
}

export function withInitial(settings: JsonObject, from: string, to: string): JsonObject {
  const { swarm } = settings
  return isJsonObject(swarm) && swarm['initial'] === from ? { ...settings, swarm: { ...swarm, initial: to } } : settings
}

function middleOf(flow: Flow, ids: ReadonlySet<string>): Position {
  const places = Object.entries(flow.layout.nodes).flatMap(([id, place]) => (ids.has(id) ? [place] : []))
  if (places.length === 0) return { x: 0, y: 0 }
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)]
  return { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 }
}

/** Whether edges that watch leave a flow's start. */
export function startWatchers(flow: Flow): string[] {
  return Object.entries(flow.edges).flatMap(([id, edge]) =>
    isStart(flow.nodes[edge.from.node]) && edgeDefinition(edge.kind)?.watches === true ? [id] : [],
  )
}
