/** Where turns pause, as the drawing shows it. Written by the room of breakpoints. */
import { createStore, type StoreApi } from 'zustand/vanilla'

/** Whether what pauses on a side of a node is on; absent: nothing does. `once`: a turn runs to there and pauses. */
export type BreakMark = { before?: boolean; after?: boolean; once?: true }
/** The same of an edge. */
export type EdgeBreakMark = { on?: boolean; once?: true }

/** By the ids of the drawing. */
export type BreakMarks = {
  nodes: { readonly [nodeId: string]: BreakMark }
  edges: { readonly [edgeId: string]: EdgeBreakMark }
}
export type BreakMarksStore = StoreApi<BreakMarks>

export function createBreakMarks(): BreakMarksStore {
  return createStore<BreakMarks>(() => ({ nodes: {}, edges: {} }))
}
