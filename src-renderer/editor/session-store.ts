/** What lives as long as the editor is open and is no part of the flow: selection, wiring, the popup palette. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { EdgeEnd, Json, Position } from '../../src-shared/flow/records'

/** A drawn edge whose other end is being moved: it stays of its kind. */
export type ReplacedEdge = { id: string; kind: string }

/** The end that a wire is pulled from, and what it may be joined to (`nodeId port`, see `portKey`). */
export type WiringState = {
  node: string
  port: string
  isSource: boolean
  fits: ReadonlySet<string>
  replaces?: ReplacedEdge
}

/**
 * The palette at the cursor: where it opens on the screen, where a node lands, and the wire that waits for it, or the edge that it is
 * put into.
 */
export type PopupPalette = {
  screen: Position
  flow: Position
  wire: { end: EdgeEnd; isSource: boolean } | null
  edge?: string
  /** The new node goes beside what it is joined to, not where the palette is. */
  isBeside?: boolean
  /** The new node is joined to the one that is selected, where it fits. */
  isJoined?: boolean
}

/** The list of what a node may be joined to, and where it opens on the screen. */
export type ConnectList = { node: string; screen: Position }

/** The menu at the cursor, of what is selected or of the canvas. `byKey`: its first item has the focus. */
export type CanvasMenuState = { screen: Position; isOfCanvas: boolean; byKey: boolean }

/** A tool that is tried by itself. `tool`: its name among those of its source, null where the node is the tool. `form`: how models are offered it, where that is known. */
export type TriedTool = { node: string; tool: string | null; form: TriedForm | null }
export type TriedForm = { name: string; description: string; parameters: { readonly [name: string]: Json } }

export type Session = {
  nodes: ReadonlySet<string>
  edges: ReadonlySet<string>
  wiring: WiringState | null
  popup: PopupPalette | null
  connecting: ConnectList | null
  menu: CanvasMenuState | null
  /** The settings of the flow are shown in the inspector. */
  flowSettingsOpen: boolean
  /** The field that a problem wants to be looked at; `at` tells one wish from the next. */
  focusField: { key: string; at: number } | null
  /** The node whose name is being written on its card. */
  renaming: string | null
  /** Kinds of nodes and edges whose advanced fields were opened. */
  advancedOpen: ReadonlySet<string>
  /** The edge whose words are being written on it. */
  wording: string | null
  /** The edge that is pointed at. */
  hovered: string | null
  /** The edges that Tab came to last: they can have the focus however small the drawing is shown. */
  reachedEdges: ReadonlySet<string>
  /** The edge that what is being dragged would be put into. */
  dropEdge: string | null
  /** The few nodes that are dragged: their lines are drawn elsewhere meanwhile (`canvas/DragLayer.tsx`). */
  lifted: ReadonlySet<string>
  /** The node that is to be talked to alone, until the chat has taken it up. */
  onlyAsked: string | null
  /** The tool whose "Try it" is open. */
  trying: TriedTool | null
  /** The node at which a test came out differently, while that is looked at. */
  differs: string | null
  /** Zoomed out so far that nodes are blocks with a name only. */
  isFar: boolean
  /** Zoomed out further still, so that no name could be read. */
  isTiny: boolean
  /** The view of a large drawing is being moved, so that it is not drawn in more detail meanwhile. */
  isMoving: boolean
}

export type SessionStore = StoreApi<Session> & {
  select(nodes: Iterable<string>, edges?: Iterable<string>): void
  /** Shows a field in the inspector. */
  focus(key: string): void
  setAdvancedOpen(of: string, isOpen: boolean): void
}

/** No nodes, or no edges: always the same set. */
export const EMPTY: ReadonlySet<string> = new Set()

/** One port of one node as a key of a set. */
export function portKey(node: string, port: string): string {
  return `${node} ${port}`
}

export function createSessionStore(): SessionStore {
  const store = createStore<Session>(() => ({
    nodes: EMPTY,
    edges: EMPTY,
    wiring: null,
    popup: null,
    connecting: null,
    menu: null,
    flowSettingsOpen: false,
    focusField: null,
    renaming: null,
    advancedOpen: EMPTY,
    wording: null,
    hovered: null,
    reachedEdges: EMPTY,
    dropEdge: null,
    lifted: EMPTY,
    onlyAsked: null,
    trying: null,
    differs: null,
    isFar: false,
    isTiny: false,
    isMoving: false,
  }))
  return Object.assign(store, {
    select(nodes: Iterable<string>, edges: Iterable<string> = []) {
      const before = store.getState()
      const next = { nodes: new Set(nodes), edges: new Set(edges) }
      if (isSame(before.nodes, next.nodes) && isSame(before.edges, next.edges) && !before.flowSettingsOpen) return
      // What was wished for of the last selection is not meant for this one.
      store.setState({ ...next, flowSettingsOpen: false, focusField: null, renaming: null, wording: null })
    },
    setAdvancedOpen(of: string, isOpen: boolean) {
      const open = new Set(store.getState().advancedOpen)
      if (isOpen) open.add(of)
      else open.delete(of)
      store.setState({ advancedOpen: open })
    },
    focus(key: string) {
      store.setState({ focusField: { key, at: (store.getState().focusField?.at ?? 0) + 1 } })
    },
  })
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  if (one.size !== other.size) return false
  for (const id of one) if (!other.has(id)) return false
  return true
}
