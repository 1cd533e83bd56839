/** What API tools mean at run time: a source whose tools are the operations of a document, each call of which is one request to the API. */
import { includesOperation } from '../../../src-shared/agents/outside/api-wishes'
import { AppError } from '../../../src-shared/errors'
import { inEnglish } from '../../../src-shared/languages/translate'
import type { ListedTool } from '../../../src-shared/flow/graph'
import { effectOfMethod } from '../../../src-shared/flow/tool-effects'
import { isWebAddress, openApiToolsKind } from '../../../src-shared/kinds/openapi-tools'
import { reachOf } from '../../consent/reach'
import type { Purpose } from '../../outbound/purpose'
import { exchange } from '../../tools/http'
import { createGuardedFetch, type GuardedFetch } from '../../tools/net/guarded-fetch'
import type { OpenApiDocument, OpenApiOperation } from '../../tools/openapi/document'
import { requestOf, withKey } from '../../tools/openapi/request'
import { toolWords } from '../../tools/openapi/tool-words'
import { defineRuntime } from '../contract/define-runtime'
import type { EngineServices } from '../contract/runtime'

const TIMEOUT_MS = 30_000

const DOCUMENT: Purpose = { why: 'api-document', permit: { by: 'consent' } }
const CALLS: Purpose = { why: 'api-tool', permit: { by: 'consent' } }

/** A document as one node offers it. */
type OfferedDocument = {
  document: OpenApiDocument
  tools: readonly ListedTool[]
  operations: ReadonlyMap<string, OpenApiOperation>
  guarded: GuardedFetch
}

export const openApiToolsRuntime = defineRuntime(openApiToolsKind, {
  source({ id, node, data }, flow) {
    const { document: source, connection } = data
    const declared = openApiToolsKind.needs(node)
    // Kept so that open connections are used again; they close by themselves and do not delay the end of the program.
    let guarded: GuardedFetch | null = null
    let offered: OfferedDocument | null = null
    const offer = (document: OpenApiDocument, { isAllowedByName }: EngineServices): OfferedDocument => {
      if (offered?.document === document) return offered
      const { tools, operations } = toolsOf(document, data.include)
      const secretHeaders = document.operations.flatMap(({ key }) => (key?.in === 'header' ? [key.name] : []))
      const reach = { ...reachOf(declared, isAllowedByName), secretHeaders: [...new Set(secretHeaders)] }
      offered = { document, tools, operations, guarded: createGuardedFetch({ purpose: CALLS, ...reach }) }
      return offered
    }
    const open = async ({ services, signal }: { services: EngineServices; signal: AbortSignal }) => {
      guarded ??= createGuardedFetch({ purpose: DOCUMENT, ...reachOf(declared, services.isAllowedByName) })
      return offer(await services.apiDocuments.open(source, { fetch: guarded.fetch, signal }), services)
    }
    return {
      list: async (context) => (await open(context)).tools,
      known: async ({ services }) =>
        typeof source === 'string' ? null : offer(await services.apiDocuments.read(source), services).tools,
      async run(args, context) {
        const { services, signal, tool } = context
        const { operations, guarded: calls } = await open(context)
        const operation = operations.get(tool)
        if (operation === undefined)
          throw new AppError('not-found', inEnglish(`${flow.nameOf(id)} offers no tool "${tool}" here`))
        const bare = requestOf(operation, args, { baseUrl: baseOf(operation, data) })
        const key = connection === '' ? null : await services.keyFor(connection, bare.url)
        const { url, ...init } = key === null || key === '' ? bare : withKey(bare, operation.key, key)
        const { text: redact } = await services.redactor()
        const how = { fetch: calls.fetch, signal, timeout: TIMEOUT_MS, redact }
        const { text, media } = await exchange({ url, ...init }, how)
        return media === null ? { text, isError: false } : { text: '', isError: false, media: [media] }
      },
    }
  },
})

function toolsOf(document: OpenApiDocument, include: readonly string[]): Pick<OfferedDocument, 'tools' | 'operations'> {
  const wanted = document.operations.filter((operation) => includesOperation(operation, include))
  return {
    tools: wanted.map(({ name, description, parameters, method, servers, path }) => {
      const effect = effectOfMethod(method)
      const request = `${method} ${servers[0] ?? ''}${path}`
      return { name, tool: name, description: toolWords(description), parameters, effect, request }
    }),
    operations: new Map(wanted.map((operation) => [operation.name, operation])),
  }
}

/** Where the calls go: the node's own base address, else null for what the document says; servers may be relative to where it is. */
function baseOf(
  { servers }: OpenApiOperation,
  { document, baseUrl }: { document: unknown; baseUrl: string },
): string | null {
  if (baseUrl.trim() !== '') return baseUrl.trim()
  if (typeof document !== 'string' || !isWebAddress(document) || servers.some(isWebAddress)) return null
  const server = servers[0] ?? '/'
  return URL.canParse(server, document.trim()) ? new URL(server, document.trim()).href : null
}
