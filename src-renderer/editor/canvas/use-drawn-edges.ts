/** The edges of a drawing that is opened: where there are many, nodes are there first, and the lines come some at a time. */
import { useEffect, useState } from 'react'
import type { CanvasEdge } from './canvas-model'

/** Up to so many are drawn at once, with the nodes or after them: a few frames' work. */
const SLICE = 300

export function useDrawnEdges(edges: CanvasEdge[]): CanvasEdge[] {
  const total = edges.length
  const [count, setCount] = useState(() => (total > SLICE ? 0 : Number.POSITIVE_INFINITY))
  useEffect(() => {
    if (count === Number.POSITIVE_INFINITY) return undefined
    // What is drawn is shown first, and what somebody pressed meanwhile is heard.
    const frame = requestAnimationFrame(() =>
      setCount(count + SLICE < total ? count + SLICE : Number.POSITIVE_INFINITY),
    )
    return () => cancelAnimationFrame(frame)
  }, [count, total])
  return count < total ? edges.slice(0, count) : edges
}
