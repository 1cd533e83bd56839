/** Pieces of a flow: taken out, pasted in and duplicated, with ids of their own and free names. */
import { isFreeId, roundPosition } from './edits'
import { isFrame, withContents } from './frames'
import { takenNames, uniqueName } from '../names'
import { foldCase } from '../../match'
import { hasTrait } from '../../kinds/field-types'
import { nodeFieldsOf } from '../../kinds/fields-of'
import { takenOwnNames, withFreeNames } from './own-names'
import { newId, type Flow, type FlowEdge, type FlowNode, type Position } from '../records'

/** Nodes, the edges between them and their positions. */
export type Fragment = {
  nodes: { [id: string]: FlowNode }
  edges: { [id: string]: FlowEdge }
  layout: { nodes: { [id: string]: Position } }
}

/** Where a fragment goes: its top left corner at `at`, else moved by `offset` px. `makeId` is `newId` unless a test says otherwise. */
export type PasteOptions = { at?: Position; offset?: Position; makeId?: (hint: string) => string }

/** The flow with the fragment, and the ids that the fragment got, for the selection. */
export type PasteResult = { flow: Flow; nodes: string[]; edges: string[] }

/** The named nodes, with what frames among them carry, and the edges that both begin and end among them. */
export function fragmentOf(flow: Flow, nodeIds: readonly string[]): Fragment {
  const wanted = new Set(withContents(flow, nodeIds))
  const fragment: Fragment = { nodes: {}, edges: {}, layout: { nodes: {} } }
  for (const [id, node] of Object.entries(flow.nodes)) {
    if (!wanted.has(id)) continue
    fragment.nodes[id] = node
    const position = Object.hasOwn(flow.layout.nodes, id) ? flow.layout.nodes[id] : undefined
    if (position !== undefined) fragment.layout.nodes[id] = position
  }
  for (const [id, edge] of Object.entries(flow.edges)) {
    if (wanted.has(edge.from.node) && wanted.has(edge.to.node)) fragment.edges[id] = edge
  }
  return fragment
}

/**
 * Puts a fragment into a flow. Taken names, codes and tool names get a number, and fields that name a node follow it; other data,
 * placeholders included, stays as it is.
 */
export function pasteFragment(flow: Flow, fragment: Fragment, options: PasteOptions = {}): PasteResult {
  const makeId = options.makeId ?? ((hint: string) => newId(hint))
  const move = mover(fragment, options)
  const nodes = { ...flow.nodes }
  const edges = { ...flow.edges }
  const layout = { ...flow.layout.nodes }
  const names = takenNames(flow)
  const ownNames = takenOwnNames(flow)
  const newIds = new Map<string, string>()
  for (const [id, node] of Object.entries(fragment.nodes)) {
    const own = freeId(nodes, node.kind, makeId)
    const name = uniqueName(names, node.name)
    names.add(foldCase(name))
    newIds.set(id, own)
    nodes[own] = withFreeNames({ ...node, name }, ownNames)
    layout[own] = move(id)
  }
  for (const id of newIds.values()) {
    const node = nodes[id]
    if (node !== undefined) nodes[id] = withCarried(withNodesNamed(node, newIds, flow), newIds)
  }
  const edgeIds: string[] = []
  for (const edge of Object.values(fragment.edges)) {
    const from = newIds.get(edge.from.node)
    const to = newIds.get(edge.to.node)
    if (from === undefined || to === undefined) continue
    const own = freeId(edges, edge.kind, makeId)
    edgeIds.push(own)
    edges[own] = { ...edge, from: { ...edge.from, node: from }, to: { ...edge.to, node: to } }
  }
  if (newIds.size === 0) return { flow, nodes: [], edges: [] }
  return { flow: { ...flow, nodes, edges, layout: { nodes: layout } }, nodes: [...newIds.values()], edges: edgeIds }
}

/** A frame with what was pasted with it, and nothing else. */
function withCarried(node: FlowNode, newIds: ReadonlyMap<string, string>): FlowNode {
  const { children } = node.data
  if (!isFrame(node) || !Array.isArray(children)) return node
  const own = children.flatMap((id) => (typeof id === 'string' ? (newIds.get(id) ?? []) : []))
  return { ...node, data: { ...node.data, children: own } }
}

/** The node with the fields that name others naming those that were pasted with it; one that is not in the flow is named no more. */
function withNodesNamed(node: FlowNode, newIds: ReadonlyMap<string, string>, flow: Flow): FlowNode {
  const data = { ...node.data }
  let isSame = true
  for (const hint of nodeFieldsOf(node)) {
    const { key } = hint
    const named = data[key]
    if (!hasTrait(hint, 'namesNode', true) || typeof named !== 'string') continue
    const own = newIds.get(named)
    if (own === undefined && Object.hasOwn(flow.nodes, named)) continue
    isSame = false
    if (own === undefined) delete data[key]
    else data[key] = own
  }
  return isSame ? node : { ...node, data }
}

/** Pastes a copy of nodes beside themselves. */
export function duplicateElements(
  flow: Flow,
  nodeIds: readonly string[],
  options: PasteOptions = { offset: { x: 32, y: 32 } },
): PasteResult {
  return pasteFragment(flow, fragmentOf(flow, nodeIds), options)
}

/** Where each node of a fragment goes. */
function mover(fragment: Fragment, { at, offset = { x: 0, y: 0 } }: PasteOptions): (id: string) => Position {
  const positions = Object.values(fragment.layout.nodes)
  const left = positions.reduce((least, position) => Math.min(least, position.x), Infinity)
  const top = positions.reduce((least, position) => Math.min(least, position.y), Infinity)
  const corner = positions.length === 0 ? { x: 0, y: 0 } : { x: left, y: top }
  const by = at === undefined ? offset : { x: at.x - corner.x, y: at.y - corner.y }
  return (id) => {
    const position = (Object.hasOwn(fragment.layout.nodes, id) ? fragment.layout.nodes[id] : undefined) ?? corner
    return roundPosition({ x: position.x + by.x, y: position.y + by.y })
  }
}

function freeId(records: { readonly [id: string]: unknown }, hint: string, makeId: (hint: string) => string): string {
  const id = makeId(hint)
  return isFreeId(records, id) ? id : newId(hint)
}
