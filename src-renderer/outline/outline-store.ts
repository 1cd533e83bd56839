/** What the outline shows now: its rows, the row that has the keyboard, what is folded and searched for. It follows the flow and the selection. */
import { ENGLISH, type Translate } from '../../src-shared/languages/translate'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { EdgeIndex } from '../editor/edge-index'
import type { Editor } from '../editor/editor-context'
import { createOutliner, foundRows, nodeKey, parentIndex, rowOfEdge, type Folds, type OutlineRow } from './outline-rows'
import { rowWords } from './outline-words'

export type OutlineState = {
  rows: readonly OutlineRow[]
  /** The row that has the keyboard; where it is gone, whichever is at its place. */
  active: { key: string; index: number }
  folds: Folds
  /** While something is searched for nothing is folded. */
  search: string
  /** The key of the row whose name is being written. */
  renaming: string | null
  /** What may be added below the active row is being chosen. */
  isAdding: boolean
}

export type OutlineStore = StoreApi<OutlineState> & {
  /** Follows the editor until what it answers with is called. */
  follow(): () => void
  /** Gives the keyboard to the row at a place; beyond the ends, to the first or last. */
  /** Searches and goes by what rows say in another language. */
  speak(t: Translate): void
  goTo(index: number): void
  /** Gives the keyboard to a row, unfolding what it is under. */
  goToKey(key: string): void
  setFolded(keys: readonly string[], isFolded: boolean): void
  searchFor(text: string): void
  /** Goes to the next row whose name begins with what was typed within a short while. */
  typeAhead(character: string): void
}

const TYPED_WITHIN_MS = 800
const NO_FOLDS: Folds = new Set()

type EditorParts = Pick<Editor, 'flows' | 'session'> & { edgeIndex: EdgeIndex }

export function createOutlineStore(editor: EditorParts, now: () => number = () => performance.now()): OutlineStore {
  const { flows, session } = editor
  const finder = createRowFinder(editor)
  const typed = createTypedText(now)
  const store = createStore<OutlineState>(() => ({
    rows: [],
    active: { key: '', index: 0 },
    folds: NO_FOLDS,
    search: '',
    renaming: null,
    isAdding: false,
  }))
  function refresh(change: Partial<Pick<OutlineState, 'folds' | 'search'>> = {}): void {
    const { active, rows: before, ...state } = { ...store.getState(), ...change }
    const rows = finder.rowsFor(state)
    if (rows === before && Object.keys(change).length === 0) return
    const found = rows.findIndex(({ key }) => key === active.key)
    const index = found === -1 ? Math.max(0, Math.min(active.index, rows.length - 1)) : found
    const isSame = found === active.index
    store.setState({ ...change, rows, ...(isSame ? {} : { active: { key: rows[index]?.key ?? active.key, index } }) })
  }
  function goTo(wanted: number): void {
    const { rows } = store.getState()
    const index = Math.max(0, Math.min(wanted, rows.length - 1))
    const row = rows[index]
    if (row !== undefined) store.setState({ active: { key: row.key, index } })
  }
  function goToKey(key: string): void {
    const { folds, rows } = store.getState()
    if (!rows.some((row) => row.key === key)) refresh({ search: '', folds: withoutFoldsOver(finder.all(), key, folds) })
    const index = store.getState().rows.findIndex((row) => row.key === key)
    if (index !== -1) goTo(index)
  }
  function showSelected(): void {
    const key = keyOfSelected(editor, finder.all)
    const { rows, active } = store.getState()
    if (key !== null && ownerKey(rows[active.index]) !== key) goToKey(key)
  }
  return Object.assign(store, {
    follow() {
      refresh()
      showSelected()
      const stops = [
        flows.subscribe((state, before) => {
          if (state.flow.nodes !== before.flow.nodes || state.flow.edges !== before.flow.edges) refresh()
        }),
        session.subscribe((state, before) => {
          if (state.nodes !== before.nodes || state.edges !== before.edges) showSelected()
        }),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
    speak: (t: Translate) => finder.speak(t, refresh),
    goTo,
    goToKey,
    setFolded(keys: readonly string[], isFolded: boolean) {
      const folds = new Set(store.getState().folds)
      for (const key of keys) {
        if (isFolded) folds.add(key)
        else folds.delete(key)
      }
      refresh({ folds })
    },
    searchFor: (search: string) => refresh({ search }),
    typeAhead(character: string) {
      const { rows, active } = store.getState()
      const text = typed.with(character)
      const first = active.index + (text.length === 1 ? 1 : 0)
      const order = [...rows.keys()].map((step) => (first + step) % rows.length)
      const found = order.find((at) => {
        const row = rows[at]
        return row !== undefined && finder.wordsOf(row).name.toLowerCase().startsWith(text)
      })
      if (found !== undefined) goTo(found)
    },
  })
}

/** The rows of the open flow, folded or searched, and their words. */
function createRowFinder({ flows, edgeIndex }: EditorParts) {
  const folded = createOutliner()
  const unfolded = createOutliner()
  let t = ENGLISH
  const all = (): readonly OutlineRow[] => unfolded(flows.getState().flow, NO_FOLDS)
  const wordsOf = (row: OutlineRow) => rowWords({ flow: flows.getState().flow, index: edgeIndex, t }, row)
  return {
    all,
    wordsOf,
    speak(next: Translate, refresh: () => void): void {
      t = next
      refresh()
    },
    rowsFor({ folds, search }: Pick<OutlineState, 'folds' | 'search'>): readonly OutlineRow[] {
      const words = search.trim().toLowerCase().split(/\s+/).filter(Boolean)
      if (words.length === 0) return folded(flows.getState().flow, folds)
      return foundRows(all(), (row) => {
        const text = wordsOf(row).spoken.toLowerCase()
        return words.every((word) => text.includes(word))
      })
    },
  }
}

/** What is typed within a short while, in small letters. */
function createTypedText(now: () => number) {
  let typed = { text: '', at: -Infinity }
  return {
    with(character: string): string {
      const isOn = now() - typed.at < TYPED_WITHIN_MS
      typed = { text: (isOn ? typed.text : '') + character.toLowerCase(), at: now() }
      return typed.text
    },
  }
}

/** The row of what alone is selected; null for nothing or several. */
function keyOfSelected({ session }: EditorParts, rows: () => readonly OutlineRow[]): string | null {
  const { nodes, edges } = session.getState()
  const [node] = nodes
  const [edge] = edges
  if (nodes.size + edges.size !== 1) return null
  if (node !== undefined) return nodeKey(node)
  return edge === undefined ? null : (rowOfEdge(rows(), edge)?.key ?? null)
}

/** The key of the row of the thing that a row is about: a prompt is about its node. */
function ownerKey(row: OutlineRow | undefined): string | null {
  if (row === undefined) return null
  return row.what === 'prompt' ? nodeKey(row.node) : row.key
}

/** The folds without those that a row lies under. */
function withoutFoldsOver(all: readonly OutlineRow[], key: string, folds: Folds): Folds {
  const open = new Set(folds)
  const index = all.findIndex((row) => row.key === key)
  for (let at = parentIndex(all, index); at !== null && index !== -1; at = parentIndex(all, at)) {
    const above = all[at]
    if (above !== undefined) open.delete(above.key)
  }
  return open
}
