/** The open flow: its document, undo history and save state. `edit` is the only way in which the document changes. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { AppError, toAppError } from '../../src-shared/errors'
import { openFlow } from '../../src-shared/flow/open'
import type { Flow } from '../../src-shared/flow/records'
import { saveFlow } from '../../src-shared/flow/save'
import type { StoredFlow } from '../../src-shared/rpc/contract'
import { NO_HISTORY, record, stepBack, stepForward, type History } from './history'

/** `conflict`: somebody else saved in between; `theirs` is what is stored now. */
export type SaveState =
  | { kind: 'saved'; at: number | null }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  | { kind: 'failed'; error: AppError }
  | { kind: 'conflict'; theirs: StoredFlow }

export type FlowState = {
  flow: Flow
  /** Revision of the stored text that the document stands on. */
  revision: number
  history: History
  save: SaveState
}

/** The calls of the core that the store needs. */
export type FlowBackend = {
  save(input: { id: string; baseRevision: number; text: string }): Promise<{ revision: number }>
  read(id: string): Promise<StoredFlow>
  /** Stores a text as another flow; answers with its id. */
  saveCopy(text: string, name: string): Promise<string>
  /** Keeps what is stored now as a version, before it is replaced. */
  keepVersion(id: string, label: string): Promise<unknown>
}

