/**
 * Dragging of a few nodes. React Flow asks each node and each edge at every step of a drag whether it is another one now, which takes longer than a frame where
 * there are a thousand, and half of one where the view moves, too: so it hears of the drag at its end, and until then the page moves the elements of what is dragged.
 */
import { ELEMENTS, type NodeChange } from '../../react-flow/react-flow'
import type { Position } from '../../../src-shared/flow/records'
import type { Editor } from '../editor-context'
import { EMPTY, type Session } from '../session-store'
import type { CanvasNode, LocalMove } from './canvas-model'

/** More than so many nodes at once are left to React Flow: from afar each is a picture of its own here, which takes memory. */
const FEW = 12

export type PageDrag = {
  /** Whether the changes are a step of such a drag, and shown by it. */
  takes: (changes: readonly NodeChange<CanvasNode>[]) => boolean
}

export function createPageDrag({ canvas, session, view }: Editor): PageDrag {
  /** Nothing is dragged any more: what was shown is left to the drawing. */
  const end = (): void => {
    const { pageDrag, element } = view.getState()
    if (pageDrag === null) return
    for (const id of pageDrag.keys()) show(elementOf(element, id), 'none')
    view.setState({ pageDrag: null })
    session.setState({ lifted: EMPTY })
  }
  const begin = (nodes: readonly CanvasNode[]): void => {
    end()
    session.setState({ lifted: new Set(nodes.map(({ id }) => id)) })
    // It stays on the page when the place where the drawing has it leaves the screen.
    canvas.move(nodes.map(({ id, position }) => ({ id, type: 'position', position, dragging: true })))
  }
  return {
    takes(changes) {
      const moves = canvas.movesOf(changes)
      if (moves.size === 0) return false
      const { element } = view.getState()
      if (!isStep(moves) || moves.size > FEW || hasBox(element)) {
        end()
        return false
      }
      const { lifted } = session.getState()
      const nodes = canvas.getState().nodes.filter(({ id }) => moves.has(id))
      if (nodes.length !== lifted.size || nodes.some(({ id }) => !lifted.has(id))) begin(nodes)
      const places = new Map<string, Position>()
      for (const { id, data, position } of nodes) {
        const at = moves.get(id)?.position ?? position
        places.set(id, at)
        show(elementOf(element, id), awayBy(at.x - data.home.x, at.y - data.home.y, session.getState()))
      }
      view.setState({ pageDrag: places })
      return true
    },
  }
}

/** The drawing leaves the page: what somebody still has in hand is where it was. */
export function letGo({ canvas, session, view }: Editor): void {
  view.setState({ pageDrag: null })
  session.setState({ lifted: EMPTY })
  const held = canvas.getState().nodes.filter(({ dragging }) => dragging === true)
  canvas.move(held.map(({ id, data }) => ({ id, type: 'position', position: data.home, dragging: false })))
}

function isStep(moves: ReadonlyMap<string, LocalMove>): boolean {
  return [...moves.values()].every(({ dragging }) => dragging)
}

/** Whether React Flow draws a box round what is selected, which goes where it knows the nodes to be. */
function hasBox(canvas: HTMLElement | null): boolean {
  return canvas?.querySelector(`.${ELEMENTS.selection}`) !== null
}

function elementOf(canvas: HTMLElement | null, id: string): HTMLElement | null {
  return canvas?.querySelector<HTMLElement>(`.${ELEMENTS.node}[data-id="${CSS.escape(id)}"]`) ?? null
}

function show(element: HTMLElement | null, transform: string): void {
  if (element !== null) element.style.transform = transform
}

/**
 * So far from where the page lays it out, as `placedAt` of the drawing has it. From afar a place in three dimensions makes it a picture of its own, which is moved
 * without that hundreds of blocks are painted again; `will-change` would, too, but as sharp as at 100 % only, which is rough when it is drawn small. From near
 * there is less to paint than it takes to put such pictures together, above all where the view moves, too.
 */
function awayBy(x: number, y: number, { isFar }: Pick<Session, 'isFar'>): string {
  return isFar ? `translate3d(${x}px, ${y}px, 0)` : `translate(${x}px, ${y}px)`
}
