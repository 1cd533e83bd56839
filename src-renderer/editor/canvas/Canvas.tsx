/** The drawing surface: React Flow over the flow store. What React Flow says becomes edits; what it shows comes from the stores. */
import {
  ELEMENTS,
  ConnectionLineType,
  ReactFlow,
  SelectionMode,
  useGivenSizes,
  type ReactFlowInstance,
} from '../../react-flow/react-flow'
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
} from 'react'
import { useStore } from 'zustand'
import { withCancel } from '../../ui/notify-undo'
import { notifyError, useDocks } from '../../ui/services'
import { offeredKind } from '../../../src-shared/kinds/index'
import { addKind, insertKind } from '../actions'
import { useEditor, useSession, type Editor } from '../editor-context'
import { GlideAside } from './GlideAside'
import { KeepWhole } from './KeepWhole'
import { GuideLines } from './GuideLines'
import type { CanvasEdge, CanvasNode } from './canvas-model'
import { useCanvasEvents } from './canvas-events'
import { arrangeUnplaced } from './arrange-now'
import { CanvasControls } from './CanvasControls'
import { ConnectPopup } from './ConnectPopup'
import { Dots } from './Dots'
import { DragLayer } from './DragLayer'
import { FarLines } from './FarLines'
import { distanceMarks, FarWatch } from './FarWatch'
import { EdgeMarks } from './EdgeMarks'
import { EdgeView } from './EdgeView'
import { EmptyCanvas } from './EmptyCanvas'
import { focusCanvas } from './focus-canvas'
import { draggedKind, KIND_DRAG_TYPE } from './kind-drag'
import { LooseMoves } from './LooseMoves'
import { Minimap } from './Minimap'
import { ZOOM } from './fit'
import { GRID } from '../../../src-shared/drawing/node-size'
import { openPopup } from './open-popup'
import { NodeShell } from './NodeShell'
import { letGo } from './page-drag'
import { PopupPalette } from './PopupPalette'
import { useDrawnEdges } from './use-drawn-edges'
import { useFirstView } from './use-first-view'
import { useSecondPress } from './use-second-press'
import { goByTab } from './tab-keys'
import { useSpaceHeld } from './use-space-held'
import { useTabRing } from './use-tab-ring'
import { WaitingOffer } from './WaitingOffer'
import { WireHint } from './WireHint'
import { useT } from '../../ui/language'
import styles from './Canvas.module.css'

