/**
 * The lines that go round a node, whether the others are curves or have right angles, and the words that would lie on one. They are known for
 * the places that the flow says; what is being dragged has the line of its ends alone until it is let go.
 */
import { collapsedInto } from '../../../src-shared/flow/editing/frames'
import { routingOf, type Flow } from '../../../src-shared/flow/records'
import type { EdgeIndex } from '../edge-index'
import { areSameEnds, createDetourWords, type Detour } from './detour-words'
import { lineOf, type EdgeEnds, type Line } from './edge-line'
import { endsIn, followWays } from './line-ways'

export type LineIndex = {
  /** Null: the line of its ends alone is clear, or there is no way round. */
  detour: (flow: Flow, edge: string) => Detour | null
  /** The line as it is drawn while nothing is dragged; null: it has no ends. */
  line: (flow: Flow, edge: string) => Line | null
}

/** Curves of a drawing with more lines than that run as they like: to look for a way for each takes a quarter of a second for 1,000 of them. */
const MOST_CURVES = 400

/** An index of one editor's own. */
export function createLineIndex(edgeIndex: EdgeIndex): LineIndex {
  const ways = followWays(edgeIndex)
  const words = createDetourWords()
  let folded: { of: Flow['nodes']; frames: ReadonlyMap<string, string> } | null = null
  const foldedIn = ({ nodes }: Flow): ReadonlyMap<string, string> => {
    if (folded?.of !== nodes) folded = { of: nodes, frames: collapsedInto({ nodes }) }
    return folded.frames
  }
  let drawn: Flow | null = null
  let isBare = false
  const detour = (flow: Flow, id: string): Detour | null => {
    if (drawn === null || !isSame(drawn, flow)) {
      const isFollowed = drawn !== null
      // Where this fails all is looked at again the next time.
      drawn = null
      isBare = routingOf(flow) === 'curved' && Object.keys(flow.edges).length > MOST_CURVES
      if (!isBare) {
        const { ways: all, anew } = ways.update(flow)
        words.update({ ways: all, anew: isFollowed ? anew : null })
      }
      drawn = flow
    }
    return isBare ? null : (words.detour(id) ?? null)
  }
  return {
    detour,
    line(flow, id) {
      const found = detour(flow, id)
      if (found !== null) return found.line
      const ends = endsIn(flow, id, foldedIn(flow))
      const place = { lane: edgeIndex.lane(flow, id), fan: edgeIndex.fan(flow, id) }
      return ends === null ? null : lineOf(ends, routingOf(flow), place)
    },
  }
}

function isSame(one: Flow, other: Flow): boolean {
  const isDrawnSo = routingOf(one) === routingOf(other)
  return isDrawnSo && one.nodes === other.nodes && one.edges === other.edges && one.layout.nodes === other.layout.nodes
}

/** Whether an edge ends where it did when its detour was found. */
export function holdsFor(detour: Detour, ends: EdgeEnds): boolean {
  return areSameEnds(detour.ends, ends)
}
