/** The stores around a drawing that is only looked at: a version, or the difference of two. Edits come to nothing. */
import { createStore } from 'zustand/vanilla'
import type { Flow } from '../../src-shared/flow/records'
import { createBreakMarks } from './canvas/break-marks'
import { createLineIndex } from './canvas/line-index'
import { createCanvasModel } from './canvas/canvas-model'
import { createRunOverlay } from './canvas/run-overlay'
import { createEdgeIndex } from './edge-index'
import { NOT_SHOWN, type CanvasView, type Editor } from './editor-context'
import type { FlowStore } from './flow-store'
import { NO_HISTORY } from './history'
import type { Problems, ProblemsStore } from './problems-store'
import type { FlowState } from './saver'
import { createSessionStore } from './session-store'

/** Nodes and edges can be selected in it. */
export function createViewEditor(flow: Flow): Editor {
  const session = createSessionStore()
  const edgeIndex = createEdgeIndex()
  const canvas = createCanvasModel(edgeIndex)
  const show = (): void => canvas.show(flow, session.getState())
  show()
  // Both stores are the editor's own, and go with it.
  session.subscribe(show)
  return {
    flowId: flow.id,
    flows: storeOf(flow),
    session,
    problems: noProblems(),
    overlay: createRunOverlay(),
    breaks: createBreakMarks(),
    canvas,
    edgeIndex,
    lineIndex: createLineIndex(edgeIndex),
    view: createStore<CanvasView>(() => NOT_SHOWN),
    pointer: { at: null },
    left: { viewport: null },
    within: null,
    levels: null,
    isReadOnly: true,
    dispose: () => undefined,
  }
}

function storeOf(flow: Flow): FlowStore {
  const store = createStore<FlowState>(() => {
    return { flow, revision: 0, history: NO_HISTORY, save: { kind: 'saved', at: null } }
  })
  const nothing = (): Promise<void> => Promise.resolve()
  return Object.assign(store, {
    edit: () => undefined,
    undo: () => null,
    redo: () => null,
    flush: nothing,
    follow: nothing,
    resolve: nothing,
    keepBoth: () => Promise.resolve(flow.id),
    dispose: () => undefined,
  })
}

function noProblems(): ProblemsStore {
  const none: Problems = { all: [], byNode: new Map(), byEdge: new Map(), needed: new Map(), errors: 0, blocking: null }
  const store = createStore<Problems>(() => none)
  return Object.assign(store, {
    checkNow: () => none,
    leave: () => undefined,
    settle: () => undefined,
    setCodeFaults: () => undefined,
    setUnpriced: () => undefined,
    dispose: () => undefined,
  })
}
