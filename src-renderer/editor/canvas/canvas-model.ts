/**
 * The drawing as React Flow wants it: nodes and edges made from the flow, objects kept where nothing changed. While
 * nodes are dragged their positions live here only.
 */
import type { Edge, EdgeChange, Node, NodeChange } from '@xyflow/react'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { isDisabled, isLocked } from '../../../src-shared/flow/node-marks'
import type { Flow, FlowEdge, FlowNode, Position } from '../../../src-shared/flow/records'
import { kindOf } from '../../../src-shared/kinds/index'
import { createEdgeIndex, type EdgeIndex } from '../edge-index'
import { edgeName } from './edge-name'
import { sizeOf } from './node-size'
import { handlesOf, portsOf } from './ports'

export type CanvasNode = Node<{ record: FlowNode }, 'baton'>
export type CanvasEdge = Edge<{ record: FlowEdge }, 'baton'>
export type Selection = { nodes: ReadonlySet<string>; edges: ReadonlySet<string> }
export type CanvasModel = { nodes: CanvasNode[]; edges: CanvasEdge[] }

const ORIGIN: Position = { x: 0, y: 0 }

/** Nodes of a flow; a node that is as it was keeps its object, a list that is as it was keeps its array. */
export function reconcileNodes(previous: CanvasNode[], flow: Flow, selected: ReadonlySet<string>): CanvasNode[] {
  const before = new Map(previous.map((node) => [node.id, node]))
  const next: CanvasNode[] = []
  let isSame = Object.keys(flow.nodes).length === previous.length
  for (const [id, record] of Object.entries(flow.nodes)) {
    const node = reconcileNode(before.get(id), {
      id,
      record,
      position: flow.layout.nodes[id] ?? ORIGIN,
      selected: selected.has(id),
    })
    if (isSame && previous[next.length] !== node) isSame = false
    next.push(node)
  }
  return isSame ? previous : next
}

type NodeSource = { id: string; record: FlowNode; position: Position; selected: boolean }

function reconcileNode(before: CanvasNode | undefined, { id, record, position, selected }: NodeSource): CanvasNode {
  const isRecordSame = before?.data.record === record
  const isPlaceSame = before?.position.x === position.x && before.position.y === position.y
  if (before !== undefined && isRecordSame && isPlaceSame && before.selected === selected) return before
  if (before !== undefined && isRecordSame) return { ...before, position, selected }
  const kind = kindOf(record)
  const size = sizeOf(record)
  return {
    id,
    type: 'baton',
    position,
    selected,
    data: { record },
    width: size.width,
    height: size.height,
    measured: size,
    handles: handlesOf(portsOf(record), size),
    zIndex: kind?.shape === 'paper' ? -1 : 0,
    draggable: !isLocked(record),
    ariaLabel: [`${kind?.label ?? record.kind} ${record.name}`.trim(), ...marksOf(record)].join(', '),
    domAttributes: { 'aria-roledescription': 'node' },
  }
}

/** What is said of a node beside its name. */
function marksOf(record: FlowNode): string[] {
  return [...(isDisabled(record) ? ['disabled'] : []), ...(isLocked(record) ? ['locked'] : [])]
}

type DrawnEdges = { flow: Flow; index: EdgeIndex }

/** Edges of a flow, kept like the nodes. */
export function reconcileEdges(previous: CanvasEdge[], drawn: DrawnEdges, selected: ReadonlySet<string>): CanvasEdge[] {
  const { flow, index } = drawn
  const before = new Map(previous.map((edge) => [edge.id, edge]))
  const next: CanvasEdge[] = []
  let isSame = true
  for (const [id, record] of Object.entries(flow.edges)) {
    if (!Object.hasOwn(flow.nodes, record.from.node) || !Object.hasOwn(flow.nodes, record.to.node)) continue
    const edge = reconcileEdge(before.get(id), id, {
      record,
      selected: selected.has(id),
      ariaLabel: edgeName(flow, id, index),
    })
    if (isSame && previous[next.length] !== edge) isSame = false
    next.push(edge)
  }
  return isSame && next.length === previous.length ? previous : next
}

