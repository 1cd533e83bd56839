/**
 * Dragging in a drawing that is seen from afar. React Flow asks each node and each edge at every step of a drag whether it is another one now, which takes
 * longer than a frame where there are a thousand: so it hears of the drag at its end, and until then the page moves the elements of what is dragged.
 */
import { ELEMENTS, type NodeChange } from '../../react-flow/react-flow'
import type { Position } from '../../../src-shared/flow/records'
import type { Editor } from '../editor-context'
import { EMPTY } from '../session-store'
import type { CanvasNode } from './canvas-model'

/** More than so many nodes at once are left to React Flow: each is a picture of its own here, which takes memory. */
const FEW = 12

export type FarDrag = {
  /** Whether the changes are a step of such a drag, and shown by it. */
  takes: (changes: readonly NodeChange<CanvasNode>[]) => boolean
}

export function createFarDrag({ canvas, session, view }: Editor): FarDrag {
  /** Nothing is dragged any more: what was shown is left to the drawing. */
  const end = (): void => {
    const { farDrag, element } = view.getState()
    if (farDrag === null) return
    for (const id of farDrag.keys()) show(elementOf(element, id), null)
    view.setState({ farDrag: null })
    session.setState({ lifted: EMPTY })
  }
  return {
    takes(changes) {
      const { isFar } = session.getState()
      if (!isFar && view.getState().farDrag === null) return false
      const moves = canvas.movesOf(changes)
      const isStep = moves.size > 0 && [...moves.values()].every(({ dragging }) => dragging)
      if (!isStep || !isFar || moves.size > FEW) {
        if (moves.size > 0) end()
        return false
      }
      const { element } = view.getState()
      const nodes = canvas.getState().nodes.filter(({ id }) => moves.has(id))
      const places = new Map(nodes.map((node) => [node.id, moves.get(node.id)?.position ?? node.position]))
      const { lifted } = session.getState()
      if (places.size !== lifted.size || nodes.some(({ id }) => !lifted.has(id))) {
        end()
        session.setState({ lifted: new Set(places.keys()) })
      }
      for (const { id, data } of nodes) {
        const at = places.get(id)
        if (at !== undefined) show(elementOf(element, id), { x: at.x - data.home.x, y: at.y - data.home.y })
      }
      view.setState({ farDrag: places })
      return true
    },
  }
}

function elementOf(canvas: HTMLElement | null, id: string): HTMLElement | null {
  return canvas?.querySelector<HTMLElement>(`.${ELEMENTS.node}[data-id="${CSS.escape(id)}"]`) ?? null
}

/**
 * Draws a node so far from where the page lays it out, as `placedAt` of the drawing does; null: there again. A place in three dimensions makes it a picture of
 * its own, which is moved without being painted again; `will-change` would, too, but as sharp as at 100 % only, which is rough when it is drawn small.
 */
function show(element: HTMLElement | null, away: Position | null): void {
  if (element === null) return
  element.style.transform = away === null ? 'none' : `translate3d(${away.x}px, ${away.y}px, 0)`
}
