/** The kind `openapi-tools`: every operation of an API that has an OpenAPI document, each as a tool. */
import { message as sentence, type PlainText, type Sentence } from '../languages/translate'
import { z } from 'zod'
import { isJsonObject } from '../flow/json'
import type { Json, JsonObject } from '../flow/records'
import { SEQUENTIAL_FIELD, sequentialSchema } from './call-order'
import { own } from './flow-description'
import { HOLD_RESULT_FIELD, holdResultSchema } from './hold-result'
import { NEEDS_APPROVAL_FIELD, needsApprovalSchema } from './needs-approval'
import { defineKind, type ConsentNeed, type KindContext, type KindProblem, type Summary } from './kind'
import { fileNeed, hostNeed, serversNeed } from './needs'
import { EFFECT_FIELD, effectSchema } from './tool-effect'
import { documentHead } from './openapi-document'
import { firstLine } from './words'

/**
 * The document: itself, its address, or the path of a file beside the flow; empty: none yet. Only looked at as a whole, since documents
 * are large and this is asked at every change; that all of it is JSON is what the door of the flow has made sure of.
 */
const documentField = z
  .union([z.string(), z.custom<JsonObject>(isJsonObject, 'must be a text or a JSON object').meta({ type: 'object' })])
  .default('')

const openApiToolsSchema = z.looseObject({
  document: documentField,
  baseUrl: z.string().default(''),
  include: z.array(z.string()).default([]),
  connection: z.string().default(''),
  sequential: sequentialSchema,
  effect: effectSchema,
  needsApproval: needsApprovalSchema,
  holdResult: holdResultSchema,
})
export type OpenApiToolsData = z.infer<typeof openApiToolsSchema>

/** Whether a document is named by its address on the web. */
export function isWebAddress(document: string): boolean {
  return /^\s*https?:\/\//i.test(document)
}

export const openApiToolsKind = defineKind({
  kind: 'openapi-tools',
  label: 'API tools',
  group: 'tools',
  description: 'The operations of a web API that has an OpenAPI document, each as a tool.',
  keywords: ['openapi', 'swagger', 'rest', 'api', 'operations', 'http', 'specification'],
  shape: 'pill',
  roles: { tool: true, source: true },
  schema: openApiToolsSchema,
  accepts: ['use'],
  ports: [],
  fields: [
    {
      key: 'document',
      label: 'OpenAPI document',
      group: 'does',
      help: 'Says which operations the API has. Each becomes a tool.',
      type: 'apiDocument',
    },
    {
      key: 'include',
      label: 'Operations that are offered',
      group: 'may',
      help: 'Which operations are tools. None chosen: all.',
      type: 'apiOperations',
      document: 'document',
    },
    {
      key: 'baseUrl',
      label: 'Base address',
      group: 'advanced',
      type: 'line',
      placeholder: 'as the document says',
      help: 'Where the API is, such as https://api.example.com/v1.',
    },
    {
      key: 'connection',
      label: 'Connection for the key',
      group: 'may',
      help: 'The connection of your settings whose key is sent.',
      type: 'connection',
    },
    NEEDS_APPROVAL_FIELD,
    HOLD_RESULT_FIELD,
    SEQUENTIAL_FIELD,
    EFFECT_FIELD,
  ],
  summary: ({ document }) => summaryOf(document),
  check: (data, context) => [...checkOpenApiTools(data), ...checkCount(data, context)],
  needs: (data) => needsOf(data),
  keepsOrder: ({ sequential }) => sequential,
  effect: ({ effect }) => effect || 'unknown',
})

/** Cheap whatever the size of the document: paths are counted, not read. */
function summaryOf(document: OpenApiToolsData['document']): Summary {
  if (typeof document === 'string') return document.trim() === '' ? 'No document yet' : firstLine(document.trim())
  const { title, paths } = documentHead(document)
  const count = sentence('{count, plural, one {# path} other {# paths}}', { count: paths })
  return title === '' ? count : sentence('{title} · {count}', { title: firstLine(title, 60), count })
}

/** The first server of a written-out document that is a whole address; null where there is none. */
export function firstServer(document: JsonObject): string | null {
  const servers = own(document, 'servers')
  if (!Array.isArray(servers)) return null
  return servers.map(serverAddress).find((address) => address !== null && hostNeed(address) !== null) ?? null
}

