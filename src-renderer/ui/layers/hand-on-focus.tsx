/** Who hands the focus on when it goes from the page, and who does so before its controls are disabled. */
import { createContext, useContext, useEffect, useLayoutEffect, useState, type ReactNode, type RefObject } from 'react'
import { FocusKeeper, type HandOn, type LeftPlace } from './focus-keeper'

const KeeperContext = createContext<FocusKeeper | null>(null)

/** Stands once in the page, around all that may have the focus. */
export function KeepFocus({ children }: { children: ReactNode }) {
  const [keeper] = useState(() => new FocusKeeper())
  useEffect(() => keeper.watch(), [keeper])
  return <KeeperContext value={keeper}>{children}</KeeperContext>
}

/** Calls `next` when a part of the page is gone that had the focus, unless something else took it. The function has to be stable. */
export function useHandOnFocus(part: RefObject<HTMLElement | null>, next: HandOn): void {
  const keeper = useContext(KeeperContext)
  if (keeper === null) throw new Error('There is no KeepFocus around this.')
  useLayoutEffect(() => {
    if (part.current !== null) keeper.add(part.current, next)
  }, [keeper, part, next])
}

/** For controls that are disabled once they were used: they lose the focus before they go. */
export function useHandOnWhenBusy(
  part: RefObject<HTMLElement | null>,
  isBusy: boolean,
  next: (around: Element) => void,
): void {
  useLayoutEffect(() => {
    const own = part.current
    if (isBusy && own !== null && own.contains(document.activeElement)) next(own)
  }, [part, isBusy, next])
}

/** Gives the focus to the place where the pane around begins, such as the composer of the chat. */
export function focusPaneStart(around: Element): void {
  around.closest('[data-pane]')?.querySelector<HTMLElement>('[data-pane-start]')?.focus()
}

export function handToPaneStart({ left }: LeftPlace): void {
  focusPaneStart(left)
}
