/** The automatic layout: a layered drawing by ELK, computed in a worker. */
import { ENGLISH } from '../../../src-shared/languages/translate'
import type { ELK, ElkLabel, ElkNode, ElkPort } from 'elkjs/lib/elk-api'
import { framesOf, isFrame } from '../../../src-shared/flow/editing/frames'
import type { Flow, FlowEdge, Position } from '../../../src-shared/flow/records'
import { isLocked } from '../../../src-shared/flow/node-marks'
import { kindOf } from '../../../src-shared/kinds/index'
import { atOnce, type Slices } from '../../../src-shared/slices'
import { lookOf } from '../../kinds/edge-looks'
import { FRAME_PADDING } from '../frames'
import { boundsOf, onGrid } from '../placing'
import { besideRest } from './arrange-block'
import { clearingNotes } from './arrange-notes'
import { TALLEST_LABEL, WIDEST_LABEL } from './edge-line'
import { sizeOf, type Size } from '../../../src-shared/drawing/node-size'
import { stubRooms } from './stub-room'
import { offsetOf, portsOf, type PortView } from './ports'

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.aspectRatio': '1.6',
  'elk.spacing.nodeNode': '40',
  'elk.spacing.edgeNode': '24',
  'elk.spacing.edgeLabel': '8',
  'elk.layered.spacing.nodeNodeBetweenLayers': '48',
  'elk.edgeLabels.placement': 'CENTER',
  // As lines are drawn: the words of a long one stand in the gap behind its source.
  'elk.layered.edgeLabels.centerLabelPlacementStrategy': 'TAIL_LAYER',
  'elk.spacing.componentComponent': '64',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  // What leads back is found from the start on, as a person reads.
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.crossingMinimization.semiInteractive': 'true',
}

/** Edges lead into frames and out of them. ELK ends with an error where it is to keep the order of the flow at the same time. */
const WITHIN_FRAMES = {
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.layered.considerModelOrder.strategy': 'NONE',
}

/** From this many nodes on the quick way is taken. */
const LARGE_FROM = 120
/**
 * To place nodes by a network simplex grows with more than the square of their number: 300 took 7 s of processor time and 1,000 took minutes.
 * Segments of straight lines take 2 s and 6 s.
 */
const OF_MANY = {
  'elk.layered.nodePlacement.strategy': 'LINEAR_SEGMENTS',
  'elk.layered.thoroughness': '3',
}

/** From this many nodes on no layer gets taller than the whole may be. */
const TALL_FROM = 40
/** What a node takes with the room around it, in px. */
const CELL = { width: 380, height: 104 }
const ASPECT = 1.6

/**
 * Places for nodes of a flow, by id: all of them, or those that are selected. What is arranged keeps its top left corner, unless it would lie on the rest. Where all is arranged,
 * what a frame carries stays together, notes in frames too; other notes stay where they are, unless something would lie on them. `turns`: does what takes long
 * on the page.
 */
export async function arrange(
  flow: Flow,
  elk: Pick<ELK, 'layout'>,
  selected: ReadonlySet<string> | null = null,
  turns: Turns = inOneGo,
): Promise<{ [id: string]: Position }> {
  const frames = selected === null ? nestedFrames(flow) : NO_FRAMES
  const drawn = Object.entries(flow.nodes).filter(
    ([id, node]) =>
      (kindOf(node)?.shape !== 'paper' || frames.has(id)) && !isFrame(node) && (selected === null || selected.has(id)),
  )
  const ids = new Set(drawn.map(([id]) => id))
  const parts = partsOf(flow, ids)
  const roomOf = stubRooms(flow)
  const layered = drawn.filter(([id]) => !parts.has(id))
  const many = layered.length < LARGE_FROM ? {} : OF_MANY
  const graph: ElkNode = {
    id: 'flow',
    layoutOptions: {
      ...OPTIONS,
      ...layering(layered.length),
      ...(frames.size === 0 ? {} : WITHIN_FRAMES),
      ...many,
    },
    children: inFrames(
      layered.map(([id]) => elkNode(flow, id, { parts, roomOf })),
      { frames, options: many },
    ),
    edges: Object.entries(flow.edges)
      .filter(([, edge]) => ids.has(edge.from.node) && ids.has(edge.to.node) && edge.from.node !== edge.to.node)
      .filter(([, edge]) => !parts.has(edge.from.node) && !parts.has(edge.to.node))
      .map(([id, edge]) => ({
        id,
        sources: [elkEnd(flow, edge.from, 'source')],
        targets: [elkEnd(flow, edge.to, 'target')],
        labels: elkLabels(flow, edge),
      })),
  }
  const result = await elk.layout(graph)
  const before = boundsOf(flow, ids)
  const corner = before === null ? { x: 0, y: 0 } : onGrid(before)
  const children = outOfFrames(result, flow)
  // Without the room that ELK leaves around it, so that the drawing does not wander each time.
  const first = { x: Math.min(...children.map(({ x }) => x)), y: Math.min(...children.map(({ y }) => y)) }
  const places: { [id: string]: Position } = {}
  for (const { id, x, y } of children) {
    places[id] = onGrid({ x: corner.x + x - first.x, y: corner.y + y - first.y })
  }
  placeParts(flow, { parts, roomOf }, places)
  // What is locked stays, wherever it would fit in.
  const moved = Object.fromEntries(Object.entries(places).filter(([id]) => !isLocked(flow.nodes[id])))
  const isWhole = selected === null && Object.keys(moved).length === Object.keys(places).length
  const free = isWhole ? moved : besideRest(flow, moved, selected === null)
  return selected === null ? { ...free, ...(await turns(clearingNotes(flow, free))) } : free
}

