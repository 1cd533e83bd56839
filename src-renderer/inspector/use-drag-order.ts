/** Putting the rows of a list into another order by dragging a grip. The order changes once, when the pointer lets go. */
import { useRef, useState, type PointerEvent, type RefObject } from 'react'

export type DragOrder = {
  list: RefObject<HTMLOListElement | null>
  /** Handlers for the grip of a row. */
  grip: (index: number) => {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void
    onPointerMove: (event: PointerEvent<HTMLElement>) => void
    onPointerUp: () => void
    onPointerCancel: () => void
  }
  /** Marks of a row: that it is dragged, or that the dragged one would land before or after it. */
  rowMarks: (index: number) => { 'data-dragged'?: true; 'data-drop'?: 'before' | 'after' }
}

/** `slot`: before which row the dragged one would land; the count of rows for the end. */
type Drag = { from: number; slot: number }

/** `onMove` gets the row's place before and after. */
export function useDragOrder(count: number, onMove: (from: number, to: number) => void): DragOrder {
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  return {
    list,
    grip: (index) => ({
      onPointerDown(event) {
        if (event.button !== 0) return
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ from: index, slot: index })
      },
      onPointerMove(event) {
        if (drag === null) return
        const slot = slotAt(list.current, event.clientY)
        if (slot !== drag.slot) setDrag({ ...drag, slot })
      },
      onPointerUp() {
        setDrag(null)
        if (drag === null) return
        const to = drag.slot > drag.from ? drag.slot - 1 : drag.slot
        if (to !== drag.from) onMove(drag.from, to)
      },
      onPointerCancel: () => setDrag(null),
    }),
    rowMarks(index) {
      if (drag === null) return {}
      if (drag.from === index) return { 'data-dragged': true }
      const stays = drag.slot === drag.from || drag.slot === drag.from + 1
      if (stays) return {}
      if (drag.slot === index) return { 'data-drop': 'before' }
      return drag.slot === count && index === count - 1 ? { 'data-drop': 'after' } : {}
    },
  }
}

function slotAt(list: HTMLElement | null, y: number): number {
  const rows = [...(list?.children ?? [])]
  return rows.filter((row) => {
    const box = row.getBoundingClientRect()
    return box.top + box.height / 2 < y
  }).length
}
