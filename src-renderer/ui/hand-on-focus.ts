/** The focus of what goes away is handed on: left alone it falls to the page, and the keyboard begins at its top again. */
import { useLayoutEffect, type RefObject } from 'react'

/**
 * Calls `next` when a part of the page goes that has the focus, unless something else took it; `around` is what the part was in, `beside` what
 * came after it there, or before. The function has to be stable.
 */
export function useHandOnFocus(
  part: RefObject<HTMLElement | null>,
  next: (around: Element, beside: Element | null) => void,
): void {
  useLayoutEffect(() => {
    const own = part.current
    const around = own?.parentElement
    return () => {
      if (own === null || around === null || around === undefined || !own.contains(document.activeElement)) return
      const beside = own.nextElementSibling ?? own.previousElementSibling
      requestAnimationFrame(() => {
        const { activeElement } = document
        if (activeElement === null || activeElement === document.body) next(around, beside)
      })
    }
  }, [part, next])
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