const NODE_TYPES = { baton: NodeShell }
const EDGE_TYPES = { baton: EdgeView }
const SNAP: [number, number] = [GRID, GRID]
/** Left drags select; the middle and the right button pan, and with the space bar the left one. */
const PAN_BUTTONS = [1, 2]
const SEVERAL_KEYS = ['Shift', 'Meta', 'Control']
/** From here on only what is on the screen is kept on the page, but from afar: blocks are cheap to keep, and would come and go with each move. */
const CULL_FROM = 120
export function Canvas() {
  const t = useT()
  const editor = useEditor()
  const element = useRef<HTMLDivElement>(null)
  const nodes = useStore(editor.canvas, (model) => model.nodes)
  const edges = useDrawnEdges(useStore(editor.canvas, (model) => model.edges))
  const isFar = useSession((session) => session.isFar)
  const isMinimapOpen = useDocks((docks) => docks.minimapOpen)
  const events = useCanvasEvents(editor)
  const isSpaceHeld = useSpaceHeld()
  useSecondPress(editor)
  const onInit = useCanvasView(editor, { element, isMinimapOpen })
  const firstView = useFirstView(editor, element)
  useGivenSizes()

  function openPalette(event: MouseEvent): void {
    if (!(event.target instanceof Element) || !event.target.classList.contains(ELEMENTS.pane)) return
    openPopup(editor, { x: event.clientX, y: event.clientY })
  }
  function press(event: KeyboardEvent): void {
    goByTab(event, editor)
    if (event.key !== 'Enter' && event.key !== ' ') return
    const { target } = event
    if (!(target instanceof HTMLElement || target instanceof SVGElement)) return
    const id = target.dataset['id']
    const isNode = target.classList.contains(ELEMENTS.node)
    if (id === undefined || (!isNode && !target.classList.contains(ELEMENTS.edge))) return
    const { nodes: selected, edges: joined } = editor.session.getState()
    // Enter on what is selected already may open it.
    if (event.key === 'Enter' && isNode && selected.has(id) && selected.size + joined.size === 1) return
    event.preventDefault()
    const kept = event.shiftKey ? { nodes: [...selected], edges: [...joined] } : { nodes: [], edges: [] }
    if (isNode) editor.session.select([...kept.nodes, id], kept.edges)
    else editor.session.select(kept.nodes, [...kept.edges, id])
  }
  useLayoutEffect(() => editor.canvas.speak(t), [editor, t])
  return (
    <div
      className={styles.canvas}
      data-canvas
      ref={element}
      role="region"
      aria-label={t('Canvas')}
      tabIndex={0}
      {...distanceMarks(firstView)}
      onPointerDownCapture={takeFocus}
      onDoubleClick={openPalette}
      onKeyDown={press}
      onPointerMove={events.track}
      onPointerLeave={() => events.forgetPointer()}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(KIND_DRAG_TYPE)) return
        event.preventDefault()
        events.trackDraggedKind(draggedKind(event.dataTransfer.types), { x: event.clientX, y: event.clientY })
      }}
      onDragLeave={() => events.trackDraggedKind(null, null)}
      onDrop={(event) => {
        const name = event.dataTransfer.getData(KIND_DRAG_TYPE)
        const { flow } = editor.view.getState()
        const kind = offeredKind(name)
        if (kind === null || flow === null) return
        event.preventDefault()
        const { dropEdge } = editor.session.getState()
        const center = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY })
        editor.session.setState({ dropEdge: null })
        if (dropEdge === null) addKind(editor, kind, { center })
        else insertKind(editor, kind, { edge: dropEdge, center })
      }}
    >
      <EdgeMarks />
      {firstView !== null && (
        <ReactFlow<CanvasNode, CanvasEdge>
          nodes={nodes}
          edges={edges.elements}
          nodeTypes={NODE_TYPES}
          edgeTypes={EDGE_TYPES}
          onInit={onInit}
          {...(isFar ? events.farHandlers : events.handlers)}
          defaultViewport={firstView}
          minZoom={ZOOM.least}
          maxZoom={ZOOM.most}
          snapToGrid
          snapGrid={SNAP}
          connectionRadius={26}
          reconnectRadius={12}
          connectionLineType={ConnectionLineType.Bezier}
          selectionOnDrag={!isSpaceHeld}
          selectionMode={SelectionMode.Partial}
          selectionKeyCode={null}
          panOnDrag={isSpaceHeld || PAN_BUTTONS}
          panActivationKeyCode={null}
          panOnScroll
          multiSelectionKeyCode={SEVERAL_KEYS}
          deleteKeyCode={null}
          zoomOnDoubleClick={false}
          disableKeyboardA11y
          elevateEdgesOnSelect={false}
          onlyRenderVisibleElements={nodes.length > CULL_FROM && !isFar}
          proOptions={{ hideAttribution: true }}
        >
          <Dots />
          {isMinimapOpen && nodes.length > 0 && <Minimap />}
          <CanvasControls hasMap />
          <Layers lines={edges.others} />
        </ReactFlow>
      )}
      {nodes.length === 0 && <EmptyCanvas />}
      <WireHint />
      <PopupPalette />
      <ConnectPopup />
    </div>
  )
}

/** What lies under and over the drawing, and what watches it. */
function Layers({ lines }: { lines: readonly CanvasEdge[] }) {
  return (
    <>
      <FarWatch />
      <SeveralWatch />
      <LooseMoves />
      <GlideAside />
      <KeepWhole />
      <FarLines edges={lines} />
      <DragLayer />
      <GuideLines />
      <WaitingOffer />
    </>
  )
}

type ViewParts = { element: RefObject<HTMLDivElement | null>; isMinimapOpen: boolean }

/** Tells the editor of the drawing as long as that is on the page, and remembers what part of it was shown. */
function useCanvasView(editor: Editor, { element, isMinimapOpen }: ViewParts) {
  useTabRing(element)
  useLayoutEffect(() => editor.view.setState({ isMinimapOpen }), [editor, isMinimapOpen])
  const onInit = useCallback(
    (flow: ReactFlowInstance<CanvasNode, CanvasEdge>) => {
      editor.view.setState({ flow, element: element.current })
      // What was pressed to come here is gone with its page, and keys mean the drawing.
      focusCanvas(editor)
      withCancel('Arranging the drawing…', (signal) => arrangeUnplaced(editor, signal)).catch((cause: unknown) =>
        notifyError('The drawing could not be arranged', cause),
      )
    },
    [editor, element],
  )
  useEffect(
    () => () => {
      editor.left.viewport = editor.view.getState().flow?.getViewport() ?? null
      editor.view.setState({ flow: null, element: null })
      letGo(editor)
    },
    [editor],
  )
  return onInit
}

/** A click on the drawing ends typing elsewhere, so that keys mean the drawing again. */
function takeFocus(event: PointerEvent<HTMLDivElement>): void {
  const active = document.activeElement
  const isTyping = active instanceof HTMLElement && !event.currentTarget.contains(active)
  const isControl = event.target instanceof Element && event.target.closest('input, button, textarea') !== null
  if (isTyping && !isControl) event.currentTarget.focus({ preventScroll: true })
}

/** Says when several things are selected; draws nothing. */
function SeveralWatch() {
  const { view } = useEditor()
  const element = useStore(view, (state) => state.element)
  const areSeveral = useSession((session) => session.nodes.size + session.edges.size > 1)
  useEffect(() => void element?.toggleAttribute('data-several', areSeveral), [element, areSeveral])
  return null
}
