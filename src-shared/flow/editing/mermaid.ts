/** A flow as a Mermaid flowchart: every node, and every edge in the arrow that fits its kind. */
import { ENGLISH } from '../../languages/translate'
import { edgesOfFlow } from '../graph'
import type { Flow, FlowEdge, FlowNode } from '../records'
import { kindOf } from '../../kinds'
import { edgeDefinition } from '../../kinds/edge-facts'

/** Mermaid text, ending in a newline. Names are escaped so that they cannot become syntax. */
export function flowToMermaid(flow: Flow): string {
  const ids = new Map(Object.keys(flow.nodes).map((id, index) => [id, `n${index + 1}`]))
  const nodes = Object.entries(flow.nodes).map(([id, node]) => `  ${ids.get(id) ?? id}${shapeOf(node)}`)
  const edges = edgesOfFlow(flow).flatMap(({ edge }) => {
    const from = ids.get(edge.from.node)
    const to = ids.get(edge.to.node)
    if (from === undefined || to === undefined) return []
    const label = escape(edgeWords(edge, flow.nodes[edge.from.node]))
    return [`  ${from} ${edgeDefinition(edge.kind)?.mermaid.arrow ?? '-->'}${label === '' ? '' : `|"${label}"|`} ${to}`]
  })
  return ['flowchart LR', ...nodes, ...edges, ''].join('\n')
}

function shapeOf(node: FlowNode): string {
  const kind = kindOf(node)
  const text = escape(node.name)
  if (kind?.shape === 'pill') return `(["${text}"])`
  if (kind?.shape === 'paper')
    return `>"${escape(ENGLISH.message(kind.summary(node, { flow: EMPTY, nodeId: '' }))) || text}"]`
  return `["${text}<br/><small>${escape(kind?.label ?? node.kind)}</small>"]`
}

const EMPTY: Flow = {
  format: 'baton/flow',
  version: 1,
  id: 'none',
  name: '',
  description: '',
  settings: {},
  nodes: {},
  edges: {},
  layout: { nodes: {} },
}

/** What stands on an edge: the name of its port, its condition, and what else its kind says. */
export function edgeWords(edge: FlowEdge, from: FlowNode | undefined): string {
  const { condition, option, when } = edge.data
  const ports = (from === undefined ? null : kindOf(from))?.ports(from?.data) ?? []
  const port = ports.find(({ id, isNamed }) => id === edge.from.port && isNamed === true)
  const ofKind = edgeDefinition(edge.kind)?.mermaid.says(edge.data)
  const said = [port?.label, condition, option, when, ofKind].filter(
    (one): one is string => typeof one === 'string' && one !== '',
  )
  return said.join(', ')
}

function escape(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[#&"<>|[\](){}`]/g, (character) => `#${character.codePointAt(0) ?? 35};`)
}
