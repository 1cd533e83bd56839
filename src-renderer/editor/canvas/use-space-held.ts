/** Whether the space bar is held for the drawing, which then moves with the left button too. */
import { useEffect, useState } from 'react'
import { keyOwner } from '../../ui/key-owner'
import { useLayers } from '../../ui/layers/use-layer'

/** What the space bar presses. */
const PRESSED_BY_SPACE = 'button, a, summary, [role="button"]'

export function useSpaceHeld(): boolean {
  const layers = useLayers()
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.code !== 'Space' || keyOwner(event, layers) !== 'drawing') return
      const [origin] = event.composedPath()
      if (origin instanceof Element && origin.closest(PRESSED_BY_SPACE) !== null) return
      event.preventDefault()
      setHeld(true)
    }
    const release = (event: KeyboardEvent): void => {
      if (event.code === 'Space') setHeld(false)
    }
    const leave = (): void => setHeld(false)
    document.addEventListener('keydown', press)
    document.addEventListener('keyup', release)
    window.addEventListener('blur', leave)
    return () => {
      document.removeEventListener('keydown', press)
      document.removeEventListener('keyup', release)
      window.removeEventListener('blur', leave)
    }
  }, [layers])
  return isHeld
}
