/** A growing text, shown as often as showing it is cheap. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Showing it takes at most about one part in so many of the time; layout comes on top of what is measured. */
const REST = 20
/** It never stands still for longer, in ms. */
const LONGEST_REST = 400

/** The text as it was last shown. A short one follows at once; a long paragraph, which is read anew with each word, a few times a second. */
export function usePacedText(text: string): string {
  const [shown, setShown] = useState(text)
  const begun = useRef<number | null>(null)
  const next = useRef(0)
  useEffect(() => {
    const show = (): void => {
      begun.current = performance.now()
      setShown(text)
    }
    const timer = setTimeout(show, Math.max(0, next.current - performance.now()))
    return () => clearTimeout(timer)
  }, [text])
  useLayoutEffect(() => {
    if (begun.current === null) return
    const now = performance.now()
    next.current = now + Math.min((now - begun.current) * REST, LONGEST_REST)
    begun.current = null
  }, [shown])
  return shown
}