type EdgeSource = { record: FlowEdge; selected: boolean; ariaLabel: string }

function reconcileEdge(
  before: CanvasEdge | undefined,
  id: string,
  { record, selected, ariaLabel }: EdgeSource,
): CanvasEdge {
  const isSame = before?.data?.record === record && before.selected === selected && before.ariaLabel === ariaLabel
  if (before !== undefined && isSame) return before
  return {
    id,
    type: 'baton',
    source: record.from.node,
    sourceHandle: record.from.port,
    target: record.to.node,
    targetHandle: record.to.port,
    // An option after work ends at its own agent: there is no end to move.
    reconnectable: record.from.node !== record.to.node,
    selected,
    data: { record },
    ariaLabel,
  }
}

export type CanvasModelStore = StoreApi<CanvasModel> & {
  /** Takes over a changed flow or selection. Nodes that are being dragged stay under the pointer. */
  show(flow: Flow, selection: Selection): void
  /** Moves nodes locally, as a drag goes on. */
  move(changes: readonly NodeChange<CanvasNode>[]): void
}

export function createCanvasModel(): CanvasModelStore {
  const store = createStore<CanvasModel>(() => ({ nodes: [], edges: [] }))
  const index = createEdgeIndex()
  let shown: { flow: Flow; selection: Selection } | null = null
  return Object.assign(store, {
    show(flow: Flow, selection: Selection) {
      const state = store.getState()
      const isDrawn =
        shown !== null &&
        shown.flow.nodes === flow.nodes &&
        shown.flow.layout.nodes === flow.layout.nodes &&
        shown.selection.nodes === selection.nodes
      const nodes = isDrawn ? state.nodes : reconcileNodes(state.nodes, withDragged(state.nodes, flow), selection.nodes)
      const areJoined =
        shown !== null &&
        shown.flow.edges === flow.edges &&
        shown.flow.nodes === flow.nodes &&
        shown.selection.edges === selection.edges
      const edges = areJoined ? state.edges : reconcileEdges(state.edges, { flow, index }, selection.edges)
      shown = { flow, selection }
      if (nodes !== state.nodes || edges !== state.edges) store.setState({ nodes, edges })
    },
    move(changes: readonly NodeChange<CanvasNode>[]) {
      const moved = new Map<string, { position: Position; dragging: boolean }>()
      for (const change of changes) {
        if (change.type !== 'position' || change.position === undefined) continue
        moved.set(change.id, { position: change.position, dragging: change.dragging ?? false })
      }
      if (moved.size === 0) return
      store.setState({
        nodes: store.getState().nodes.map((node) => {
          const move = moved.get(node.id)
          return move === undefined ? node : { ...node, ...move }
        }),
      })
    },
  })
}

function withDragged(nodes: readonly CanvasNode[], flow: Flow): Flow {
  const dragged = nodes.filter((node) => node.dragging === true)
  if (dragged.length === 0) return flow
  const positions = { ...flow.layout.nodes }
  for (const node of dragged) positions[node.id] = node.position
  return { ...flow, layout: { nodes: positions } }
}

/** The selection after React Flow's select changes; null when none of them changes it. */
export function selectionAfter(
  selection: Selection,
  changes: { nodes?: readonly NodeChange<CanvasNode>[]; edges?: readonly EdgeChange<CanvasEdge>[] },
): Selection | null {
  const nodes = applySelect(selection.nodes, changes.nodes ?? [])
  const edges = applySelect(selection.edges, changes.edges ?? [])
  return nodes === selection.nodes && edges === selection.edges ? null : { nodes, edges }
}

function applySelect(
  selected: ReadonlySet<string>,
  changes: readonly (NodeChange<CanvasNode> | EdgeChange<CanvasEdge>)[],
): ReadonlySet<string> {
  let next: Set<string> | null = null
  for (const change of changes) {
    if (change.type !== 'select' || selected.has(change.id) === change.selected) continue
    next ??= new Set(selected)
    if (change.selected) next.add(change.id)
    else next.delete(change.id)
  }
  return next ?? selected
}
