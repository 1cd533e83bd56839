/**
 * The lines that go round a node, whether the others are curves or have right angles, and the words that would lie on one. They are known for the places that
 * the flow says; what is being dragged has the line of its ends alone until it is let go.
 */
import { ENGLISH } from '../../../src-shared/languages/translate'
import { collapsedInto, isCollapsed, isFrame } from '../../../src-shared/flow/editing/frames'
import { routingOf, type Flow, type FlowEdge, type FlowNode, type Routing } from '../../../src-shared/flow/records'
import { lookOf } from '../../kinds/edge-looks'
import type { EdgeIndex } from '../edge-index'
import { obstaclesOf, pillsOn, wayOf, wordsOn, type Box, type Obstacles, type Way } from './detour'
import { drawnEdge, edgeEnds } from './edge-ends'
import { lineOf, type EdgeEnds, type EdgePlace, type Line } from './edge-line'
import { sizeOf, type Size } from './node-size'

/** `ends`: it holds while the edge ends there. */
export type Detour = { ends: EdgeEnds; line: Line }

export type LineIndex = {
  /** Null: the line of its ends alone is clear, or there is no way round. */
  detour: (flow: Flow, edge: string) => Detour | null
  /** The line as it is drawn while nothing is dragged; null: it has no ends. */
  line: (flow: Flow, edge: string) => Line | null
}

type Boxes = ReadonlyMap<string, Box>
/** `label`: the words on it. */
type KnownWay = { edge: FlowEdge; ends: EdgeEnds; place: EdgePlace; label: string | null; around: Obstacles; way: Way }
type Drawing = {
  flow: Flow
  routing: Routing
  boxes: Boxes
  known: ReadonlyMap<string, KnownWay>
  detours: ReadonlyMap<string, Detour>
}

/** An index of one editor's own. Ways that nothing changed for are not looked for again. */
export function createLineIndex(edgeIndex: EdgeIndex): LineIndex {
  let drawing: Drawing | null = null
  const sizes = new WeakMap<FlowNode, Size>()
  const fresh = (flow: Flow): Drawing => {
    if (drawing !== null && isSame(drawing.flow, flow)) return drawing
    const boxes = boxesOf(flow, drawing?.boxes, sizes)
    const routing = routingOf(flow)
    const isAsBefore = drawing?.routing === routing
    const areStill = drawing !== null && drawing.flow.edges === flow.edges && areSame(drawing.boxes, boxes)
    if (drawing !== null && areStill && isAsBefore) drawing = { ...drawing, flow }
    else {
      const known = waysOf(flow, { routing, boxes, before: isAsBefore ? drawing?.known : undefined, edgeIndex })
      drawing = { flow, routing, boxes, known, detours: detoursOf(known, drawing?.detours) }
    }
    return drawing
  }
  const detour = (flow: Flow, id: string): Detour | null => fresh(flow).detours.get(id) ?? null
  return {
    detour,
    line(flow, id) {
      const found = detour(flow, id)
      if (found !== null) return found.line
      const ends = endsIn(flow, id, collapsedInto(flow))
      const place = { lane: edgeIndex.lane(flow, id), fan: edgeIndex.fan(flow, id) }
      return ends === null ? null : lineOf(ends, routingOf(flow), place)
    },
  }
}

function isSame(one: Flow, other: Flow): boolean {
  const isDrawnSo = routingOf(one) === routingOf(other)
  return isDrawnSo && one.nodes === other.nodes && one.edges === other.edges && one.layout.nodes === other.layout.nodes
}

function endsIn(flow: Flow, id: string, folded: ReadonlyMap<string, string>): EdgeEnds | null {
  const edge = flow.edges[id]
  if (edge === undefined) return null
  return edgeEnds(drawnEdge(edge, folded), (end) => {
    const [record, place] = [flow.nodes[end], flow.layout.nodes[end]]
    return record && place && { record, place }
  })
}

