/**
 * The lines that go round a node, whether the others are curves or have right angles, and the words that would lie on one. They are known for
 * the places that the flow says; what is being dragged has the line of its ends alone until it is let go.
 */
import { collapsedInto } from '../../../src-shared/flow/editing/frames'
import { routingOf, type Flow } from '../../../src-shared/flow/records'
import { atOnce, type Slices } from '../../../src-shared/slices'
import type { EdgeIndex } from '../edge-index'
import { areSameEnds, createDetourWords, type Detour, type DetourWords } from './detour-words'
import { lineOf, type EdgeEnds, type Line } from './edge-line'
import { endsIn, followWays, type FollowedWays } from './line-ways'

export type LineIndex = {
  /** Null: the line of its ends alone is clear, or there is no way round. */
  detour: (flow: Flow, edge: string) => Detour | null
  /**
   * Finds all detours of a flow in slices, before any of them is asked for: what is asked for meanwhile is found at once, with all that is
   * left. The flow that is drawn meanwhile keeps its own.
   */
  lookAhead: (flow: Flow) => Slices<void>
  /** The line as it is drawn while nothing is dragged; null: it has no ends. */
  line: (flow: Flow, edge: string) => Line | null
}

/** Curves of a drawing with more lines than that run as they like: to look for a way for each takes a quarter of a second for 1,000 of them. */
const MOST_CURVES = 400

/** The lines of a drawing as they were last looked at. `drawn`: of which flow; null: none, and all is looked at. `isBare`: they run as they like. */
type FollowedLines = { ways: FollowedWays; words: DetourWords; drawn: Flow | null; isBare: boolean }

/** An index of one editor's own. */
export function createLineIndex(edgeIndex: EdgeIndex): LineIndex {
  const nothing = (): FollowedLines => ({
    ways: followWays(edgeIndex),
    words: createDetourWords(),
    drawn: null,
    isBare: false,
  })
  let lines = nothing()
  let ahead: { of: Flow; lines: FollowedLines; work: Slices<void> } | null = null
  const followed = (flow: Flow): FollowedLines => {
    if (lines.drawn !== null && isSame(lines.drawn, flow)) return lines
    // What was found ahead is near to what came of it by an edit, too.
    if (ahead !== null && (isSame(ahead.of, flow) || (lines.drawn === null && ahead.lines.drawn !== null))) {
      const { lines: next, work } = ahead
      ahead = null
      atOnce(work)
      lines = next
    }
    // Also where it was left in the middle.
    if (lines.drawn === null || !isSame(lines.drawn, flow)) atOnce(following(lines, flow))
    return lines
  }
  const detour = (flow: Flow, id: string): Detour | null => {
    const { isBare, words } = followed(flow)
    return isBare ? null : (words.detour(id) ?? null)
  }
  const foldedIn = keptFrames()
  return {
    detour,
    *lookAhead(flow) {
      if (lines.drawn !== null && isSame(lines.drawn, flow)) return
      const next = nothing()
      const looked = { of: flow, lines: next, work: following(next, flow) }
      ahead = looked
      // No longer once somebody asked for one, or another flow is looked at.
      while (ahead === looked && looked.work.next().done !== true) yield
    },
    line(flow, id) {
      const found = detour(flow, id)
      if (found !== null) return found.line
      const ends = endsIn(flow, id, foldedIn(flow))
      const place = { lane: edgeIndex.lane(flow, id), fan: edgeIndex.fan(flow, id) }
      return ends === null ? null : lineOf(ends, routingOf(flow), place)
    },
  }
}

function* following(lines: FollowedLines, flow: Flow): Slices<void> {
  const isFollowed = lines.drawn !== null
  // Where this fails, or is left in the middle, all is looked at again the next time.
  lines.drawn = null
  lines.isBare = routingOf(flow) === 'curved' && Object.keys(flow.edges).length > MOST_CURVES
  if (!lines.isBare) {
    const { ways, anew } = yield* lines.ways.updating(flow)
    lines.words.update({ ways, anew: isFollowed ? anew : null })
  }
  lines.drawn = flow
}

/** The collapsed frames that stand for nodes, worked out once for each set of nodes. */
function keptFrames(): (flow: Flow) => ReadonlyMap<string, string> {
  let kept: { of: Flow['nodes']; frames: ReadonlyMap<string, string> } | null = null
  return ({ nodes }) => {
    if (kept?.of !== nodes) kept = { of: nodes, frames: collapsedInto({ nodes }) }
    return kept.frames
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
