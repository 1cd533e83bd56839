/** The focus of the page: a dialog has it from its first moment, and that of what goes is handed on to what is left. One for the window. */
import { CANVAS, chainOf, DIALOG, focusIn, focusNear, focusPage, isFocusLost, MODAL } from './focus-parts'
import { restOn } from './focus-rest'

/** Where something was that is gone. */
export type LeftPlace = {
  /** What it was in, which may be gone with it. */
  around: Element
  /** The nearest that is left of all that it was in. */
  left: Element
  /** What came after it there, or else before. */
  beside: Element | null
}

export type HandOn = (place: LeftPlace) => void

/** What the focus stays in when a control of it goes. */
const PANE = '[data-pane], [data-inspector], [data-canvas], main'
/** What the focus rests in when the mouse removed a control of it: keys that are pressed elsewhere are for the drawing. */
const ASIDE = '[data-pane], [data-inspector]'

/**
 * A row that is removed, a form that was saved, a list that was emptied: a control that had the focus is gone, and the browser leaves the keyboard at the top of
 * the page. The part that went may have said where the focus goes. Else it goes to what is nearest: in dialogs always, as the keyboard would be outside of them;
 * outside of dialogs only of who presses keys. What the mouse removed in a pane leaves the focus at rest there. What only moves keeps it.
 */
export class FocusKeeper {
  readonly #ways = new WeakMap<Element, HandOn>()
  /** What has the focus, and all that it is in, the nearest first. */
  #chain: readonly Element[] = []
  /** What was pressed last, where that was a key. */
  #key: KeyboardEvent | null = null

  /** Says where the focus goes with a part of the page that has it. */
  add(part: Element, next: HandOn): void {
    this.#ways.set(part, next)
  }

  /** Gives back what ends it. */
  watch(): () => void {
    const observer = new MutationObserver((changes) => this.#look(changes))
    observer.observe(document.body, { childList: true, subtree: true })
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    document.addEventListener('focusin', ({ target }) => this.#note(target), options)
    document.addEventListener('focusout', (event) => this.#leave(event), options)
    document.addEventListener('keydown', (event) => void (this.#key = event), options)
    const point = (): void => void (this.#key = null)
    document.addEventListener('pointerdown', point, options)
    document.addEventListener('wheel', point, { ...options, passive: true })
    return () => {
      observer.disconnect()
      listening.abort()
    }
  }

  #note(target: EventTarget | null): void {
    // A menu gives the focus back by itself, to what opened it.
    if (!(target instanceof Element) || target.closest('[role="menu"]') !== null) return
    this.#chain = chainOf(target)
  }

  /** What was left for nothing has no focus that could be handed on; what was disabled, or is being removed, was not left. */
  #leave({ target, relatedTarget }: FocusEvent): void {
    if (relatedTarget !== null) return
    queueMicrotask(() => {
      const [held] = this.#chain
      if (held === target && held?.isConnected === true && !held.matches(':disabled, [inert] *') && isFocusLost())
        this.#chain = []
    })
  }

  #look(changes: readonly MutationRecord[]): void {
    // Also of one that was waited for: the library would do so a moment later, when keys may have gone to what lies behind.
    const dialog = dialogAmong(changes)
    if (dialog !== undefined && !dialog.contains(document.activeElement)) enter(dialog)
    const chain = this.#chain
    const [held] = chain
    if (held === undefined) return
    if (held.isConnected) return keepMoved(held, { chain, changes })
    this.#chain = []
    const key = this.#key
    // After what takes it by itself when something comes or goes, which is of this moment too; still before the next key.
    queueMicrotask(() => {
      if (!isFocusLost()) return
      this.#handOn(chain, { changes, isByKey: key !== null })
      // A key that is still being heard did its work: it would press what has the focus now, too.
      if (!isFocusLost() && key !== null && key.eventPhase !== Event.NONE) key.preventDefault()
    })
  }

  #handOn(
    chain: readonly Element[],
    { changes, isByKey }: { changes: readonly MutationRecord[]; isByKey: boolean },
  ): void {
    const still = chain.filter((one) => one.isConnected)
    const outermost = chain.findLast((one) => !one.isConnected)
    const removal = changes.find(({ removedNodes }) => [...removedNodes].some((one) => one === outermost))
    const [left = document.body] = still
    for (const [at, part] of [...chain.entries()].toReversed()) {
      const next = part.isConnected ? undefined : this.#ways.get(part)
      if (next === undefined) continue
      const [after, before] =
        part === outermost && removal !== undefined
          ? [removal.nextSibling, removal.previousSibling]
          : [part.nextSibling, part.previousSibling]
      next({ around: chain[at + 1] ?? left, left, beside: elementAt(after, 'after') ?? elementAt(before, 'before') })
      if (!isFocusLost()) return
    }
    const before = removal?.previousSibling?.isConnected === true ? removal.previousSibling : null
    focusLeft(chain, { before, isByKey })
  }
}

/** The browser takes the focus from what is put elsewhere. */
function keepMoved(
  held: Element,
  { chain, changes }: { chain: readonly Element[]; changes: readonly MutationRecord[] },
): void {
  const isMoved = changes.some(({ removedNodes }) =>
    [...removedNodes].some((one) => chain.some((part) => part === one)),
  )
  if (isMoved && isFocusLost() && held instanceof HTMLElement) held.focus({ preventScroll: true })
}

/** The sibling itself, or the next element on that side of it. */
function elementAt(sibling: Node | null, side: 'after' | 'before'): Element | null {
  if (sibling instanceof Element) return sibling
  if (!(sibling instanceof CharacterData)) return null
  return side === 'after' ? sibling.nextElementSibling : sibling.previousElementSibling
}

/** `before`: what is left right before the place. */
function focusLeft(chain: readonly Element[], { before, isByKey }: { before: Node | null; isByKey: boolean }): void {
  const dialog = chain.findIndex((one) => one.matches(DIALOG))
  // A dialog that went as a whole gives the focus back by itself.
  if (dialog !== -1 && chain[dialog]?.isConnected !== true) return
  const root = dialog === -1 ? chain.findIndex((one) => one.matches(PANE)) : dialog
  if (dialog === -1 && !isByKey) {
    const pane = chain[root]
    if (pane?.isConnected === true && pane.matches(ASIDE))
      restOn(chain.slice(0, root + 1).filter((one) => one.isConnected))
    return
  }
  const isDrawing = chain[root]?.matches(CANVAS) === true
  if (!isDrawing)
    focusNear(
      chain.slice(0, root + 1).filter((one) => one.isConnected),
      before,
    )
  if (dialog === -1 && isFocusLost()) focusPage()
}

/** Where the library puts what lies over the page; what is drawn in the page itself holds no dialog, and changes with every frame. */
const OVERLAY = '[data-portal]'

/** The newest dialog that new parts of what lies over the page are or hold. */
function dialogAmong(changes: readonly MutationRecord[]): HTMLElement | undefined {
  const over = changes.filter(
    ({ target }) => target === document.body || (target instanceof Element && target.closest(OVERLAY) !== null),
  )
  return over
    .flatMap(({ addedNodes }) => [...addedNodes])
    .flatMap((node) => {
      if (!(node instanceof HTMLElement)) return []
      return (node.matches(MODAL) ? node : node.querySelector<HTMLElement>(MODAL)) ?? []
    })
    .at(-1)
}

/** To where the library will put the focus. */
function enter(dialog: HTMLElement): void {
  dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
  // Where it begins may not be ready yet.
  if (!dialog.contains(document.activeElement)) focusIn([dialog])
}
