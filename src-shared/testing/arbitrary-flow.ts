/** Random but valid flows for property tests: every kind, every edge kind, placeholders, unknown fields, any JSON. */
import * as fc from 'fast-check'
import { z } from 'zod'
import { EDGES } from '../kinds/edges'
import { EDGE_KINDS } from '../kinds/edge-kinds'
import { KIND_LIST } from '../kinds/index'
import {
  settingsSchema,
  type Flow,
  type FlowEdge,
  type FlowNode,
  type Json,
  type JsonObject,
  type Position,
} from '../flow/records'

const fileSchema = z.json()

// An arbitrary of texts takes milliseconds to make, as fast-check first reads its list of dangerous texts: what many fields share is made once.
const jsonValue = fc.jsonValue({ maxDepth: 3 }).map((value) => asFileSays(value))
const fieldText = fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('{dialogs} {tools}', '${vip} and not', 'имя'))
const nodeName = fc.oneof(
  fc.constantFrom('Agent', 'agent', 'Agent 2', 'Помощник', '助手'),
  fc.string({ maxLength: 12 }),
)
/** Any but halves of surrogate pairs. Of its own unit 'binary' fast-check makes a list of all million, which takes a second. */
const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code))
/** Ids; some are whole numbers, which JavaScript sorts to the front. */
const idText = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[A-Za-z0-9_-]{1,6}$/) },
  { weight: 1, arbitrary: fc.nat(99).map(String) },
)
const unknownFields = fc.oneof(
  { weight: 3, arbitrary: fc.constant<JsonObject>({}) },
  { weight: 1, arbitrary: dictionaryOf(['zeta', 'alpha', '7', 'constructor', 'toString', 'Ω'], 2) },
)
const jsonObject = dictionaryOf(['b', 'a', '1', 'nested', 'constructor'], 3)

/** Any JSON value that a flow may hold. */
export function arbitraryJson(): fc.Arbitrary<Json> {
  return jsonValue
}

/** Data that fits a schema: any of its fields set, and a few that it does not know. */
export function arbitraryData(schema: z.ZodObject): fc.Arbitrary<JsonObject> {
  const known = Object.entries(schema.shape).map(([key, field]) => [key, arbitraryValue(field)] as const)
  return fc
    .tuple(fc.record(Object.fromEntries(known), { requiredKeys: [] }), unknownFields)
    .map(([fields, others]) => asFileSays({ ...others, ...fields }))
    .filter((data): data is JsonObject => schema.safeParse(data).success)
}

/** A flow that `openFlow` gives back as it is. Many have problems: dangling edges, several starts, names used twice. */
export function arbitraryFlow(): fc.Arbitrary<Flow> {
  return made.flows
}

/** Made when it is first asked for, which takes a quarter of a second. */
const made = {
  get flows(): fc.Arbitrary<Flow> {
    const flows = newArbitraryFlow()
    Object.defineProperty(this, 'flows', { value: flows })
    return flows
  },
}

function newArbitraryFlow(): fc.Arbitrary<Flow> {
  const parts = fc.record({
    id: idText,
    name: fc.string({ unit: 'grapheme', maxLength: 12 }),
    description: fc.string({ unit: anyCharacter, maxLength: 12 }),
    settings: arbitraryData(settingsSchema),
    nodes: recordsOf(fc.record({ node: arbitraryNode(), position: fc.option(arbitraryPosition(), { freq: 5 }) })),
    edges: recordsOf(arbitraryEdge()),
  })
  return parts.map(({ nodes, edges, ...head }) => {
    const ids = Object.keys(nodes)
    const placed = Object.entries(nodes).flatMap(([id, { position }]) =>
      position === null ? [] : [[id, position] as const],
    )
    return {
      format: 'baton/flow',
      version: 1,
      ...head,
      nodes: mapValues(nodes, ({ node }) => node),
      edges: mapValues(edges, (edge) => edge(ids)),
      layout: { nodes: Object.fromEntries(placed) },
    }
  })
}

/** A position in whole px. */
export function arbitraryPosition(): fc.Arbitrary<Position> {
  return fc.record({ x: fc.integer({ min: -5000, max: 5000 }), y: fc.integer({ min: -5000, max: 5000 }) })
}

