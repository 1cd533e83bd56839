/** Within a dialog the focus of a control that goes is handed on to what is left beside it. */
import { useEffect } from 'react'

const DIALOG = '[role="dialog"], [role="alertdialog"]'
const CONTROL = 'button, input, select, textarea, a[href], [tabindex="0"]'

/**
 * For the whole page, once. A row that is removed, a form that was saved, a list that was emptied: a control that had the focus is gone, and the
 * browser leaves the keyboard at the top of the page, outside of the dialog.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null
    let around: readonly Element[] = []
    const note = ({ target }: FocusEvent): void => {
      last = target instanceof Element ? target : null
      around = last?.closest(DIALOG) === null ? [] : ancestorsOf(last)
    }
    const look = (): void => {
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
    document.addEventListener('focusin', note)
    return () => {
      watch.disconnect()
      document.removeEventListener('focusin', note)
    }
  }, [])
}

/** Up to the dialog. */
function ancestorsOf(element: Element | null): Element[] {
  const parent = element?.parentElement ?? null
  if (element === null || parent === null || element.matches(DIALOG)) return []
  return [parent, ...ancestorsOf(parent)]
}

/** The first control in the nearest of what is left; of tabs, the open one. */
function focusIn(around: readonly Element[]): void {
  for (const one of around)
    for (const control of one.querySelectorAll<HTMLElement>(CONTROL)) {
      if (control.tabIndex < 0 || !control.checkVisibility({ visibilityProperty: true })) continue
      control.focus()
      if (document.activeElement === control) return
    }
}
