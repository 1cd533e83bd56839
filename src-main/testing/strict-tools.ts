/** What real servers refuse about declared tools and the calls of a conversation; the reports that each rule is from stand beside it. */
import { z } from 'zod'
import type { WireBody } from './strict-chat'
import type { Rule } from './strict-modes'

const idsOf = ({ messages }: WireBody) =>
  messages.flatMap(({ tool_calls: calls = [], tool_call_id: result }) => [
    ...calls.map(({ id }) => id),
    ...(result === undefined ? [] : [result]),
  ])

/** langchain#37756, bifrost#5097, vscode#325813: Anthropic and Bedrock. */
export const plainIds: Rule = (body) =>
  idsOf(body).every((id) => /^[a-zA-Z0-9_-]+$/.test(id))
    ? null
    : "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'"

/** vercel/ai#5171, autogen#6377, agno#5382: OpenAI. */
export const fortyCharacterIds: Rule = (body) => {
  const long = idsOf(body).find((id) => id.length > 40)
  return long === undefined
    ? null
    : `Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length ${long.length} instead.`
}

/** gemini-cli#2966, vscode#248000 (Gemini); kimi-cli#1773 (Moonshot). */
export const letterNames: Rule = ({ tools = [] }) =>
  tools.every(({ function: { name } }) => /^[a-zA-Z]/.test(name))
    ? null
    : 'function name is invalid, must start with a letter and can contain letters, numbers, underscores, and dashes'

/** Bedrock: "toolSpec.description, value: 0, valid min length: 1". */
export const describedTools: Rule = ({ tools = [] }) =>
  tools.every(({ function: { description } }) => description !== '')
    ? null
    : 'Invalid length for parameter toolConfig.tools[0].toolSpec.description, value: 0, valid min length: 1'

/** promptfoo#5965, CloudBase-AI-Toolkit#626. */
export const noDraft: Rule = ({ tools = [] }) =>
  tools.some(({ function: { parameters = {} } }) => '$schema' in parameters)
    ? '400 invalid parameter value: $schema'
    : null

/** langchainjs#9804 (OpenAI), claude-code#27337 (Anthropic). */
export const noChoicesAtTop: Rule = ({ tools = [] }) => {
  const wrong = tools.find(({ function: { parameters = {} } }) =>
    ['oneOf', 'anyOf', 'allOf', 'enum', 'not', '$ref'].some((key) => key in parameters),
  )
  return wrong === undefined
    ? null
    : `Invalid schema for function '${wrong.function.name}': schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.`
}

/** mcphost#35, mcp-digitalocean#265; vscode-unify-chat-provider#162: every schema is an object or a boolean. */
export const listsWithItems: Rule = ({ tools = [] }) => {
  for (const { function: tool } of tools) {
    const fault = schemasIn(tool.parameters).find(
      ({ schema: { type, items } }) => [type].flat().includes('array') && (items === undefined || Array.isArray(items)),
    )
    if (fault !== undefined)
      return `Invalid schema for function '${tool.name}': In context=${fault.at}, array schema missing items.`
  }
  return null
}

/** claude-code#79418, appstore-connect-mcp#1: of the outermost properties. */
export const latinKeys: Rule = ({ tools = [] }) => {
  const at = tools.findIndex(({ function: { parameters = {} } }) =>
    Object.keys(recordOf(parameters['properties'])).some((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name)),
  )
  return at === -1
    ? null
    : `tools.${at}.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'`
}

const GEMINI_KEYWORDS = new Set(
  'type format title description nullable enum maxItems minItems properties required items minimum maximum anyOf'.split(
    ' ',
  ),
)

/** gptel#806, zed#45552, n8n#15553 (unknown keywords, several types), opencode#2687 (choices that are no texts), agno#2112 (no properties). */
export const knownKeywords: Rule = ({ tools = [] }) => {
  for (const [index, { function: tool }] of tools.entries())
    for (const { schema, at } of schemasIn(tool.parameters)) {
      const place = `at 'tools[0].function_declarations[${index}].parameters${at}'`
      const unknown = Object.keys(schema).find((key) => !GEMINI_KEYWORDS.has(key))
      if (unknown !== undefined)
        return `Invalid JSON payload received. Unknown name "${unknown}" ${place}: Cannot find field.`
      const { type, enum: choices, properties, anyOf } = schema
      if (Array.isArray(type))
        return `Invalid JSON payload received. Unknown name "type" ${place}: Proto field is not repeating, cannot start list.`
      if (Array.isArray(choices) && (type !== 'string' || choices.some((one) => typeof one !== 'string')))
        return `Invalid value ${place} (TYPE_STRING)`
      if (type === undefined && anyOf === undefined) return `Invalid value ${place}: type is missing`
      if (anyOf !== undefined && type !== undefined)
        return 'tools.function.parameters is not a valid moonshot flavored json schema: when using anyOf, type should be defined in anyOf items instead of the parent schema'
      if (type === 'object' && properties !== undefined && Object.keys(recordOf(properties)).length === 0)
        return `* GenerateContentRequest.tools[0].function_declarations[${index}].parameters.properties: should be non-empty for OBJECT type`
    }
  return null
}

/** litellm#34569, openai-openapi#541: gpt-5.6, also where no effort was asked for. */
export const noEffortBesideTools: Rule = ({ tools = [], reasoning_effort: effort }) =>
  tools.length === 0 || effort === 'none'
    ? null
    : "Function tools with reasoning_effort are not supported for gpt-5.6 in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'."

/** ollama#6027: a model that takes no tools, seen where it is to call none: what is declared for the calls of others alone. */
export const noClosedTools: Rule = ({ tools = [], tool_choice: choice }) =>
  tools.length > 0 && choice === 'none' ? 'registry.ollama.ai/library/gemma3:4b does not support tools' : null

type FoundSchema = { schema: Record<string, unknown>; at: string }

/** All schemas in a schema, with their places. */
function schemasIn(value: unknown, at = ''): FoundSchema[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  const schema = recordOf(value)
  const inner = Object.entries(schema).flatMap(([key, one]) => {
    if (['properties', '$defs', 'definitions'].includes(key))
      return Object.entries(recordOf(one)).flatMap(([name, part]) => schemasIn(part, `${at}.${name}`))
    if (Array.isArray(one) && ['anyOf', 'oneOf', 'allOf'].includes(key))
      return one.flatMap((part: unknown) => schemasIn(part, `${at}.${key}`))
    return ['items', 'additionalProperties'].includes(key) ? schemasIn(one, `${at}.${key}`) : []
  })
  return [{ schema, at }, ...inner]
}

function recordOf(value: unknown): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).catch({}).parse(value)
}