/** Whoever does long work of the page says when something else has its turn. */
export type Turns = <Result>(work: Slices<Result>) => Promise<Result>

const inOneGo: Turns = (work) => Promise.resolve(atOnce(work))

const NO_FRAMES: ReadonlyMap<string, string> = new Map()

/** The frame of each node; frames that say that they carry each other, in a circle, carry nothing here. */
function nestedFrames(flow: Flow): ReadonlyMap<string, string> {
  const frames = framesOf(flow)
  const isInCircle = (id: string): boolean => {
    const seen = new Set<string>()
    for (let at = frames.get(id); at !== undefined; at = frames.get(at)) {
      if (seen.has(at)) return true
      seen.add(at)
    }
    return false
  }
  return new Map([...frames].filter(([id]) => !isInCircle(id)))
}

const { left, right, top, bottom } = FRAME_PADDING

type LayoutOptions = { readonly [option: string]: string }
/** `options`: of what is within each frame. */
type FrameNesting = { frames: ReadonlyMap<string, string>; options: LayoutOptions }

/** Frames as nodes that hold nodes, within each other as they are drawn. */
function inFrames(nodes: readonly ElkNode[], { frames, options }: FrameNesting): ElkNode[] {
  const held = Map.groupBy(nodes, ({ id }) => frames.get(id) ?? null)
  const outer = [...new Set(frames.values())]
  const below = (frame: string | null): ElkNode[] => {
    const inner = outer
      .filter((id) => (frames.get(id) ?? null) === frame)
      .map((id) => frameNode(id, below(id), options))
    return [...(held.get(frame) ?? []), ...inner.filter(({ children = [] }) => children.length > 0)]
  }
  return below(null)
}

function frameNode(id: string, children: ElkNode[], options: LayoutOptions): ElkNode {
  const padding = `[top=${top},left=${left},bottom=${bottom},right=${right}]`
  return { id, children, layoutOptions: { ...OPTIONS, ...WITHIN_FRAMES, ...options, 'elk.padding': padding } }
}

/** All nodes but the frames, each with its place in the whole. */
function outOfFrames(node: ElkNode, flow: Flow): (Position & { id: string })[] {
  return (node.children ?? []).flatMap(({ x = 0, y = 0, ...child }) =>
    isFrame(flow.nodes[child.id])
      ? outOfFrames(child, flow).map((inner) => ({ ...inner, x: inner.x + x, y: inner.y + y }))
      : [{ id: child.id, x, y }],
  )
}

/** The name of a port beside it, in px. */
const WIDEST_PORT_NAME = 72

/** Many nodes that hang on one would be a column that nobody sees as a whole: its layer is cut into several. */
function layering(count: number): { [option: string]: string } {
  if (count < TALL_FROM) return {}
  // Half of it is taken by the lines that lead to the layers behind, of many nodes more.
  const share = count < LARGE_FROM ? 2 : 3
  const rows = Math.ceil(Math.sqrt((count * CELL.width) / (CELL.height * ASPECT)) / share)
  return {
    'elk.layered.layering.strategy': 'COFFMAN_GRAHAM',
    'elk.layered.layering.coffmanGraham.layerBound': String(rows),
  }
}

/** An edge may be left at a port that its node no longer has: it ends at the node. */
function elkEnd(flow: Flow, { node, port }: FlowEdge['from'], type: PortView['type']): string {
  const record = flow.nodes[node]
  const isThere = record !== undefined && portsOf(record).some((one) => one.id === port && one.type === type)
  return isThere ? `${node}/${port}` : node
}

