/** Tools as they are declared, and what of their names and parameters had to be written otherwise, in requests and in replies. */
import { offeredName, readCallArguments } from '../../../src-shared/agents/answers/model-calls'
import { sentSchema } from '../../../src-shared/json-schema/sent-schema'
import type { JsonObject } from '../../../src-shared/flow/records'
import type { ModelReply, ModelTool } from '../contract/model'
import type { Dialect } from './dialects'
import type { WireTool } from './wire-tool'

/** A name that every server takes: Gemini (gemini-cli#2966) and Moonshot (kimi-cli#1773) want a letter first. */
export function sentName(name: string): string {
  const safe = name.replace(/[^a-zA-Z0-9_-]/g, '_')
  return (/^[a-zA-Z]/.test(safe) ? safe : `t_${safe}`).slice(0, 64)
}

/** Tools by their sent names. Most have their own. */
export function withSentNames(tools: readonly ModelTool[]): readonly ModelTool[] {
  if (tools.every(({ name }) => sentName(name) === name)) return tools
  const taken = new Set(tools.flatMap(({ name }) => (sentName(name) === name ? name : [])))
  return tools.map((tool) => {
    if (taken.has(tool.name)) return tool
    let name = sentName(tool.name)
    while (taken.has(name)) name = `${name.slice(0, 63)}_`
    taken.add(name)
    return { ...tool, name }
  })
}

/** By tool: how its parameters are called in requests, by their own names. Most tools have none that is called otherwise. */
export type ToolKeys = ReadonlyMap<string, ReadonlyMap<string, string>>
export const NO_KEYS: ToolKeys = new Map()

/** The declarations of tools. */
export function wireTools(
  tools: readonly ModelTool[],
  { schemas }: Pick<Dialect, 'schemas'>,
): { declared: WireTool[]; keys: ToolKeys } {
  const keys = new Map<string, ReadonlyMap<string, string>>()
  const declared = tools.map(({ name, description, parameters }): WireTool => {
    const { schema, names } = sentSchema(objectOf(parameters), schemas)
    if (names.size > 0) keys.set(name, names)
    return {
      type: 'function',
      function: { name, description: description === '' ? name : description, parameters: schema },
    }
  })
  return { declared, keys: keys.size === 0 ? NO_KEYS : keys }
}

function objectOf(parameters: ModelTool['parameters']): JsonObject {
  return parameters['type'] === 'object' ? (parameters as JsonObject) : { type: 'object', properties: {} }
}

/** The arguments of an earlier call under the names that its tool is declared with. */
export function withSentKeys(text: string, names: ReadonlyMap<string, string> | undefined): string {
  return names === undefined ? text : renamed(text, names)
}

/** A reply with its calls under the tools' own names, and their arguments too; what is no object stays for whoever reads it. */
export function withOwnNames(reply: ModelReply, tools: readonly ModelTool[], keys: ToolKeys): ModelReply {
  const sent = withSentNames(tools)
  if (reply.calls.length === 0 || (keys.size === 0 && sent === tools)) return reply
  const names = sent.map(({ name }) => name)
  const calls = reply.calls.map((call) => {
    const meant = offeredName(call.name, names)
    const own = tools[meant === null ? -1 : names.indexOf(meant)]
    const written = keys.get(meant ?? call.name)
    return {
      ...call,
      ...(own === undefined || own.name === meant ? {} : { name: own.name }),
      ...(written === undefined ? {} : { arguments: renamed(call.arguments, turned(written)) }),
    }
  })
  return { ...reply, calls }
}

function turned(names: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...names].map(([name, sent]) => [sent, name]))
}

function renamed(text: string, names: ReadonlyMap<string, string>): string {
  const values = readCallArguments(text)
  if (values === null || !Object.keys(values).some((name) => names.has(name))) return text
  return JSON.stringify(
    Object.fromEntries(Object.entries(values).map(([name, value]) => [names.get(name) ?? name, value])),
  )
}
