/**
 * Every change that can be made to a flow, as pure functions Flow -> Flow. Untouched records keep their identity; an edit
 * that is not possible, or that would make a flow which `openFlow` refuses, gives back the very flow that it got.
 */
import { canBeDisabled } from '../../kinds/kind'
import { isOption } from '../../kinds/edge-facts'
import { EDGES } from '../../kinds/edges'
import { isKindName, kindOf, KINDS } from '../../kinds/index'
import { canConnect } from './connect'
import { edgeDataSchema, nodeDataSchema, patchData, type FieldPatch } from './data'
import { heldFlow } from './embedded-flow'
import { withRulesFollowing } from './follow-name'
import { childrenOf, isFrame } from './frames'
import { edgesFrom } from '../graph'
import { isLocked } from '../node-marks'
import { MAX_NAME, takenNames, uniqueName } from '../names'
import {
  idSchema,
  settingsSchema,
  type EdgeEnd,
  type Flow,
  type FlowEdge,
  type FlowNode,
  type Position,
} from '../records'

/** Coordinates beyond this are moved back to it. */
const MAX_COORDINATE = 1e7

/** A node to add; `id` from `newId`. No name: the kind's label; a taken one gets a number. */
export type NewNode = { id: string; kind: string; position: Position; name?: string; data?: FieldPatch }
/** An edge to add; `id` from `newId`. No kind: what the port carries. With an after-work `option`, it ends at its own node. */
export type NewEdge = { id: string; from: EdgeEnd; to: EdgeEnd; kind?: string; data?: FieldPatch }
/** Positions by node id. */
export type Positions = { readonly [id: string]: Position }

/** Adds a node of a known kind. */
export function addNode(flow: Flow, node: NewNode): Flow {
  if (!isFreeId(flow.nodes, node.id) || !isKindName(node.kind)) return flow
  const patched = patchData(nodeDataSchema(node.kind), {}, node.data ?? {})
  if (!patched.ok) return flow
  const name = uniqueName(takenNames(flow), node.name ?? KINDS[node.kind].label)
  return {
    ...flow,
    nodes: { ...flow.nodes, [node.id]: { kind: node.kind, name, data: patched.data } },
    layout: { nodes: { ...flow.layout.nodes, [node.id]: roundPosition(node.position) } },
  }
}

/**
 * Names a node as typed (cut to 200 characters); `checkFlow` says when the name is empty or taken. A flow in it that was called like it follows, and so do the rules of
 * the rehearsal that are about it. `since`: the flow before the name was begun to be typed, where it is named letter by letter.
 */
export function setNodeName(flow: Flow, id: string, name: string, since = flow): Flow {
  const own = name.slice(0, MAX_NAME)
  const named = changeNode(flow, id, (node) =>
    node.name === own ? node : withHeldName({ ...node, name: own }, node.name),
  )
  return withRulesFollowing(named, id, since)
}

function withHeldName(node: FlowNode, before: string): FlowNode {
  const held = heldFlow(node)
  if (held?.by !== 'value' || held.value['name'] !== before) return node
  return { ...node, data: { ...node.data, [held.field]: { ...held.value, name: node.name } } }
}

/**
 * Sets fields of a node's data; a field set to its default or to undefined is removed. See `nodeFieldIssue` for refusals. Where that gives
 * ports another name, their edges go along; edges of a port that is gone stay, and `checkFlow` says so.
 */
export function setNodeData(flow: Flow, id: string, patch: FieldPatch): Flow {
  const changed = changeNode(flow, id, (node) => {
    const patched = patchData(nodeDataSchema(node.kind), node.data, patch)
    return !patched.ok || patched.data === node.data ? node : { ...node, data: patched.data }
  })
  const [before, after] = [flow.nodes[id], changed.nodes[id]]
  if (before === undefined || after === undefined || before === after) return changed
  return withMovedPorts(changed, id, renamedPorts(before, after))
}

/** The ports that have another name now: as many as before, and at their place one that is new. */
function renamedPorts(before: FlowNode, after: FlowNode): Map<string, string> {
  const [old, now] = [before, after].map((node) => (kindOf(node)?.ports(node.data) ?? []).map((port) => port.id))
  if (old === undefined || now === undefined || old.length !== now.length) return new Map()
  const pairs = old.map((port, at): [string, string] => [port, now[at] ?? port])
  return new Map(pairs.filter(([from, to]) => !now.includes(from) && !old.includes(to)))
}

function withMovedPorts(flow: Flow, node: string, renamed: ReadonlyMap<string, string>): Flow {
  if (renamed.size === 0) return flow
  const edges = Object.entries(flow.edges).map(([id, edge]): [string, FlowEdge] => {
    const port = edge.from.node === node ? renamed.get(edge.from.port) : undefined
    return [id, port === undefined ? edge : { ...edge, from: { node, port } }]
  })
  return { ...flow, edges: Object.fromEntries(edges) }
}

