/** The lines of edges that are drawn together: as those of `EdgeView` where nodes are bare blocks, without anything that is on them. Keeps what is as it was. */
import { isDisabled } from '../../../src-shared/flow/node-marks'
import { routingOf, type Flow } from '../../../src-shared/flow/records'
import { isAsk, ASK_LOOK, lookOf } from '../../kinds/edge-looks'
import type { EdgeIndex } from '../edge-index'
import type { CanvasEdge, CanvasNode } from './canvas-model'
import type { ChangeMark } from './change-marks'
import { edgeEnds, endsOfCanvasEdge } from './edge-ends'
import { lineOf } from './edge-line'

/** What the lines of a group have in common: they are drawn alike. */
export type LineLook = {
  kind: string
  asks: boolean
  isOff: boolean
  isDouble: boolean
  change: ChangeMark | undefined
}

export type FarLine = { id: string; path: string }
export type LineGroup = { key: string; look: LineLook; lines: readonly FarLine[] }

/** `lifted`: nodes whose lines are drawn elsewhere. */
export type FarDrawing = {
  flow: Flow
  nodes: readonly CanvasNode[]
  edges: readonly CanvasEdge[]
  lifted: ReadonlySet<string>
  changes: ReadonlyMap<string, ChangeMark> | null
}

/** Groups in the order of their first edge. */
export type FarLines = (drawing: FarDrawing) => LineGroup[]

type KnownLine = { edge: CanvasEdge; source: CanvasNode; target: CanvasNode; place: string; line: FarLine }

export function createFarLines(edgeIndex: EdgeIndex): FarLines {
  let known = new Map<string, KnownLine>()
  return ({ flow, nodes, edges, lifted, changes }) => {
    const placed = new Map(nodes.map((node) => [node.id, node]))
    const routing = routingOf(flow)
    const now = new Map<string, KnownLine>()
    const groups = new Map<string, { key: string; look: LineLook; lines: FarLine[] }>()
    for (const edge of edges) {
      const { id, data } = edge
      const [source, target] = [placed.get(edge.source), placed.get(edge.target)]
      const isDrawn = edge.hidden !== true && !lifted.has(edge.source) && !lifted.has(edge.target)
      if (!isDrawn || data === undefined || source === undefined || target === undefined) continue
      const [lane, fan] = [edgeIndex.lane(flow, id), edgeIndex.fan(flow, id)]
      const place = `${routing} ${lane} ${fan}`
      const before = known.get(id)
      const isSame = before?.edge === edge && before.source === source && before.target === target
      const line =
        isSame && before.place === place ? before.line : newLine(edge, { source, target, routing, lane, fan })
      if (line === null) continue
      now.set(id, { edge, source, target, place, line })
      const look = lineLook(edge, flow, changes)
      const key = Object.values(look).join(' ')
      const group = groups.get(key)
      if (group === undefined) groups.set(key, { key, look, lines: [line] })
      else group.lines.push(line)
    }
    known = now
    return [...groups.values()]
  }
}

type LinePlace = { source: CanvasNode; target: CanvasNode; routing: ReturnType<typeof routingOf> } & Parameters<
  typeof lineOf
>[2]

/** Null where a port is gone. */
function newLine(edge: CanvasEdge, { source, target, routing, lane, fan }: LinePlace): FarLine | null {
  const ends = edgeEnds(endsOfCanvasEdge(edge), (id) => {
    const node = id === edge.source ? source : target
    return { record: node.data.record, place: node.position }
  })
  return ends === null ? null : { id: edge.id, path: lineOf(ends, routing, { lane, fan }).path }
}

function lineLook({ id, source, target, data }: CanvasEdge, flow: Flow, changes: FarDrawing['changes']): LineLook {
  const record = data?.record
  const asks = record !== undefined && isAsk(record, flow.nodes[record.to.node])
  return {
    kind: record?.kind ?? '',
    asks,
    isOff: isDisabled(flow.nodes[source]) || isDisabled(flow.nodes[target]),
    isDouble: record !== undefined && (asks ? ASK_LOOK : lookOf(record)).isDouble === true,
    change: changes?.get(id),
  }
}