/** What is drawn and not drawn through: frames are, unless they stand for what they carry. A box that is as it was is the same. */
function boxesOf(flow: Flow, before: Boxes | undefined, sizes: WeakMap<FlowNode, Size>): Boxes {
  const folded = collapsedInto(flow)
  const boxes = new Map<string, Box>()
  for (const [id, node] of Object.entries(flow.nodes)) {
    const at = flow.layout.nodes[id]
    if (at === undefined || folded.has(id) || (isFrame(node) && !isCollapsed(node))) continue
    const size = sizes.get(node) ?? sizeOf(node)
    sizes.set(node, size)
    const box = { x: at.x, y: at.y, ...size }
    const known = before?.get(id)
    boxes.set(id, known !== undefined && isSameBox(known, box) ? known : box)
  }
  return boxes
}

function isSameBox(one: Box, other: Box): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height
}

function areSame(some: Boxes, others: Boxes): boolean {
  return some.size === others.size && [...some].every(([id, box]) => others.get(id) === box)
}

type WaysSource = {
  routing: Routing
  boxes: Boxes
  before: ReadonlyMap<string, KnownWay> | undefined
  edgeIndex: EdgeIndex
}

function waysOf(flow: Flow, { routing, boxes, before, edgeIndex }: WaysSource): Map<string, KnownWay> {
  const folded = collapsedInto(flow)
  const ways = new Map<string, KnownWay>()
  for (const [id, edge] of Object.entries(flow.edges)) {
    const ends = endsIn(flow, id, folded)
    if (ends === null) continue
    const place = { lane: edgeIndex.lane(flow, id), fan: edgeIndex.fan(flow, id) }
    const around = obstaclesOf(ends, boxes)
    const known = before?.get(id)
    const isKnown =
      known?.edge === edge &&
      areEnds(known.ends, ends) &&
      known.place.lane === place.lane &&
      known.place.fan === place.fan &&
      areAll(known.around.own, around.own) &&
      areAll(known.around.others, around.others)
    if (isKnown) {
      ways.set(id, known)
      continue
    }
    const label = lookOf(edge).label(edge, ENGLISH)
    ways.set(id, { edge, ends, place, label, around, way: wayOf(ends, { routing, place, label, around }) })
  }
  return ways
}

function areAll(some: readonly Box[], others: readonly Box[]): boolean {
  return some.length === others.length && some.every((box, at) => box === others[at])
}

/** Words that are placed anew keep clear of those of other lines, too, where there is room. */
function detoursOf(
  known: ReadonlyMap<string, KnownWay>,
  before: ReadonlyMap<string, Detour> | undefined,
): Map<string, Detour> {
  const detours = new Map<string, Detour>()
  const pills = [...known.values()].flatMap(({ way, label, ends }) =>
    way.points !== null || label === null ? [] : pillsOn(way.line, label, ends.source === ends.target),
  )
  for (const [id, { ends, way, label, around }] of known) {
    if (way.points === null) continue
    const boxes = [...around.own, ...around.others]
    const words =
      label === null ? null : (wordsOn(way.points, label, [...boxes, ...pills]) ?? wordsOn(way.points, label, boxes))
    const line = words === null ? way.line : { path: way.line.path, ...words }
    if (label !== null) pills.push(...pillsOn(line, label, false))
    const same = before?.get(id)
    detours.set(
      id,
      same !== undefined && isSameLine(same.line, line) && areEnds(same.ends, ends) ? same : { ends, line },
    )
  }
  return detours
}

function isSameLine(one: Line, other: Line): boolean {
  return one.path === other.path && one.x === other.x && one.y === other.y && one.room === other.room
}

/** Whether an edge ends where it did when its detour was found. */
export function holdsFor(detour: Detour, ends: EdgeEnds): boolean {
  return areEnds(detour.ends, ends)
}

function areEnds(some: EdgeEnds, others: EdgeEnds): boolean {
  const near = (one: number, other: number): boolean => Math.abs(one - other) < 1
  return (
    some.source === others.source &&
    some.target === others.target &&
    near(some.sourceX, others.sourceX) &&
    near(some.sourceY, others.sourceY) &&
    near(some.targetX, others.targetX) &&
    near(some.targetY, others.targetY)
  )
}
