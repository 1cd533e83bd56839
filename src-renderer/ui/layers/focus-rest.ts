/** A place of the page that has the focus without being a control, after the mouse removed the control that had it. */

/** On what the focus rests, as long as it does. Keys that are pressed there are not for the drawing. */
export const REST = 'data-focus-rest'

/** Lets the focus rest on the first of the places that can have it. Nothing scrolls, and nothing shows it. */
export function restOn(places: readonly Element[]): void {
  places.some((place) => place instanceof HTMLElement && takesRest(place))
}

function takesRest(place: HTMLElement): boolean {
  const isFocusable = place.hasAttribute('tabindex')
  if (!isFocusable) place.tabIndex = -1
  place.setAttribute(REST, '')
  const leave = (): void => {
    place.removeAttribute(REST)
    if (!isFocusable) place.removeAttribute('tabindex')
  }
  place.focus({ preventScroll: true })
  if (document.activeElement === place) {
    place.addEventListener('blur', leave, { once: true })
    return true
  }
  leave()
  return false
}
