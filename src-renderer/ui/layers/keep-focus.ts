/** A dialog has the focus from its first moment, and the focus of a control that goes is handed on to what is left beside it. */
import { useEffect } from 'react'

const DIALOG = '[role="dialog"], [role="alertdialog"]'
const MODAL = '[aria-modal="true"]'
/** What the focus stays in when a control of it goes. */
const PANE = '[data-pane], [data-inspector], main'
const CANVAS = '[data-canvas]'
/** Longer than the timer by which the library gives the focus back, which is 10 ms: of timers the one that is due first comes first, on a busy machine too. */
const OTHERS_FIRST_MS = 100
const CONTROL = 'button, input, select, textarea, a[href], [tabindex="0"]'

/**
 * For the whole page, once. The library gives the focus to a dialog a moment after it opened, and keys of that moment would go to what lies behind.
 * A row that is removed, a form that was saved, a list that was emptied: a control that had the focus is gone, and the browser leaves the keyboard at
 * the top of the page, outside of the dialog. Outside of dialogs it is handed on where a key was pressed last: who uses the mouse goes on at the drawing.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null
    let around: readonly Element[] = []
    const note = ({ target }: FocusEvent): void => {
      const one = target instanceof Element ? target : null
      // A menu gives the focus back by itself, to what opened it.
      if (one?.closest('[role="menu"]') != null) return
      last = one
      around = ancestorsOf(last, last?.closest(DIALOG) == null ? PANE : DIALOG)
    }
    let isActing = false
    let isByKey = false
    const act = ({ type }: Event): void => {
      // A key that presses a button clicks it, too.
      if (type !== 'click') isByKey = type === 'keydown'
      if (type === 'pointerdown') return
      isActing = true
      setTimeout(() => {
        isActing = false
      })
    }
    const look = (changes: readonly MutationRecord[]): void => {
      // Of one that opens by itself the library has not seen yet where the focus was, which it gives it back to.
      const dialog = isActing ? dialogAmong(changes) : undefined
      if (dialog !== undefined && !dialog.contains(document.activeElement)) enter(dialog)
      if (last === null || last.isConnected) return
      const isOfDialog = around.at(-1)?.matches(DIALOG) === true
      const left = around.filter((one) => one.isConnected)
      last = null
      // A dialog that went as a whole gives the focus back by itself.
      if (isOfDialog ? left.length === 0 : !isByKey) return
      const handOn = (): void => {
        if (!isFocusLost()) return
        const canvas = left.length === 0 || left.some((one) => one.matches(CANVAS)) ? theCanvas() : null
        if (canvas !== null) canvas.focus({ preventScroll: true })
        else focusIn(left.length === 0 ? [...document.querySelectorAll('main')] : left)
      }
      // Whoever takes the focus by itself does so in this frame; outside of dialogs the library gives it back by a timer.
      requestAnimationFrame(isOfDialog ? handOn : () => setTimeout(handOn, OTHERS_FIRST_MS))
    }
    const watch = new MutationObserver(look)
    watch.observe(document.body, { childList: true, subtree: true })
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    document.addEventListener('focusin', note, options)
    for (const deed of ['keydown', 'click', 'pointerdown'] as const) document.addEventListener(deed, act, options)
    return () => {
      watch.disconnect()
      listening.abort()
    }
  }, [])
}

function isFocusLost(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body
}

function theCanvas(): HTMLElement | null {
  return document.querySelector<HTMLElement>(CANVAS)
}

/** The newest dialog that new parts of the page are or hold. */
function dialogAmong(changes: readonly MutationRecord[]): HTMLElement | undefined {
  return changes
    .flatMap(({ addedNodes }) => [...addedNodes])
    .flatMap((node) => {
      if (!(node instanceof HTMLElement)) return []
      return (node.matches(MODAL) ? node : node.querySelector<HTMLElement>(MODAL)) ?? []
    })
    .at(-1)
}

/** To where the library will put the focus. */
function enter(dialog: HTMLElement): void {
  const start = dialog.querySelector<HTMLElement>('[data-autofocus]')
  if (start === null) focusIn([dialog])
  else start.focus({ preventScroll: true })
}

/** The dialog that nothing covers; none where no dialog is open. */
export function uncoveredDialogs(): readonly Element[] {
  return [...document.querySelectorAll(MODAL)].filter((dialog) => dialog.closest('[inert]') === null)
}

/** What is around a control of a dialog, up to the dialog; nothing where it is in none. */
export function partsAround(element: Element | null): readonly Element[] {
  return element === null || element.closest(DIALOG) === null ? [] : ancestorsOf(element, DIALOG)
}

/** From the nearest up to the first that is a `root`; nothing where none is. */
function ancestorsOf(element: Element | null, root: string): Element[] {
  const all: Element[] = []
  for (let one = element; one !== null && !one.matches(root); one = one.parentElement)
    if (one.parentElement !== null) all.push(one.parentElement)
  return all.at(-1)?.matches(root) === true ? all : []
}

/** The first control in the nearest of what is left; of tabs, the open one. */
export function focusIn(around: readonly Element[]): void {
  for (const one of around)
    for (const control of one.querySelectorAll<HTMLElement>(CONTROL)) {
      if (control.tabIndex < 0 || !control.checkVisibility({ visibilityProperty: true })) continue
      control.focus()
      if (document.activeElement === control) return
    }
}
