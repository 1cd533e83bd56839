/** The body of a request as a server gets it, made from what the client library writes. Most servers get it word for word. */
import { isJsonObject } from '../../../src-shared/flow/json'
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
  const { without, maxTokens, effortWithTools } = dialect
  const isAsSet = maxTokens === 'by-model' && effortWithTools === 'as-set'
  const isPlain = without.length === 0 && isAsSet && beside.size === 0
  if (isPlain && Object.keys(parameters).length === 0) return body
  const fields: JsonObject = { ...(JSON.parse(body) as JsonObject), ...parameters }
  for (const name of without) delete fields[name]
  if (effortWithTools === 'none' && fields['tools'] !== undefined) fields['reasoning_effort'] = 'none'
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
