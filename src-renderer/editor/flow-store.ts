/** The open flow: its document, undo history and save state. `edit` is the only way in which the document changes. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { AppError, fromErrorRecord } from '../../src-shared/errors'
import type { PlainText } from '../../src-shared/languages/translate'
import { openFlow } from '../../src-shared/flow/editing/open'
import type { Flow } from '../../src-shared/flow/records'
import type { StepLabel } from '../../src-shared/flow/editing/undo-steps'
import { saveFlow } from '../../src-shared/flow/editing/save'
import type { StoredFlow } from '../../src-shared/rpc/contract'
import type { UndoHistory } from '../../src-shared/rpc/undo'
import { record, stepBack, stepForward, type History } from './history'
import { openKeptHistory, type KeptHistory } from './kept-history'
import { browserClock, createSaver, type Clock, type FlowBackend, type FlowState } from './saver'

/** The name of the version that is kept where another window's flow was replaced. */
export const REPLACED_VERSION: PlainText = 'Replaced by another window'

export type EditOptions = {
  /** Edits with one key in quick succession undo as one. */
  merge?: string | undefined
  /** The key is of one gesture: its edits are one step however slow it is. */
  isGesture?: boolean
}

export type FlowStore = StoreApi<FlowState> & {
  /** Changes the document. An edit that comes to the same flow is no edit. */
  edit(label: StepLabel, change: (flow: Flow) => Flow, options?: EditOptions): void
  undo(): StepLabel | null
  redo(): StepLabel | null
  /** Saves what is unsaved; resolves when the core has it, rejects with the reason when it does not. */
  flush(): Promise<void>
  /** Looks at what is stored now: a document without unsaved edits follows it. */
  follow(revision: number | null): Promise<void>
  /** The three ways out of a conflict. `both` answers with the id of the copy. */
  resolve(choice: 'mine' | 'theirs'): Promise<void>
  /** `name`: what the copy is called. */
  keepBoth(name: string): Promise<string>
  /** Ends the autosave. */
  dispose(): void
}

/** `undo`: the history that the library keeps of the flow. */
export type FlowStoreOptions = { stored: StoredFlow; backend: FlowBackend; clock?: Clock; undo?: UndoHistory | null }

/** Opens a stored flow. Throws the coded failure of `openFlow` when the text is none. */
export function createFlowStore({ stored, backend, clock = browserClock, undo = null }: FlowStoreOptions): FlowStore {
  const flow = parse(stored.text)
  const { history: kept, kept: keptHistory } = openKeptHistory(flow, stored.revision, undo)
  const store = createStore<FlowState>(() => ({
    flow,
    revision: stored.revision,
    history: kept,
    save: { kind: 'saved', at: null },
  }))
  const saver = createSaver({ store, backend, clock, keptHistory })
  const touched = (changed: Flow, history: History): void => {
    const isFree = store.getState().save.kind !== 'conflict'
    store.setState({ flow: changed, history, ...(isFree ? { save: { kind: 'unsaved' } } : {}) })
    if (isFree) saver.touch()
  }
  const walk = (step: ReturnType<typeof stepBack>): StepLabel | null => {
    if (step !== null) touched(step.flow, step.history)
    return step?.label ?? null
  }
  return Object.assign(store, {
    edit(label: StepLabel, change: (flow: Flow) => Flow, { merge, isGesture = false }: EditOptions = {}) {
      const { flow: before, history } = store.getState()
      const after = change(before)
      if (after === before) return
      const next = record(history, { before, after, label, merge: merge ?? null, at: clock.now(), isGesture })
      if (next !== history) touched(after, next)
    },
    undo: () => walk(stepBack(store.getState().flow, store.getState().history)),
    redo: () => walk(stepForward(store.getState().flow, store.getState().history)),
    async flush() {
      await saver.saveNow()
      if (store.getState().save.kind !== 'saved') await saver.saveNow()
    },
    async follow(revision: number | null) {
      await saver.settle()
      const state = store.getState()
      if (state.save.kind !== 'saved' || (revision !== null && revision <= state.revision)) return
      const theirs = await backend.read(state.flow.id)
      const now = store.getState()
      if (now.save.kind === 'saved' && theirs.revision > now.revision)
        adopt({ store, clock, keptHistory }, theirs, 'Change from another window')
    },
    async resolve(choice: 'mine' | 'theirs') {
      const theirs = conflictOf(store)
      if (choice === 'theirs') return adopt({ store, clock, keptHistory }, theirs, 'Take their version')
      await backend.keepVersion(theirs.id, REPLACED_VERSION)
      store.setState({ revision: theirs.revision, save: { kind: 'unsaved' } })
      await saver.saveNow()
    },
    async keepBoth(name: string) {
      const theirs = conflictOf(store)
      const { flow: mine } = store.getState()
      const copy = await backend.saveCopy(saveFlow({ ...mine, name }), name)
      adopt({ store, clock, keptHistory }, theirs, 'Take their version')
      return copy
    },
    dispose: () => saver.dispose(),
  })
}

/** Takes over what is stored, as a step that can be undone. */
function adopt(
  { store, clock, keptHistory }: { store: StoreApi<FlowState>; clock: Clock; keptHistory: KeptHistory },
  theirs: StoredFlow,
  label: PlainText,
): void {
  // What is stored is the history of whoever stored it.
  keptHistory.forget()
  const { flow: before, history } = store.getState()
  const after = parse(theirs.text)
  const change = { before, after, label, merge: null, at: clock.now() }
  store.setState({
    flow: after,
    history: saveFlow(before) === saveFlow(after) ? history : record(history, change),
    revision: theirs.revision,
    save: { kind: 'saved', at: clock.now() },
  })
}

function conflictOf(store: StoreApi<FlowState>): StoredFlow {
  const { save } = store.getState()
  if (save.kind !== 'conflict') throw new AppError('internal', 'There is no conflict to resolve.')
  return save.theirs
}

function parse(text: string): Flow {
  const opened = openFlow(text)
  if (opened.ok) return opened.flow
  throw fromErrorRecord(opened.error)
}
