/** What a call of a drawn tool does: the author's word first, then what the tool lets know of itself. */
import type { FlowGraph } from '../flow/graph'
import type { ToolEffect } from '../flow/tool-effects'
import { kindOf } from './index'

/** `tool`: what the node itself calls it, where it holds many. */
export function effectOf(graph: Pick<FlowGraph, 'node' | 'listed'>, id: string, tool: string): ToolEffect {
  const node = graph.node(id)
  const own = node === undefined ? 'unknown' : (kindOf(node)?.effect(node) ?? 'unknown')
  if (own !== 'unknown') return own
  return graph.listed(id).find((one) => one.tool === tool)?.effect ?? 'unknown'
}