/** The address of a server, its variables as they are by default. */
function serverAddress(server: Json): string | null {
  const url = isJsonObject(server) ? own(server, 'url') : undefined
  if (!isJsonObject(server) || typeof url !== 'string') return null
  const variables = own(server, 'variables')
  const filled = url.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const variable = isJsonObject(variables) ? own(variables, name) : undefined
    const value = isJsonObject(variable) ? own(variable, 'default') : undefined
    return typeof value === 'string' || typeof value === 'number' ? String(value) : whole
  })
  return isWebAddress(filled) && !/[{}]/.test(filled) ? filled.trim() : null
}

/**
 * Where the document comes from, and the one host that calls go to. Where only the document itself could say that host, and it is not
 * here, it may be any on the internet.
 */
function needsOf({ document, baseUrl }: OpenApiToolsData): ConsentNeed[] {
  const base = baseUrl.trim() === '' ? null : hostNeed(baseUrl.trim())
  const known = baseUrl.trim() !== ''
  if (typeof document !== 'string') {
    const server = known ? null : firstServer(document)
    return listed([base, server === null ? null : hostNeed(server)])
  }
  const name = document.trim()
  if (name === '') return listed([base])
  const from = isWebAddress(name) ? hostNeed(name) : fileNeed(name)
  const anywhere = serversNeed(from?.content ?? name)
  return listed([from, known ? base : anywhere])
}

function listed(needs: readonly (ConsentNeed | null)[]): ConsentNeed[] {
  const found = needs.filter((need) => need !== null)
  return found.filter(
    (need, index) => found.findIndex(({ type, content }) => type === need.type && content === need.content) === index,
  )
}

function checkOpenApiTools({ document, baseUrl }: OpenApiToolsData): readonly KindProblem[] {
  const problems: KindProblem[] = []
  const add = (
    severity: KindProblem['severity'],
    field: string,
    [code, message]: readonly [KindProblem['code'], Sentence],
  ) => void problems.push({ severity, code, field, message })
  const base = baseUrl.trim()
  if (base !== '' && !isBaseAddress(base))
    add('error', 'baseUrl', [
      'bad-url',
      sentence('The base address must begin with http:// or https://, not “{base}”.', { base: base.slice(0, 40) }),
    ])
  if (typeof document === 'string') {
    if (document.trim() === '')
      add('error', 'document', ['no-document', 'There is no OpenAPI document yet. Import one.'])
    else if (isWebAddress(document) && hostNeed(document.trim()) === null)
      add('error', 'document', [
        'bad-document',
        sentence('“{document}” is not the address of a document.', { document: document.trim().slice(0, 80) }),
      ])
    else if (base === '')
      add('warning', 'baseUrl', [
        'no-base-url',
        'The calls go wherever the document says, so any host would have to be allowed. Fill in the base address.',
      ])
    return problems
  }
  const fault = documentFault(document)
  if (fault !== null) add('error', 'document', ['bad-document', fault])
  else if (base === '' && firstServer(document) === null)
    add('error', 'baseUrl', ['no-base-url', 'The document does not say where the API is. Fill in the base address.'])
  return problems
}

/** So many tools are about what models can be given at once. */
const MANY = 128

/** Whoever uses it without a pool between is offered everything, with every call of its model. */
function checkCount({ document, include }: OpenApiToolsData, { flow, nodeId }: KindContext): readonly KindProblem[] {
  const count = typeof document === 'string' || include.length > 0 ? include.length : documentHead(document).paths
  if (count <= MANY) return []
  const user = Object.values(flow.edges)
    .filter(({ kind, to }) => kind === 'use' && to.node === nodeId)
    .map(({ from }) => flow.nodes[from.node])
    .find((node) => node !== undefined && node.kind !== 'workbench')
  if (user === undefined) return []
  const message = sentence(
    '“{name}” would be offered more than {most} tools at once, which most models refuse. Choose operations, or put a tool pool between.',
    { name: user.name, most: MANY },
  )
  return [{ severity: 'warning', code: 'many-tools', field: 'include', message }]
}

function isBaseAddress(text: string): boolean {
  return isWebAddress(text) && !/[{}]/.test(text) && hostNeed(text) !== null
}

function documentFault(document: JsonObject): PlainText | null {
  const version = own(document, 'openapi')
  if (typeof version !== 'string' || !/^3(\.|$)/.test(version.trim()))
    return 'This is not an OpenAPI 3 document. Import another one.'
  return documentHead(document).paths === 0
    ? 'The document has no paths, so there is nothing to call. Import another one.'
    : null
}
