/** Where the pointer is, and the edge under it, for what is dropped on it. */
import { ELEMENTS } from '../../react-flow/react-flow'
import type { Position } from '../../../src-shared/flow/records'

/** The edge whose line or words lie there, also under something that is being dragged. */
export function edgeAtPoint({ x, y }: Position): string | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const label = element.closest<HTMLElement>('[data-edge-label]')
    if (label !== null) return label.dataset['edgeLabel'] ?? null
    const edge = element.closest<SVGElement>(`.${ELEMENTS.edge}`)
    if (edge !== null) return edge.dataset['id'] ?? null
  }
  return null
}

type PointerPlace = Pick<MouseEvent, 'clientX' | 'clientY'> | Pick<TouchEvent, 'changedTouches'>

export function pointOf(event: PointerPlace): Position {
  if ('clientX' in event) return { x: event.clientX, y: event.clientY }
  const touch = event.changedTouches[0]
  return touch === undefined ? { x: 0, y: 0 } : { x: touch.clientX, y: touch.clientY }
}