function recordsOf<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<{ [id: string]: Value }> {
  return fc
    .uniqueArray(fc.tuple(idText, value), { maxLength: 8, selector: ([id]) => id })
    .map((entries) => Object.fromEntries(entries))
}

function arbitraryNode(): fc.Arbitrary<FlowNode> {
  const known = KIND_LIST.map((kind) =>
    fc.record({ kind: fc.constant(kind.kind), name: nodeName, data: arbitraryData(kind.schema) }),
  )
  const unknown = fc.record({
    kind: fc.constantFrom('hologram-worker', 'from-the-future'),
    name: nodeName,
    data: jsonObject,
  })
  return fc.oneof(...known, unknown)
}

/** An edge between any two of the nodes that it is told; now and then one of its ends is not there. */
function arbitraryEdge(): fc.Arbitrary<(ids: readonly string[]) => FlowEdge> {
  const ports = fc.record({
    from: fc.constantFrom('out', 'tools', 'dialogs', 'observers', 'handoffs', 'afterWork'),
    to: fc.constantFrom('in', 'in', 'in', 'side'),
  })
  const known = EDGE_KINDS.map((kind) =>
    fc.record({ kind: fc.constant(kind), data: arbitraryData(EDGES[kind].schema) }),
  )
  const unknown = fc.record({ kind: fc.constantFrom('intent', 'candidate'), data: jsonObject })
  return fc
    .tuple(fc.oneof(...known, unknown), ports, fc.nat(), fc.nat())
    .map(([{ kind, data }, port, first, second]) => (ids) => {
      const nodes = [...ids, 'gone']
      const at = (index: number) => nodes[index % nodes.length] ?? 'gone'
      return { kind, from: { node: at(first), port: port.from }, to: { node: at(second), port: port.to }, data }
    })
}

/** A value for one field of a schema; where the schema is of no known sort, any JSON (the caller filters). */
function arbitraryValue(schema: unknown): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return arbitraryValue(schema.def.innerType)
  if (schema instanceof z.ZodNullable) return fc.option(arbitraryValue(schema.def.innerType), { nil: null })
  if (schema instanceof z.ZodOptional) return arbitraryValue(schema.def.innerType)
  if (schema instanceof z.ZodString) return fieldText
  if (schema instanceof z.ZodBoolean) return fc.boolean()
  if (schema instanceof z.ZodNumber) return arbitraryNumber(schema)
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options)
  if (schema instanceof z.ZodArray) return fc.array(arbitraryValue(schema.def.element), { maxLength: 2 })
  if (schema instanceof z.ZodRecord)
    return fc.dictionary(fc.constantFrom('a', 'b', 'имя', 'x_1'), arbitraryValue(schema.def.valueType), { maxKeys: 2 })
  if (schema instanceof z.ZodObject) return arbitraryData(schema)
  return arbitraryJson()
}

function arbitraryNumber(schema: z.ZodNumber): fc.Arbitrary<number> {
  const least = Math.max(schema.minValue ?? 0, -1000)
  const most = Math.min(schema.maxValue ?? least + 1000, least + 1000)
  const whole = fc.integer({ min: Math.ceil(least), max: Math.floor(most) })
  const fraction = fc.double({ min: least, max: most, noNaN: true }).map((value) => value + 0)
  return schema.format === 'safeint' || schema.format === 'int32' ? whole : fc.oneof(whole, fraction)
}

function dictionaryOf(names: readonly string[], maxKeys: number): fc.Arbitrary<JsonObject> {
  return fc.dictionary(fc.constantFrom(...names), jsonValue, { maxKeys })
}

/** A value as its own JSON says it: plain prototypes, no -0, no field called `__proto__`. */
function asFileSays(value: unknown): Json {
  const read: unknown = JSON.parse(JSON.stringify(value), (key, item: unknown) =>
    key === '__proto__' ? undefined : item,
  )
  return fileSchema.parse(read)
}

function mapValues<In, Out>(map: { [key: string]: In }, change: (value: In) => Out): { [key: string]: Out } {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]))
}
