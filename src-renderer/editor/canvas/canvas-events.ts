/** What happens on the canvas, as edits and selection: drags commit once, wires are checked, loose wires open the palette. */
import { ELEMENTS } from '../../react-flow/react-flow'
import type {
  Connection,
  FinalConnectionState,
  OnConnectStart,
  OnEdgesChange,
  OnNodesChange,
} from '../../react-flow/react-flow'
import { useMemo, type MouseEvent as ReactMouseEvent } from 'react'
import type { EdgeEnd, Position } from '../../../src-shared/flow/records'
import { joinAndWrite, moveEnd } from '../actions'
import type { Editor } from '../editor-context'
import { browserClock } from '../saver'
import type { ReplacedEdge } from '../session-store'
import { canJoin, canJoinEnds, endsAt, fittingPorts, looseOf, type LooseEnd } from '../wiring'
import { createDragEvents, type DragEvents } from './drag-events'
import { pointOf } from './edge-under'
import { createPageDrag } from './page-drag'
import { createMoving } from './moving'
import { createPointerCover, type PointerCover } from './pointer-cover'
import { areOnePicture } from './use-drawn-edges'
import { openMenuAt, type MenuSubject } from './open-menu'
import { selectionAfter, type CanvasEdge, type CanvasNode } from './canvas-model'

export type CanvasEvents = {
  handlers: DragEvents['handlers'] & {
    onNodesChange: OnNodesChange<CanvasNode>
    onEdgesChange: OnEdgesChange<CanvasEdge>
    onEdgeMouseEnter: (event: ReactMouseEvent, edge: CanvasEdge) => void
    onEdgeMouseLeave: (event: ReactMouseEvent, edge: CanvasEdge) => void
    onConnectStart: OnConnectStart
    onConnect: (connection: Connection) => void
    onConnectEnd: (event: globalThis.MouseEvent | TouchEvent, state: FinalConnectionState) => void
    onReconnectStart: (event: ReactMouseEvent, edge: CanvasEdge) => void
    onReconnect: (edge: CanvasEdge, connection: Connection) => void
    onReconnectEnd: () => void
    isValidConnection: (connection: Connection | CanvasEdge) => boolean
    onPaneClick: () => void
    /** A box was drawn around what is to be selected. */
    onSelectionEnd: () => void
    onNodeContextMenu: (event: ReactMouseEvent, node: CanvasNode) => void
    onEdgeContextMenu: (event: ReactMouseEvent, edge: CanvasEdge) => void
    onSelectionContextMenu: (event: ReactMouseEvent) => void
    onPaneContextMenu: (event: ReactMouseEvent | globalThis.MouseEvent) => void
    /** `event`: what the person moves the view with; null where it moves by itself. */
    onMoveStart: (event: MouseEvent | TouchEvent | null) => void
    onMove: (event: MouseEvent | TouchEvent | null) => void
  }
  /** From afar: the ends of edges are too small to be taken hold of. */
  farHandlers: Omit<CanvasEvents['handlers'], 'onReconnect' | 'onReconnectStart' | 'onReconnectEnd'>
  /** Remembers where the pointer is, for the palette that a key opens. */
  track: (event: PointerTrack) => void
  /** It left the drawing: nothing is meant to land where it was last seen. */
  forgetPointer: () => void
  trackDraggedKind: DragEvents['trackDraggedKind']
}

type PointerTrack = Pick<PointerEvent, 'clientX' | 'clientY' | 'buttons'>

/** The handlers of one editor's canvas; they stay the same objects as long as the editor is open. */
export function useCanvasEvents(editor: Editor): CanvasEvents {
  return useMemo(() => createCanvasEvents(editor), [editor])
}

