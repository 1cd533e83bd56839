/** Shows all of a drawing that was shown whole, also when a panel opens beside or below it; a view that a person chose stays. */
import { useEffect, useRef } from 'react'
import { useReactFlow, useShownPart } from '../../react-flow/react-flow'
import { useEditor } from '../editor-context'
import { fitOn } from '../show'
import { useDocks } from '../../ui/services'
import { viewOfAll } from './fit'
import { isAt } from './glide'
import type { Size } from '../../../src-shared/drawing/node-size'

export function KeepWhole() {
  const { canvas, session } = useEditor()
  const { getViewport, setViewport } = useReactFlow()
  const width = useShownPart((shown) => shown.width)
  const height = useShownPart((shown) => shown.height)
  const isMinimapOpen = useDocks((docks) => docks.minimapOpen)
  const last = useRef<Size | null>(null)
  useEffect(() => {
    if (width === 0 || height === 0) return
    const before = last.current
    last.current = { width, height }
    const { nodes, edges } = session.getState()
    // With a selection the inspector may have opened: what is selected stays under the pointer.
    if (before === null || nodes.size + edges.size > 0) return
    const drawn = canvas.getState().nodes
    const whole = (size: Size) => viewOfAll(drawn, size, fitOn(size, isMinimapOpen))
    if (isAt(getViewport(), whole(before))) void setViewport(whole({ width, height }))
  }, [canvas, session, getViewport, setViewport, width, height, isMinimapOpen])
  return null
}
