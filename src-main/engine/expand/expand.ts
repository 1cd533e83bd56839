/** Sub-flows are drawn into the flow that holds them before it is compiled, so that one graph and one stack run them all. */
import { foldCase } from '../../../src-shared/match'
import { AppError, saidOf } from '../../../src-shared/errors'
import { message, type Message } from '../../../src-shared/languages/translate'
import { flowEntry, heldFlow, isStart, MAX_FLOW_DEPTH } from '../../../src-shared/flow/editing/embedded-flow'
import { drawnNode, innerId } from '../../../src-shared/flow/inner-ids'
import { isJsonObject } from '../../../src-shared/flow/json'
import { withoutDisabled } from '../../../src-shared/flow/node-marks'
import {
  flowModel,
  layModel,
  nodeModelSchema,
  saidFields,
  type ModelLayer,
} from '../../../src-shared/flow/model-settings'
import { MAX_NODES, openFlow } from '../../../src-shared/flow/editing/open'
import { ownNames } from '../../../src-shared/flow/editing/own-names'
import { type Flow, type FlowEdge, type FlowNode, type Json, type JsonObject } from '../../../src-shared/flow/records'
import { kindOf } from '../../../src-shared/kinds'
import { edgeDefinition } from '../../../src-shared/kinds/edge-facts'
import { hasTrait } from '../../../src-shared/kinds/field-types'
import { nodeFieldsOf } from '../../../src-shared/kinds/fields-of'

/** The port at which the observers of a sub-flow are joined to it, drawn at its own start. */
const OVERSEERS_PORT = 'observers'

/** The port over which a sub-flow leads to the node that speaks first inside it; never drawn. */
export const ENTRY_PORT = 'entry'

/** The flow as it grows; `names` are the folded names in use. */
type ExpandedFlow = {
  nodes: Flow['nodes']
  edges: Flow['edges']
  variables: JsonObject
  rehearsal: Json[]
  names: Set<string>
  /** How many nodes there are. */
  count: number
}
/** A sub-flow to be drawn in. `model`: what the flows round it say of their models, the outermost one left out. */
type Holder = { id: string; node: FlowNode; depth: number; model: ModelLayer }

/**
 * The flow with the insides of every sub-flow, and without what is disabled. Drawn nodes and edges stay as they are, sub-flows included: what leads to
 * one goes on over `ENTRY_PORT`. Throws `flow-has-problems` with the drawn node for a flow that is missing or broken.
 */
export function expandFlow(whole: Flow): Flow {
  const drawn = withoutDisabled(whole)
  const holders = Object.keys(drawn.nodes).filter((id) => isSubflow(drawn.nodes[id]))
  if (holders.length === 0) return drawn
  const { variables, rehearsal } = drawn.settings
  const grown: ExpandedFlow = {
    nodes: { ...drawn.nodes },
    edges: { ...drawn.edges },
    variables: isJsonObject(variables) ? { ...variables } : {},
    rehearsal: Array.isArray(rehearsal) ? [...rehearsal] : [],
    names: new Set(Object.values(drawn.nodes).map(({ name }) => foldCase(name))),
    count: Object.keys(drawn.nodes).length,
  }
  for (const id of holders) expandHolder(grown, { id, node: drawn.nodes[id] ?? NO_NODE, depth: 1, model: {} })
  const settings = { ...drawn.settings, variables: grown.variables, rehearsal: grown.rehearsal }
  return { ...drawn, settings, nodes: grown.nodes, edges: grown.edges }
}

const NO_NODE: FlowNode = { kind: '', name: '', data: {} }

/** A node that takes part with the flow that it holds. */
function isSubflow(node: FlowNode | undefined): boolean {
  return node !== undefined && kindOf(node)?.roles.participant === true && heldFlow(node) !== null
}

function expandHolder(whole: ExpandedFlow, holder: Holder): void {
  const inner = openHeld(holder)
  const entry = flowEntry(inner)
  if (entry === null)
    throw problem(holder, message('Start of “{flow}” leads to nobody who can speak.', { flow: inner.name }))
  const model = layModel(holder.model, flowModel(inner.settings))
  const renamed = new Map<string, string>()
  const holders: Holder[] = []
  for (const [id, original] of Object.entries(inner.nodes)) {
    if (isStart(original)) continue
    const node = withModel(withInnerIds(named(whole, { node: original, holder, renamed }), holder.id), model)
    const own = innerId(holder.id, id)
    whole.nodes[own] = node
    whole.count += 1
    if (isSubflow(node)) holders.push({ id: own, node, depth: holder.depth + 1, model })
  }
  if (whole.count > MAX_NODES)
    throw problem(holder, message('Its flows have more than {most} nodes together.', { most: MAX_NODES }))
  addEdges(whole, holder.id, { inner, entry: entry.node })
  const { variables, rehearsal } = inner.settings
  if (isJsonObject(variables)) whole.variables = { ...variables, ...whole.variables }
  if (Array.isArray(rehearsal)) whole.rehearsal.push(...rehearsal.map((rule) => withSpeaker(rule, renamed)))
  for (const next of holders) expandHolder(whole, next)
}

