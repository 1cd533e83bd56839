/** What a run shows on the drawing: who holds the baton, what each node is doing, which edge was travelled. Written by the run store. */
import { createStore, type StoreApi } from 'zustand/vanilla'

export type NodeRun = { state: 'running' | 'done' | 'failed' | 'skipped'; message?: string | undefined }

/** Which session of a dialog it is, and what became of it. */
export type DialogSession = { number: number; state: 'active' | 'interrupted' | 'finished' }

export type RunOverlay = {
  /** The node that has the baton. */
  holder: string | null
  nodes: { readonly [nodeId: string]: NodeRun }
  /** The edge that the baton travelled last; `at` tells one travel from the next. */
  travelled: { edgeId: string; at: number } | null
  /** The newest session of each dialog. */
  sessions: { readonly [nodeId: string]: DialogSession }
}

export type RunOverlayStore = StoreApi<RunOverlay> & {
  /** Moves the baton; `edge` is the drawn edge that it travelled, if any. */
  passBaton(holder: string | null, edge?: string | null): void
  /** Null: the node is idle again. */
  setNode(nodeId: string, run: NodeRun | null): void
  setSessions(sessions: RunOverlay['sessions']): void
  /** Replaces everything at once, as when another thread is opened. The baton does not travel. */
  show(overlay: Partial<RunOverlay>): void
  clear(): void
}

const NOTHING: RunOverlay = { holder: null, nodes: {}, travelled: null, sessions: {} }

export function createRunOverlay(): RunOverlayStore {
  const store = createStore<RunOverlay>(() => NOTHING)
  let travels = 0
  return Object.assign(store, {
    passBaton(holder: string | null, edge: string | null = null) {
      travels += 1
      store.setState({ holder, ...(edge === null ? {} : { travelled: { edgeId: edge, at: travels } }) })
    },
    setNode(nodeId: string, run: NodeRun | null) {
      const { [nodeId]: _previous, ...others } = store.getState().nodes
      store.setState({ nodes: run === null ? others : { ...others, [nodeId]: run } })
    },
    setSessions(sessions: RunOverlay['sessions']) {
      store.setState({ sessions })
    },
    show(overlay: Partial<RunOverlay>) {
      store.setState({ ...NOTHING, ...overlay }, true)
    },
    clear() {
      store.setState(NOTHING, true)
    },
  })
}