/** The pill on an edge takes room between the layers, so that it lies on no node, and so does the name of the port that it leaves. */
function elkLabels(flow: Flow, edge: FlowEdge): ElkLabel[] {
  const label = lookOf(edge).label(edge, ENGLISH)
  const source = flow.nodes[edge.from.node]
  const port = source === undefined ? undefined : portsOf(source).find(({ id }) => id === edge.from.port)
  const name = port?.isNamed === true ? WIDEST_PORT_NAME : 0
  const width = label === null ? name : Math.max(name, Math.min(WIDEST_LABEL, 20 + 6.2 * label.length))
  return width === 0 ? [] : [{ text: label ?? port?.label ?? '', width, height: label === null ? 22 : TALLEST_LABEL }]
}

/** Parts (tools, observers) that hang on one participant only: they are drawn in a row under it. */
function partsOf(flow: Flow, ids: ReadonlySet<string>): Map<string, string> {
  const hosts = new Map<string, string | null>()
  for (const edge of Object.values(flow.edges)) {
    const target = flow.nodes[edge.to.node]
    if (
      target === undefined ||
      kindOf(target)?.shape !== 'pill' ||
      (kindOf(target)?.ports(target.data).length ?? 0) > 0
    )
      continue
    if (kindOf(target)?.roles.step === true || !ids.has(edge.from.node) || !ids.has(edge.to.node)) continue
    const known = hosts.get(edge.to.node)
    hosts.set(edge.to.node, known === undefined || known === edge.from.node ? edge.from.node : null)
  }
  const parts = new Map<string, string>()
  for (const [id, host] of hosts) if (host !== null) parts.set(id, host)
  return parts
}

const ROW_GAP = 16
const DROP = 48
/** Parts under a node stand in rows of so many, more only where there are very many. */
const IN_A_ROW = 4

/** `parts`: the node that each part stands under; `roomOf`: what edges take beside a node that end at it again. */
type NodeRooms = { parts: ReadonlyMap<string, string>; roomOf: (id: string) => Size }

function elkNode(flow: Flow, id: string, { parts, roomOf }: NodeRooms): ElkNode {
  const node = flow.nodes[id]
  const kind = node === undefined ? null : kindOf(node)
  const size = node === undefined ? { width: 0, height: 0 } : sizeOf(node)
  const under = partsUnder(flow, id, parts)
  const beside = roomOf(id)
  const box = {
    width: Math.max(size.width + beside.width, under.width),
    height: size.height + beside.height + (under.height > 0 ? DROP + under.height : 0),
  }
  const ports: ElkPort[] = (node === undefined ? [] : portsOf(node)).map((port) => ({
    id: `${id}/${port.id}`,
    layoutOptions: { 'elk.port.side': port.type === 'target' ? 'WEST' : 'EAST' },
    x: port.type === 'target' ? 0 : box.width,
    y: offsetOf(port, size),
  }))
  // ELK ends with an error where an edge leads to what is to be first.
  const isFirst = kind?.group === 'entry' && !Object.values(flow.edges).some(({ to }) => to.node === id)
  return {
    id,
    ...box,
    ports,
    layoutOptions: {
      'elk.portConstraints': 'FIXED_POS',
      ...(isFirst ? { 'elk.layered.layering.layerConstraint': 'FIRST' } : {}),
    },
  }
}

type PartPlace = { id: string; at: Position }

/** The parts of a node in rows, placed from its lower left corner on, and the room that they take. */
function partsUnder(flow: Flow, host: string, parts: ReadonlyMap<string, string>): { placed: PartPlace[] } & Size {
  const ids = [...parts].filter(([, owner]) => owner === host).map(([id]) => id)
  const perRow = Math.max(IN_A_ROW, Math.ceil(Math.sqrt(ids.length / 2)))
  const placed: PartPlace[] = []
  let [width, height] = [0, 0]
  for (let first = 0; first < ids.length; first += perRow) {
    let x = 0
    let tallest = 0
    const y = height + (first === 0 ? 0 : ROW_GAP)
    for (const id of ids.slice(first, first + perRow)) {
      const node = flow.nodes[id]
      const size = node === undefined ? { width: 0, height: 0 } : sizeOf(node)
      placed.push({ id, at: { x, y } })
      x += size.width + ROW_GAP
      tallest = Math.max(tallest, size.height)
    }
    width = Math.max(width, x - ROW_GAP)
    height = y + tallest
  }
  return { placed, width, height }
}

function placeParts(flow: Flow, { parts, roomOf }: NodeRooms, places: { [id: string]: Position }): void {
  for (const host of new Set(parts.values())) {
    const at = places[host]
    const node = flow.nodes[host]
    if (at === undefined || node === undefined) continue
    const top = at.y + sizeOf(node).height + roomOf(host).height + DROP
    for (const part of partsUnder(flow, host, parts).placed) {
      places[part.id] = onGrid({ x: at.x + part.at.x, y: top + part.at.y })
    }
  }
}
