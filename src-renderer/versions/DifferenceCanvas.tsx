/** A drawing that is only looked at: a version as it was, or two in one with what was added, removed and changed. */
import { ReactFlow, ReactFlowProvider, SelectionMode, useGivenSizes, type NodeProps } from '../react-flow/react-flow'
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import type { Flow } from '../../src-shared/flow/records'
import type { PlainText, Translate } from '../../src-shared/languages/translate'
import { selectionAfter, type CanvasEdge, type CanvasNode } from '../editor/canvas/canvas-model'
import { Dots } from '../editor/canvas/Dots'
import { FarLines } from '../editor/canvas/FarLines'
import { distanceMarks, FarWatch } from '../editor/canvas/FarWatch'
import { ChangeMarksContext, type ChangeMark, type ChangeMarks } from '../editor/canvas/change-marks'
import { CanvasControls } from '../editor/canvas/CanvasControls'
import { EdgeMarks } from '../editor/canvas/EdgeMarks'
import { EdgeView } from '../editor/canvas/EdgeView'
import { viewOn, ZOOM } from '../editor/canvas/fit'
import { NodeShell } from '../editor/canvas/NodeShell'
import { goByTab } from '../editor/canvas/tab-keys'
import { useDrawnEdges } from '../editor/canvas/use-drawn-edges'
import { useFirstView } from '../editor/canvas/use-first-view'
import { EditorProvider, type Editor } from '../editor/editor-context'
import { boundsOf } from '../editor/placing'
import { createViewEditor } from '../editor/view-editor'
import { motionMs } from '../ui/motion'
import { useT } from '../ui/language'
import styles from './DifferenceCanvas.module.css'

const NODE_TYPES = { baton: memo(StillNode) }
const EDGE_TYPES = { baton: EdgeView }
const PAN_BUTTONS = [0, 1, 2]
const CULL_FROM = 120
/** What stays free round what is shown alone, as a share of the canvas. */
const AROUND = 0.19

export type ShownElement = { about: 'node' | 'edge'; id: string }

type DifferenceCanvasProps = {
  flow: Flow
  marks: ChangeMarks | null
  /** What is to be brought into view and selected; the same object is shown once. */
  shown: ShownElement | null
  onSelect: (nodes: ReadonlySet<string>, edges: ReadonlySet<string>) => void
}

export function DifferenceCanvas({ flow, marks, shown, onSelect }: DifferenceCanvasProps) {
  const editor = useMemo(() => createViewEditor(flow), [flow])
  useEffect(() => {
    return editor.session.subscribe(({ nodes, edges }, before) => {
      if (nodes !== before.nodes || edges !== before.edges) onSelect(nodes, edges)
    })
  }, [editor, onSelect])
  useEffect(() => {
    if (shown !== null) showIn(editor, flow, shown)
  }, [editor, flow, shown])
  return (
    <EditorProvider editor={editor}>
      <ChangeMarksContext value={marks}>
        <ReactFlowProvider>
          <Still editor={editor} marks={marks} />
        </ReactFlowProvider>
      </ChangeMarksContext>
    </EditorProvider>
  )
}

function showIn({ session, view }: Editor, flow: Flow, { about, id }: ShownElement): void {
  const edge = about === 'edge' ? flow.edges[id] : undefined
  if (about === 'node') session.select([id])
  else session.select([], [id])
  const box = boundsOf(flow, edge === undefined ? [id] : [edge.from.node, edge.to.node])
  const { flow: drawing, element } = view.getState()
  if (box === null || drawing === null || element === null) return
  const size = { width: element.clientWidth, height: element.clientHeight }
  const padding = Math.min(size.width, size.height) * AROUND
  void drawing.setViewport(viewOn(box, size, { padding, maxZoom: 1 }), { duration: motionMs(160) })
}

function Still({ editor, marks }: { editor: Editor; marks: ChangeMarks | null }) {
  const t = useT()
  const element = useRef<HTMLDivElement>(null)
  const firstView = useFirstView(editor, element)
  useGivenSizes()
  useLayoutEffect(() => editor.canvas.speak(t), [editor, t])
  const model = useStore(editor.canvas)
  const nodes = useMemo(
    () => model.nodes.map((node) => named(node, marks?.nodes.get(node.id), t)),
    [model.nodes, marks, t],
  )
  const all = useMemo(
    () => model.edges.map((edge) => named(edge, marks?.edges.get(edge.id), t)),
    [model.edges, marks, t],
  )
  const edges = useDrawnEdges(all)
  const select = useCallback(
    (changes: Parameters<typeof selectionAfter>[1]): void => {
      const next = selectionAfter(editor.session.getState(), changes)
      if (next !== null) editor.session.select(next.nodes, next.edges)
    },
    [editor],
  )
  return (
    <div
      className={styles.canvas}
      data-canvas
      ref={element}
      role="region"
      tabIndex={0}
      onKeyDown={(event) => goByTab(event, editor)}
      aria-label={t('Drawing of the version')}
      {...distanceMarks(firstView)}
    >
      <EdgeMarks />
      {firstView !== null && (
        <ReactFlow<CanvasNode, CanvasEdge>
          nodes={nodes}
          edges={edges.elements}
          nodeTypes={NODE_TYPES}
          edgeTypes={EDGE_TYPES}
          onInit={(flow) => editor.view.setState({ flow, element: element.current })}
          onNodesChange={(changes) => select({ nodes: changes })}
          onEdgesChange={(changes) => select({ edges: changes })}
          onPaneClick={() => editor.session.select([])}
          nodesDraggable={false}
          nodesConnectable={false}
          edgesReconnectable={false}
          defaultViewport={firstView}
          minZoom={ZOOM.least}
          maxZoom={ZOOM.most}
          panOnDrag={PAN_BUTTONS}
          panOnScroll
          selectionMode={SelectionMode.Partial}
          deleteKeyCode={null}
          zoomOnDoubleClick={false}
          onlyRenderVisibleElements={nodes.length > CULL_FROM}
          proOptions={{ hideAttribution: true }}
        >
          <Dots />
          <CanvasControls />
          <FarWatch />
          <FarLines edges={edges.others} />
        </ReactFlow>
      )}
    </div>
  )
}

function named<Element extends CanvasNode | CanvasEdge>(
  element: Element,
  mark: ChangeMark | undefined,
  t: Translate,
): Element {
  return mark === undefined ? element : { ...element, ariaLabel: `${element.ariaLabel ?? ''}, ${t(MARK_WORDS[mark])}` }
}

const MARK_WORDS = {
  added: 'added',
  removed: 'removed',
  changed: 'changed',
  moved: 'moved',
} as const satisfies Record<ChangeMark, PlainText>

/** A node whose ports and fields are out of reach. */
function StillNode(props: NodeProps<CanvasNode>) {
  return (
    <div className={styles.stillNode}>
      <NodeShell {...props} />
    </div>
  )
}
