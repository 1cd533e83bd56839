/** Dragging nodes: one step of the history at the end. With Alt a copy is dropped, on an edge the node goes into it, and lines of others hold it. */
import { message } from '../../../src-shared/languages/translate'
import type { NodeChange, OnNodeDrag, SelectionDragHandler } from '../../react-flow/react-flow'
import { moveNodes } from '../../../src-shared/flow/editing/edits'
import { withContents } from '../../../src-shared/flow/editing/frames'
import { newId, type Flow, type Position } from '../../../src-shared/flow/records'
import type { Kind } from '../../../src-shared/kinds/kind'
import { duplicateBy } from '../actions'
import type { Editor } from '../editor-context'
import { dropIntoFrames } from '../frames'
import { fitsBetween, insertInEdge, isJoined, portBehind } from '../insert'
import type { CanvasNode } from './canvas-model'
import { edgeAtPoint, pointOf } from './edge-under'
import { snapToGuides, type Box } from './guides'
import { GRID, sizeOf } from '../../../src-shared/drawing/node-size'

export type DragEvents = {
  handlers: {
    onNodeDrag: OnNodeDrag<CanvasNode>
    onNodeDragStop: OnNodeDrag<CanvasNode>
    onSelectionDrag: SelectionDragHandler<CanvasNode>
    onSelectionDragStop: SelectionDragHandler<CanvasNode>
  }
  /** The changes with a node that is dragged alone held by the lines of others. */
  snapped: (changes: readonly NodeChange<CanvasNode>[]) => NodeChange<CanvasNode>[]
  /** Follows a kind that is dragged from the palette; null: it left. */
  trackDraggedKind: (kind: Kind | null, at: Position | null) => void
}

type DragMove = Parameters<OnNodeDrag<CanvasNode>>[0] | Parameters<SelectionDragHandler<CanvasNode>>[0]

export function createDragEvents(editor: Editor): DragEvents {
  const { session, flows, canvas, view } = editor
  const showDropEdge = (dropEdge: string | null): void => {
    if (session.getState().dropEdge !== dropEdge) session.setState({ dropEdge })
  }
  const isKnownJoined = keptAnswer(isJoined)
  const follow = (event: DragMove, moved: readonly CanvasNode[]): void => {
    view.getState().element?.toggleAttribute('data-copying', event.altKey)
    const [only] = moved.length === 1 ? moved : []
    const { flow } = flows.getState()
    if (only === undefined || event.altKey || isKnownJoined(flow, only.id)) return showDropEdge(null)
    const edge = edgeAtPoint(pointOf(event))
    showDropEdge(edge !== null && fitsBetween(flow, edge, only.id) ? edge : null)
  }
  const drop = (event: DragMove, moved: readonly CanvasNode[]): void => {
    const { dropEdge } = session.getState()
    showDropEdge(null)
    view.setState({ guides: null })
    view.getState().element?.toggleAttribute('data-copying', false)
    const positions = placesOf(editor, moved)
    const { flow } = flows.getState()
    const [first] = moved
    if (first === undefined) return
    if (event.altKey) {
      const [from, to] = [flow.layout.nodes[first.id], positions[first.id]]
      if (from === undefined || to === undefined || (from.x === to.x && from.y === to.y)) return
      duplicateBy(editor, Object.keys(positions), { x: to.x - from.x, y: to.y - from.y })
      canvas.move(Object.keys(positions).map((id) => backHome(id, flow.layout.nodes[id])))
      return
    }
    if (dropEdge !== null && moved.length === 1) {
      const name = flow.nodes[first.id]?.name ?? ''
      flows.edit(name === '' ? 'Insert a node' : message('Insert {name}', { name }), (before) =>
        insertInEdge(moveNodes(before, positions), dropEdge, { node: first.id, newEdge: newId('edge') }),
      )
      return
    }
    flows.edit('Move', (before) => dropIntoFrames(moveNodes(before, positions), Object.keys(positions)))
  }
  const boxesBeside = keptBoxes(editor)
  return {
    handlers: {
      onNodeDrag: (event, _node, moved) => follow(event, moved),
      onNodeDragStop: (event, _node, moved) => drop(event, moved),
      onSelectionDrag: follow,
      onSelectionDragStop: drop,
    },
    snapped: (changes) => snapped(editor, changes, boxesBeside),
    trackDraggedKind(kind, at) {
      const edgeId = kind === null || at === null ? null : edgeAtPoint(at)
      const { flow } = flows.getState()
      const edge = edgeId === null ? undefined : flow.edges[edgeId]
      const fits = kind !== null && edge !== undefined && portBehind(flow, edge, { kind }) !== null
      showDropEdge(fits ? edgeId : null)
    },
  }
}

/** Where nodes were let go: where they are shown, which lines of others may have decided. */
function placesOf({ canvas }: Editor, moved: readonly CanvasNode[]): { [id: string]: Position } {
  const ids = new Set(moved.map(({ id }) => id))
  const shown = canvas.getState().nodes.filter(({ id }) => ids.has(id))
  return Object.fromEntries(shown.map(({ id, position }) => [id, position]))
}

function backHome(id: string, position: Position = { x: 0, y: 0 }): NodeChange<CanvasNode> {
  return { id, type: 'position', position, dragging: false }
}

/** How near, in px of the screen, a line of another node is taken over. */
const REACH = 5

/** Asked with each move of a drag, in which neither the flow nor the node is another one. */
function keptAnswer<T>(ask: (flow: Flow, id: string) => T): (flow: Flow, id: string) => T {
  let kept: { of: Flow; id: string; answer: T } | null = null
  return (flow, id) => {
    if (kept === null || kept.of !== flow || kept.id !== id) kept = { of: flow, id, answer: ask(flow, id) }
    return kept.answer
  }
}

type BoxesBeside = (id: string) => readonly Box[]

/** The boxes of all that stays while a node is dragged: they are made once, since a thousand of them would be with each move. */
function keptBoxes({ flows, canvas }: Editor): BoxesBeside {
  const boxesOf = keptAnswer((flow, id) => {
    // What a frame carries moves with it.
    const own = new Set(withContents(flow, [id]))
    return canvas
      .getState()
      .nodes.filter((node) => !own.has(node.id) && node.hidden !== true)
      .map(({ position, data }) => ({ ...position, ...sizeOf(data.record) }))
  })
  return (id) => boxesOf(flows.getState().flow, id)
}

function snapped(
  editor: Editor,
  changes: readonly NodeChange<CanvasNode>[],
  boxesBeside: BoxesBeside,
): NodeChange<CanvasNode>[] {
  const { canvas, view } = editor
  const [change, ...others] = changes.filter(({ type }) => type === 'position')
  const isOne = change?.type === 'position' && others.length === 0 && change.position !== undefined
  const node = isOne ? canvas.getState().nodes.find(({ id }) => id === change.id) : undefined
  if (
    !isOne ||
    change.position === undefined ||
    node === undefined ||
    (change.dragging !== true && node.dragging !== true && view.getState().pageDrag?.has(node.id) !== true)
  )
    return [...changes]
  const zoom = view.getState().flow?.getZoom() ?? 1
  const box = { ...change.position, ...sizeOf(node.data.record) }
  const { at, guides } = snapToGuides(box, boxesBeside(node.id), Math.min(REACH / zoom, GRID))
  const isShown = change.dragging === true && (guides.x !== null || guides.y !== null)
  const before = view.getState().guides
  const now = isShown ? guides : null
  if (before?.x !== now?.x || before?.y !== now?.y) view.setState({ guides: now })
  return changes.map((one) => (one === change ? { ...change, position: at } : one))
}
