/** What a run shows on the drawing: who holds the baton, what each node is doing, the route that the baton took. Written by the run store. */
import { createStore, type StoreApi } from 'zustand/vanilla'

export type NodeRun = {
  state: 'running' | 'waiting' | 'paused' | 'done' | 'failed' | 'skipped'
  message?: string | undefined
}

/** Which session of a dialog it is, and what became of it. */
export type DialogSession = { number: number; state: 'active' | 'interrupted' | 'finished' }

/** A move of the baton; `edge` is the drawn edge that it travelled, if any. */
export type Move = { edge: string | null; from: string | null; to: string }
/** A move that is shown; `at` tells one from the next, `after` is how many ms it waits for the one before it. */
export type Travel = Move & { at: number; after: number }

export type RunOverlay = {
  /** The node that has the baton. */
  holder: string | null
  nodes: { readonly [nodeId: string]: NodeRun }
  /** The one edge that is lit while somebody looks at a moment of the past. */
  travelled: { edgeId: string; at: number } | null
  /** Edges that had been walked in the turn, while somebody looks back. */
  walked: ReadonlySet<string>
  /** The newest moves, oldest first. */
  route: readonly Travel[]
  /** The newest session of each dialog. */
  sessions: { readonly [nodeId: string]: DialogSession }
  /** The states of the steps of each node's newest plan, in order, with a space between: a text, so that it is compared by what it says. */
  plans: { readonly [nodeId: string]: string }
}

export type RunOverlayStore = StoreApi<RunOverlay> & {
  /** Moves the baton; `moves` are shown one after the other. */
  passBaton(holder: string | null, moves?: readonly Move[]): void
  /** Null: the node is idle again. */
  setNode(nodeId: string, run: NodeRun | null): void
  setSessions(sessions: RunOverlay['sessions']): void
  setPlans(plans: RunOverlay['plans']): void
  setWalked(walked: RunOverlay['walked']): void
  /** Replaces everything at once, as when another thread is opened. The baton does not travel. */
  show(overlay: Partial<RunOverlay>): void
  clear(): void
}

const NOTHING: RunOverlay = {
  holder: null,
  nodes: {},
  travelled: null,
  walked: new Set(),
  route: [],
  sessions: {},
  plans: {},
}

/** How long after one move the next is shown, and how far behind the run that may get, in ms. */
const PACE = { between: 200, behind: 1600 }
/** More than the animations of all that can be under way. */
const KEPT = 24

/** `clock` counts ms. */
export function createRunOverlay(clock: () => number = () => performance.now()): RunOverlayStore {
  const store = createStore<RunOverlay>(() => NOTHING)
  let travels = 0
  let free = 0
  const travel = (move: Move): Travel => {
    travels += 1
    const now = clock()
    const after = Math.min(Math.max(0, free - now), PACE.behind)
    free = now + after + PACE.between
    return { ...move, at: travels, after }
  }
  return Object.assign(store, {
    passBaton(holder: string | null, moves: readonly Move[] = []) {
      const { route } = store.getState()
      store.setState({ holder, route: moves.length === 0 ? route : [...route, ...moves.map(travel)].slice(-KEPT) })
    },
    setNode(nodeId: string, run: NodeRun | null) {
      const { [nodeId]: _previous, ...others } = store.getState().nodes
      store.setState({ nodes: run === null ? others : { ...others, [nodeId]: run } })
    },
    setSessions(sessions: RunOverlay['sessions']) {
      store.setState({ sessions })
    },
    setPlans(plans: RunOverlay['plans']) {
      store.setState({ plans })
    },
    setWalked(walked: RunOverlay['walked']) {
      store.setState({ walked })
    },
    show(overlay: Partial<RunOverlay>) {
      store.setState({ ...NOTHING, ...overlay }, true)
    },
    clear() {
      store.setState(NOTHING, true)
    },
  })
}

/** When an edge was travelled last and which way; null: not lately. A text, so that it is compared by what it says. */
export function travelOn({ route, travelled }: RunOverlay, edge: string): string | null {
  if (travelled?.edgeId === edge) return `${travelled.at} 0 forth`
  const last = route.findLast((move) => move.edge === edge)
  return last === undefined ? null : `${last.at} ${Math.round(last.after)} ${last.to}`
}
