/** The open editor: the stores of one flow, handed to everything that draws or changes it. */
import type { ReactFlowInstance, Viewport } from '../react-flow/react-flow'
import { createContext, useContext, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { isSameJson } from '../../src-shared/flow/json'
import { readSettings, type Flow, type Position } from '../../src-shared/flow/records'
import type { Problem } from '../../src-shared/kinds/kind'
import { createBreakMarks, type BreakMarks, type BreakMarksStore } from './canvas/break-marks'
import type { Guides } from './canvas/guides'
import { createLineIndex, type LineIndex } from './canvas/line-index'
import { createCanvasModel, type CanvasEdge, type CanvasModelStore, type CanvasNode } from './canvas/canvas-model'
import { createRunOverlay, type RunOverlay, type RunOverlayStore } from './canvas/run-overlay'
import { createEdgeIndex, type EdgeIndex } from './edge-index'
import type { FlowStore } from './flow-store'
import { inTurns } from './in-turns'
import { createLevels, type LevelParts, type LevelsStore, type LevelPlace } from './levels'
import { createProblemsStore, type Problems, type ProblemsStore } from './problems-store'
import { browserClock, type FlowState } from './saver'
import { createSessionStore, type Session, type SessionStore } from './session-store'

/** The drawing surface once it is on the page. */
export type CanvasView = {
  flow: ReactFlowInstance<CanvasNode, CanvasEdge> | null
  /** The element that the drawing fills. */
  element: HTMLElement | null
  /** The lines that a dragged node is held by. Each node listens to the session, and they come and go with every step of a drag. */
  guides: Guides | null
  /** Where a few nodes that are dragged are drawn now; null: none are. */
  pageDrag: ReadonlyMap<string, Position> | null
  /** The map lies on its lower left corner. */
  isMinimapOpen: boolean
}

export const NOT_SHOWN: CanvasView = { flow: null, element: null, guides: null, pageDrag: null, isMinimapOpen: false }

export type Editor = {
  /** The flow of the page, which runs. */
  flowId: string
  flows: FlowStore
  session: SessionStore
  problems: ProblemsStore
  overlay: RunOverlayStore
  /** Where turns pause. */
  breaks: BreakMarksStore
  canvas: CanvasModelStore
  edgeIndex: EdgeIndex
  lineIndex: LineIndex
  view: StoreApi<CanvasView>
  /** Where the pointer was last seen over the canvas, in px of the screen; nothing is drawn from it. */
  pointer: { at: Position | null }
  /** What part of the drawing was shown when it was left. */
  left: { viewport: Viewport | null }
  /** The node that holds the flow; null: it is the flow of the page. */
  within: LevelPlace<Editor> | null
  /** The flows that are opened within each other; null where nothing can be opened. */
  levels: LevelsStore<Editor> | null
  /** The drawing is only looked at: nothing is offered that would change it. */
  isReadOnly?: true
  dispose: () => void
}

/** What an editor needs to open the flows that its nodes hold or name. */
export type EditorOptions = Pick<LevelParts<Editor>, 'openNamed' | 'onLost'>

/** The stores around the flow of a page. */
export function createEditor(flows: FlowStore, { openNamed, onLost }: EditorOptions): Editor {
  const root = editorOf(flows, null)
  const levels: LevelsStore<Editor> = createLevels<Editor>(root, {
    openNamed,
    onLost,
    createInner: (inner, within) => ({ ...editorOf(inner, within), levels }),
  })
  return Object.assign(root, { levels })
}

function editorOf(flows: FlowStore, within: LevelPlace<Editor> | null): Editor {
  const session = createSessionStore()
  const problems = createProblemsStore(flows, browserClock, () => outerVariables(within))
  const edgeIndex = createEdgeIndex()
  const lineIndex = createLineIndex(edgeIndex)
  const canvas = createCanvasModel(edgeIndex)
  const show = (): void => canvas.show(flows.getState().flow, session.getState())
  show()
  const stops = [
    flows.subscribe(show),
    session.subscribe(show),
    flows.subscribe(forgetRemoved(session)),
    lookAheadWhenDrawn(flows, lineIndex),
  ]
  return {
    flowId: within?.outer.flowId ?? flows.getState().flow.id,
    flows,
    session,
    problems,
    overlay: createRunOverlay(),
    breaks: createBreakMarks(),
    canvas,
    edgeIndex,
    lineIndex,
    view: createStore<CanvasView>(() => NOT_SHOWN),
    pointer: { at: null },
    left: { viewport: null },
    within,
    levels: null,
    dispose() {
      for (const stop of stops) stop()
      problems.dispose()
      flows.dispose()
    },
  }
}

/** By then a flow that was opened is drawn, and checked. */
const LOOK_AHEAD_AFTER_MS = 2000

/** The ways of the lines of a large drawing are not known as it is opened, since nobody sees them from afar; who comes nearer would wait for all of them. */
function lookAheadWhenDrawn(flows: FlowStore, lineIndex: LineIndex): () => void {
  let leave: () => void = () => undefined
  const forget = browserClock.after(LOOK_AHEAD_AFTER_MS, () => {
    leave = inTurns(lineIndex.lookAhead(flows.getState().flow), browserClock, () => undefined)
  })
  return () => {
    forget()
    leave()
  }
}

/** The variables that the flows round an inner one declare. */
function outerVariables(within: LevelPlace<Editor> | null): string[] {
  if (within === null) return []
  const { flow } = within.outer.flows.getState()
  return [...Object.keys(readSettings(flow).variables), ...outerVariables(within.outer.within)]
}

/** What is no longer in the flow cannot be selected. */
function forgetRemoved(session: SessionStore) {
  return (state: FlowState, before: FlowState): void => {
    const { flow } = state
    if (flow.nodes === before.flow.nodes && flow.edges === before.flow.edges) return
    const { nodes, edges } = session.getState()
    const keptNodes = [...nodes].filter((id) => Object.hasOwn(flow.nodes, id))
    const keptEdges = [...edges].filter((id) => Object.hasOwn(flow.edges, id))
    if (keptNodes.length < nodes.size || keptEdges.length < edges.size) session.select(keptNodes, keptEdges)
  }
}

const EditorContext = createContext<Editor | null>(null)

export function EditorProvider({ editor, children }: { editor: Editor; children: ReactNode }) {
  return <EditorContext.Provider value={editor}>{children}</EditorContext.Provider>
}

export function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (editor === null) throw new Error('This part of the interface needs an open flow.')
  return editor
}

