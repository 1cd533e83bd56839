/**
 * A flow as it runs for somebody who talks to one node alone: begun there, with what is a part of it or works for it. Where the baton would go to
 * anybody else, a stand-in says so, and the next message begins at the node again. Nothing in the drawing changes.
 */
import { builtInText } from '../../agents/prompts/index'
import { AppError } from '../../errors'
import { endKind } from '../../kinds/end'
import { conditionKind } from '../../kinds/condition'
import { edgeDefinition } from '../../kinds/edge-facts'
import { hasTrait } from '../../kinds/field-types'
import { nodeFieldsOf } from '../../kinds/fields-of'
import { kindOf } from '../../kinds/index'
import { messageWorkerKind } from '../../kinds/message-worker'
import { flowGraph, type FlowGraph } from '../graph'
import { isJsonObject } from '../json'
import { withoutDisabled } from '../node-marks'
import { readSettings, type EdgeEnd, type Flow, type FlowEdge, type FlowNode, type Json } from '../records'
import { isStart } from './embedded-flow'

/** Whether a node can be talked to alone: somebody who takes part, whom a start can lead to, and who does more than lead on. */
export function canRunAlone(node: FlowNode | undefined): boolean {
  const kind = node === undefined ? null : kindOf(node)
  return kind !== null && kind.roles.participant === true && kind.roles.way !== true && kind.accepts.includes('next')
}

/** The flow for one node alone. Throws `flow-has-problems` where the node is gone, disabled or nobody who can be talked to. */
export function onlyNode(whole: Flow, id: string): Flow {
  const drawn = withoutDisabled(whole)
  const node = Object.hasOwn(drawn.nodes, id) ? drawn.nodes[id] : undefined
  if (!canRunAlone(node)) {
    throw new AppError(
      'flow-has-problems',
      'This thread talks to one node alone, and that is no longer drawn or is disabled. Begin a new thread to talk to the whole flow.',
    )
  }
  const graph = flowGraph(drawn)
  const starts = Object.keys(drawn.nodes).filter((one) => isStart(drawn.nodes[one]))
  const kept = reachOf(graph, [id, ...starts])
  const cut: CutFlow = { nodes: {}, edges: {} }
  for (const one of kept) {
    const own = graph.node(one)
    if (own !== undefined) cut.nodes[one] = own
  }
  for (const [edgeId, edge] of Object.entries(drawn.edges)) {
    const isFirst = starts.includes(edge.from.node) && !comesBack(graph, edge)
    if (!kept.has(edge.from.node) || isFirst) continue
    if (!kept.has(edge.to.node)) standIn(cut, graph, edge.to.node)
    cut.edges[edgeId] = edge
  }
  const [start] = starts
  if (start !== undefined) cut.edges[freeId(drawn.edges, 'first')] = next({ node: start, port: 'out' }, id)
  return { ...drawn, settings: { ...drawn.settings, ...swarmOf(drawn.settings['swarm'], kept) }, ...cut }
}

type CutFlow = { nodes: { [id: string]: FlowNode }; edges: { [id: string]: FlowEdge } }

/** The nodes that belong to some: over edges from which the baton comes back, and those that fields name. */
function reachOf(graph: FlowGraph, from: readonly string[]): ReadonlySet<string> {
  const leaving = Map.groupBy(Object.values(graph.flow.edges), (edge) => edge.from.node)
  const reached = new Set(from)
  for (const id of reached) {
    const node = graph.node(id)
    if (node === undefined) continue
    for (const edge of leaving.get(id) ?? []) if (comesBack(graph, edge)) reached.add(edge.to.node)
    for (const named of namedBy(node)) if (graph.node(named) !== undefined) reached.add(named)
  }
  return reached
}

/** Whether whoever has the baton has it again afterwards: parts, those who work for it, and chats within; or nobody has it, as at an end. */
function comesBack(graph: FlowGraph, { kind, to }: FlowEdge): boolean {
  const target = kindOf(graph.node(to.node) ?? { kind: '' })
  if (target?.roles.nested === true) return true
  const definition = edgeDefinition(kind)
  return definition !== null && (definition.isPart || definition.serves)
}

function namedBy(node: FlowNode): string[] {
  return nodeFieldsOf(node).flatMap((hint) => {
    const value: Json | undefined = hasTrait(hint, 'namesNode', true) ? node.data[hint.key] : undefined
    return typeof value === 'string' && value !== '' ? [value] : []
  })
}

/** Takes the place of a node that the baton would go to: under its name, so that models are offered the same. */
function standIn(cut: CutFlow, graph: FlowGraph, id: string): void {
  const node = graph.node(id)
  if (node === undefined || Object.hasOwn(cut.nodes, id)) return
  if (kindOf(node)?.roles.participant !== true) {
    cut.nodes[id] = node
    return
  }
  const says = freeId(graph.flow.nodes, `${id}-says`)
  const end = freeId(graph.flow.nodes, `${id}-end`)
  const { language } = readSettings(graph.flow)
  const { name } = node
  const value = builtInText(language, 'aloneHere', { name })
  const data = { branches: [{ name: ALWAYS, when: 'true' }] }
  cut.nodes[id] = { kind: conditionKind.kind, name: node.name, data }
  cut.nodes[says] = {
    kind: messageWorkerKind.kind,
    name: builtInText(language, 'inPlaceOf', { name }),
    data: { direct: true, value },
  }
  cut.nodes[end] = { kind: endKind.kind, name: builtInText(language, 'endFor', { name }), data: {} }
  cut.edges[freeId(graph.flow.edges, `${id}-to-says`)] = next({ node: id, port: ALWAYS }, says)
  cut.edges[freeId(graph.flow.edges, `${id}-to-end`)] = next({ node: says, port: 'out' }, end)
}

const ALWAYS = 'always'

function next(from: EdgeEnd, to: string): FlowEdge {
  return { kind: 'next', from, to: { node: to, port: 'in' }, data: {} }
}

/** Nobody but the node begins, and no pattern or manager chooses among those who are left out. */
function swarmOf(swarm: Json | undefined, kept: ReadonlySet<string>): { swarm?: Json } {
  if (!isJsonObject(swarm)) return {}
  const { initial: _initial, pattern: _pattern, afterWorkCode: _code, order, ...rest } = swarm
  const named = Array.isArray(order) ? order.filter((id) => typeof id === 'string' && kept.has(id)) : []
  return { swarm: { ...rest, ...(named.length === 0 ? {} : { order: named }) } }
}

function freeId(taken: { readonly [id: string]: unknown }, wanted: string): string {
  let id = wanted
  for (let number = 2; Object.hasOwn(taken, id); number += 1) id = `${wanted}-${number}`
  return id
}
