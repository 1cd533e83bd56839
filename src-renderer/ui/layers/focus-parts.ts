/** Where the focus is and where it can go: controls of dialogs and panes, in the order of the page. */

export const DIALOG = '[role="dialog"], [role="alertdialog"]'
export const MODAL = '[aria-modal="true"]'
export const CANVAS = '[data-canvas]'
const CONTROL = 'button, input, select, textarea, a[href], [tabindex="0"]'

export function isFocusLost(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body
}

/** The dialog that nothing covers; none where no dialog is open. */
export function uncoveredDialogs(): readonly Element[] {
  return [...document.querySelectorAll(MODAL)].filter((dialog) => dialog.closest('[inert]') === null)
}

/** What is around a control of a dialog, up to the dialog; nothing where it is in none. */
export function partsAround(element: Element | null): readonly Element[] {
  if (element === null || element.matches(DIALOG)) return []
  const all = chainOf(element).slice(1)
  return all.slice(0, all.findIndex((one) => one.matches(DIALOG)) + 1)
}

/** The element and all that it is in, the nearest first. */
export function chainOf(element: Element): Element[] {
  const parent = element.parentElement
  return parent === null ? [element] : [element, ...chainOf(parent)]
}

/** The first control in the nearest of what is left; of tabs, the open one. */
export function focusIn(around: readonly Element[]): void {
  for (const one of around) if (focusFirst(controlsIn(one))) return
}

/** The first control that comes after a place in the nearest of what is left, or else the last before it. `before`: what is left right before the place. */
export function focusNear(left: readonly Element[], before: Node | null): void {
  const [nearest] = left
  const isAfter = (control: Element): boolean => {
    const place = before ?? nearest ?? control
    const flags = place.compareDocumentPosition(control)
    if ((flags & Node.DOCUMENT_POSITION_CONTAINED_BY) !== 0) return before === null
    return (flags & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  }
  for (const one of left) {
    const all = controlsIn(one)
    if (focusFirst(all.filter(isAfter)) || focusFirst(all.filter((control) => !isAfter(control)).toReversed())) return
  }
}

/** To what the page is about: the drawing, or else its heading. */
export function focusPage(): void {
  const places = [...document.querySelectorAll<HTMLElement>(`${CANVAS}, main h1`)]
  places.find((one) => one.closest('[inert]') === null)?.focus({ preventScroll: true })
  if (isFocusLost()) focusIn([...document.querySelectorAll('main')])
}

/** What Tab comes to in a part of the page. */
export function controlsIn(part: Element): HTMLElement[] {
  return [...part.querySelectorAll<HTMLElement>(CONTROL)].filter(
    (one) => one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }),
  )
}

function focusFirst(controls: readonly HTMLElement[]): boolean {
  return controls.some((control) => {
    control.focus()
    return document.activeElement === control
  })
}
