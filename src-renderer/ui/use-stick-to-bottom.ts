/** Keeps a column at its end while it grows, unless the reader has scrolled up. */
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'

/** How near to the end still counts as at the end, in px. */
const NEAR = 32

/** `stay`: the reader looks at something, so that growth must not move it. `keepEnd`: it has grown, and is to be at its end in the same frame. */
export type BottomScroll = {
  isAtEnd: boolean
  toEnd: () => void
  stay: () => void
  keepEnd: () => void
  onScroll: () => void
}

/** `outer` scrolls, `inner` grows within it. */
export function useStickToBottom(
  outer: RefObject<HTMLElement | null>,
  inner: RefObject<HTMLElement | null>,
): BottomScroll {
  const [isAtEnd, setAtEnd] = useState(true)
  const stuck = useRef(true)
  const lastTop = useRef(0)

  const toEnd = useCallback(() => {
    stuck.current = true
    setAtEnd(true)
    if (outer.current !== null) outer.current.scrollTop = outer.current.scrollHeight
  }, [outer])

  const keepEnd = useCallback(() => {
    if (stuck.current && outer.current !== null) outer.current.scrollTop = outer.current.scrollHeight
  }, [outer])

  const stay = useCallback(() => {
    stuck.current = false
    setAtEnd(false)
  }, [])

  const onScroll = useCallback(() => {
    const column = outer.current
    if (column === null) return
    const isNear = column.scrollHeight - column.scrollTop - column.clientHeight <= NEAR
    // Content that shrinks or is measured moves the end; only the reader moves up from it.
    const isMovedUp = column.scrollTop < lastTop.current - 1
    lastTop.current = column.scrollTop
    if (isNear) stuck.current = true
    else if (isMovedUp) stuck.current = false
    setAtEnd(stuck.current)
  }, [outer])

  useEffect(() => {
    const column = outer.current
    const content = inner.current
    if (column === null || content === null) return
    const observer = new ResizeObserver(keepEnd)
    observer.observe(content)
    observer.observe(column)
    return () => observer.disconnect()
  }, [outer, inner, keepEnd])

  return { isAtEnd, toEnd, stay, keepEnd, onScroll }
}
