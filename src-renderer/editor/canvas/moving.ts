/** Tells the session while the view of a drawing of many nodes is being moved, by whatever does that: it gains detail only when it holds still. */
import type { Clock } from '../saver'
import type { SessionStore } from '../session-store'

/** To draw more nodes than these in more detail takes longer than a frame. */
const FEW_NODES = 60
/** Moves that follow each other are one, also where each takes a while to draw. */
const HOLDS_STILL_MS = 400
/** So late, the page was busy: what moves the view on may wait to be heard. */
const LATE_MS = 100

export type MovingContext = { session: SessionStore; clock: Clock; countNodes: () => number }

/**
 * What to call before and with each move of the view. Its end is not what counts: a move that goes over into another, such as scrolling into zooming, is
 * told to end after the other has begun.
 */
export function createMoving({ session, clock, countNodes }: MovingContext): () => void {
  let forget: () => void = () => undefined
  const wait = (): void => {
    const due = clock.now() + HOLDS_STILL_MS
    forget = clock.after(HOLDS_STILL_MS, () => {
      if (clock.now() > due + LATE_MS) wait()
      else session.setState({ isMoving: false })
    })
  }
  return () => {
    const { isMoving } = session.getState()
    if (!isMoving && countNodes() <= FEW_NODES) return
    if (!isMoving) session.setState({ isMoving: true })
    forget()
    wait()
  }
}
