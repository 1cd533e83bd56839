/** Going between the panes of the window by F6: the rail, what is open beside it, the canvas, the inspector, the chat, the panel below. */
import { ELEMENTS } from '../react-flow/react-flow'

/** Every pane is a named region; they follow each other as they stand on the page. */
const PANES = '[data-pane], [data-canvas], [data-inspector]'
const TABBABLE =
  'a[href], button:not([disabled]), input:not([disabled]), textarea:not([disabled]), [role="tab"], [tabindex]:not([tabindex="-1"])'

/** Gives the focus to the next pane, or the one before. */
export function focusPane(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>(PANES)]
  const { activeElement } = document
  const canvas = panes.findIndex((pane) => pane.matches('[data-canvas]'))
  const found = panes.findIndex((pane) => pane.contains(activeElement))
  const present = found === -1 ? canvas : found
  const next = panes[(present + step + panes.length) % panes.length]
  if (next !== undefined) startOf(next).focus()
}

/** Where a pane begins: what it says itself, else the first thing that takes the focus. */
function startOf(pane: HTMLElement): HTMLElement {
  if (pane.matches('[data-canvas]')) return pane.querySelector<HTMLElement>(`.${ELEMENTS.node}.selected`) ?? pane
  const first = [...pane.querySelectorAll<HTMLElement>(TABBABLE)].find(
    (element) => element.tabIndex >= 0 && element.getAttribute('role') !== 'separator' && element.checkVisibility(),
  )
  return pane.querySelector<HTMLElement>('[data-pane-start]') ?? first ?? pane
}
