/** Whether a button of the mouse or a finger is down: nothing moves by itself under what is being dragged. */
import { useEffect, useRef } from 'react'

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
