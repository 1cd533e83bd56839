/** Where the keyboard is, as far as the outline is concerned. */

function tree(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-outline-tree]')
}

/** Gives the keyboard to the outline, where it is on the page. */
export function focusOutline(): void {
  tree()?.focus({ preventScroll: true })
}

export function hasOutlineFocus(): boolean {
  return document.activeElement !== null && tree()?.parentElement?.contains(document.activeElement) === true
}
