/** The kind `code-tool`: TypeScript or JavaScript as a tool, run in a sandbox that reaches nothing but what it is given. */
import { z } from 'zod'
import { toolNamePart } from '../agents/names'
import { defineKind, type KindProblem } from './kind'
import { codeNeed, listedHostNeed } from './needs'
import { firstLine } from './words'

export const codeToolSchema = z.looseObject({
  toolName: z.string().max(64).default(''),
  description: z.string().default(''),
  parameters: z.record(z.string(), z.json()).default({ type: 'object', properties: {} }),
  code: z.string().default(''),
  timeout: z.number().int().min(1).max(600_000).default(5000),
  memory: z.number().int().min(1_048_576).max(1_073_741_824).default(67_108_864),
  hosts: z.array(z.string()).default([]),
})
export type CodeToolData = z.infer<typeof codeToolSchema>

/** A host that code may reach: lower case; no port means the usual one of http and https. */
export type CodeHost = { hostname: string; port: string }

/** A host as it is written in a list: `api.example.com`, `127.0.0.1:8080`, `[::1]:8080`. Null: that is no host. */
export function readHost(text: string): CodeHost | null {
  const written = text.trim()
  if (written === '' || /[/?#@\\*\s]/.test(written) || !URL.canParse(`http://${written}`)) return null
  const { hostname } = new URL(`http://${written}`)
  return { hostname, port: /:(\d+)$/.exec(written)?.[1] ?? '' }
}

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
  icon: 'code-tool',
  description: 'A few lines of TypeScript or JavaScript as a tool, in a sandbox.',
  keywords: ['script', 'function', 'typescript', 'javascript', 'sandbox', 'compute'],
  shape: 'pill',
  roles: { tool: true },
  schema: codeToolSchema,
  accepts: ['use'],
  ports: [],
  fields: [
    { key: 'toolName', label: 'Tool name', type: 'line', names: 'tool', placeholder: 'from the name' },
    { key: 'description', label: 'What it does', type: 'text', placeholder: 'Adds up an order' },
    { key: 'parameters', label: 'Arguments', type: 'json', schema: true },
    {
      key: 'code',
      label: 'Code',
      type: 'code',
      placeholder: EXAMPLE,
      help: 'Exports run(args, baton). baton.variables and baton.set(name, value) are the flow’s variables, baton.handOff(name) passes the baton over a drawn edge, baton.disableTool(name) and baton.enableTool(name) switch a tool of the caller off for the rest of the thread and on again, baton.fetch(url, { method, headers, body }) gives { status, headers, text }.',
    },
    { key: 'timeout', label: 'Time limit', type: 'number', min: 1, max: 600_000, unit: 'ms' },
    { key: 'memory', label: 'Memory limit', type: 'number', min: 1_048_576, max: 1_073_741_824, unit: 'bytes' },
    {
      key: 'hosts',
      label: 'Hosts that it may reach',
      type: 'list',
      help: 'One per line, such as api.example.com or 127.0.0.1:8080. Empty: none.',
    },
  ],
  summary: (data) => (data.code.trim() === '' ? 'No code yet' : firstLine(data.description || data.code)),
  check: (data) => checkCodeTool(data),
  offer: (data, name) => ({
    name: codeToolName(data, name),
    description: data.description.trim() || name,
    parameters: data.parameters,
  }),
  needs: (data, name) => [
    ...(data.code.trim() === '' ? [] : [codeNeed(codeToolName(data, name), data.code)]),
    ...data.hosts
      .map(readHost)
      .filter((host) => host !== null)
      .map(listedHostNeed),
  ],
})

function checkCodeTool(data: CodeToolData): readonly KindProblem[] {
  const problems: KindProblem[] = []
  if (data.code.trim() === '')
    problems.push(problem('no-code', 'code', 'The tool has no code yet. Export a function called run.'))
  else if (!/\bexport\b/.test(data.code))
    problems.push(
      problem('no-export', 'code', 'The code exports nothing. Write `export function run(args, baton) { ... }`.'),
    )
  const broken = data.hosts.find((host) => readHost(host) === null)
  if (broken !== undefined) {
    const message = `"${broken.slice(0, 60)}" is no host. Write a name or an address, such as api.example.com or 127.0.0.1:8080.`
    problems.push(problem('bad-host', 'hosts', message))
  }
  if (data.parameters['type'] !== 'object')
    problems.push(problem('bad-parameters', 'parameters', 'The arguments must be a JSON schema of type object.'))
  return problems
}

function problem(code: string, field: string, message: string): KindProblem {
  return { severity: 'error', code, field, message }
}
