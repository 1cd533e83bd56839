/** The stack of layers as the interface has it: one for the window, which hears Escape first, and the hook by which something is a layer. */
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { DIALOG, focusIn, focusPage, isFocusLost, partsAround, uncoveredDialogs } from './focus-parts'
import { KeepFocus, useHandOnFocus } from './hand-on-focus'
import { Layers, placeOf, type LayerPlace } from './layers'

const LayersContext = createContext<Layers | null>(null)

/** What has something open of its own: a list, a search that is not empty. The first is the library's. */
const KEEPS_ESCAPE = '[data-mantine-stop-propagation="true"], [data-keeps-escape="true"]'

export function LayersProvider({ children }: { children: ReactNode }) {
  const [layers] = useState(() => new Layers())
  useEffect(() => {
    const listening = new AbortController()
    const hear = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing) return
      // Of a key pressed within a shadow root `target` says only where the root hangs.
      const isKept = event.composedPath().some((place) => place instanceof Element && place.matches(KEEPS_ESCAPE))
      if (isKept || !layers.escape()) return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', hear, { capture: true, signal: listening.signal })
    return () => listening.abort()
  }, [layers])
  return (
    <LayersContext value={layers}>
      <KeepFocus>{children}</KeepFocus>
    </LayersContext>
  )
}

/** The stack of the window, for whoever asks whether something lies over the page. */
export function useLayers(): Layers {
  const layers = useContext(LayersContext)
  if (layers === null) throw new Error('There is no LayersProvider around this.')
  return layers
}

export type LayerRequest = {
  isOpen: boolean
  /** A dialog covers what lies under it; what had the focus has it again when the dialog is gone. */
  covers: boolean
  /** Closes it; null: it hears Escape by itself. */
  onEscape: (() => void) | null
}

/** Puts something on the stack as long as it is open, and says where it lies there. */
export function useLayer({ isOpen, covers, onEscape }: LayerRequest): LayerPlace {
  const layers = useLayers()
  const [opening, setOpening] = useState<Opening | null>(null)
  if (isOpen !== (opening !== null)) setOpening(isOpen ? openingOf(layers) : null)
  const latest = useRef(onEscape)
  useLayoutEffect(() => {
    latest.current = onEscape
  })
  const hearsItself = onEscape === null
  useLayoutEffect(() => {
    if (opening === null) return
    const { order, before, around } = opening
    const remove = layers.add({ order, covers, before, escape: hearsItself ? null : () => latest.current?.() })
    return () => {
      remove()
      // When it is gone from the page, and what lay under it can be reached again; still before the next key.
      if (covers) queueMicrotask(() => giveBack(before, around))
    }
  }, [layers, opening, covers, hearsItself])
  return useStore(
    layers.store,
    useShallow((open) => placeOf(open, opening?.order ?? null)),
  )
}

/**
 * For what is open beside the page and covers nothing, as a drawer: when it goes with the focus in it, who opened it has that again. `orElse`: where nobody
 * can have it; the function has to be stable.
 */
export function useGivenBackFocus(part: RefObject<HTMLElement | null>, orElse?: () => void): void {
  const layers = useLayers()
  // Before what is in it takes the focus.
  const [{ before, around }] = useState(() => openingOf(layers))
  useHandOnFocus(
    part,
    useCallback(() => {
      giveBack(before, around)
      if (isFocusLost()) orElse?.()
    }, [before, around, orElse]),
  )
}

/** `around`: in which parts of a dialog the focus was; its control may be gone by then. */
type Opening = { order: number; before: readonly Element[]; around: readonly Element[] }

/** What was chosen in a menu closes the menu, so whoever opened that comes next. */
function openingOf(layers: Layers): Opening {
  const under = layers.top()?.before ?? []
  const now = document.activeElement
  const before = now === null || now === document.body ? under : [now, ...under]
  return { order: layers.nextOrder(), before, around: partsAround(now) }
}

/** Unless something else has taken the focus. */
function giveBack(before: readonly Element[], around: readonly Element[]): void {
  if (!isFocusLost()) return
  const dialogs = uncoveredDialogs()
  for (const one of before) {
    if (!(one instanceof HTMLElement) || !one.isConnected) continue
    // What opened the dialog that is left lies behind it.
    if (dialogs.length > 0 && partsAround(one).length === 0) continue
    one.focus({ preventScroll: true })
    if (document.activeElement === one) return
  }
  focusIn([...around.filter((one) => one.isConnected), ...dialogs])
  // What it was opened from went with it. The palette, which is noted too late, sees to that by itself.
  if (isFocusLost() && before.some((one) => one.closest(DIALOG) === null)) focusPage()
}
