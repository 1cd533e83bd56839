/** What a flow is: header, nodes by id, edges by id and layout, with the schemas that hold it to the file format. */
import { z } from 'zod'
import { codeValueSchema } from './code-values'
import type { JsonObject } from './json-values'
import { modelFieldsSchema, nodeModelSchema } from './model-settings'

export type { Json, JsonObject } from './json-values'

export const FLOW_FORMAT = 'baton/flow'
/** The version that this Baton writes. */
export const FLOW_VERSION = 1

/** Ids are stable: letters, digits, `_` and `-`; names that JavaScript treats specially are refused. */
export const idSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'an id has 1 to 64 letters, digits, _ or -')
  .refine((id) => id !== '__proto__' && id !== 'constructor' && id !== 'prototype', 'this id is reserved')

const jsonObject = z.record(z.string(), z.json())

const text = z.string()
const atLeast = (least: number) => z.number().int().min(least)

export const LANGUAGES = ['en', 'zh', 'ru'] as const
export type Language = (typeof LANGUAGES)[number]

/** One declared context variable. */
export const variableSchema = z.looseObject({
  type: z.enum(['string', 'number', 'boolean', 'json']).default('string'),
  default: z.json().optional(),
  description: text.default(''),
})
export type Variable = z.infer<typeof variableSchema>

const rehearsalCall = z.looseObject({ tool: text, arguments: jsonObject.default({}) })

/** One rule of the rehearsal script: the first rule whose every condition holds answers. */
const rehearsalRuleSchema = z.looseObject({
  when: z
    .looseObject({
      speaker: text.optional(),
      user: text.optional(),
      last: text.optional(),
      offered: z.array(text).optional(),
      nth: atLeast(1).optional(),
    })
    .default({}),
  text: text.optional(),
  call: rehearsalCall.optional(),
  calls: z.array(rehearsalCall).optional(),
  delayMs: z.number().min(0).max(600_000).default(0),
})
export type RehearsalRule = z.infer<typeof rehearsalRuleSchema>

export const AFTER_WORK = ['terminate', 'revert-to-user', 'stay', 'swarm-manager'] as const
/** What comes after an agent's reply where no edge says so. */
export type AfterWorkOption = (typeof AFTER_WORK)[number]

/** Who speaks next where an agent's own edges and options do not say. */
export const SWARM_PATTERNS = ['default', 'round-robin', 'random', 'manager', 'manual'] as const
export type SwarmPattern = (typeof SWARM_PATTERNS)[number]

const limitsSchema = z.looseObject({
  hops: atLeast(0).default(20),
  rounds: atLeast(1).default(20),
  modelCalls: atLeast(1).default(50),
  seconds: z.number().positive().default(300),
  tokens: atLeast(1).nullable().default(null),
  /** US dollars. */
  dollars: z.number().positive().nullable().default(null),
  /** Of a whole thread, all of its turns together. */
  threadTokens: atLeast(1).nullable().default(null),
  threadDollars: z.number().positive().nullable().default(null),
  threadSeconds: z.number().positive().nullable().default(null),
})
/** The limits of one turn, and the budgets of a thread. */
export type Limits = z.infer<typeof limitsSchema>

const swarmSchema = z.looseObject({
  initial: text.nullable().default(null),
  afterWork: z.enum(AFTER_WORK).default('terminate'),
  pattern: z.enum(SWARM_PATTERNS).default('default'),
  /** Ids of agents in the order in which `round-robin` asks them; those that are not named follow by name. */
  order: z.array(text).default([]),
  /** Of the pattern `random`: the same seed gives the same speakers. */
  seed: z.number().int().default(1),
  managerModel: nodeModelSchema,
  /** Empty: the built-in one. Slot `{agentlist}`. */
  managerPrompt: text.default(''),
  /** Gives the manager's instruction; stands for `managerPrompt`. */
  managerPromptCode: codeValueSchema,
  /** Says who speaks after an agent whose edges and options do not; stands for `afterWork`. */
  afterWorkCode: codeValueSchema,
  hideTransit: z.boolean().default(true),
  severalHandoffs: z.enum(['last', 'first']).default('last'),
})

const ROUTINGS = ['curved', 'square'] as const
/** How the lines of edges are drawn: as curves, or with right angles as after an automatic layout. */
export type Routing = (typeof ROUTINGS)[number]

export const SAY_WHEN = ['after', 'now', 'instead'] as const
/** When a message counts that is said during a turn: after the turn, at its next step, or at once in place of the step that is under way. */
export type SayWhen = (typeof SAY_WHEN)[number]

