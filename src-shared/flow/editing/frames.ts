/** Frames: which nodes a frame carries, as its data says and never by where they are drawn. */
import { kindOf } from '../../kinds/index'
import type { Flow, FlowNode } from '../records'

export function isFrame(node: Pick<FlowNode, 'kind'> | undefined): boolean {
  return node !== undefined && kindOf(node)?.shape === 'frame'
}

/** Whether a frame is drawn as one card. */
export function isCollapsed(node: FlowNode | undefined): boolean {
  return isFrame(node) && node?.data['collapsed'] === true
}

/** The nodes that a frame carries, as far as they are in the flow. */
export function childrenOf(flow: Pick<Flow, 'nodes'>, frame: string): string[] {
  const node = flow.nodes[frame]
  const children = isFrame(node) ? node?.data['children'] : undefined
  if (!Array.isArray(children)) return []
  return children.filter((id): id is string => typeof id === 'string' && id !== frame && Object.hasOwn(flow.nodes, id))
}

/** The nodes with all that the frames among them carry, frames within frames included. */
export function withContents(flow: Pick<Flow, 'nodes'>, ids: Iterable<string>): string[] {
  const all = new Set(ids)
  for (const id of all) for (const child of childrenOf(flow, id)) all.add(child)
  return [...all]
}

/** The frame that carries each node; where several say so, the first. */
export function framesOf(flow: Pick<Flow, 'nodes'>): ReadonlyMap<string, string> {
  const frames = new Map<string, string>()
  for (const [id, node] of Object.entries(flow.nodes)) {
    if (!isFrame(node)) continue
    for (const child of childrenOf(flow, id)) if (!frames.has(child)) frames.set(child, id)
  }
  return frames
}

/** The collapsed frame that stands for each node that is not drawn: the outermost. */
export function collapsedInto(flow: Pick<Flow, 'nodes'>): ReadonlyMap<string, string> {
  const into = new Map<string, string>()
  const frames = framesOf(flow)
  for (const id of frames.keys()) {
    const seen = new Set([id])
    for (let at = frames.get(id); at !== undefined && !seen.has(at); at = frames.get(at)) {
      seen.add(at)
      if (isCollapsed(flow.nodes[at])) into.set(id, at)
    }
  }
  return into
}

/** Has a frame carry nodes that others may have carried; null: no frame. A frame never carries itself or one that it is in. */
export function putIntoFrame(flow: Flow, ids: readonly string[], frame: string | null): Flow {
  const barred = new Set<string>()
  const frames = framesOf(flow)
  for (let at = frame ?? undefined; at !== undefined && !barred.has(at); at = frames.get(at)) barred.add(at)
  const moved = ids.filter(
    (id) => !barred.has(id) && Object.hasOwn(flow.nodes, id) && (frames.get(id) ?? null) !== frame,
  )
  if (moved.length === 0) return flow
  const nodes = { ...flow.nodes }
  for (const [id, node] of Object.entries(flow.nodes)) {
    if (!isFrame(node)) continue
    const before = childrenOf(flow, id)
    const left = before.filter((child) => !moved.includes(child))
    const children = id === frame ? [...left, ...moved] : left
    if (id !== frame && left.length === before.length) continue
    nodes[id] = { ...node, data: withChildren(node, children) }
  }
  return { ...flow, nodes }
}

function withChildren({ data }: FlowNode, children: readonly string[]): FlowNode['data'] {
  const { children: _before, ...rest } = data
  return children.length === 0 ? rest : { ...rest, children: [...children] }
}
