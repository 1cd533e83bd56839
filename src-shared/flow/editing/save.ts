/** The canonical text of a flow: one flow has one text, so that files, versions and git compare byte by byte. */
import { z } from 'zod'
import { EDGES } from '../../kinds/edges'
import { isEdgeKind } from '../../kinds/edge-kinds'
import { kindOf } from '../../kinds/index'
import { isJsonObject } from '../json'
import {
  settingsSchema,
  type Flow,
  type FlowEdge,
  type FlowNode,
  type Json,
  type JsonObject,
  type Position,
} from '../records'

/**
 * The canonical text: two-space indent, a newline at the end. Nodes and edges stay in the order of drawing (it decides
 * ties of `order`; JavaScript puts ids that are whole numbers first), known fields of `settings` and `data` come in the
 * order of their schema, unknown ones follow by name, and layout follows the nodes. `data` of unknown kinds stays word for word.
 */
export function saveFlow(flow: Flow): string {
  return `${JSON.stringify(canonicalFlow(flow), null, 2)}\n`
}

/** The flow whose JSON is the canonical text. */
export function canonicalFlow(flow: Flow): Flow {
  return {
    format: flow.format,
    version: flow.version,
    id: flow.id,
    name: flow.name,
    description: flow.description,
    settings: orderFields(settingsSchema, flow.settings),
    nodes: mapValues(flow.nodes, canonicalNode),
    edges: mapValues(flow.edges, canonicalEdge),
    layout: { nodes: canonicalLayout(flow) },
  }
}

function canonicalNode(node: FlowNode): FlowNode {
  const schema = kindOf(node)?.schema
  return { kind: node.kind, name: node.name, data: schema === undefined ? node.data : orderFields(schema, node.data) }
}

function canonicalEdge(edge: FlowEdge): FlowEdge {
  return {
    kind: edge.kind,
    from: { node: edge.from.node, port: edge.from.port },
    to: { node: edge.to.node, port: edge.to.port },
    data: isEdgeKind(edge.kind) ? orderFields(EDGES[edge.kind].schema, edge.data) : edge.data,
  }
}

function canonicalLayout(flow: Flow): { [id: string]: Position } {
  const positions = flow.layout.nodes
  const drawn = Object.keys(flow.nodes).filter((id) => Object.hasOwn(positions, id))
  const left = Object.keys(positions).filter((id) => !Object.hasOwn(flow.nodes, id))
  const ordered: { [id: string]: Position } = {}
  for (const id of [...drawn, ...left.sort()]) {
    const position = positions[id]
    if (position !== undefined) ordered[id] = { x: position.x, y: position.y }
  }
  return ordered
}

function orderFields(schema: z.ZodObject, data: JsonObject): JsonObject {
  const shape = schema.shape
  const known = Object.keys(shape).filter((key) => Object.hasOwn(data, key))
  const unknown = Object.keys(data).filter((key) => !Object.hasOwn(shape, key))
  const ordered: JsonObject = {}
  for (const key of known) ordered[key] = orderValue(shape[key], data[key] ?? null)
  for (const key of unknown.sort()) ordered[key] = data[key] ?? null
  return ordered
}

/** Orders the fields of a value as far as its schema knows them; free JSON inside keeps its order. */
function orderValue(schema: unknown, value: Json): Json {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return orderValue(schema.def.innerType, value)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return orderValue(schema.def.innerType, value)
  if (schema instanceof z.ZodObject) return isJsonObject(value) ? orderFields(schema, value) : value
  if (schema instanceof z.ZodArray) {
    return Array.isArray(value) ? value.map((item) => orderValue(schema.def.element, item)) : value
  }
  if (schema instanceof z.ZodRecord && isJsonObject(value)) {
    return mapValues(value, (item) => orderValue(schema.def.valueType, item))
  }
  return value
}

function mapValues<In, Out>(map: { [key: string]: In }, change: (value: In) => Out): { [key: string]: Out } {
  const changed: { [key: string]: Out } = {}
  for (const [key, value] of Object.entries(map)) changed[key] = change(value)
  return changed
}
