/** What a request names beyond what every server knows, so that a refusal of one of these names can be understood. */
import { isJsonObject, parseJson } from '../../../src-shared/flow/json'
import { RESERVED_FIELDS } from '../../../src-shared/flow/model-settings'
import type { Json, JsonObject } from '../../../src-shared/flow/records'

/**
 * Names in a request: of what it can do without, and of what stands beside messages and calls. `hasClosedTools`: it declares tools of which none may
 * be called.
 */
export type SentNames = { parameters: readonly string[]; beside: readonly string[]; hasClosedTools: boolean }

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
    hasClosedTools: fields['tools'] !== undefined && fields['tool_choice'] === 'none',
    parameters: Object.keys(fields).filter((name) => !RESERVED_FIELDS.has(name) && !RENAMED.has(name)),
    beside: [
      ...new Set([...others(messages, OF_MESSAGES), ...others(calls, OF_CALLS), ...others(functions, OF_FUNCTIONS)]),
    ],
  }
}

function listOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}
