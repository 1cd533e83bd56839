/** What tools that nobody uses would need to be connected or tried by hand: no run uses them, so no run lists this. */
import { heldFlow, MAX_FLOW_DEPTH } from '../flow/editing/embedded-flow'
import { flowGraph } from '../flow/graph'
import { openFlow } from '../flow/editing/open'
import type { Flow, FlowNode } from '../flow/records'
import { kindOf } from '../kinds/index'
import { consentItems, isUsedTool, type ConsentItem } from './items'

/** Each once for all of its tools, also those of flows that are drawn in; nothing for disabled tools. */
export function itemsByHand(flow: Flow): ConsentItem[] {
  const found = new Map<string, ConsentItem>()
  for (const item of unused(flow, { drawn: null, depth: 0 })) {
    const key = JSON.stringify([item.type, item.value, item.content])
    const known = found.get(key)
    const nodes = [...(known?.nodes ?? []), ...item.nodes]
    found.set(key, { ...item, nodes: [...new Map(nodes.map((node) => [node.id, node])).values()] })
  }
  return [...found.values()]
}

type HoldingFlow = { drawn: { id: string; name: string } | null; depth: number }

function* unused(whole: Flow, { drawn, depth }: HoldingFlow): Generator<ConsentItem> {
  if (depth > MAX_FLOW_DEPTH) return
  const graph = flowGraph(whole)
  for (const [id, node] of Object.entries(graph.flow.nodes)) {
    const at = drawn ?? { id, name: node.name }
    if (kindOf(node)?.roles.tool === true) {
      if (isUsedTool(graph, id)) continue
      for (const item of itemsOfToolByHand(graph.flow, id)) yield { ...item, nodes: [at] }
      continue
    }
    const held = heldFlow(node)
    const opened = held?.by === 'value' ? openFlow(held.value) : null
    if (opened?.ok === true) yield* unused(opened.flow, { drawn: at, depth: depth + 1 })
  }
}

/** What one tool would use if it were in use, with what a flow in it would. */
export function itemsOfToolByHand(whole: Flow, id: string): ConsentItem[] {
  const node = Object.hasOwn(whole.nodes, id) ? whole.nodes[id] : undefined
  if (node === undefined) return []
  // An id that the tool does not have, whatever the file calls it.
  const by = `${id}+`
  const user: FlowNode = { kind: 'workbench', name: '', data: {} }
  const edge = { kind: 'use', from: { node: by, port: 'tools' }, to: { node: id, port: 'in' }, data: {} }
  return consentItems({ ...whole, nodes: { [id]: node, [by]: user }, edges: { use: edge } })
}
