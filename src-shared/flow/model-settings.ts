/** What a flow, a node or a connection says of a model: which one, how it samples, and what its requests have besides; and how these are laid over each other. */
import { message as sentence, type Sentence } from '../languages/translate'
import { z } from 'zod'
import { secretsIn } from './secret-names'
import type { JsonObject } from './json-values'

const text = z.string()
const atLeast = (least: number) => z.number().int().min(least)
/** As long as any protocol or gateway needs. */
const MOST_STOPS = 16

const sampling = {
  temperature: z.number().min(0).max(2).nullable(),
  topP: z.number().min(0).max(1).nullable(),
  seed: z.number().int().nullable(),
  /** Texts at which a reply ends. */
  stop: z.array(text.min(1).max(500)).max(MOST_STOPS),
  /** In the words of the server: `low`, `high`, `none`. */
  reasoningEffort: text.max(32),
  /** `auto`, `none`, `required`, or the name of a tool: for the first call of a reply. */
  toolChoice: text.max(64),
  /** More fields of the request, as JSON. */
  body: z.record(text, z.json()),
  /** More headers; `{NAME}` in their values is a secret. */
  headers: z.record(text, text),
}

/** What becomes of the oldest part of a conversation that is longer than the model's context: left out, or left out with a summary in its place. */
const WHEN_TOO_LONG = ['cut', 'summarize'] as const
export type WhenTooLong = (typeof WHEN_TOO_LONG)[number]

/** `settings.model`, and the `model` field of every model-backed node (where absent fields fall back to the flow's). */
export const modelFieldsSchema = z.looseObject({
  connection: text.default('default'),
  model: text.default(''),
  temperature: sampling.temperature.default(null),
  maxTokens: atLeast(1).nullable().default(null),
  contextTokens: atLeast(256).nullable().default(null),
  whenTooLong: z.enum(WHEN_TOO_LONG).default('cut'),
  topP: sampling.topP.default(null),
  seed: sampling.seed.default(null),
  stop: sampling.stop.default([]),
  reasoningEffort: sampling.reasoningEffort.default(''),
  toolChoice: sampling.toolChoice.default(''),
  body: sampling.body.default({}),
  headers: sampling.headers.default({}),
})
export type ModelFields = z.infer<typeof modelFieldsSchema>

/** The `model` field of a node: any part of the flow's model settings, laid over them. */
export const nodeModelSchema = z
  .looseObject({
    connection: text.optional(),
    model: text.optional(),
    temperature: sampling.temperature.optional(),
    maxTokens: atLeast(1).nullable().optional(),
    contextTokens: atLeast(256).nullable().optional(),
    whenTooLong: z.enum(WHEN_TOO_LONG).optional(),
    topP: sampling.topP.optional(),
    seed: sampling.seed.optional(),
    stop: sampling.stop.optional(),
    reasoningEffort: sampling.reasoningEffort.optional(),
    toolChoice: sampling.toolChoice.optional(),
    body: sampling.body.optional(),
    headers: sampling.headers.optional(),
  })
  .nullable()
  .default(null)
export type NodeModel = z.infer<typeof nodeModelSchema>

/** What a person sets for all models of a connection; flows and nodes go before it. */
export const modelParametersSchema = z.object(sampling).partial()
export type ModelParameters = z.infer<typeof modelParametersSchema>

/** What one place says of its model; what is absent, null or empty is left to the place below. */
export type ModelLayer = {
  connection?: string | undefined
  model?: string | undefined
  maxTokens?: number | null | undefined
  contextTokens?: number | null | undefined
  whenTooLong?: WhenTooLong | undefined
} & ModelParameters

/**
 * One's own fields over those of the place below. The name of a model, the extra body and the headers are for one server, so they go with
 * their connection only. Bodies and headers of one connection are joined field by field.
 */
export function layModel(under: ModelLayer, own: ModelLayer): ModelLayer {
  const isSame = !own.connection || own.connection === under.connection
  const below = isSame ? under : {}
  return {
    connection: own.connection || under.connection,
    model: own.model || below.model,
    temperature: own.temperature ?? under.temperature,
    maxTokens: own.maxTokens ?? under.maxTokens,
    contextTokens: own.contextTokens ?? under.contextTokens,
    whenTooLong: own.whenTooLong ?? under.whenTooLong,
    topP: own.topP ?? under.topP,
    seed: own.seed ?? under.seed,
    stop: own.stop === undefined || own.stop.length === 0 ? under.stop : own.stop,
    reasoningEffort: own.reasoningEffort || under.reasoningEffort,
    toolChoice: own.toolChoice || under.toolChoice,
    body: { ...below.body, ...own.body },
    headers: joinHeaders(below.headers, own.headers),
  }
}

/** What a flow's settings say of its model: only what was set counts, but a model is always one of a connection. */
export function flowModel(settings: JsonObject): ModelLayer {
  const parsed = nodeModelSchema.safeParse(settings['model'] ?? null)
  const model = parsed.success ? (parsed.data ?? {}) : {}
  return model.model && !model.connection ? { ...model, connection: 'default' } : model
}

/** The fields of a layer that say something. */
export function saidFields(layer: ModelLayer): JsonObject {
  const said = Object.entries(layer).filter(([, value]) => {
    if (value === undefined || value === null || value === '') return false
    return typeof value !== 'object' || Object.keys(value).length > 0
  })
  return Object.fromEntries(said) as JsonObject
}

type Headers = NonNullable<ModelLayer['headers']>

/** Headers are the same whatever their case. */
function joinHeaders(under: Headers = {}, own: Headers = {}): Headers {
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()))
  const kept = Object.entries(under).filter(([name]) => !names.has(name.toLowerCase()))
  return { ...Object.fromEntries(kept), ...own }
}

/** Fields of a request that are Baton's own. `n`: one answer is read. */
export const RESERVED_FIELDS: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'tools',
  'functions',
  'function_call',
  'stream',
  'n',
])

/** Headers that say how the request is sent. */
const RESERVED_HEADER =
  /^(host|connection|content-(type|length|encoding)|transfer-encoding|accept|te|trailer|upgrade|expect|keep-alive|proxy-.*)$/i

/** Why a header cannot be sent, or not from there: the key of a connection is the person's, so no flow may send another one in its place. */
export function headerFault(name: string, value: string, from: 'flow' | 'connection'): Sentence | null {
  if (!/^[\w!#$%&'*+.^`|~-]{1,200}$/.test(name) || /[^\t\x20-\x7e\x80-\xff]/.test(value))
    return sentence('“{name}” is not a header that can be sent. Correct its name and its value.', {
      name: name.slice(0, 40),
    })
  if (RESERVED_HEADER.test(name))
    return sentence('The header {name} says how the request is sent, so it cannot be set. Take it out.', { name })
  if (from === 'connection') return null
  if (/^authorization$/i.test(name))
    return 'The header Authorization holds the key of the connection, which a flow cannot replace. Take it out, and store the key with the connection.'
  if (isSecretHeader(name) && secretsIn(value).length === 0)
    return sentence(
      'The header {name} seems to have a secret itself. Store the secret in Settings, Secrets, and write its name in braces, such as {example}.',
      { name, example: '{API_KEY}' },
    )
  return null
}

/** Headers that servers take keys from. */
function isSecretHeader(name: string): boolean {
  return /^cookie$|auth|token|secret|key/i.test(name)
}

/** The fields of an extra body that cannot be set. */
export function reservedIn(body: JsonObject): string[] {
  return Object.keys(body).filter((name) => RESERVED_FIELDS.has(name))
}
