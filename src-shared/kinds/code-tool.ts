/** The kind `code-tool`: TypeScript or JavaScript as a tool, run in a sandbox that reaches nothing but what it is given. */
import { z } from 'zod'
import { toolNamePart } from '../agents/names/names'
import { defineKind, type KindProblem } from './kind'
import { checkCode, codeNeeds } from './code-value'
import { codeParts } from '../flow/code-values'
import { HOLD_RESULT_FIELD, holdResultSchema } from './hold-result'
import { NEEDS_APPROVAL_FIELD, needsApprovalSchema } from './needs-approval'
import { checkSchemaWords } from './schema-checks'
import { EFFECT_FIELD, effectSchema } from './tool-effect'
import { firstLine } from './words'

export const codeToolSchema = z.looseObject({
  toolName: z.string().max(64).default(''),
  description: z.string().default(''),
  parameters: z.record(z.string(), z.json()).default({ type: 'object', properties: {} }),
  ...codeParts,
  effect: effectSchema,
  needsApproval: needsApprovalSchema,
  holdResult: holdResultSchema,
})
export type CodeToolData = z.infer<typeof codeToolSchema>

function codeToolName(data: { toolName: string }, name: string): string {
  return data.toolName || toolNamePart(name).slice(0, 64)
}

const EXAMPLE = `export function run(args, baton) {
  baton.set('total', args.price * args.count)
  return \`That makes \${args.price * args.count}.\`
}`

export const codeToolKind = defineKind({
  kind: 'code-tool',
  label: 'Code tool',
  group: 'tools',
  description: 'A few lines of TypeScript or JavaScript as a tool, in a sandbox.',
  keywords: ['script', 'function', 'typescript', 'javascript', 'sandbox', 'compute'],
  shape: 'pill',
  roles: { tool: true },
  schema: codeToolSchema,
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
      placeholder: 'Adds up an order',
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
      key: 'code',
      label: 'Code',
      group: 'does',
      type: 'code',
      placeholder: EXAMPLE,
      help: 'Exports run(args, baton). baton.variables and baton.set(name, value) are the flow’s variables, baton.handOff(name) hands off over a drawn edge, baton.disableTool(name) and baton.enableTool(name) switch a tool of the caller off for the rest of the thread and on again, baton.fetch(url, { method, headers, body }) gives { status, headers, text }. baton.sender, baton.recipient, baton.messages and baton.config say who calls it in which conversation.',
    },
    {
      key: 'timeout',
      label: 'Time limit',
      group: 'advanced',
      help: 'How long one call may run before it is stopped.',
      type: 'number',
      min: 1,
      max: 600_000,
      unit: 'ms',
    },
    {
      key: 'memory',
      label: 'Memory limit',
      group: 'advanced',
      help: 'How much memory one call may use before it is stopped.',
      type: 'number',
      min: 1_048_576,
      max: 1_073_741_824,
      unit: 'bytes',
    },
    {
      key: 'hosts',
      label: 'Hosts that it may reach',
      group: 'may',
      type: 'list',
      help: 'One per line, such as api.example.com or 127.0.0.1:8080. Empty: none.',
    },
    EFFECT_FIELD,
    NEEDS_APPROVAL_FIELD,
    HOLD_RESULT_FIELD,
  ],
  summary: (data) => (data.code.trim() === '' ? 'No code yet' : firstLine(data.description || data.code)),
  check: (data) => checkCodeTool(data),
  offer: (data, name) => ({
    name: codeToolName(data, name),
    description: data.description.trim() || name,
    parameters: data.parameters,
  }),
  // Its code may set variables, switch tools and pass the baton: each call sees what the one before has done.
  keepsOrder: () => true,
  // Code that reaches no host can change nothing but the conversation itself.
  effect: ({ effect, hosts }) => effect || (hosts.length === 0 ? 'reads' : 'unknown'),
  needs: (data, name) => codeNeeds(data, codeToolName(data, name)),
})

function checkCodeTool(data: CodeToolData): readonly KindProblem[] {
  const problems = checkCode(data, { field: 'code', what: 'The tool' }).map((problem) =>
    problem.code === 'bad-host' ? { ...problem, field: 'hosts' } : problem,
  )
  if (data.parameters['type'] === 'object')
    return [
      ...problems,
      ...checkSchemaWords(data.parameters, { field: 'parameters', what: 'The schema of the arguments' }),
    ]
  const message = 'The arguments must be a JSON schema of type object.'
  return [...problems, { severity: 'error', code: 'bad-parameters', field: 'parameters', message }]
}
