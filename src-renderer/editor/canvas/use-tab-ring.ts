/** A ring around the canvas when Tab came to it. It often has the focus otherwise, as when a flow is opened, and would have a ring nobody asked for. */
import { useEffect, type RefObject } from 'react'

export function useTabRing(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const canvas = element.current
    if (canvas === null) return
    const listening = new AbortController()
    const { signal } = listening
    canvas.addEventListener(
      'keyup',
      ({ key, target }) => {
        if (key === 'Tab' && target === canvas) canvas.dataset['byTab'] = 'true'
      },
      { signal },
    )
    for (const deed of ['pointerdown', 'focusout'] as const)
      canvas.addEventListener(deed, () => delete canvas.dataset['byTab'], { signal })
    return () => listening.abort()
  }, [element])
}