function moveHandlers(editor: Editor, cover: PointerCover): Pick<CanvasEvents['handlers'], 'onMoveStart' | 'onMove'> {
  const { session, canvas } = editor
  const noteMove = createMoving({ session, clock: browserClock, countNodes: () => canvas.getState().nodes.length })
  return {
    onMoveStart(event) {
      // A view that makes room for a panel must not close what somebody is typing into.
      if (event !== null) closeLists(editor)
      // A wheel that begins to turn has moved it already.
      cover.viewMoved(event)
      noteMove()
    },
    onMove(event) {
      cover.viewMoved(event)
      noteMove()
    },
  }
}

type WireHandlers = Pick<
  CanvasEvents['handlers'],
  | 'isValidConnection'
  | 'onConnectStart'
  | 'onConnect'
  | 'onConnectEnd'
  | 'onReconnectStart'
  | 'onReconnect'
  | 'onReconnectEnd'
>

function wireHandlers(editor: Editor): WireHandlers {
  const { session, flows } = editor
  // The edge whose end is being dragged: React Flow tells of it before it tells that a wire is pulled.
  let replaces: ReplacedEdge | undefined
  return {
    isValidConnection: (connection) => canJoinEnds(flows.getState().flow, endsOf(connection), replaces).ok,
    onConnectStart(_event, { nodeId, handleId, handleType }) {
      if (nodeId === null || handleId === null) return
      const end: EdgeEnd = { node: nodeId, port: handleId }
      const isSource = handleType === 'source'
      const fits = fittingPorts(flows.getState().flow, { end, isSource, replaces })
      const moved = replaces === undefined ? {} : { replaces }
      session.setState({ wiring: { ...end, isSource, fits, ...moved }, popup: null })
    },
    onConnect(connection) {
      const { from, to } = endsOf(connection)
      joinAndWrite(editor, from, to)
    },
    onConnectEnd(event, state) {
      const { wiring } = session.getState()
      session.setState({ wiring: null })
      if (wiring === null || state.isValid === true) return
      dropLoose(editor, looseOf(wiring), pointOf(event))
    },
    onReconnectStart(_event, edge) {
      replaces = { id: edge.id, kind: edge.data?.record.kind ?? '' }
    },
    onReconnect: (edge, connection) => moveEnd(editor, edge.id, endsOf(connection)),
    onReconnectEnd() {
      replaces = undefined
    },
  }
}

/** How long an edge counts as pointed at after the pointer left it. */
const LEAVE_MS = 250

function createCanvasEvents(editor: Editor): CanvasEvents {
  const { session, canvas } = editor
  const drag = createDragEvents(editor)
  const pageDrag = createPageDrag(editor)
  const cover = createPointerCover({ canvas: () => editor.view.getState().element, clock: browserClock })
  const hover = (id: string | null): void => {
    if (session.getState().hovered !== id) session.setState({ hovered: id })
  }
  // What is shown on an edge that is pointed at has to be reached first.
  const leave = (id: string): void => {
    setTimeout(() => {
      const isStill = document.querySelector(`[data-edge-tools="${id}"]:hover`) !== null
      if (session.getState().hovered === id && !isStill) hover(null)
    }, LEAVE_MS)
  }
  const select = (changes: Parameters<typeof selectionAfter>[1]): void => {
    const next = selectionAfter(session.getState(), changes)
    if (next !== null) session.select(next.nodes, next.edges)
  }
  const handlers: CanvasEvents['handlers'] = {
    onNodesChange(changes) {
      const moves = drag.snapped(changes)
      if (!pageDrag.takes(moves)) canvas.move(moves)
      select({ nodes: changes })
    },
    onEdgesChange: (changes) => select({ edges: changes }),
    ...drag.handlers,
    onEdgeMouseEnter: (_event, edge) => hover(edge.id),
    onEdgeMouseLeave: (_event, edge) => leave(edge.id),
    ...wireHandlers(editor),
    onPaneClick: () => session.setState({ popup: null, connecting: null, flowSettingsOpen: false }),
    onSelectionEnd: () => selectLinesToo(editor),
    onNodeContextMenu(event, node) {
      // A name that is being written has the system's menu.
      if (event.target instanceof HTMLInputElement) return
      openMenu(editor, event, { node: node.id })
    },
    onEdgeContextMenu: (event, edge) => openMenu(editor, event, { edge: edge.id }),
    onSelectionContextMenu: (event) => openMenu(editor, event, 'selection'),
    onPaneContextMenu: (event) => openMenu(editor, event, 'canvas'),
    ...moveHandlers(editor, cover),
  }
  const { onReconnect, onReconnectStart, onReconnectEnd, ...farHandlers } = handlers
  return {
    track({ clientX, clientY, buttons }) {
      editor.pointer.at = { x: clientX, y: clientY }
      cover.pointerMoved(buttons)
    },
    forgetPointer: () => forgetPointer(editor),
    trackDraggedKind: drag.trackDraggedKind,
    handlers,
    farHandlers,
  }
}

