/**
 * The ways of a drawing's lines by themselves, known from one change to the next: only those are looked at again that end at a node which is
 * not what it was, or have near them something that was not there or is there no more.
 */
import { atOnce, type Slices } from '../../../src-shared/slices'
import { ENGLISH } from '../../../src-shared/languages/translate'
import { routingOf, type Flow } from '../../../src-shared/flow/records'
import { lookOf } from '../../kinds/edge-looks'
import type { EdgeIndex } from '../edge-index'
import { createBoxGrid } from './box-grid'
import { isStillClear, obstaclesOf, reachOf, wayOf, type Box, type KnownWay } from './detour'
import { areSameEnds } from './detour-words'
import { followBoxes, type DrawnChanges, type FollowedBoxes } from './drawn-boxes'
import { drawnEdge, edgeEnds } from './edge-ends'
import type { EdgeEnds } from './edge-line'

/** `ways`: in the order of the edges; `anew`: those that are others than before, null: any may be, and their order too. */
export type WaysUpdate = { ways: ReadonlyMap<string, KnownWay>; anew: ReadonlySet<string> | null }

export type FollowedWays = {
  /** Takes over how a flow is drawn. Where it fails all is looked at again the next time. */
  update: (flow: Flow) => WaysUpdate
  /** The same in slices. Where it is left in the middle all is looked at again the next time. */
  updating: (flow: Flow) => Slices<WaysUpdate>
}

/** So many lines are looked at in one slice: a few ms. */
const SLICE = 10

export function followWays(edgeIndex: EdgeIndex): FollowedWays {
  const boxes = followBoxes()
  const places: LinePlaces = { edgeIndex, boxes }
  let reaches = createReaches()
  let ways = new Map<string, KnownWay>()
  let edgesOf = new Map<string, string[]>()
  let drawn: Flow | null = null

  /** Edges that a change may concern. */
  const concerned = ({ nodes, boxes: changed }: DrawnChanges): Set<string> =>
    new Set([
      ...[...nodes].flatMap((node) => edgesOf.get(node) ?? []),
      ...changed.flatMap((box) => reaches.around(box)),
    ])

  /** `edges`: those that may have changed though their records are the same; null: any. */
  function* whole(
    flow: Flow,
    before: ReadonlyMap<string, KnownWay>,
    edges: ReadonlySet<string> | null,
  ): Slices<WaysUpdate> {
    reaches = createReaches()
    ways = new Map()
    edgesOf = edgesByNode(flow)
    for (const [at, [id, edge]] of Object.entries(flow.edges).entries()) {
      if (at % SLICE === SLICE - 1) yield
      const known = before.get(id)
      const isAsBefore =
        edges !== null && !edges.has(id) && known?.edge === edge && isInPlace(places, { flow, id }, known)
      const way = isAsBefore ? known : wayNow(places, { flow, id }, known)
      if (way === undefined) continue
      ways.set(id, way)
      reaches.set(id, way)
    }
    return { ways, anew: null }
  }

  /** Few lines, unless one comes or goes. */
  function* part(flow: Flow, edges: ReadonlySet<string>): Slices<WaysUpdate> {
    const anew = new Set<string>()
    for (const id of edges) {
      const before = ways.get(id)
      const way = wayNow(places, { flow, id }, before)
      if (way === before) continue
      // One that comes or goes has its place in the order of the others.
      if (way === undefined || before === undefined) return yield* whole(flow, ways, null)
      ways.set(id, way)
      reaches.set(id, way)
      anew.add(id)
    }
    return { ways, anew }
  }

  function* updating(flow: Flow): Slices<WaysUpdate> {
    const before = drawn
    drawn = null
    const changes = boxes.update(flow)
    const isDrawnSo = before !== null && routingOf(before) === routingOf(flow)
    const edges = isDrawnSo ? concerned(changes) : null
    const isPart = edges !== null && before?.edges === flow.edges
    const update = yield* isPart ? part(flow, edges) : whole(flow, isDrawnSo ? ways : new Map(), edges)
    drawn = flow
    return update
  }

  return { updating, update: (flow) => atOnce(updating(flow)) }
}

/** What lines keep to. */
type LinePlaces = { readonly edgeIndex: EdgeIndex; readonly boxes: FollowedBoxes }
type EdgeInFlow = { readonly flow: Flow; readonly id: string }

/** The way of an edge; the same where it is as it was. */
function wayNow(places: LinePlaces, at: EdgeInFlow, before: KnownWay | undefined): KnownWay | undefined {
  const { edgeIndex, boxes } = places
  const { flow, id } = at
  const edge = flow.edges[id]
  const ends = endsIn(flow, id, boxes.folded())
  if (edge === undefined || ends === null) return undefined
  const around = obstaclesOf(ends, boxes)
  if (before?.edge === edge && isInPlace(places, at, before) && areSameEnds(before.ends, ends))
    if (isStillClear(before.way, around) || isSameRoom(before.around, around)) return before
  const place = { lane: edgeIndex.lane(flow, id), fan: edgeIndex.fan(flow, id) }
  const label = lookOf(edge).label(edge, ENGLISH)
  return { edge, ends, place, label, around, way: wayOf(ends, { routing: routingOf(flow), place, label, around }) }
}

function isInPlace({ edgeIndex }: LinePlaces, { flow, id }: EdgeInFlow, { place: { lane, fan } }: KnownWay): boolean {
  return lane === edgeIndex.lane(flow, id) && fan === edgeIndex.fan(flow, id)
}

/** What may be in the way of each line. */
function createReaches(): { set: (edge: string, way: KnownWay) => void; around: (box: Box) => string[] } {
  const grid = createBoxGrid<{ readonly edge: string; readonly box: Box }>()
  const reaches = new Map<string, { readonly edge: string; readonly box: Box }>()
  return {
    set(edge, { ends }) {
      const known = reaches.get(edge)
      if (known !== undefined) grid.remove(known)
      const reach = { edge, box: reachOf(ends) }
      reaches.set(edge, reach)
      grid.add(reach)
    },
    around: (box) => grid.near(box).map(({ edge }) => edge),
  }
}

function edgesByNode(flow: Flow): Map<string, string[]> {
  const edgesOf = new Map<string, string[]>()
  for (const [id, { from, to }] of Object.entries(flow.edges))
    for (const node of new Set([from.node, to.node])) {
      const known = edgesOf.get(node)
      if (known === undefined) edgesOf.set(node, [id])
      else known.push(id)
    }
  return edgesOf
}

export function endsIn(flow: Flow, id: string, folded: ReadonlyMap<string, string>): EdgeEnds | null {
  const edge = flow.edges[id]
  if (edge === undefined) return null
  return edgeEnds(drawnEdge(edge, folded), (end) => {
    const [record, place] = [flow.nodes[end], flow.layout.nodes[end]]
    return record && place && { record, place }
  })
}

function isSameRoom(one: KnownWay['around'], other: KnownWay['around']): boolean {
  return areAll(one.own, other.own) && areAll(one.others, other.others)
}

function areAll(some: readonly Box[], others: readonly Box[]): boolean {
  return some.length === others.length && some.every((box, at) => box === others[at])
}
