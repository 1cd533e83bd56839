/** The stack of what lies over the page: dialogs, sheets, popovers and menus, in the order in which they opened, and who of them a key is for. */
import { createStore, type StoreApi } from 'zustand/vanilla'

export type Layer = {
  /** When it opened. */
  readonly order: number
  /** A dialog covers what lies under it; a popover or a menu does not. */
  readonly covers: boolean
  /** Closes it; null: it hears Escape by itself, as a menu does. */
  readonly escape: (() => void) | null
  /** Whom the focus may go back to, first to last. */
  readonly before: readonly Element[]
}

export type LayerPlace = { isCovered: boolean; zIndex: number }

/** Under the lists of fields (300), which always belong to what lies highest. */
const LOWEST = 200

/** Of one window. */
export class Layers {
  readonly store: StoreApi<readonly Layer[]> = createStore<readonly Layer[]>(() => [])
  #opened = 0

  /** One that opens takes its turn when it is drawn first: what is in it is drawn later, though it is on the page earlier. */
  nextOrder(): number {
    this.#opened += 1
    return this.#opened
  }

  /** Gives back what takes it away. */
  add(layer: Layer): () => void {
    this.store.setState((open) => [...open, layer].sort((one, other) => one.order - other.order), true)
    return () => this.store.setState((open) => open.filter((one) => one !== layer), true)
  }

  top(): Layer | null {
    return this.store.getState().at(-1) ?? null
  }

  /** Whether a dialog lies over the page, with the keyboard to itself. */
  hasDialog(): boolean {
    return this.store.getState().some(({ covers }) => covers)
  }

  /** Gives Escape to the topmost layer, and says whether that took it. */
  escape(): boolean {
    const layer = this.top()
    if (layer === null || layer.escape === null) return false
    layer.escape()
    return true
  }
}

/** Where a layer lies; one that is not known yet lies on top. */
export function placeOf(open: readonly Layer[], order: number | null): LayerPlace {
  const above = order === null ? [] : open.filter((layer) => layer.order > order)
  const below = order === null ? open : open.filter((layer) => layer.order < order)
  return { isCovered: above.some(({ covers }) => covers), zIndex: LOWEST + below.length }
}
