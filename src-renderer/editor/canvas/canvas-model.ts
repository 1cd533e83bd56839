/**
 * The drawing as React Flow wants it: nodes and edges made from the flow, objects kept where nothing changed. While
 * nodes are dragged their positions live here only.
 */
import { ENGLISH, type Translate } from '../../../src-shared/languages/translate'
import type { Edge, EdgeChange, Node, NodeChange } from '../../react-flow/react-flow'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { collapsedInto, isFrame, withContents } from '../../../src-shared/flow/editing/frames'
import { isDisabled, isLocked } from '../../../src-shared/flow/node-marks'
import type { Flow, FlowEdge, FlowNode, Position } from '../../../src-shared/flow/records'
import { kindOf } from '../../../src-shared/kinds/index'
import type { Kind } from '../../../src-shared/kinds/kind'
import { createEdgeIndex, type EdgeIndex } from '../edge-index'
import { edgeName, edgeSaid, type NamedEdges } from './edge-name'
import { drawnEdge, type DrawnEdge } from './edge-ends'
import { sizeOf } from '../../../src-shared/drawing/node-size'
import { handlesOf, portsOf } from './ports'

/** `home`: where the page lays it out; while it is dragged it is drawn at a distance from there. */
export type CanvasNode = Node<{ record: FlowNode; home: Position }, 'baton'>
export type CanvasEdge = Edge<{ record: FlowEdge }, 'baton'>
export type Selection = { nodes: ReadonlySet<string>; edges: ReadonlySet<string> }
export type CanvasModel = { nodes: CanvasNode[]; edges: CanvasEdge[] }

const ORIGIN: Position = { x: 0, y: 0 }

/** Nodes of a flow; a node that is as it was keeps its object, a list that is as it was keeps its array. */
function reconcileNodes(
  previous: CanvasNode[],
  { flow, t }: { flow: Flow; t: Translate },
  selected: ReadonlySet<string>,
): CanvasNode[] {
  const before = new Map(previous.map((node) => [node.id, node]))
  const folded = collapsedInto(flow)
  const next: CanvasNode[] = []
  let isSame = Object.keys(flow.nodes).length === previous.length
  for (const [id, record] of Object.entries(flow.nodes)) {
    const node = reconcileNode(before.get(id), {
      id,
      record,
      position: flow.layout.nodes[id] ?? ORIGIN,
      selected: selected.has(id),
      hidden: folded.has(id),
      t,
    })
    if (isSame && previous[next.length] !== node) isSame = false
    next.push(node)
  }
  return isSame ? previous : next
}

type NodeSource = {
  id: string
  record: FlowNode
  position: Position
  selected: boolean
  hidden: boolean
  t: Translate
}

function reconcileNode(before: CanvasNode | undefined, source: NodeSource): CanvasNode {
  const { id, record, position, selected, hidden, t } = source
  const isRecordSame = before?.data.record === record
  const isPlaceSame = before?.position.x === position.x && before.position.y === position.y
  const isShownSame = before?.selected === selected && before.hidden === hidden
  if (before !== undefined && isRecordSame && isPlaceSame && isShownSame) return before
  if (before !== undefined && isRecordSame)
    return { ...before, ...placedAt(record, position), selected, hidden, zIndex: levelOf(record, selected) }
  const size = sizeOf(record)
  return {
    id,
    type: 'baton',
    ...placedAt(record, position),
    selected,
    hidden,
    width: size.width,
    height: size.height,
    measured: size,
    handles: handlesOf(portsOf(record), size),
    zIndex: levelOf(record, selected),
    // A frame is moved by its title: what lies in it is drawn on and selected as in the open.
    ...(isFrame(record) ? FRAME_HANDLING : {}),
    draggable: !isLocked(record),
    ariaLabel: nodeName(record, t),
    domAttributes: { 'aria-roledescription': 'node', ...IN_TAB_ORDER },
  }
}

/** What lies over what. */
const LEVELS = { card: 0, pill: 0, paper: -1, frame: -2 } as const satisfies { readonly [S in Kind['shape']]: number }

/** React Flow lifts what is selected by so much. Of edges only a selected one is, for its ends; those of a selected node stay under other nodes. */
const LIFT = 1000

