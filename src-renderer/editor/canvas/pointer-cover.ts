/**
 * While somebody moves the view by hand, the pointer means the canvas and nothing on it. Otherwise the page asks with each frame what now lies under the
 * pointer: a third of the work of a frame where a hundred nodes and their lines are on the screen, and what passes under it lights up.
 */
import { ELEMENTS } from '../../react-flow/react-flow'
import type { Clock } from '../saver'

/** So long after the view was last moved, what lies under the pointer is meant again: sooner than a hand that turned a wheel can press. */
const REST_MS = 100

export type PointerCover = {
  /** The view moved. `event`: what a person moves it with; null where it moves by itself, as along with something that is dragged. */
  viewMoved: (event: MouseEvent | TouchEvent | null) => void
  /** The pointer moved over the canvas. `buttons`: those that are held, as in its event. */
  pointerMoved: (buttons: number) => void
}

export type CoverContext = { canvas: () => HTMLElement | null; clock: Clock }

export function createPointerCover({ canvas, clock }: CoverContext): PointerCover {
  let covered: Element | null = null
  let forget: () => void = () => undefined
  const uncover = (): void => {
    forget()
    covered?.removeAttribute(COVERED)
    covered = null
  }
  return {
    viewMoved(event) {
      if (event === null || !isByHand(event)) return
      forget()
      forget = clock.after(REST_MS, uncover)
      if (covered !== null) return
      covered = canvas()?.querySelector(`.${ELEMENTS.pane}`) ?? null
      covered?.setAttribute(COVERED, '')
    },
    pointerMoved(buttons) {
      if (covered !== null && buttons === 0) uncover()
    },
  }
}

/**
 * A finger has what it came down on, and a button that was pressed may yet be let go where it is, which opens a menu. Where the wheel turns while a button is held,
 * something is being dragged over what lies there.
 */
function isByHand(event: MouseEvent | TouchEvent): boolean {
  return event.type === 'mousemove' || (event instanceof WheelEvent && event.buttons === 0)
}

const COVERED = 'data-covered'