/** With nodes their edges are selected; React Flow knows of those alone that are elements. */
function selectLinesToo({ session, canvas }: Editor): void {
  const { nodes, edges, isTiny } = session.getState()
  const { edges: all } = canvas.getState()
  if (!areOnePicture(all, isTiny) || nodes.size === 0) return
  const joined = all.filter(({ source, target }) => nodes.has(source) || nodes.has(target))
  session.select(nodes, [...edges, ...joined.map(({ id }) => id)])
}

/** What is chosen in a menu is meant where that was opened. */
function forgetPointer({ session, pointer }: Editor): void {
  if (session.getState().menu === null) pointer.at = null
}

function closeLists({ session }: Editor): void {
  const { popup, connecting } = session.getState()
  if (popup !== null || connecting !== null) session.setState({ popup: null, connecting: null })
}

function openMenu(editor: Editor, event: ReactMouseEvent | globalThis.MouseEvent, subject: MenuSubject): void {
  event.preventDefault()
  openMenuAt(editor, subject, { x: event.clientX, y: event.clientY })
}

/** A wire let go: over a node it joins there if it may, in the open it asks what should come. */
function dropLoose(editor: Editor, loose: LooseEnd, letGo: Position): void {
  const { flow } = editor.flows.getState()
  const point = besideInspector(letGo)
  const target = nodeAtPoint(point)
  if (target !== null) {
    const ends = target === loose.end.node || !canJoin(flow, loose, target).ok ? null : endsAt(flow, loose, target)
    if (ends === null) return
    if (loose.replaces === undefined) joinAndWrite(editor, ends.from, ends.to)
    else moveEnd(editor, loose.replaces.id, ends)
    return
  }
  // The end of a drawn edge, let go in the open, stays where it was.
  if (loose.replaces !== undefined) return
  const view = editor.view.getState()
  if (view.flow === null || !isOverCanvas(view.element, point)) return
  editor.session.setState({ popup: { screen: point, flow: view.flow.screenToFlowPosition(point), wire: loose } })
}

/** The node drawn at a point of the screen. */
export function nodeAtPoint({ x, y }: Position): string | null {
  const node = document.elementFromPoint(x, y)?.closest(`.${ELEMENTS.node}`)
  return node instanceof HTMLElement ? (node.dataset['id'] ?? null) : null
}

/** A point on the inspector counts as one at its edge: there the drawing ends for those who see it. */
function besideInspector(point: Position): Position {
  const inspector = document.elementFromPoint(point.x, point.y)?.closest('[data-inspector]') ?? null
  return inspector === null ? point : { x: inspector.getBoundingClientRect().left - 2, y: point.y }
}

function isOverCanvas(element: HTMLElement | null, { x, y }: Position): boolean {
  const under = document.elementFromPoint(x, y)
  return element !== null && under !== null && element.contains(under)
}

function endsOf(connection: Connection | CanvasEdge): { from: EdgeEnd; to: EdgeEnd } {
  return {
    from: { node: connection.source, port: connection.sourceHandle ?? '' },
    to: { node: connection.target, port: connection.targetHandle ?? 'in' },
  }
}
