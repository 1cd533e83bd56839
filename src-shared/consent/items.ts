/** What a flow would use outside of Baton, as a person is asked for it: commands, hosts, files, code and secrets, each once with the nodes that use it. */
import { flowGraph, type FlowGraph } from '../flow/graph'
import { heldFlow, MAX_FLOW_DEPTH } from '../flow/editing/embedded-flow'
import { drawnNode } from '../flow/inner-ids'
import { isJsonObject } from '../flow/json'
import { DEFAULT_CONNECTION } from '../flow/model-choices'
import { flowModel, layModel, nodeModelSchema, type ModelLayer } from '../flow/model-settings'
import { openFlow } from '../flow/editing/open'
import type { Flow, FlowNode, Json, JsonObject } from '../flow/records'
import { codeNeeds } from '../kinds/code-value'
import { edgeDefinition, isSwitchedOff } from '../kinds/edge-facts'
import { hasTrait } from '../kinds/field-types'
import { nodeFieldsOf } from '../kinds/fields-of'
import { kindOf } from '../kinds/index'
import type { ConsentNeed } from '../kinds/kind'
import { secretNeed } from '../kinds/needs'
import { SWARM_CODES, swarmCodes } from '../kinds/swarm-codes'
import { secretsIn } from '../flow/secret-names'

/** `nodes`: those on the canvas that use it, themselves or by a flow that they hold. */
export type ConsentItem = ConsentNeed & { nodes: { id: string; name: string }[] }

/** Everything that a flow with all that it holds would use; disabled nodes, and tools that nobody is joined to over a switched-on edge use nothing. */
export function consentItems(flow: Flow): ConsentItem[] {
  const found: FoundNeeds = new Map()
  collect(found, flow, { drawn: null, depth: 0, model: {}, swarm: flow.settings['swarm'] })
  return [...found.values()].map(({ need, nodes }) => ({
    ...need,
    nodes: [...nodes].map(([id, name]) => ({ id, name })),
  }))
}

/** Needs by all that they say, with the names of their nodes by id. */
type FoundNeeds = Map<string, { need: ConsentNeed; nodes: Map<string, string> }>

/** `model`: what the flows round it say of their models. `swarm`: the options that hold for its agents, of the outermost flow. */
type FlowContext = {
  drawn: { id: string; name: string } | null
  depth: number
  model: ModelLayer
  swarm: Json | undefined
}

function collect(found: FoundNeeds, whole: Flow, { drawn, depth, model: around, swarm }: FlowContext): void {
  if (depth > MAX_FLOW_DEPTH) return
  const graph = flowGraph(whole)
  const { flow } = graph
  for (const { kind, from, to, data } of Object.values(flow.edges)) {
    const outer = drawnNode(from.node)
    const nameOf = (id: string) => flow.nodes[id]?.name ?? id
    const at = drawn ?? { id: outer, name: nameOf(outer) }
    for (const need of edgeNeeds(kind, data, { from: nameOf(from.node), to: nameOf(to.node) })) add(found, need, at)
  }
  const model = layModel(around, flowModel(flow.settings))
  for (const [id, node] of Object.entries(flow.nodes)) {
    if (!isUsed(graph, id, node)) continue
    const outer = drawnNode(id)
    const at = drawn ?? { id: outer, name: flow.nodes[outer]?.name ?? node.name }
    const needs = [...(kindOf(node)?.needs(node) ?? []), ...swarmNeeds(node, swarm), ...modelNeeds(node, flow, model)]
    for (const need of needs) add(found, need, at)
    const held = heldFlow(node)
    const opened = held?.by === 'value' ? openFlow(held.value) : null
    if (opened?.ok !== true) continue
    // A flow that runs as a tool has connections and options of its own.
    const isOwn = kindOf(node)?.roles.tool === true
    const under = isOwn ? { model: {}, swarm: opened.flow.settings['swarm'] } : { model, swarm }
    collect(found, opened.flow, { drawn: at, depth: depth + 1, ...under })
  }
}

/** What an edge would use; nothing where its data is broken, since that cannot run. */
function edgeNeeds(kind: string, data: JsonObject, ends: { from: string; to: string }): readonly ConsentNeed[] {
  const edge = edgeDefinition(kind)
  return edge?.schema.safeParse(data).success === true ? (edge.needs?.(data, ends) ?? []) : []
}

/** The code that the agents of a swarm have in common. */
function swarmNeeds(node: FlowNode, swarm: Json | undefined): ConsentNeed[] {
  if (kindOf(node)?.roles.member !== true) return []
  return swarmCodes(swarm).flatMap(({ field, value }) => codeNeeds(value, SWARM_CODES[field].asked))
}

/** The secrets that go out with the requests of a node's models, its own and the one that chooses between agents. */
function modelNeeds(node: FlowNode, { settings }: Flow, under: ModelLayer): ConsentNeed[] {
  const kind = kindOf(node)
  const isAsked =
    kind?.roles.participant === true || nodeFieldsOf(node).some((hint) => hasTrait(hint, 'holdsModel', true))
  if (!isAsked) return []
  const swarm = isJsonObject(settings['swarm']) ? settings['swarm'] : {}
  const managers = kind?.roles.member === true ? [swarm['managerModel']] : []
  return [node.data['model'], ...managers].flatMap((own) => {
    const { connection = DEFAULT_CONNECTION, headers = {} } = layModel(under, nodeModelSchema.safeParse(own).data ?? {})
    const names = [...new Set(Object.values(headers).flatMap(secretsIn))]
    return names.map((name) => secretNeed(name, { connection }))
  })
}

function add(found: FoundNeeds, need: ConsentNeed, at: { id: string; name: string }): void {
  const key = JSON.stringify([need.type, need.value, need.content])
  const known = found.get(key) ?? { need, nodes: new Map<string, string>() }
  known.nodes.set(at.id, at.name)
  found.set(key, known)
}

/** Whoever takes part by itself does. */
function isUsed(graph: FlowGraph, id: string, node: FlowNode): boolean {
  return kindOf(node)?.roles.tool !== true || isUsedTool(graph, id)
}

/** Whether an edge ends at a tool that is not switched off: only then is anybody asked about it. */
export function isUsedTool(graph: FlowGraph, id: string): boolean {
  return graph.into(id).some(({ edge }) => !isSwitchedOff(edge))
}
