/** Whether a button of the mouse or a finger is down: nothing moves by itself under what is being dragged. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Answers for the moment in which it is asked; nothing is drawn anew. */
export function usePointerHeld(): () => boolean {
  const isDown = useRef(false)
  useEffect(() => {
    const press = (): void => void (isDown.current = true)
    const release = (): void => void (isDown.current = false)
    window.addEventListener('pointerdown', press, true)
    window.addEventListener('pointerup', release, true)
    window.addEventListener('pointercancel', release, true)
    return () => {
      window.removeEventListener('pointerdown', press, true)
      window.removeEventListener('pointerup', release, true)
      window.removeEventListener('pointercancel', release, true)
    }
  }, [])
  return useRef(() => isDown.current).current
}

/** Does something now or, while a button of the mouse is down, once it was let go: nothing moves under what is being dragged. */
export function useWhenReleased(): (act: () => void) => () => void {
  const isHeld = usePointerHeld()
  return useRef((act: () => void): (() => void) => {
    if (!isHeld()) {
      act()
      return () => undefined
    }
    let frame = 0
    // The drag itself ends with an event that comes after this one.
    const release = (): void => void (frame = requestAnimationFrame(act))
    const ends = ['pointerup', 'pointercancel'] as const
    for (const end of ends) window.addEventListener(end, release, { once: true, capture: true })
    return () => {
      for (const end of ends) window.removeEventListener(end, release, true)
      cancelAnimationFrame(frame)
    }
  }).current
}

/** A value as it was when a button of the mouse went down, until it is let go; otherwise as it is now. */
export function useOnceReleased<T>(value: T): T {
  const whenReleased = useWhenReleased()
  const [shown, setShown] = useState({ value })
  useLayoutEffect(() => whenReleased(() => setShown({ value })), [value, whenReleased])
  return shown.value
}
