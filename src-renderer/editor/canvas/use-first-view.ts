/** What part of a drawing is shown when it is opened: all of it, unless a part was left. */
import { useLayoutEffect, useState, type RefObject } from 'react'
import type { Viewport } from '../../react-flow/react-flow'
import type { Editor } from '../editor-context'
import { FIT } from '../show'
import { detailAt } from './distance'
import { viewOfAll } from './fit'

/** Null until the size of the canvas is known, which is before anything is painted. */
export function useFirstView(
  { canvas, session, left }: Editor,
  element: RefObject<HTMLElement | null>,
): Viewport | null {
  const [view, setView] = useState(left.viewport)
  useLayoutEffect(() => {
    if (view !== null || element.current === null) return
    const { clientWidth: width, clientHeight: height } = element.current
    const all = viewOfAll(canvas.getState().nodes, { width, height }, FIT)
    // Nodes are drawn once, as they are seen from there.
    session.setState(detailAt(all.zoom))
    setView(all)
  }, [view, canvas, session, element])
  return view
}
