/** Where the focus goes when a flow leaves its list: to the flow beside it, or else to the heading of the page. */
import type { LeftPlace } from '../ui/layers/focus-keeper'

/** What takes the focus of something that went from a list. */
export function focusBeside({ beside }: LeftPlace): void {
  const next = beside?.isConnected === true ? beside.querySelector<HTMLElement>('button') : null
  if (next === null) focusHeading()
  else next.focus()
}

/** The page begins there: the next Tab is its first control. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}
