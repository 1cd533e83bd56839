/** The kind `http-tool`: one HTTP request as a tool, with `{param}` filled in from the arguments. */
import { message as sentence, type Sentence } from '../languages/translate'
import { z } from 'zod'
import { toolNamePart } from '../agents/names/names'
import { SEQUENTIAL_FIELD, sequentialSchema } from './call-order'
import { HOLD_RESULT_FIELD, holdResultSchema } from './hold-result'
import { NEEDS_APPROVAL_FIELD, needsApprovalSchema } from './needs-approval'
import { checkSchemaWords } from './schema-checks'
import { defineKind, type KindProblem } from './kind'
import { effectOfMethod } from '../flow/tool-effects'
import { hostNeed, secretNeed } from './needs'
import { EFFECT_FIELD, effectSchema } from './tool-effect'

const texts = z.record(z.string(), z.string())

export const httpToolSchema = z.looseObject({
  toolName: z.string().max(64).default(''),
  description: z.string().default(''),
  parameters: z.record(z.string(), z.json()).default({ type: 'object', properties: {} }),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']).default('GET'),
  url: z.string().default(''),
  query: texts.default({}),
  headers: texts.default({}),
  body: z.string().nullable().default(null),
  connection: z.string().default(''),
  /** Names of secrets: where such a name stands in braces its value is sent, never an argument. */
  secrets: z
    .array(z.string().regex(/^[A-Za-z_]\w{0,63}$/, 'a name has letters, digits and _'))
    .max(20)
    .default([]),
  timeout: z.number().int().min(1).max(600_000).default(30_000),
  sequential: sequentialSchema,
  effect: effectSchema,
  needsApproval: needsApprovalSchema,
  holdResult: holdResultSchema,
})
export type HttpToolData = z.infer<typeof httpToolSchema>

/** The name under which a model calls the tool. */
function httpToolName(data: { toolName: string }, name: string): string {
  return data.toolName || toolNamePart(name).slice(0, 64)
}

/** What stands in braces in the request. */
const FILLED = { schema: 'parameters', secrets: 'secrets' } as const

export const httpToolKind = defineKind({
  kind: 'http-tool',
  label: 'HTTP tool',
  group: 'tools',
  description: 'One HTTP request as a tool.',
  keywords: ['rest', 'api', 'request', 'fetch', 'webhook', 'url'],
  shape: 'pill',
  roles: { tool: true },
  schema: httpToolSchema,
  accepts: ['use'],
  ports: [],
  fields: [
    {
      key: 'toolName',
      label: 'Tool name',
      group: 'does',
      help: 'The name by which models call it.',
      type: 'line',
      names: 'tool',
    },
    {
      key: 'description',
      label: 'What it does',
      group: 'does',
      help: 'The model reads it to know when to call the tool.',
      type: 'text',
      placeholder: 'Looks up the price of a cake',
    },
    {
      key: 'method',
      label: 'Method',
      group: 'does',
      help: 'How the address is asked.',
      type: 'choice',
      options: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'].map((value) => ({ value, label: value })),
    },
    {
      key: 'url',
      label: 'Address',
      group: 'does',
      type: 'line',
      filled: FILLED,
      placeholder: 'https://example.com/prices/{cake}',
      help: '{name} is filled in from the arguments.',
    },
    {
      key: 'parameters',
      label: 'Arguments',
      group: 'does',
      help: 'What the model fills in when it calls the tool.',
      type: 'json',
      schema: true,
    },
    {
      key: 'query',
      label: 'Query',
      group: 'does',
      help: 'Added to the address, with {name} filled in from the arguments.',
      type: 'pairs',
      filled: FILLED,
    },
    {
      key: 'headers',
      label: 'Headers',
      group: 'does',
      help: 'Sent with the request, with {name} filled in from the arguments.',
      type: 'pairs',
      filled: FILLED,
    },
    {
      key: 'body',
      label: 'Body',
      group: 'does',
      type: 'text',
      filled: FILLED,
      help: 'Empty: the arguments as JSON, for POST, PUT and PATCH.',
    },
    {
      key: 'connection',
      label: 'Connection for the key',
      group: 'may',
      help: 'The connection of your settings whose key is sent.',
      type: 'connection',
    },
    {
      key: 'secrets',
      label: 'Secrets',
      group: 'may',
      help: 'Names of stored secrets, one per line. {NAME} in the request is filled in with the value; models never see it.',
      type: 'list',
    },
    {
      key: 'timeout',
      label: 'Time limit',
      group: 'advanced',
      help: 'How long the server may take to answer.',
      type: 'number',
      min: 1,
      max: 600_000,
      unit: 'ms',
    },
    NEEDS_APPROVAL_FIELD,
    HOLD_RESULT_FIELD,
    SEQUENTIAL_FIELD,
    EFFECT_FIELD,
  ],
  summary: (data) => (data.url === '' ? 'No address yet' : `${data.method} ${data.url}`),
  check: (data) => checkHttpTool(data),
  offer: (data, name) => ({
    name: httpToolName(data, name),
    description: data.description.trim() || name,
    parameters: data.parameters,
  }),
  needs(data) {
    const host = hostNeed(data.url)
    return host === null
      ? []
      : [host, ...new Set(data.secrets)].map((need) => (typeof need === 'string' ? secretNeed(need, host) : need))
  },
  keepsOrder: ({ sequential }) => sequential,
  effect: ({ effect, method }) => effect || effectOfMethod(method),
})

function checkHttpTool(data: HttpToolData): readonly KindProblem[] {
  const problems: KindProblem[] = []
  if (data.url.trim() === '')
    problems.push(problem('no-url', 'url', 'The tool has no address yet. Fill in its address.'))
  else if (!/^https?:\/\//i.test(data.url))
    problems.push(
      problem(
        'bad-url',
        'url',
        sentence('The address must begin with http:// or https://, not “{url}”.', { url: data.url.slice(0, 40) }),
      ),
    )
  if (data.parameters['type'] !== 'object')
    problems.push(problem('bad-parameters', 'parameters', 'The arguments must be a JSON schema of type object.'))
  const written = { field: 'parameters', what: 'The schema of the arguments' } as const
  return [...problems, ...checkSchemaWords(data.parameters, written)]
}

function problem(code: KindProblem['code'], field: string, message: Sentence): KindProblem {
  return { severity: 'error', code, field, message }
}