function openHeld(holder: Holder): Flow {
  const held = heldFlow(holder.node)
  if (holder.depth > MAX_FLOW_DEPTH)
    throw problem(holder, message('Flows are nested more than {most} deep here.', { most: MAX_FLOW_DEPTH }))
  if (held?.by === 'id') throw problem(holder, message('The flow “{id}” was not found.', { id: held.id }))
  if (held?.by !== 'value') throw problem(holder, message('No flow is chosen.'))
  const opened = openFlow(held.value)
  if (!opened.ok)
    throw problem(holder, message('The flow inside cannot be read. {reason}', { reason: saidOf(opened.error) }))
  return withoutDisabled(opened.flow)
}

function problem({ id, node }: Holder, problem: Message): AppError {
  return new AppError(
    'flow-has-problems',
    message('The flow cannot run yet: “{name}”: {problem}', { name: node.name, problem }),
    { node: drawnNode(id) },
  )
}

/** Inner edges and the way in; of those of the start the ones to observers, which look at the sub-flow. */
function addEdges(whole: ExpandedFlow, holder: string, { inner, entry }: { inner: Flow; entry: string }): void {
  for (const [id, edge] of Object.entries(inner.edges)) {
    const isOfStart = isStart(inner.nodes[edge.from.node])
    if (isOfStart && edgeDefinition(edge.kind)?.watches !== true) continue
    const from = isOfStart
      ? { node: holder, port: OVERSEERS_PORT }
      : { ...edge.from, node: innerId(holder, edge.from.node) }
    whole.edges[innerId(holder, id)] = { ...edge, from, to: { ...edge.to, node: innerId(holder, edge.to.node) } }
  }
  const wayIn: FlowEdge = {
    kind: 'next',
    from: { node: holder, port: ENTRY_PORT },
    to: { node: innerId(holder, entry), port: 'in' },
    data: {},
  }
  whole.edges[innerId(holder, '')] = wayIn
}

/** The node under a name that no other one has; what models call it by stays as it was. */
function named(
  { names }: ExpandedFlow,
  { node, holder, renamed }: { node: FlowNode; holder: Holder; renamed: Map<string, string> },
): FlowNode {
  const kind = kindOf(node)
  if (kind === null || kind.roles.tool === true || kind.shape === 'paper' || kind.shape === 'frame') return node
  const name = freeName(names, node.name, holder.node.name)
  names.add(foldCase(name))
  if (name === node.name) return node
  renamed.set(foldCase(node.name), name)
  const data: JsonObject = { ...node.data }
  for (const { field, value } of ownNames(node)) data[field] = value
  return { ...node, name, data }
}

function freeName(names: ReadonlySet<string>, name: string, holder: string): string {
  if (!names.has(foldCase(name))) return name
  const within = `${holder} / ${name}`
  let free = within
  for (let count = 2; names.has(foldCase(free)); count += 1) free = `${within} ${count}`
  return free
}

/** Fields that name a node of the inner flow name it by its new id. */
function withInnerIds(node: FlowNode, holder: string): FlowNode {
  const named = nodeFieldsOf(node).filter((hint) => hasTrait(hint, 'namesNode', true))
  const changed = named.flatMap(({ key }): [string, string][] => {
    const id = node.data[key]
    return typeof id === 'string' ? [[key, innerId(holder, id)]] : []
  })
  return changed.length === 0 ? node : { ...node, data: { ...node.data, ...Object.fromEntries(changed) } }
}

/** A model-backed node with the settings of its flow under its own. */
function withModel(node: FlowNode, under: ModelLayer): FlowNode {
  if (!nodeFieldsOf(node).some((hint) => hasTrait(hint, 'holdsModel', true))) return node
  const own = nodeModelSchema.safeParse(node.data['model'] ?? null)
  const said = saidFields(layModel(under, own.data ?? {}))
  return Object.keys(said).length === 0 ? node : { ...node, data: { ...node.data, model: said } }
}

/** A rule of the rehearsal script with the new name of its speaker, alone or before one of its roles. */
function withSpeaker(rule: Json, renamed: ReadonlyMap<string, string>): Json {
  if (!isJsonObject(rule) || !isJsonObject(rule['when'])) return rule
  const { speaker } = rule['when']
  if (typeof speaker !== 'string') return rule
  const [name = '', ...role] = speaker.split(': ')
  const whole = renamed.get(foldCase(speaker))
  const named = renamed.get(foldCase(name))
  const now = whole ?? (named === undefined ? speaker : [named, ...role].join(': '))
  return { ...rule, when: { ...rule['when'], speaker: now } }
}