/** A selected frame stays under what it carries. */
function levelOf(record: FlowNode, selected: boolean): number {
  const level = LEVELS[kindOf(record)?.shape ?? 'card']
  return selected && isFrame(record) ? level - LIFT : level
}

/** The order on the page is another one: `tab-keys.ts`. */
const IN_TAB_ORDER = { tabIndex: -1 } as const

const FRAME_HANDLING = { dragHandle: '.bt-frame-title' } as const

/**
 * Where it is drawn. A node that lies still has a place in the page and no transform, unlike those of React Flow: each transform is painted and
 * put together by itself, which took most of a frame of 1,000 nodes.
 */
function placedAt(
  record: FlowNode,
  position: Position,
  home = position,
): Pick<CanvasNode, 'position' | 'data' | 'style'> {
  const isAway = home.x !== position.x || home.y !== position.y
  const transform = isAway ? `translate(${position.x - home.x}px, ${position.y - home.y}px)` : 'none'
  const pointing = isFrame(record) ? ({ pointerEvents: 'none' } as const) : {}
  return { position, data: { record, home }, style: { left: home.x, top: home.y, transform, ...pointing } }
}

/** `Agent Triage, locked`: what a node is called by those who do not see it. */
function nodeName(record: FlowNode, t: Translate): string {
  const kind = t.known(kindOf(record)?.label ?? record.kind)
  // A start that is called Start, and a note that says that it is one, are not called so twice.
  const name = isSaidIn(record.name, kind) ? record.name : `${kind} ${record.name}`.trim()
  return [name, ...(isDisabled(record) ? [t('disabled')] : []), ...(isLocked(record) ? [t('locked')] : [])].join(', ')
}

function isSaidIn(name: string, kind: string): boolean {
  return name === kind || name.startsWith(`${kind}:`)
}

/** Edges of a flow, kept like the nodes. */
function reconcileEdges(previous: CanvasEdge[], drawn: NamedEdges, selected: ReadonlySet<string>): CanvasEdge[] {
  const { flow } = drawn
  const before = new Map(previous.map((edge) => [edge.id, edge]))
  const folded = collapsedInto(flow)
  const next: CanvasEdge[] = []
  let isSame = true
  for (const [id, record] of Object.entries(flow.edges)) {
    if (!Object.hasOwn(flow.nodes, record.from.node) || !Object.hasOwn(flow.nodes, record.to.node)) continue
    const edge = reconcileEdge(before.get(id), id, {
      record,
      selected: selected.has(id),
      ariaLabel: edgeName(drawn, id),
      words: edgeSaid(drawn, id),
      drawn: drawnEdge(record, folded),
    })
    if (isSame && previous[next.length] !== edge) isSame = false
    next.push(edge)
  }
  return isSame && next.length === previous.length ? previous : next
}

/** `drawn`: its ends, where collapsed frames stand for nodes. */
type EdgeSource = {
  record: FlowEdge
  selected: boolean
  ariaLabel: string
  /** What stands on it. */
  words: string | undefined
  drawn: DrawnEdge
}

function reconcileEdge(
  before: CanvasEdge | undefined,
  id: string,
  { record, selected, ariaLabel, words, drawn: { from, to } }: EdgeSource,
): CanvasEdge {
  const [source, target] = [from.node, to.node]
  const isItself = source === record.from.node && target === record.to.node
  const isSame = before?.data?.record === record && before.selected === selected && before.ariaLabel === ariaLabel
  if (before !== undefined && isSame && before.source === source && before.target === target) return before
  return {
    id,
    type: 'baton',
    source,
    sourceHandle: from.port,
    target,
    targetHandle: to.port,
    // Both ends are in one collapsed frame.
    hidden: source === target && !isItself,
    // An option after work ends at its own agent: there is no end to move.
    reconnectable: record.from.node !== record.to.node && isItself,
    selected,
    zIndex: selected ? LIFT : 0,
    data: { record },
    ariaLabel,
    domAttributes: spokenWith(words),
  }
}

/** Its words are said with it; of the keys that React Flow would tell of, in English, here others hold. */
function spokenWith(words: string | undefined) {
  return { 'aria-describedby': undefined, 'aria-description': words, ...IN_TAB_ORDER }
}

