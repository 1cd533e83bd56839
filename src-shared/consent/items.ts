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
  return eachOnce(needsOf(flow).filter(({ byHand }) => !byHand))
}

/** A need and what uses it on the canvas. `byHand`: only whoever connects or tries a tool that nobody uses needs it. */
export type FoundNeed = { need: ConsentNeed; at: { id: string; name: string }; byHand: boolean }

/** Needs by all that they say, in the order in which they were found. */
export function eachOnce(found: Iterable<FoundNeed>): ConsentItem[] {
  const items = new Map<string, { need: ConsentNeed; nodes: Map<string, string> }>()
  for (const { need, at } of found) {
    const key = JSON.stringify([need.type, need.value, need.content])
    const known = items.get(key) ?? { need, nodes: new Map<string, string>() }
    known.nodes.set(at.id, at.name)
    items.set(key, known)
  }
  return [...items.values()].map(({ need, nodes }) => ({
    ...need,
    nodes: [...nodes].map(([id, name]) => ({ id, name })),
  }))
}

/**
 * `model`: what the flows round it say of their models. `swarm`: the options that hold for its agents, of the outermost flow. `isInTool`: in a
 * flow that runs as a tool, where nobody connects or tries the tools that are not used.
 */
export type FlowContext = {
  drawn: { id: string; name: string } | null
  depth: number
  model: ModelLayer
  swarm: Json | undefined
  byHand: boolean
  isInTool: boolean
}

/** A flow that no other one is round. */
export function byItself({ settings }: Flow): FlowContext {
  return { drawn: null, depth: 0, model: {}, swarm: settings['swarm'], byHand: false, isInTool: false }
}

/** All needs of a flow and of what it holds, those of tools that nobody uses among them. */
export function* needsOf(
  drawing: Flow,
  context: FlowContext = byItself(drawing),
): Generator<FoundNeed, void, undefined> {
  if (context.depth > MAX_FLOW_DEPTH) return
  const graph = flowGraph(drawing)
  const { flow } = graph
  for (const { kind, from, to, data } of Object.values(flow.edges)) {
    const outer = drawnNode(from.node)
    const nameOf = (id: string) => flow.nodes[id]?.name ?? id
    const at = context.drawn ?? { id: outer, name: nameOf(outer) }
    for (const need of edgeNeeds(kind, data, { from: nameOf(from.node), to: nameOf(to.node) }))
      yield { need, at, byHand: context.byHand }
  }
  for (const [id, node] of Object.entries(flow.nodes)) {
    if (isUsed(graph, id, node)) yield* nodeNeeds(flow, id, context)
    else if (!context.isInTool) yield* nodeNeeds(flow, id, { ...byItself(flow), drawn: context.drawn, byHand: true })
  }
}

/** The needs of a node and of the flow that it holds. */
export function* nodeNeeds(flow: Flow, id: string, context: FlowContext): Generator<FoundNeed, void, undefined> {
  const node = flow.nodes[id]
  if (node === undefined) return
  const { byHand, swarm } = context
  const outer = drawnNode(id)
  const at = context.drawn ?? { id: outer, name: flow.nodes[outer]?.name ?? node.name }
  const model = layModel(context.model, flowModel(flow.settings))
  for (const need of [
    ...(kindOf(node)?.needs(node) ?? []),
    ...swarmNeeds(node, swarm),
    ...modelNeeds(node, flow, model),
  ])
    yield { need, at, byHand }
  const held = heldFlow(node)
  const opened = held?.by === 'value' ? openFlow(held.value) : null
  if (opened?.ok !== true) return
  const inner = { ...context, drawn: at, depth: context.depth + 1 }
  // A flow that runs as a tool has connections and options of its own.
  const isOwn = kindOf(node)?.roles.tool === true
  const under = isOwn ? { model: {}, swarm: opened.flow.settings['swarm'], isInTool: true } : { model }
  yield* needsOf(opened.flow, { ...inner, ...under })
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

/** Whoever takes part by itself does. */
function isUsed(graph: FlowGraph, id: string, node: FlowNode): boolean {
  return kindOf(node)?.roles.tool !== true || isUsedTool(graph, id)
}

/** Whether an edge ends at a tool that is not switched off: only then is anybody asked about it. */
export function isUsedTool(graph: FlowGraph, id: string): boolean {
  return graph.into(id).some(({ edge }) => !isSwitchedOff(edge))
}