/** `settings` of a flow with every default filled in. */
export const settingsSchema = z.looseObject({
  model: modelFieldsSchema.prefault({}),
  embedding: z.looseObject({ connection: text, model: text }).nullable().default(null),
  language: z.enum(LANGUAGES).default('en'),
  speaksFirst: z.enum(['user', 'flow']).default('user'),
  /** What one could say to the flow first: offered in an empty chat and beside the flow on the home page. */
  starters: z
    .array(text.trim().min(1, 'a starter is not empty').max(200, 'a starter has at most 200 characters'))
    .max(4, 'there are at most 4 starters')
    .default([]),
  variables: z.record(z.string().regex(/^[\p{L}_][\p{L}\p{N}_]{0,63}$/u), variableSchema).default({}),
  limits: limitsSchema.prefault({}),
  swarm: swarmSchema.prefault({}),
  rehearsal: z.array(rehearsalRuleSchema).default([]),
  /** How edges are drawn. It stands here and not in the layout, which older Batons refuse with a field that they do not know. */
  routing: z.enum(ROUTINGS).default('curved'),
  /** What becomes of a message that is said during a turn, unless the person chooses otherwise. */
  whileWorking: z.enum(SAY_WHEN).default('after'),
})
/** The settings with defaults, as the engine reads them. */
export type Settings = z.infer<typeof settingsSchema>

/** One drawn node. `data` holds only what was set; the kind's schema fills in the rest. */
export type FlowNode = { kind: string; name: string; data: JsonObject }
/** One end of an edge. */
export type EdgeEnd = { node: string; port: string }
/** One drawn edge. `data` as for nodes. */
export type FlowEdge = { kind: string; from: EdgeEnd; to: EdgeEnd; data: JsonObject }
/** Canvas position of a node's top left corner, in px at zoom 1. */
export type Position = { x: number; y: number }

/** The document. `settings` holds only what was set; `readSettings` fills in the rest. */
export type Flow = {
  format: typeof FLOW_FORMAT
  version: typeof FLOW_VERSION
  id: string
  name: string
  description: string
  settings: JsonObject
  nodes: { [id: string]: FlowNode }
  edges: { [id: string]: FlowEdge }
  layout: { nodes: { [id: string]: Position } }
}

const nodeSchema = z.strictObject({ kind: text.min(1).max(64), name: text.max(200), data: jsonObject.default({}) })
const edgeSchema = z.strictObject({
  kind: text.min(1).max(64),
  from: z.strictObject({ node: idSchema, port: text.min(1).max(64) }),
  to: z.strictObject({ node: idSchema, port: text.min(1).max(64).default('in') }),
  data: jsonObject.default({}),
})
const coordinate = z.number().min(-1e7).max(1e7)

/** The outer shape of a flow file of the current version; kinds check their own `data` in `openFlow`. */
export const flowSchema = z.strictObject({
  format: z.literal(FLOW_FORMAT),
  version: z.literal(FLOW_VERSION),
  id: idSchema,
  name: text.max(200),
  description: text.default(''),
  settings: jsonObject.default({}),
  nodes: z.record(idSchema, nodeSchema).default({}),
  edges: z.record(idSchema, edgeSchema).default({}),
  layout: z
    .strictObject({ nodes: z.record(idSchema, z.strictObject({ x: coordinate, y: coordinate })).default({}) })
    .prefault({}),
}) satisfies z.ZodType<Flow>

/** The settings of a flow with defaults filled in. Throws on a flow that did not come through `openFlow`. */
export function readSettings(flow: Pick<Flow, 'settings'>): Settings {
  return settingsSchema.parse(flow.settings)
}

/** How the edges of a flow are drawn, without reading all of its settings. */
export function routingOf({ settings }: Pick<Flow, 'settings'>): Routing {
  return settings['routing'] === 'square' ? 'square' : 'curved'
}

const ID_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A new id: the hint (cut to letters, digits, `_` and `-`) and 8 random characters. The only maker of ids. */
export function newId(hint: string, random: () => number = Math.random): string {
  const stem = hint.replace(/[^A-Za-z0-9_-]+/g, '').slice(0, 40) || 'x'
  let tail = ''
  for (let index = 0; index < 8; index += 1) tail += ID_ALPHABET[Math.floor(random() * ID_ALPHABET.length)] ?? 'a'
  return `${stem}-${tail}`
}

/** A flow with nothing drawn. */
export function emptyFlow(name: string, id: string = newId('flow')): Flow {
  return {
    format: FLOW_FORMAT,
    version: FLOW_VERSION,
    id,
    name,
    description: '',
    settings: {},
    nodes: {},
    edges: {},
    layout: { nodes: {} },
  }
}
