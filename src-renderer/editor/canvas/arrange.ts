/** The automatic layout: a layered drawing by ELK, computed in a worker. */
import type { ELK, ElkNode, ElkPort } from 'elkjs/lib/elk-api'
import type { Flow, Position } from '../../../src-shared/flow/records'
import { kindOf } from '../../../src-shared/kinds/index'
import { lookOf } from '../../kinds/edge-looks'
import { boundsOf, onGrid } from '../placing'
import { sizeOf } from './node-size'
import { offsetOf, portsOf } from './ports'

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.spacing.nodeNode': '40',
  'elk.spacing.componentComponent': '64',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.crossingMinimization.semiInteractive': 'true',
}

/** Places for the nodes of a flow, by id; notes stay where they are. The drawing keeps its top left corner. */
export async function arrange(flow: Flow, elk: Pick<ELK, 'layout'>): Promise<{ [id: string]: Position }> {
  const drawn = Object.entries(flow.nodes).filter(([, node]) => kindOf(node)?.shape !== 'paper')
  const ids = new Set(drawn.map(([id]) => id))
  const parts = partsOf(flow, ids)
  const graph: ElkNode = {
    id: 'flow',
    layoutOptions: { ...OPTIONS, 'elk.layered.spacing.nodeNodeBetweenLayers': String(layerGap(flow)) },
    children: drawn.filter(([id]) => !parts.has(id)).map(([id]) => elkNode(flow, id, parts)),
    edges: Object.entries(flow.edges)
      .filter(([, edge]) => ids.has(edge.from.node) && ids.has(edge.to.node) && edge.from.node !== edge.to.node)
      .filter(([, edge]) => !parts.has(edge.to.node))
      .map(([id, edge]) => ({
        id,
        sources: [`${edge.from.node}/${edge.from.port}`],
        targets: [`${edge.to.node}/${edge.to.port}`],
      })),
  }
  const result = await elk.layout(graph)
  const before = boundsOf(flow, ids)
  const corner = before === null ? { x: 0, y: 0 } : onGrid(before)
  const places: { [id: string]: Position } = {}
  for (const child of result.children ?? []) {
    places[child.id] = onGrid({ x: corner.x + (child.x ?? 0), y: corner.y + (child.y ?? 0) })
  }
  placeParts(flow, parts, places)
  return places
}

/** Room between two layers: enough for the widest pill on an edge, so that none lies on a node. */
function layerGap(flow: Flow): number {
  const widths = Object.values(flow.edges)
    .filter((edge) => edge.from.node !== edge.to.node)
    .map((edge) => Math.min(176, 20 + 6.2 * (lookOf(edge).label(edge)?.length ?? 0)))
  return Math.max(96, Math.ceil(Math.max(0, ...widths)) + 56)
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
    if (kindOf(target)?.roles.step === true || !ids.has(edge.from.node)) continue
    const known = hosts.get(edge.to.node)
    hosts.set(edge.to.node, known === undefined || known === edge.from.node ? edge.from.node : null)
  }
  const parts = new Map<string, string>()
  for (const [id, host] of hosts) if (host !== null) parts.set(id, host)
  return parts
}

const ROW_GAP = 16
const DROP = 48

function elkNode(flow: Flow, id: string, parts: ReadonlyMap<string, string>): ElkNode {
  const node = flow.nodes[id]
  const size = node === undefined ? { width: 0, height: 0 } : sizeOf(node)
  const row = rowUnder(flow, id, parts)
  const box = { width: Math.max(size.width, row.width), height: size.height + (row.width > 0 ? DROP + row.height : 0) }
  const ports: ElkPort[] = (node === undefined ? [] : portsOf(node)).map((port) => ({
    id: `${id}/${port.id}`,
    layoutOptions: { 'elk.port.side': port.type === 'target' ? 'WEST' : 'EAST' },
    x: port.type === 'target' ? 0 : box.width,
    y: offsetOf(port, size),
  }))
  return { id, ...box, ports, layoutOptions: { 'elk.portConstraints': 'FIXED_POS' } }
}

function rowUnder(
  flow: Flow,
  host: string,
  parts: ReadonlyMap<string, string>,
): { ids: string[]; width: number; height: number } {
  const ids = [...parts].filter(([, owner]) => owner === host).map(([id]) => id)
  const sizes = ids.map((id) => sizeOf(flow.nodes[id] ?? { kind: '', name: '', data: {} }))
  const width = sizes.reduce((sum, size) => sum + size.width, 0) + ROW_GAP * Math.max(0, ids.length - 1)
  return { ids, width, height: Math.max(0, ...sizes.map((size) => size.height)) }
}

function placeParts(flow: Flow, parts: ReadonlyMap<string, string>, places: { [id: string]: Position }): void {
  for (const host of new Set(parts.values())) {
    const at = places[host]
    const node = flow.nodes[host]
    if (at === undefined || node === undefined) continue
    let x = at.x
    for (const id of rowUnder(flow, host, parts).ids) {
      places[id] = onGrid({ x, y: at.y + sizeOf(node).height + DROP })
      x += sizeOf(flow.nodes[id] ?? { kind: '', name: '', data: {} }).width + ROW_GAP
    }
  }
}
