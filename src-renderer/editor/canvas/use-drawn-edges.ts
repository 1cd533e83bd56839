/**
 * Which edges of a drawing are elements of the page, each with its listeners, and of which only the line is drawn, all of them in one picture (`FarLines.tsx`).
 * Of many that are seen from afar, where no line could be pointed at, only those are elements that are lit or that somebody has chosen; from nearer all are, some
 * hundred with each frame.
 */
import { useEffect, useMemo, useState } from 'react'
import { useOverlayParts, useSessionParts } from '../editor-context'
import { EMPTY } from '../session-store'
import type { CanvasEdge } from './canvas-model'
import type { RunOverlay } from './run-overlay'

/** So many come, or go, with one frame: what takes a few ms. No more than these are elements whatever they are seen from. */
const FEW_EDGES = 300

/** Whether of edges only their lines are drawn, in one picture, but for those that are lit or chosen. */
export function areOnePicture(edges: readonly CanvasEdge[], isTiny: boolean): boolean {
  return isTiny && areMany(edges)
}

function areMany(edges: readonly CanvasEdge[]): boolean {
  return edges.length > FEW_EDGES
}

export type DrawnEdges = {
  elements: CanvasEdge[]
  /** Those of which only the line is drawn. */
  others: readonly CanvasEdge[]
}

export function useDrawnEdges(edges: CanvasEdge[]): DrawnEdges {
  const total = edges.length
  const isLarge = areMany(edges)
  const [isTiny, isMoving, reached] = useSessionParts((session) =>
    isLarge ? [session.isTiny, session.isMoving, session.reachedEdges] : NOTHING_REACHED,
  )
  const lit = useLitEdges(isLarge, reached)
  // Nodes are drawn first.
  const [count, setCount] = useState<Count>(() => (isLarge ? null : ALL))
  const isThere = count === (isTiny ? 0 : ALL)
  useEffect(() => {
    // Lines that nobody saw yet are not waited for.
    if (isThere || (isMoving && count !== null)) return undefined
    // What is drawn is shown first, and what somebody pressed meanwhile is heard.
    const frame = requestAnimationFrame(() => setCount(nextCount(count, { total, isTiny })))
    return () => cancelAnimationFrame(frame)
  }, [isThere, isMoving, count, total, isTiny])
  return useMemo(() => {
    if (count === null) return { elements: NONE, others: NONE }
    if (count >= total || !isLarge) return { elements: edges, others: NONE }
    const isElement = ({ id, selected }: CanvasEdge, at: number) => at < count || selected === true || lit.has(id)
    return { elements: edges.filter(isElement), others: edges.filter((edge, at) => !isElement(edge, at)) }
  }, [edges, total, isLarge, count, lit])
}

/** How many of the first edges are elements in any case; null: nothing is drawn of any yet. */
type Count = number | null
const ALL = Number.POSITIVE_INFINITY
const NONE: CanvasEdge[] = []

function nextCount(count: Count, { total, isTiny }: { total: number; isTiny: boolean }): Count {
  if (count === null) return 0
  if (isTiny) return Math.max(0, Math.min(count, total) - FEW_EDGES)
  return count + FEW_EDGES < total ? count + FEW_EDGES : ALL
}

/** Edges on which more is shown than their line: where the baton went, and where the keyboard is. */
function useLitEdges(isLarge: boolean, reached: ReadonlySet<string>): ReadonlySet<string> {
  const [route, travelled, walked] = useOverlayParts((overlay) =>
    isLarge ? [overlay.route, overlay.travelled, overlay.walked] : NOTHING_LIT,
  )
  return useMemo(() => {
    const lit = new Set([...walked, ...reached])
    for (const { edge } of route) if (edge !== null) lit.add(edge)
    if (travelled !== null) lit.add(travelled.edgeId)
    return lit
  }, [route, travelled, walked, reached])
}

const NOTHING_REACHED: [boolean, boolean, ReadonlySet<string>] = [false, false, EMPTY]
const NOTHING_LIT: [RunOverlay['route'], RunOverlay['travelled'], RunOverlay['walked']] = [[], null, EMPTY]
