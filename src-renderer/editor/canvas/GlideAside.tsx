/** Moves the view aside when the inspector would cover what is selected. */
import { useReactFlow, useStore } from '@xyflow/react'
import { useEffect } from 'react'
import { useDocks } from '../../ui/services'
import { motionMs } from '../../ui/motion'
import { useEditor, useSession } from '../editor-context'
import { boundsOf } from '../placing'

/** Width of the inspector with its margin. */
const COVERED = 344

export function GlideAside() {
  const { flows, view } = useEditor()
  const { getViewport, setViewport } = useReactFlow()
  const nodes = useSession((session) => session.nodes)
  const edges = useSession((session) => session.edges)
  const isDocked = useDocks((docks) => docks.inspectorDocked)
  // A drawer or a dock that opens makes the canvas smaller.
  const width = useStore((state) => state.width)
  useEffect(() => {
    const { element } = view.getState()
    if (isDocked || nodes.size + edges.size !== 1 || element === null) return
    const { flow } = flows.getState()
    const [edge] = edges
    const ends = edge === undefined ? undefined : flow.edges[edge]
    const box = boundsOf(flow, ends === undefined ? nodes : new Set([ends.from.node, ends.to.node]))
    if (box === null) return
    const { x, y, zoom } = getViewport()
    const right = (box.x + box.width) * zoom + x
    const left = box.x * zoom + x
    const free = width - COVERED
    if (right <= free || left > width) return
    const shift = Math.min(right - free, Math.max(0, left - 16))
    if (shift > 0) void setViewport({ x: x - shift, y, zoom }, { duration: motionMs(160) })
  }, [flows, view, nodes, edges, isDocked, width, getViewport, setViewport])
  return null
}
