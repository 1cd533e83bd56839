/** The kind `builtin-tool`: tools that need no set-up. */
import { z } from 'zod'
import { defineKind } from './kind'
import { HOLD_RESULT_FIELD, holdResultSchema } from './hold-result'
import { NEEDS_APPROVAL_FIELD, needsApprovalSchema } from './needs-approval'
import type { ToolOffer } from '../flow/graph'

const BUILTIN_TOOLS = ['clock', 'calculator'] as const
export type BuiltinTool = (typeof BUILTIN_TOOLS)[number]

const OFFERS = {
  clock: {
    name: 'clock',
    description: 'Tells the current date and time.',
    parameters: {
      type: 'object',
      properties: {
        timezone: { type: 'string', description: 'IANA time zone such as Europe/Paris; left out: local time' },
      },
    },
  },
  calculator: {
    name: 'calculator',
    description: 'Calculates an arithmetic expression.',
    parameters: {
      type: 'object',
      properties: { expression: { type: 'string', description: 'Such as (2 + 3) * 4' } },
      required: ['expression'],
    },
  },
} as const satisfies { [T in BuiltinTool]: ToolOffer }

const toolSchema = z.enum(BUILTIN_TOOLS).default('clock')

/** Which tool such a node is; the first where its data says none that exists. */
export function builtinToolOf(data: { readonly [key: string]: unknown }): BuiltinTool {
  const parsed = toolSchema.safeParse(data['tool'])
  return parsed.success ? parsed.data : BUILTIN_TOOLS[0]
}

export const builtinToolKind = defineKind({
  kind: 'builtin-tool',
  label: 'Built-in tool',
  group: 'tools',
  description: 'A clock or a calculator; needs no set-up.',
  keywords: ['clock', 'time', 'date', 'calculator', 'math'],
  presets: [
    {
      id: 'clock',
      label: 'Clock',
      description: 'Tells the date and the time; needs no set-up.',
      keywords: ['time', 'date', 'built-in', 'tool'],
      data: { tool: 'clock' },
    },
    {
      id: 'calculator',
      label: 'Calculator',
      description: 'Works out arithmetic; needs no set-up.',
      keywords: ['math', 'sum', 'built-in', 'tool'],
      data: { tool: 'calculator' },
    },
  ],
  shape: 'pill',
  roles: { tool: true },
  schema: z.looseObject({
    tool: toolSchema,
    toolName: z.string().max(64).default(''),
    description: z.string().default(''),
    needsApproval: needsApprovalSchema,
    holdResult: holdResultSchema,
  }),
  accepts: ['use'],
  ports: [],
  fields: [
    {
      key: 'tool',
      label: 'Tool',
      group: 'does',
      help: 'Which of the tools that come with Baton this is.',
      type: 'choice',
      options: [
        { value: 'clock', label: 'Clock' },
        { value: 'calculator', label: 'Calculator' },
      ],
    },
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
      placeholder: 'Built-in text',
    },
    NEEDS_APPROVAL_FIELD,
    HOLD_RESULT_FIELD,
  ],
  summary: (data) => data.toolName || data.tool,
  offer: (data) => ({
    name: data.toolName || OFFERS[data.tool].name,
    description: data.description.trim() || OFFERS[data.tool].description,
    parameters: OFFERS[data.tool].parameters,
  }),
  effect: () => 'reads',
})
