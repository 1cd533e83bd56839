/** The focus of what goes away is handed on: left alone it falls to the page, and the keyboard begins at its top again. */
import { useLayoutEffect, type RefObject } from 'react'

/**
 * Calls `next` when a part of the page goes that has the focus, unless something else took it; `around` is what the part was in. The
 * function has to be stable.
 */
export function useHandOnFocus(part: RefObject<HTMLElement | null>, next: (around: Element) => void): void {
  useLayoutEffect(() => {
    const own = part.current
    const around = own?.parentElement
    return () => {
      if (own === null || around === null || around === undefined || !own.contains(document.activeElement)) return
      requestAnimationFrame(() => {
        const { activeElement } = document
        if (activeElement === null || activeElement === document.body) next(around)
      })
    }
  }, [part, next])
}