/** The editor that is shown: that of the page, or of a flow inside it. */
export function useShownEditor(): Editor {
  const editor = useEditor()
  const { levels } = editor
  if (levels === null) throw new Error('This drawing is only looked at.')
  return useStore(levels, ({ shown }) => shown)
}

/** A part of the open document; the selector must return something stable. */
export function useFlow<T>(select: (flow: Flow) => T): T {
  return useStore(useEditor().flows, (state) => select(state.flow))
}

/** Several parts in one subscription, where a drawing has thousands of who asks; drawn anew only when one of them is another. */
export function useFlowParts<const Parts extends readonly unknown[]>(select: (flow: Flow) => Parts): Parts {
  const [settle] = useState(() => settled<Parts>(isEachSame))
  return useFlow((flow) => settle(select(flow)))
}

/** What is worked out from the open document; drawn anew only when it comes to something else. */
export function useFlowResult<T>(compute: (flow: Flow) => T): T {
  const [settle] = useState(() => settled<T>(isSameJson))
  return useFlow((flow) => settle(compute(flow)))
}

/** Answers with the result before as long as the next is the same. */
function settled<T>(isSame: (one: T, other: T) => boolean): (next: T) => T {
  let last: { result: T } | null = null
  return (next) => {
    if (last === null || !isSame(last.result, next)) last = { result: next }
    return last.result
  }
}

/** Of two lists of one length. As `useShallow` has it, which makes two maps for that: too much where thousands ask at every step of a drag. */
function isEachSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return other.every((part, at) => Object.is(part, one[at]))
}

/** A part of the document's state: history, revision, save state. */
export function useFlowState<T>(select: (state: FlowState) => T): T {
  return useStore(useEditor().flows, select)
}

export function useSession<T>(select: (session: Session) => T): T {
  return useStore(useEditor().session, select)
}

export function useSessionParts<const Parts extends readonly unknown[]>(select: (session: Session) => Parts): Parts {
  const [settle] = useState(() => settled<Parts>(isEachSame))
  return useSession((session) => settle(select(session)))
}

export function useProblems<T>(select: (problems: Problems) => T): T {
  return useStore(useEditor().problems, select)
}

export function useOverlay<T>(select: (overlay: RunOverlay) => T): T {
  return useStore(useEditor().overlay, select)
}

export function useOverlayParts<const Parts extends readonly unknown[]>(select: (overlay: RunOverlay) => Parts): Parts {
  const [settle] = useState(() => settled<Parts>(isEachSame))
  return useOverlay((overlay) => settle(select(overlay)))
}

export function useBreakMarks<T>(select: (marks: BreakMarks) => T): T {
  return useStore(useEditor().breaks, select)
}

const NONE: readonly Problem[] = []

export function useNodeProblems(id: string): readonly Problem[] {
  return useProblems((problems) => problems.byNode.get(id) ?? NONE)
}

export function useEdgeProblems(id: string): readonly Problem[] {
  return useProblems((problems) => problems.byEdge.get(id) ?? NONE)
}