export type Clock = {
  now(): number
  /** Calls back once after `ms`; the returned function forgets it. */
  after(ms: number, run: () => void): () => void
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

export type EditOptions = {
  /** Edits with one key in quick succession undo as one. */
  merge?: string | undefined
}

export type FlowStore = StoreApi<FlowState> & {
  /** Changes the document. An edit that gives back the same flow is no edit. */
  edit(label: string, change: (flow: Flow) => Flow, options?: EditOptions): void
  undo(): string | null
  redo(): string | null
  /** Saves what is unsaved; resolves when the core has it, rejects with the reason when it does not. */
  flush(): Promise<void>
  /** Looks at what is stored now: a document without unsaved edits follows it. */
  follow(revision: number | null): Promise<void>
  /** The three ways out of a conflict. `both` answers with the id of the copy. */
  resolve(choice: 'mine' | 'theirs'): Promise<void>
  keepBoth(): Promise<string>
  /** Ends the autosave. */
  dispose(): void
}

export const AUTOSAVE_AFTER_MS = 600
const RETRY_AFTER_MS = 4000

export type FlowStoreOptions = { stored: StoredFlow; backend: FlowBackend; clock?: Clock }

/** Opens a stored flow. Throws the coded failure of `openFlow` when the text is none. */
export function createFlowStore({ stored, backend, clock = browserClock }: FlowStoreOptions): FlowStore {
  const flow = parse(stored.text)
  const store = createStore<FlowState>(() => ({
    flow,
    revision: stored.revision,
    history: NO_HISTORY,
    save: { kind: 'saved', at: null },
  }))
  let forgetTimer: () => void = () => undefined
  let underWay: Promise<void> | null = null
  let isDisposed = false

  const schedule = (ms: number): void => {
    forgetTimer()
    if (!isDisposed) forgetTimer = clock.after(ms, () => void saveNow().catch(() => undefined))
  }
  const touched = (flow: Flow, history: History): void => {
    const isFree = store.getState().save.kind !== 'conflict'
    store.setState(isFree ? { flow, history, save: { kind: 'unsaved' } } : { flow, history })
    if (isFree) schedule(AUTOSAVE_AFTER_MS)
  }

  /** One save at a time; whoever asks while one is under way waits for it and for what was edited since. */
  async function saveNow(): Promise<void> {
    while (underWay !== null) await underWay
    const { save } = store.getState()
    if (save.kind === 'conflict') throw conflictError()
    if (save.kind === 'saved') return
    underWay = saveOnce().finally(() => (underWay = null))
    await underWay
  }

  async function saveOnce(): Promise<void> {
    forgetTimer()
    const { flow: saved, revision } = store.getState()
    const text = saveFlow(saved)
    store.setState({ save: { kind: 'saving' } })
    try {
      const answer = await backend.save({ id: saved.id, baseRevision: revision, text })
      accept(saved, answer.revision)
    } catch (cause) {
      await refuse(toAppError(cause), { saved, text })
    }
  }

  function accept(saved: Flow, revision: number): void {
    const isWhole = store.getState().flow === saved
    store.setState({ revision, save: isWhole ? { kind: 'saved', at: clock.now() } : { kind: 'unsaved' } })
    if (!isWhole) schedule(AUTOSAVE_AFTER_MS)
  }

  async function refuse(error: AppError, tried: { saved: Flow; text: string }): Promise<void> {
    if (error.code === 'conflict') {
      const theirs = await backend.read(tried.saved.id).catch(() => null)
      if (theirs !== null) {
        // The answer to an earlier save got lost on the way: what is stored is ours.
        if (theirs.text === tried.text) return accept(tried.saved, theirs.revision)
        store.setState({ save: { kind: 'conflict', theirs } })
        throw error
      }
    }
    const isDown = error.code === 'disconnected'
    store.setState({ save: isDown ? { kind: 'unsaved' } : { kind: 'failed', error } })
    if (isDown) schedule(RETRY_AFTER_MS)
    throw error
  }

  function adopt(theirs: StoredFlow, label: string): void {
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

  function conflict(): StoredFlow {
    const { save } = store.getState()
    if (save.kind !== 'conflict') throw new AppError('internal', 'There is no conflict to resolve.')
    return save.theirs
  }

  return Object.assign(store, {
    edit(label: string, change: (flow: Flow) => Flow, { merge }: EditOptions = {}) {
      const { flow: before, history } = store.getState()
      const after = change(before)
      if (after === before) return
      touched(after, record(history, { before, after, label, merge: merge ?? null, at: clock.now() }))
    },
    undo() {
      const { flow: present, history } = store.getState()
      const step = stepBack(present, history)
      if (step !== null) touched(step.flow, step.history)
      return step?.label ?? null
    },
    redo() {
      const { flow: present, history } = store.getState()
      const step = stepForward(present, history)
      if (step !== null) touched(step.flow, step.history)
      return step?.label ?? null
    },
    async flush() {
      await saveNow()
      if (store.getState().save.kind !== 'saved') await saveNow()
    },
    async follow(revision: number | null) {
      while (underWay !== null) await underWay.catch(() => undefined)
      const state = store.getState()
      if (revision !== null && revision <= state.revision) return
      if (state.save.kind !== 'saved') return
      const theirs = await backend.read(state.flow.id)
      const now = store.getState()
      if (now.save.kind === 'saved' && theirs.revision > now.revision) adopt(theirs, 'Change from another window')
    },
    async resolve(choice: 'mine' | 'theirs') {
      const theirs = conflict()
      if (choice === 'theirs') return adopt(theirs, 'Take their version')
      await backend.keepVersion(theirs.id, 'Replaced by another window')
      store.setState({ revision: theirs.revision, save: { kind: 'unsaved' } })
      await saveNow()
    },
    async keepBoth() {
      const theirs = conflict()
      const { flow: mine } = store.getState()
      const name = `${mine.name} (my copy)`
      const copy = await backend.saveCopy(saveFlow({ ...mine, name }), name)
      adopt(theirs, 'Take their version')
      return copy
    },
    dispose() {
      isDisposed = true
      forgetTimer()
    },
  })
}

function parse(text: string): Flow {
  const opened = openFlow(text)
  if (opened.ok) return opened.flow
  throw new AppError(opened.error.code, opened.error.message, opened.error.details ?? {})
}

function conflictError(): AppError {
  return new AppError('conflict', 'This flow was also changed in another window. Choose which version to keep first.')
}
