/** Flows that nodes hold, such as that of a sub-flow: which field has it, whether by id or as it is, and where it begins. */
import { message as sentence, type Sentence } from '../../languages/translate'
import { hasTrait } from '../../kinds/field-types'
import { nodeFieldsOf } from '../../kinds/fields-of'
import { kindOf } from '../../kinds/index'
import { flowGraph } from '../graph'
import { isJsonObject } from '../json'
import { settingsSchema, type Flow, type FlowNode, type JsonObject } from '../records'

/** How deeply flows may hold each other. */
export const MAX_FLOW_DEPTH = 8

/** The flow that a node holds: not chosen yet, named by its id, or written out. `field` is where it stands in `data`. */
export type HeldFlow = { field: string } & (
  | { by: 'nothing' }
  | { by: 'id'; id: string }
  | { by: 'value'; value: JsonObject }
)

/** What a node holds; null for a kind that holds no flow. */
export function heldFlow(node: FlowNode): HeldFlow | null {
  const field = nodeFieldsOf(node).find((hint) => hasTrait(hint, 'holdsFlow', true))?.key
  if (field === undefined) return null
  const value = Object.hasOwn(node.data, field) ? node.data[field] : undefined
  if (isJsonObject(value)) return { field, by: 'value', value }
  return typeof value === 'string' && value.trim() !== ''
    ? { field, by: 'id', id: value.trim() }
    : { field, by: 'nothing' }
}

/** The drawn edge out of a flow's start, and the node that speaks first in it; null where nobody can. */
export function flowEntry(flow: Flow): { node: string; edge: string | null } | null {
  const graph = flowGraph(flow)
  const canSpeak = (id: string): boolean => {
    const node = graph.node(id)
    return node !== undefined && kindOf(node)?.roles.participant === true
  }
  const { initial } = settingsSchema.parse(flow.settings).swarm
  if (initial !== null && canSpeak(initial)) return { node: initial, edge: null }
  const start = Object.keys(flow.nodes).find((id) => isStart(flow.nodes[id]))
  const first = start === undefined ? undefined : graph.from(start, 'out').at(0)
  return first !== undefined && canSpeak(first.edge.to.node) ? { node: first.edge.to.node, edge: first.id } : null
}

/** Whether a flow begins at the node. */
export function isStart(node: FlowNode | undefined): boolean {
  return node !== undefined && kindOf(node)?.group === 'entry'
}

/** Why flows may not hold each other in this way: a chain of flow ids, outermost first, that meets itself or is too long; null when they may. */
export function nestingFault(path: readonly string[], inner: { id: string | null; name: string }): Sentence | null {
  if (inner.id !== null && path.includes(inner.id))
    return sentence('The flow “{name}” would run inside itself. Choose another flow.', { name: inner.name })
  if (path.length > MAX_FLOW_DEPTH)
    return sentence('Flows are nested more than {most} deep here. Draw some of the inner ones into one flow.', {
      most: MAX_FLOW_DEPTH,
    })
  return null
}
