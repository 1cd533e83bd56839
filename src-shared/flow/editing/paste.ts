/** Pieces of a flow: taken out, pasted in and duplicated, with ids of their own and free names. */
import { isFreeId, roundPosition } from './edits'
import { isStart } from './embedded-flow'
import { isFrame, withContents } from './frames'
import { takenNames, uniqueName } from '../names'
import { foldCase } from '../../match'
import { hasTrait } from '../../kinds/field-types'
import { kindOf } from '../../kinds/index'
import { nodeFieldsOf } from '../../kinds/fields-of'
import { takenOwnNames, withFreeNames } from './own-names'
import { newId, type Flow, type FlowEdge, type FlowNode, type Position } from '../records'

/** Nodes, the edges between them and their positions. */
export type Fragment = {
  nodes: { [id: string]: FlowNode }
  edges: { [id: string]: FlowEdge }
  layout: { nodes: { [id: string]: Position } }
}

/**
 * Where a fragment goes: its top left corner at `at`, else moved by `offset` px. `makeId` is `newId` unless a test says otherwise. `joinsStart`: the
 * flow's Start takes the place of the fragment's, where it leads nowhere yet, or only to what a new flow begins with, which then goes.
 */
export type PasteOptions = {
  at?: Position
  offset?: Position
  makeId?: (hint: string) => string
  joinsStart?: boolean
}

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
export function pasteFragment(present: Flow, fragment: Fragment, options: PasteOptions = {}): PasteResult {
  const joined = options.joinsStart === true ? joinedStart(present, fragment) : null
  const flow = joined?.flow ?? present
  const makeId = options.makeId ?? ((hint: string) => newId(hint))
  const move = mover(fragment, options)
  const nodes = { ...flow.nodes }
  const edges = { ...flow.edges }
  const layout = { ...flow.layout.nodes }
  const names = takenNames(flow)
  const ownNames = takenOwnNames(flow)
  const newIds = new Map<string, string>()
  for (const [id, node] of Object.entries(fragment.nodes)) {
    if (id === joined?.pasted) continue
    const own = freeId(nodes, node.kind, makeId)
    const name = uniqueName(names, node.name)
    names.add(foldCase(name))
    newIds.set(id, own)
    nodes[own] = withFreeNames({ ...node, name }, ownNames)
    layout[own] = move(id)
  }
  const added = [...newIds.values()]
  if (joined !== null) {
    newIds.set(joined.pasted, joined.own)
    // With nothing else there it stands where it was drawn.
    if (Object.keys(flow.nodes).length === 1) layout[joined.own] = move(joined.pasted)
  }
  for (const id of added) {
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
  if (newIds.size === 0) return { flow: present, nodes: [], edges: [] }
  return { flow: { ...flow, nodes, edges, layout: { nodes: layout } }, nodes: added, edges: edgeIds }
}

/** The Start of a fragment and that of the flow, where both have one and nothing that somebody drew leads on from the flow's; and the flow to paste into. */
function joinedStart(flow: Flow, fragment: Fragment): { pasted: string; own: string; flow: Flow } | null {
  const startsOf = (nodes: Flow['nodes']): string[] => Object.keys(nodes).filter((id) => isStart(nodes[id]))
  const [own, ...others] = startsOf(flow.nodes)
  const [pasted, ...more] = startsOf(fragment.nodes)
  if (own === undefined || pasted === undefined || others.length > 0 || more.length > 0) return null
  if (isAsBegun(flow)) {
    const { [own]: start } = flow.nodes
    const { [own]: place } = flow.layout.nodes
    const nodes = start === undefined ? {} : { [own]: start }
    const layout = { ...flow.layout, nodes: place === undefined ? {} : { [own]: place } }
    return { pasted, own, flow: { ...flow, nodes, edges: {}, layout } }
  }
  return Object.values(flow.edges).some(({ from }) => from.node === own) ? null : { pasted, own, flow }
}

/** Whether a flow is what a new one begins with: Start, and one that it leads to, of which nothing was said yet. */
function isAsBegun({ nodes, edges }: Flow): boolean {
  const others = Object.values(nodes).filter((node) => !isStart(node))
  const [first] = others
  if (first === undefined || others.length > 1 || Object.keys(edges).length > 1) return false
  return Object.keys(first.data).length === 0 && first.name === kindOf(first)?.label
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