/** Moves nodes; positions are rounded to whole px. Ids without a node are passed over, and locked nodes stay; frames take along what they carry. */
export function moveNodes(flow: Flow, positions: Positions): Flow {
  let moved: { [id: string]: Position } | null = null
  for (const [id, wanted] of Object.entries(withCarried(flow, positions))) {
    if (!Object.hasOwn(flow.nodes, id) || isLocked(flow.nodes[id])) continue
    const position = roundPosition(wanted)
    const before = Object.hasOwn(flow.layout.nodes, id) ? flow.layout.nodes[id] : undefined
    if (before?.x === position.x && before.y === position.y) continue
    moved ??= { ...flow.layout.nodes }
    moved[id] = position
  }
  return moved === null ? flow : { ...flow, layout: { nodes: moved } }
}

/** The positions with those of all that moved frames carry, but for what has one of its own. */
function withCarried(flow: Flow, positions: Positions): Positions {
  if (!Object.keys(positions).some((id) => isFrame(flow.nodes[id]))) return positions
  const all: { [id: string]: Position } = { ...positions }
  // What is found on the way is gone through too, so that frames within frames carry theirs.
  const open = Object.keys(positions)
  for (let frame = open.pop(); frame !== undefined; frame = open.pop()) {
    const [before, after] = [flow.layout.nodes[frame], all[frame]]
    if (before === undefined || after === undefined || isLocked(flow.nodes[frame])) continue
    for (const child of childrenOf(flow, frame)) {
      const at = flow.layout.nodes[child]
      if (at === undefined || Object.hasOwn(all, child)) continue
      all[child] = { x: at.x + after.x - before.x, y: at.y + after.y - before.y }
      open.push(child)
    }
  }
  return all
}

/** Takes over the positions that an automatic layout found. */
export function applyLayout(flow: Flow, positions: Positions): Flow {
  return moveNodes(flow, positions)
}

/** Draws an edge where `canConnect` allows it. Where the port's edges were given an order, the new one comes last. */
export function addEdge(flow: Flow, { id, from, to, kind, data = {} }: NewEdge): Flow {
  if (!isFreeId(flow.edges, id)) return flow
  const option = typeof data['option'] === 'string' ? data['option'] : null
  const end = option === null ? to : { node: from.node, port: 'in' }
  const answer = canConnect(flow, { from, to: end, option, ...(kind === undefined ? {} : { kind }) })
  if (!answer.ok) return flow
  const schema = EDGES[answer.kind].schema
  const last = Math.max(0, ...edgesFrom(flow, from.node, from.port).map(({ edge }) => orderOf(edge)))
  const ordered = last > 0 && Object.hasOwn(schema.shape, 'order') ? { order: last + 1, ...data } : data
  const patched = patchData(schema, {}, ordered)
  if (!patched.ok) return flow
  const edge: FlowEdge = { kind: answer.kind, from: cleanEnd(from), to: cleanEnd(end), data: patched.data }
  return { ...flow, edges: { ...flow.edges, [id]: edge } }
}

/** Sets fields of an edge's data, as `setNodeData` does; an after-work edge that gets an option ends at its own node. */
export function setEdgeData(flow: Flow, id: string, patch: FieldPatch): Flow {
  return changeEdge(flow, id, (edge) => {
    const patched = patchData(edgeDataSchema(edge.kind), edge.data, patch)
    if (!patched.ok || patched.data === edge.data) return edge
    const changed = { ...edge, data: patched.data }
    return isOption(changed) ? { ...changed, to: { node: edge.from.node, port: 'in' } } : changed
  })
}

/** Moves one or both ends of an edge, where `canConnect` allows it. Kind and data stay. */
export function reconnect(flow: Flow, id: string, ends: { from?: EdgeEnd; to?: EdgeEnd }): Flow {
  return changeEdge(flow, id, (edge) => {
    const from = cleanEnd(ends.from ?? edge.from)
    const option = typeof edge.data['option'] === 'string' ? edge.data['option'] : null
    const to = option === null ? cleanEnd(ends.to ?? edge.to) : { node: from.node, port: 'in' }
    if (isSameEnd(from, edge.from) && isSameEnd(to, edge.to)) return edge
    return canConnect(flow, { from, to, kind: edge.kind, option, replaces: id }).ok ? { ...edge, from, to } : edge
  })
}

/** Writes the order of the edges that leave a port: 0, 1, 2 as in `ids`; edges that are not named follow. */
export function reorderEdges(flow: Flow, port: EdgeEnd, ids: readonly string[]): Flow {
  const present = edgesFrom(flow, port.node, port.port).map((entry) => entry.id)
  const named = [...new Set(ids)].filter((id) => present.includes(id))
  const rest = present.filter((id) => !named.includes(id))
  return [...named, ...rest].reduce((changed, id, order) => setEdgeData(changed, id, { order }), flow)
}

