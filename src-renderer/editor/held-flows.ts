/** The flow that a node holds, as a flow to edit: each edit of it is an edit of the flow round it, with one history and one save state for both. */
import type { StepLabel } from '../../src-shared/flow/editing/undo-steps'
import { createStore } from 'zustand/vanilla'
import { heldFlow } from '../../src-shared/flow/editing/embedded-flow'
import { asJson } from '../../src-shared/flow/editing/make-subflow'
import { openFlow } from '../../src-shared/flow/editing/open'
import type { Flow } from '../../src-shared/flow/records'
import type { EditOptions, FlowStore } from './flow-store'
import type { FlowState } from './saver'

/** Null: the node holds no flow of its own, or one that cannot be read. */
export function createHeldFlows(outer: FlowStore, id: string): FlowStore | null {
  const reader = createReader(id)
  const first = reader.read(outer.getState().flow)
  if (first === null) return null
  const store = createStore<FlowState>(() => ({ ...outer.getState(), flow: first }))
  const stop = outer.subscribe((state) => {
    // Whoever shows a flow that is gone is led out of it (`levels.ts`); until then it stays as it was.
    store.setState({ ...state, flow: reader.read(state.flow) ?? store.getState().flow })
  })
  return Object.assign(store, {
    edit(label: StepLabel, change: (flow: Flow) => Flow, { merge, isGesture = false }: EditOptions = {}) {
      outer.edit(label, (whole) => reader.write(whole, change), {
        merge: merge === undefined ? undefined : `${id}~${merge}`,
        isGesture,
      })
    },
    undo: () => outer.undo(),
    redo: () => outer.redo(),
    flush: () => outer.flush(),
    follow: (revision: number | null) => outer.follow(revision),
    resolve: (choice: 'mine' | 'theirs') => outer.resolve(choice),
    keepBoth: (name: string) => outer.keepBoth(name),
    dispose: stop,
  })
}

/** What was read or written once is not read again: undo brings back the very same values. */
function createReader(id: string) {
  const known = new WeakMap<object, Flow>()
  const heldIn = (whole: Flow): { field: string; flow: Flow } | null => {
    const node = Object.hasOwn(whole.nodes, id) ? whole.nodes[id] : undefined
    const held = node === undefined ? null : heldFlow(node)
    if (held?.by !== 'value') return null
    const before = known.get(held.value)
    if (before !== undefined) return { field: held.field, flow: before }
    const opened = openFlow(held.value)
    if (!opened.ok) return null
    known.set(held.value, opened.flow)
    return { field: held.field, flow: opened.flow }
  }
  return {
    read: (whole: Flow): Flow | null => heldIn(whole)?.flow ?? null,
    write(whole: Flow, change: (flow: Flow) => Flow): Flow {
      const node = whole.nodes[id]
      const held = heldIn(whole)
      if (node === undefined || held === null) return whole
      const after = change(held.flow)
      if (after === held.flow) return whole
      const value = asJson(after)
      known.set(value, after)
      return { ...whole, nodes: { ...whole.nodes, [id]: { ...node, data: { ...node.data, [held.field]: value } } } }
    },
  }
}
