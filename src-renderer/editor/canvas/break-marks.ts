/** Where turns pause, as the drawing shows it. Written by the room of breakpoints. */
import { createStore, type StoreApi } from 'zustand/vanilla'

/** Whether what pauses on a side of a node is on; absent: nothing does. */
export type BreakMark = { before?: boolean; after?: boolean }

/** By the ids of the drawing; of edges whether what pauses there is on. */
export type BreakMarks = {
  nodes: { readonly [nodeId: string]: BreakMark }
  edges: { readonly [edgeId: string]: boolean }
}
export type BreakMarksStore = StoreApi<BreakMarks>

export function createBreakMarks(): BreakMarksStore {
  return createStore<BreakMarks>(() => ({ nodes: {}, edges: {} }))
}
