/** The kind `mcp-server`: the tools of a server that speaks the Model Context Protocol, a program on this machine or a web address. */
import { z } from 'zod'
import { SEQUENTIAL_FIELD, sequentialSchema } from './call-order'
import { HOLD_RESULT_FIELD, holdResultSchema } from './hold-result'
import { NEEDS_APPROVAL_FIELD, needsApprovalSchema } from './needs-approval'
import { defineKind, type ConsentNeed, type KindProblem } from './kind'
import { checkMcpServer } from './mcp-server-checks'
import { mcpTransportSchema, programOf, secretsOf, type McpTransportData } from './mcp-transport'
import { commandNeed, hostNeed, secretNeed } from './needs'
import { EFFECT_FIELD, effectSchema } from './tool-effect'
import { firstLine } from './words'

export const mcpServerSchema = z.looseObject({
  transport: mcpTransportSchema.default({ type: 'stdio', command: '', args: [], env: {} }),
  /** Names as the server says them; `*` at the end stands for any ending. Empty: all. */
  include: z.array(z.string()).default([]),
  timeout: z.number().int().min(1).max(600_000).default(60_000),
  sequential: sequentialSchema,
  effect: effectSchema,
  needsApproval: needsApprovalSchema,
  holdResult: holdResultSchema,
})
export type McpServerData = z.infer<typeof mcpServerSchema>

/** Whether a tool, by the server's own name, is among those that a list includes. */
export function includesTool(include: readonly string[], tool: string): boolean {
  return (
    include.length === 0 ||
    include.some((name) => (name.endsWith('*') ? tool.startsWith(name.slice(0, -1)) : name === tool))
  )
}

export const mcpServerKind = defineKind({
  kind: 'mcp-server',
  label: 'MCP server',
  group: 'tools',
  description: 'The tools of a server that speaks the Model Context Protocol.',
  keywords: ['mcp', 'model context protocol', 'npx', 'stdio', 'sse', 'tools', 'server'],
  shape: 'pill',
  roles: { tool: true, source: true },
  schema: mcpServerSchema,
  accepts: ['use'],
  ports: [],
  fields: [
    {
      key: 'transport',
      label: 'Server',
      group: 'does',
      help: 'The program or the address that offers the tools.',
      type: 'mcpTransport',
    },
    {
      key: 'include',
      label: 'Tools that are offered',
      group: 'may',
      type: 'list',
      help: 'One per line, as the server calls them; read_* is all that begin so. Empty: all.',
    },
    {
      key: 'timeout',
      label: 'Time limit',
      group: 'advanced',
      help: 'How long the server may take to answer a call.',
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
  summary: ({ transport }) => summaryOf(transport),
  check: ({ transport }): readonly KindProblem[] => checkMcpServer(transport),
  needs: ({ transport }) => needsOf(transport),
  keepsOrder: ({ sequential }) => sequential,
  effect: ({ effect }) => effect || 'unknown',
})

function summaryOf(transport: McpTransportData): string {
  if (transport.type !== 'stdio')
    return URL.canParse(transport.url) ? new URL(transport.url).host : transport.url || 'No address yet'
  const { command, args } = programOf(transport)
  return command === '' ? 'No program yet' : firstLine([command, ...args].join(' '))
}

/** A secret is bound to where it goes: to the host, or by its program to the command line, which names it too. */
function needsOf(transport: McpTransportData): ConsentNeed[] {
  const secretsTo = (goesTo: Parameters<typeof secretNeed>[1]) =>
    secretsOf(transport).map((name) => secretNeed(name, goesTo))
  if (transport.type === 'stdio') {
    const program = programOf(transport)
    return program.command === '' ? [] : [commandNeed(program), ...secretsTo({ program: program.command })]
  }
  const host = hostNeed(transport.url)
  return host === null ? [] : [host, ...secretsTo(host)]
}
