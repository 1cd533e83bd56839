/** The body of a request as a server gets it, made from what the client library writes. Most servers get it word for word. */
import { isJsonObject, parseJson } from '../../../src-shared/flow/json'
import { RESERVED_FIELDS } from '../../../src-shared/flow/model-settings'
import type { Json, JsonObject } from '../../../src-shared/flow/records'
import type { Dialect } from './dialects'
import type { WireMessage } from './to-wire'

/** What the library does not write. `beside`: fields of messages, by their place; `parameters`: fields of the request itself. */
export type BodyForm = {
  dialect: Dialect
  beside?: ReadonlyMap<number, JsonObject> | undefined
  parameters?: JsonObject | undefined
}

/** The fields that stand beside the words and calls of messages, by place. */
export function fieldsBeside(messages: readonly WireMessage[]): ReadonlyMap<number, JsonObject> {
  const found = new Map<number, JsonObject>()
  messages.forEach((message, at) => {
    if (message.role === 'assistant' && Object.keys(message.beside).length > 0) found.set(at, message.beside)
  })
  return found
}

/** The body with what its server wants, and without what it does not take. */
export function shapedBody(body: string, { dialect, beside = new Map(), parameters = {} }: BodyForm): string {
  const { without, maxTokens } = dialect
  const isPlain = without.length === 0 && maxTokens === 'by-model' && beside.size === 0
  if (isPlain && Object.keys(parameters).length === 0) return body
  const fields: JsonObject = { ...(JSON.parse(body) as JsonObject), ...parameters }
  for (const name of without) delete fields[name]
  const { messages } = fields
  if (beside.size > 0 && Array.isArray(messages))
    fields['messages'] = messages.map((one, at) => withFields(one, beside.get(at)))
  const limit = fields['max_tokens'] ?? fields['max_completion_tokens']
  if (maxTokens === 'by-model' || limit === undefined) return JSON.stringify(fields)
  const { max_tokens: _short, max_completion_tokens: _long, ...others } = fields
  return JSON.stringify({ ...others, [maxTokens]: limit })
}

function withFields(message: Json, beside: JsonObject | undefined): Json {
  return beside === undefined || !isJsonObject(message) ? message : { ...beside, ...message }
}

/** Names in a request: of what it can do without, and of what stands beside messages and calls. */
export type SentNames = { parameters: readonly string[]; beside: readonly string[] }

/** What Baton itself names otherwise for another server. */
const RENAMED = new Set(['max_tokens', 'max_completion_tokens'])
const OF_MESSAGES = new Set(['role', 'content', 'tool_calls', 'tool_call_id'])
const OF_CALLS = new Set(['id', 'type', 'function'])
const OF_FUNCTIONS = new Set(['name', 'arguments'])

/** The names in a body that was sent. */
export function namesSent(body: string): SentNames {
  const parsed = parseJson(body)
  const fields = parsed.ok && isJsonObject(parsed.value) ? parsed.value : {}
  const messages = listOf(fields['messages'])
  const calls = messages.flatMap((message) => listOf(message['tool_calls']))
  const functions = listOf(calls.map((call) => call['function'] ?? null))
  const others = (parts: readonly JsonObject[], known: ReadonlySet<string>) =>
    parts.flatMap((part) => Object.keys(part).filter((name) => !known.has(name)))
  return {
    parameters: Object.keys(fields).filter((name) => !RESERVED_FIELDS.has(name) && !RENAMED.has(name)),
    beside: [
      ...new Set([...others(messages, OF_MESSAGES), ...others(calls, OF_CALLS), ...others(functions, OF_FUNCTIONS)]),
    ],
  }
}

function listOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}
