/** Keeps a growing list at its end. Only the reader's own hand takes it from there: lists that are measured as they are drawn move by themselves. */
import { useLayoutEffect, useRef, type PointerEvent, type RefObject, type WheelEvent } from 'react'

/** How near to the end still counts as at the end, in px. */
const NEAR = 24

type FollowEnd = {
  onWheel: (event: WheelEvent) => void
  onPointerDown: (event: PointerEvent) => void
  onTouchMove: () => void
  onScroll: () => void
}

/** `size` and `room`: heights of what scrolls and of its window. */
export function useFollowEnd(
  outer: RefObject<HTMLElement | null>,
  { isFollowing, size, room }: { isFollowing: boolean; size: number; room: number },
): FollowEnd {
  const isAway = useRef(false)
  useLayoutEffect(() => {
    isAway.current = false
  }, [isFollowing])
  useLayoutEffect(() => {
    const column = outer.current
    if (column !== null && isFollowing && !isAway.current) column.scrollTop = column.scrollHeight
  }, [outer, isFollowing, size, room])
  return {
    onWheel(event) {
      if (event.deltaY < 0) isAway.current = true
    },
    onPointerDown(event) {
      // On the column itself lies only its scroll bar.
      if (event.target === event.currentTarget) isAway.current = true
    },
    onTouchMove() {
      isAway.current = true
    },
    onScroll() {
      const column = outer.current
      if (column !== null && column.scrollHeight - column.scrollTop - column.clientHeight <= NEAR)
        isAway.current = false
    },
  }
}
