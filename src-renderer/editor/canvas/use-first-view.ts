/** What part of a drawing is shown when it is opened: all of it, unless a part was left. */
import { useLayoutEffect, useState, type RefObject } from 'react'
import { useFirstViewport, type Viewport } from '../../react-flow/react-flow'
import type { Editor } from '../editor-context'
import { useDocks } from '../../ui/services'
import { fitOn } from '../show'
import { detailOf, levelAt } from './distance'
import { viewOfAll } from './fit'

/** Null until the size of the canvas is known, which is before anything is painted. */
export function useFirstView(
  { canvas, session, left }: Editor,
  element: RefObject<HTMLElement | null>,
): Viewport | null {
  const isMinimapOpen = useDocks((docks) => docks.minimapOpen)
  const showFirst = useFirstViewport()
  const [view, setView] = useState(() => {
    if (left.viewport !== null) showFirst(left.viewport)
    return left.viewport
  })
  useLayoutEffect(() => {
    if (view !== null || element.current === null) return
    const { clientWidth: width, clientHeight: height } = element.current
    const all = viewOfAll(canvas.getState().nodes, { width, height }, fitOn({ width, height }, isMinimapOpen))
    // Nodes are drawn once, as they are seen from there.
    const { isFar, isTiny } = detailOf(levelAt(all.zoom))
    session.setState({ isFar, isTiny })
    showFirst(all)
    setView(all)
  }, [view, canvas, session, element, showFirst, isMinimapOpen])
  return view
}
