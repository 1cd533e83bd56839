/** Moves the view aside when the inspector would lie on what is selected, or where its next wire goes; and back afterwards. */
import { useReactFlow, useShownPart, type Viewport } from '../../react-flow/react-flow'
import { useEffect, useRef } from 'react'
import { motionMs } from '../../ui/motion'
import { useWhenReleased } from '../../ui/use-pointer-held'
import { useInspectorDocked } from '../../ui/use-inspector-docked'
import { useEditor, useSession } from '../editor-context'
import { boundsOf, boxesOf } from '../placing'
import { COVERED, EDGE, glideAside, glideBack, isAt, type Span } from './glide'
import { hasPortOnRight } from './ports'

/** A glide that was not taken back: from where, to where, and what it made room for. */
type Glide = { home: Viewport; at: Viewport; span: Span; isMoving: boolean }

export function GlideAside() {
  const { flows, view } = useEditor()
  const { getViewport, setViewport } = useReactFlow()
  const nodes = useSession((session) => session.nodes)
  const edges = useSession((session) => session.edges)
  const isDocked = useInspectorDocked()
  // A drawer or a dock that opens makes the canvas smaller.
  const width = useShownPart((shown) => shown.width)
  const last = useRef<Glide | null>(null)
  const whenReleased = useWhenReleased()
  useEffect(() => {
    if (view.getState().element === null || nodes.size + edges.size > 1) return
    const move = (glide: Glide): void => {
      last.current = glide
      const done = (): void => void (glide.isMoving = false)
      setViewport(glide.at, { duration: motionMs(160) }).then(done, done)
    }
    return whenReleased(() => {
      const now = getViewport()
      const before =
        last.current !== null && (last.current.isMoving || isAt(now, last.current.at)) ? last.current : null
      const { flow } = flows.getState()
      const [edge] = edges
      const ends = edge === undefined ? undefined : flow.edges[edge]
      const box = boundsOf(flow, ends === undefined ? nodes : new Set([ends.from.node, ends.to.node]))
      if (box === null) {
        last.current = null
        const back = before === null ? null : glideBack(before, width)
        if (back !== null) void setViewport(back, { duration: motionMs(160) })
        return
      }
      const from = before?.at ?? now
      // Docked, it has taken its room from the canvas already.
      const beside = isDocked ? COVERED - EDGE : 0
      const [only] = nodes
      const node = only === undefined ? undefined : flow.nodes[only]
      const isWired = node !== undefined && hasPortOnRight(node)
      const at = glideAside(from, { span: box, width: width + beside, isWired, others: () => boxesOf(flow) })
      if (at !== null) move({ home: before?.home ?? from, at, span: box, isMoving: true })
      else if (before !== null) last.current = { ...before, span: box }
    })
  }, [flows, view, nodes, edges, isDocked, width, getViewport, setViewport, whenReleased])
  return null
}
