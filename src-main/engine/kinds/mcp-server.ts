/** What an MCP server means at run time: a source of tools and of resources. It is started, or reached, when it is first asked, with its secrets filled in only then. */
import { modelNames } from '../../../src-shared/agents/names/names'
import { AppError } from '../../../src-shared/errors'
import { inEnglish } from '../../../src-shared/languages/translate'
import type { ListedTool } from '../../../src-shared/flow/graph'
import { includesTool, mcpServerKind } from '../../../src-shared/kinds/mcp-server'
import { programOf, secretsOf, type McpTransportData } from '../../../src-shared/kinds/mcp-transport'
import type { ToolEffect } from '../../../src-shared/flow/tool-effects'
import { fillSecrets } from '../../../src-shared/flow/secret-names'
import { mediaOf, outcomeOf } from '../../tools/mcp/mcp-outcome'
import type { McpAnnotations, McpTool } from '../../tools/mcp/listings'
import type { McpTransport } from '../../tools/mcp/transport'
import { askedBefore, askPeople } from './mcp-asking'
import { defineRuntime } from '../contract/define-runtime'
import type { EngineServices, Media } from '../contract/runtime'

export const mcpServerRuntime = defineRuntime(mcpServerKind, {
  source({ id, data }, flow) {
    const { transport, include, timeout } = data
    const listed = createListing(include)
    const open = async ({ services, signal }: { services: EngineServices; signal: AbortSignal }) =>
      services.mcp.open(await fillTransport(transport, services.secret), { timeout, signal })
    return {
      async list(context) {
        const server = await open(context)
        return listed(await server.tools(context.signal))
      },
      async run(args, context) {
        const { tool, signal, onProgress, inside, services } = context
        const asked = await askedBefore(context, flow.language)
        if (asked?.open !== undefined) return asked.open
        if (!includesTool(include, tool))
          throw new AppError('not-found', inEnglish(`${flow.nameOf(id)} offers no tool "${tool}" here`))
        const server = await open(context)
        const result = await server.callTool(tool, args, {
          signal,
          timeout,
          onProgress: ({ progress, total, message }) => onProgress({ done: progress, total, message }),
          answers: asked?.answers,
        })
        if ('questions' in result)
          return askPeople(result, { node: id, name: flow.nameOf(id), round: asked?.round ?? 0, inside, services })
        const { text, isError, media } = await outcomeOf(result, { read: server.readResource, signal })
        return media.length === 0 ? { text, isError } : { text, isError, media }
      },
      resources: {
        async list(context) {
          const server = await open(context)
          return server.resources(context.signal)
        },
        async read(uri, context) {
          const server = await open(context)
          const parts = await server.readResource(uri, context.signal)
          return parts.flatMap((part): ({ text: string } | Media)[] => {
            if (part.type === 'text') return [{ text: part.text }]
            return part.type === 'link' ? [] : [mediaOf(part)]
          })
        },
      },
    }
  },
})

/** A transport as it is used: names of secrets have become their values. Throws `secret-missing`. */
async function fillTransport(transport: McpTransportData, secret: EngineServices['secret']): Promise<McpTransport> {
  const names = secretsOf(transport)
  const values = new Map(await Promise.all(names.map(async (name) => [name, await secret(name)] as const)))
  const { type } = transport
  if (type === 'stdio') {
    const { command, args, env } = programOf(transport)
    const filled = Object.entries(env).map(([variable, name]) => [variable, values.get(name) ?? ''] as const)
    return { type, command, args, env: Object.fromEntries(filled) }
  }
  const headers = Object.entries(transport.headers).map(([name, value]) => [name, fillSecrets(value, values)] as const)
  return { type, url: transport.url, headers: Object.fromEntries(headers) }
}

/** Turns what a server lists into tools; the same list is the same array. */
function createListing(include: readonly string[]): (tools: readonly McpTool[]) => readonly ListedTool[] {
  let known: { from: readonly McpTool[]; text: string; tools: readonly ListedTool[] } | null = null
  return (tools) => {
    if (known?.from === tools) return known.tools
    // After a restart the server lists the same tools again.
    const text = JSON.stringify(tools)
    if (known?.text === text) return known.tools
    known = { from: tools, text, tools: listedTools(tools, include) }
    return known.tools
  }
}

function listedTools(tools: readonly McpTool[], include: readonly string[]): ListedTool[] {
  const names = modelNames(tools.map(({ name }) => name))
  return tools.flatMap(({ name: tool, title, description, inputSchema, annotations }, index) => {
    const name = names[index] ?? tool
    if (!includesTool(include, tool)) return []
    const effect = effectOf(annotations)
    const known = effect === 'unknown' ? {} : { effect }
    return [{ name, tool, description: description.trim() || title, parameters: inputSchema, ...known }]
  })
}

/** What the server claims of a tool; a tool that is not said to only read may do anything, unless it is said to destroy nothing. */
function effectOf({ readOnlyHint, destructiveHint }: McpAnnotations): ToolEffect {
  if (readOnlyHint === true) return 'reads'
  if (destructiveHint === undefined) return 'unknown'
  return destructiveHint ? 'destroys' : 'writes'
}