export type CanvasModelStore = StoreApi<CanvasModel> & {
  /** Takes over a changed flow or selection. Nodes that are being dragged stay under the pointer. */
  show(flow: Flow, selection: Selection): void
  /** Says what nodes and edges are called in another language. */
  speak(t: Translate): void
  /** Moves nodes locally, as a drag goes on. */
  move(changes: readonly NodeChange<CanvasNode>[]): void
  /** Where nodes are after these changes, with what frames among them carry. */
  movesOf(changes: readonly NodeChange<CanvasNode>[]): ReadonlyMap<string, LocalMove>
}

/** `index`: that of its editor, which is made anew once for all who look there when an edge changes. */
export function createCanvasModel(index: EdgeIndex = createEdgeIndex()): CanvasModelStore {
  const store = createStore<CanvasModel>(() => ({ nodes: [], edges: [] }))
  let shown: { flow: Flow; selection: Selection } | null = null
  let t = ENGLISH
  const movesOf = (changes: readonly NodeChange<CanvasNode>[]): Map<string, LocalMove> => {
    const moved = new Map<string, LocalMove>()
    for (const change of changes) {
      if (change.type !== 'position' || change.position === undefined) continue
      moved.set(change.id, { position: change.position, dragging: change.dragging ?? false })
    }
    if (moved.size > 0 && shown !== null) carryAlong(store.getState().nodes, shown.flow, moved)
    return moved
  }
  return Object.assign(store, {
    show(flow: Flow, selection: Selection) {
      const state = store.getState()
      const isDrawn =
        shown !== null &&
        shown.flow.nodes === flow.nodes &&
        shown.flow.layout.nodes === flow.layout.nodes &&
        shown.selection.nodes === selection.nodes
      const nodes = isDrawn
        ? state.nodes
        : reconcileNodes(state.nodes, { flow: withDragged(state.nodes, flow), t }, selection.nodes)
      const areJoined =
        shown !== null &&
        shown.flow.edges === flow.edges &&
        shown.flow.nodes === flow.nodes &&
        shown.selection.edges === selection.edges
      const edges = areJoined ? state.edges : reconcileEdges(state.edges, { flow, index, t }, selection.edges)
      shown = { flow, selection }
      if (nodes !== state.nodes || edges !== state.edges) store.setState({ nodes, edges })
    },
    speak(next: Translate) {
      if (next === t) return
      t = next
      if (shown === null) return
      const { flow } = shown
      const { nodes, edges } = store.getState()
      store.setState({
        nodes: nodes.map((node) => ({ ...node, ariaLabel: nodeName(node.data.record, next) })),
        edges: edges.map((edge) => ({
          ...edge,
          ariaLabel: edgeName({ flow, index, t: next }, edge.id),
          domAttributes: spokenWith(edgeSaid({ flow, index, t: next }, edge.id)),
        })),
      })
    },
    movesOf,
    move(changes: readonly NodeChange<CanvasNode>[]) {
      const moved = movesOf(changes)
      if (moved.size === 0) return
      store.setState({
        nodes: store.getState().nodes.map((node) => {
          const move = moved.get(node.id)
          if (move === undefined) return node
          const { record, home } = node.data
          return { ...node, ...placedAt(record, move.position, move.dragging ? home : move.position), ...move }
        }),
      })
    },
  })
}

export type LocalMove = { position: Position; dragging: boolean }

/** What a dragged frame carries is dragged with it. */
function carryAlong(nodes: readonly CanvasNode[], flow: Flow, moved: Map<string, LocalMove>): void {
  const frames = [...moved.keys()].filter((id) => isFrame(flow.nodes[id]))
  if (frames.length === 0) return
  const places = new Map(nodes.map((node) => [node.id, node]))
  for (const frame of frames) {
    const [before, move] = [places.get(frame)?.position, moved.get(frame)]
    if (before === undefined || move === undefined) continue
    for (const id of withContents(flow, [frame])) {
      const at = places.get(id)?.position
      if (moved.has(id) || at === undefined || isLocked(flow.nodes[id])) continue
      const position = { x: at.x + move.position.x - before.x, y: at.y + move.position.y - before.y }
      moved.set(id, { position, dragging: move.dragging })
    }
  }
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
