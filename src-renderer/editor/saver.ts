/** Saving the open flow: a moment after the last edit, one save at a time, and never over what somebody else saved. */
import type { StoreApi } from 'zustand/vanilla'
import { AppError, toAppError } from '../../src-shared/errors'
import type { Flow } from '../../src-shared/flow/records'
import { saveFlow } from '../../src-shared/flow/editing/save'
import type { StoredFlow } from '../../src-shared/rpc/contract'
import type { UndoChange } from '../../src-shared/rpc/undo'
import type { History } from './history'
import type { KeptHistory } from './kept-history'

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

/** A flow on its way to the library, with what has changed in its undo history. */
export type FlowSave = { id: string; baseRevision: number; text: string; undo: UndoChange }

/** The calls of the core that the store needs. */
export type FlowBackend = {
  save(input: FlowSave): Promise<{ revision: number; undo?: number | null }>
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

export type Saver = {
  /** Something was edited: save soon. */
  touch(): void
  /** Saves what is unsaved; whoever asks while a save is under way waits for it and for what was edited since. */
  saveNow(): Promise<void>
  /** Resolves when no save is under way. */
  settle(): Promise<void>
  dispose(): void
}

export const AUTOSAVE_AFTER_MS = 600
/** No edit waits longer than this for its save, however steadily others follow. */
export const AUTOSAVE_WITHIN_MS = 4000
const RETRY_AFTER_MS = 4000

export type SaverParts = { store: StoreApi<FlowState>; backend: FlowBackend; clock: Clock; keptHistory: KeptHistory }

export function createSaver({ store, backend, clock, keptHistory }: SaverParts): Saver {
  let forgetTimer: () => void = () => undefined
  let underWay: Promise<void> | null = null
  let isDisposed = false
  /** When the first edit came that no save has taken up yet. */
  let waitingSince: number | null = null

  const schedule = (ms: number): void => {
    forgetTimer()
    if (!isDisposed) forgetTimer = clock.after(ms, () => void saveNow().catch(() => undefined))
  }

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
    waitingSince = null
    const { flow: saved, revision, history } = store.getState()
    const text = saveFlow(saved)
    store.setState({ save: { kind: 'saving' } })
    try {
      const { undo, kept } = keptHistory.changeTo(history)
      const answer = await backend.save({ id: saved.id, baseRevision: revision, text, undo })
      kept(answer.undo ?? null)
      accept(saved, answer.revision)
    } catch (cause) {
      keptHistory.forget()
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

  return {
    touch() {
      waitingSince ??= clock.now()
      schedule(Math.max(0, Math.min(AUTOSAVE_AFTER_MS, waitingSince + AUTOSAVE_WITHIN_MS - clock.now())))
    },
    saveNow,
    async settle() {
      while (underWay !== null) await underWay.catch(() => undefined)
    },
    dispose() {
      isDisposed = true
      forgetTimer()
    },
  }
}

function conflictError(): AppError {
  return new AppError('conflict', 'This flow was also changed in another window. Choose which version to keep first.')
}
