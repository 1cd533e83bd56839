/** A dialog has the focus from its first moment, and within it the focus of a control that goes is handed on to what is left beside it. */
import { useEffect } from 'react'

const DIALOG = '[role="dialog"], [role="alertdialog"]'
const MODAL = '[aria-modal="true"]'
const CONTROL = 'button, input, select, textarea, a[href], [tabindex="0"]'

/**
 * For the whole page, once. The library gives the focus to a dialog a moment after it opened, and keys of that moment would go to what lies behind.
 * A row that is removed, a form that was saved, a list that was emptied: a control that had the focus is gone, and the browser leaves the keyboard at
 * the top of the page, outside of the dialog.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null
    let around: readonly Element[] = []
    const note = ({ target }: FocusEvent): void => {
      last = target instanceof Element ? target : null
      around = partsAround(last)
    }
    let isActing = false
    const act = (): void => {
      isActing = true
      setTimeout(() => {
        isActing = false
      })
    }
    const look = (changes: readonly MutationRecord[]): void => {
      // Of one that opens by itself the library has not seen yet where the focus was, which it gives it back to.
      const dialog = isActing ? dialogAmong(changes) : undefined
      if (dialog !== undefined && !dialog.contains(document.activeElement)) enter(dialog)
      if (last === null || last.isConnected || around.length === 0) return
      const left = around.filter((one) => one.isConnected)
      last = null
      // Whoever takes the focus by itself does so in this frame.
      requestAnimationFrame(() => {
        if (document.activeElement === null || document.activeElement === document.body) focusIn(left)
      })
    }
    const watch = new MutationObserver(look)
    watch.observe(document.body, { childList: true, subtree: true })
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    document.addEventListener('focusin', note, options)
    for (const deed of ['keydown', 'click'] as const) document.addEventListener(deed, act, options)
    return () => {
      watch.disconnect()
      listening.abort()
    }
  }, [])
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
  return element === null || element.closest(DIALOG) === null ? [] : ancestorsOf(element)
}

function ancestorsOf(element: Element | null): Element[] {
  const parent = element?.parentElement ?? null
  if (element === null || parent === null || element.matches(DIALOG)) return []
  return [parent, ...ancestorsOf(parent)]
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
