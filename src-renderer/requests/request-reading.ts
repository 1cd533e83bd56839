/** A request to a model as a person reads it: its messages with why each was there, the tools on offer, and everything else that was asked for. */
import { estimateTokens } from '../../src-shared/agents/texts/tokens'
import type { Json, JsonObject } from '../../src-shared/flow/records'
import type { MessageSource, RequestRecord } from '../../src-shared/run/log/requests'

export type ShownMessage = {
  role: string
  /** All its text; pictures as `[image: NAME]`. */
  text: string
  /** Calls that it makes. */
  calls: readonly ShownCall[]
  /** Of a result: the name of the tool that was called. */
  answers: string | null
  sources: readonly MessageSource[]
  /** About. */
  tokens: number
}
export type ShownCall = { id: string; name: string; arguments: string }
export type OfferedTool = { name: string; description: string; parameters: string }
export type ShownRequest = {
  messages: readonly ShownMessage[]
  tools: readonly OfferedTool[]
  /** Every other field of the body, by its name. */
  parameters: readonly { name: string; value: string }[]
}

/** The body of a request; all that is in none of the usual places is among the parameters. */
export function readRequest({ body, sources, pictures }: RequestRecord): ShownRequest {
  const { messages, tools, ...others } = objectOf(parsed(body))
  const names = new Map(pictures.map(({ id, name }) => [`baton-picture:${id}`, name]))
  const shown = listOf(messages).map((one, at) => messageOf(objectOf(one), sources[at] ?? [], names))
  const called = new Map(shown.flatMap(({ calls }) => calls.map((call) => [call.id, call.name])))
  return {
    messages: shown.map((one) =>
      one.answers === null ? one : { ...one, answers: called.get(one.answers) ?? one.answers },
    ),
    tools: listOf(tools).map(toolOf),
    parameters: Object.entries(others).map(([name, value]) => ({ name, value: textOf(value) })),
  }
}

function messageOf(
  message: JsonObject,
  sources: readonly MessageSource[],
  names: ReadonlyMap<string, string>,
): ShownMessage {
  const calls = listOf(message['tool_calls']).map(callOf)
  const text = contentOf(message['content'], names)
  const answers = message['tool_call_id']
  return {
    role: textOf(message['role']),
    text,
    calls,
    answers: typeof answers === 'string' ? answers : null,
    sources,
    tokens: estimateTokens(text) + calls.reduce((sum, call) => sum + estimateTokens(call.arguments) + 12, 4),
  }
}

function contentOf(content: Json | undefined, names: ReadonlyMap<string, string>): string {
  if (!Array.isArray(content)) return content === null || content === undefined ? '' : textOf(content)
  return content
    .map((part) => {
      const { text, image_url: image } = objectOf(part)
      if (typeof text === 'string') return text
      const url = objectOf(image)['url']
      return typeof url === 'string' ? `[image: ${names.get(url) ?? url}]` : textOf(part)
    })
    .join('\n')
}

function callOf(call: Json): ShownCall {
  const { id, function: named } = objectOf(call)
  const { name, arguments: json } = objectOf(named)
  return { id: textOf(id), name: textOf(name), arguments: textOf(json) }
}

function toolOf(tool: Json): OfferedTool {
  const { name, description, parameters } = objectOf(objectOf(tool)['function'])
  return {
    name: textOf(name),
    description: typeof description === 'string' ? description : '',
    parameters: JSON.stringify(parameters ?? {}, null, 2),
  }
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

function objectOf(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

function textOf(value: Json | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