/** Removes nodes and edges, with the edges and positions that hang on the nodes. Locked nodes stay. */
export function removeElements(
  flow: Flow,
  { nodes = [], edges = [] }: { nodes?: readonly string[]; edges?: readonly string[] },
): Flow {
  const gone = new Set(nodes.filter((id) => !isLocked(flow.nodes[id])))
  const hanging = Object.entries(flow.edges).filter(([, edge]) => gone.has(edge.from.node) || gone.has(edge.to.node))
  const nodesLeft = omit(flow.nodes, gone)
  const edgesLeft = omit(flow.edges, new Set([...edges, ...hanging.map(([id]) => id)]))
  const layoutLeft = omit(flow.layout.nodes, gone)
  if (nodesLeft === flow.nodes && edgesLeft === flow.edges && layoutLeft === flow.layout.nodes) return flow
  const layout = layoutLeft === flow.layout.nodes ? flow.layout : { nodes: layoutLeft }
  return { ...flow, nodes: nodesLeft, edges: edgesLeft, layout }
}

/** Marks nodes, or takes the mark away; nodes that cannot be marked so are passed over. */
export function markNodes(flow: Flow, ids: Iterable<string>, mark: { disabled?: boolean; locked?: boolean }): Flow {
  const { disabled, locked } = mark
  const locks = locked === undefined ? {} : { locked }
  const switches = disabled === undefined ? {} : { enabled: !disabled }
  return [...ids].reduce((changed, id) => {
    const kind = kindOf(changed.nodes[id] ?? { kind: '' })
    const isSwitch = kind !== null && canBeDisabled(kind)
    return setNodeData(changed, id, { ...locks, ...(isSwitch ? switches : {}) })
  }, flow)
}

/** Names the flow (cut to 200 characters). */
export function renameFlow(flow: Flow, name: string): Flow {
  return flow.name === name ? flow : { ...flow, name: name.slice(0, MAX_NAME) }
}

/** Describes the flow. */
export function describeFlow(flow: Flow, description: string): Flow {
  return flow.description === description ? flow : { ...flow, description }
}

/** Sets whole fields of the settings; what is as by default is left out, also inside `model`, `limits` and `swarm`. See `settingsIssue`. */
export function setSettings(flow: Flow, patch: FieldPatch): Flow {
  const patched = patchData(settingsSchema, flow.settings, patch)
  return !patched.ok || patched.data === flow.settings ? flow : { ...flow, settings: patched.data }
}

/** A position in whole px, within the canvas. */
export function roundPosition({ x, y }: Position): Position {
  return { x: roundCoordinate(x), y: roundCoordinate(y) }
}

/** Whether an id is well made and not in use. */
export function isFreeId(records: { readonly [id: string]: unknown }, id: string): boolean {
  return !Object.hasOwn(records, id) && idSchema.safeParse(id).success
}

function roundCoordinate(value: number): number {
  if (!Number.isFinite(value)) return 0
  // Adding 0 makes -0, which JSON cannot write, 0.
  return Math.max(-MAX_COORDINATE, Math.min(MAX_COORDINATE, Math.round(value))) + 0
}

function orderOf(edge: FlowEdge): number {
  return typeof edge.data['order'] === 'number' ? edge.data['order'] : 0
}

function cleanEnd({ node, port }: EdgeEnd): EdgeEnd {
  return { node, port }
}

function isSameEnd(first: EdgeEnd, second: EdgeEnd): boolean {
  return first.node === second.node && first.port === second.port
}

function changeNode(flow: Flow, id: string, change: (node: FlowNode) => FlowNode): Flow {
  const nodes = changeRecord(flow.nodes, id, change)
  return nodes === flow.nodes ? flow : { ...flow, nodes }
}

function changeEdge(flow: Flow, id: string, change: (edge: FlowEdge) => FlowEdge): Flow {
  const edges = changeRecord(flow.edges, id, change)
  return edges === flow.edges ? flow : { ...flow, edges }
}

type Records<Value> = { [id: string]: Value }

function changeRecord<Value>(records: Records<Value>, id: string, change: (record: Value) => Value): Records<Value> {
  const record = Object.hasOwn(records, id) ? records[id] : undefined
  if (record === undefined) return records
  const changed = change(record)
  return changed === record ? records : { ...records, [id]: changed }
}

function omit<Value>(records: Records<Value>, ids: ReadonlySet<string>): Records<Value> {
  const left = Object.entries(records).filter(([id]) => !ids.has(id))
  return left.length === Object.keys(records).length ? records : Object.fromEntries(left)
}
