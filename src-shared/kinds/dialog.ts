/** The kind `dialog`: one helper conversation that a supervisor brings in (DialogSupervisor). */
import { message as sentence } from '../languages/translate'
import { z } from 'zod'
import { BUDGET_FIELDS, budgetFields } from './budget'
import { nodeModelSchema } from '../flow/model-settings'
import type { Flow } from '../flow/records'
import { dialogCode, dialogToolName } from '../agents/names/names'
import type { EdgeEntry } from '../flow/graph'
import { PROMPT_EXAMPLE, PROMPT_HELP } from './code-fields'
import { checkCode, codeNeeds } from './code-value'
import { codeValueSchema } from '../flow/code-values'
import { edgesWithoutExit } from './dialog-exits'
import { firstLine } from './words'
import { defineKind, type KindProblem } from './kind'
import { checkOutput, OUTPUT_FIELD, outputSchema } from './output'

export const dialogSchema = z.looseObject({
  code: z.string().max(64).default(''),
  toolName: z.string().max(64).default(''),
  toolDescription: z.string().default(''),
  prompt: z.string().default(''),
  promptCode: codeValueSchema,
  firstWords: z.string().default(''),
  restart: z.enum(['fresh', 'continue']).default('fresh'),
  maxToolRounds: z.number().int().min(1).max(100).default(8),
  output: outputSchema,
  model: nodeModelSchema,
  ...budgetFields,
})

export type DialogData = z.infer<typeof dialogSchema>

export const dialogKind = defineKind({
  kind: 'dialog',
  label: 'Dialog',
  group: 'conversation',
  description: 'One helper conversation with its own history, brought in by a supervisor.',
  keywords: ['conversation', 'helper', 'form', 'interview'],
  shape: 'card',
  roles: { participant: true, dialog: true },
  schema: dialogSchema,
  accepts: ['delegate', 'handoff', 'use', 'recipient'],
  ports: [
    { id: 'tools', label: 'Tools', edge: 'use', asks: true },
    { id: 'observers', label: 'Observers', edge: 'observe' },
    { id: 'dialogs', label: 'Dialogs', edge: 'delegate' },
  ],
  fields: [
    {
      key: 'toolDescription',
      label: 'Used for',
      group: 'does',
      type: 'text',
      placeholder: 'Used for ordering cakes for a date',
      help: 'The supervisor chooses by this text. Start it with “Used for”.',
    },
    {
      key: 'prompt',
      label: 'Instruction',
      group: 'does',
      help: 'Who its model is, and how it should work.',
      type: 'prompt',
      builtIn: 'dialog',
    },
    {
      key: 'promptCode',
      label: 'Instruction by code',
      group: 'advanced',
      type: 'callable',
      placeholder: PROMPT_EXAMPLE,
      help: PROMPT_HELP,
    },
    {
      key: 'firstWords',
      label: 'First words',
      group: 'does',
      type: 'text',
      help: 'Spoken word for word when the dialog starts, without a model call.',
    },
    {
      key: 'model',
      label: 'Model',
      group: 'does',
      help: 'Which model answers here, and how it is asked.',
      type: 'model',
    },
    {
      key: 'toolName',
      label: 'Tool name',
      group: 'advanced',
      help: 'The name by which the supervisor calls it.',
      type: 'line',
      names: 'tool',
    },
    {
      key: 'code',
      label: 'Code',
      group: 'advanced',
      help: 'The short name by which checks and answers of models know it.',
      type: 'line',
      names: 'code',
    },
    {
      key: 'restart',
      label: 'Started again after it finished',
      group: 'advanced',
      help: 'What happens when it is brought in again after its end.',
      type: 'choice',
      options: [
        { value: 'fresh', label: 'Begin a fresh session' },
        { value: 'continue', label: 'Continue the last session' },
      ],
    },
    {
      key: 'maxToolRounds',
      label: 'Tool rounds in one reply, at most',
      group: 'advanced',
      help: 'How often it may call tools before it has to answer.',
      type: 'number',
      min: 1,
      max: 100,
    },
    OUTPUT_FIELD,
    ...BUDGET_FIELDS,
  ],
  summary: (data) => firstLine(data.toolDescription) || 'Not described yet',
  check(data, context) {
    const { flow, graph, nodeId } = context
    const found = [
      ...edgesWithoutExit(graph, nodeId).map(({ id, edge }): KindProblem => noExit(flow, { id, edge })),
      ...checkCode(data.promptCode, { field: 'promptCode', what: 'The instruction by code' }),
      ...checkOutput(data.output, context),
    ]
    if (data.toolDescription.trim() !== '') return found
    return [
      ...found,
      {
        severity: 'warning',
        code: 'not-described',
        field: 'toolDescription',
        message: 'The supervisor cannot tell what this dialog is for. Fill in “Used for”.',
      },
    ]
  },
  offer: (data, name) => ({
    name: data.toolName || dialogToolName(name),
    description: data.toolDescription.trim() || `Used for: ${name}`,
    parameters: { type: 'object', properties: { reason: { type: 'string', description: 'Why, in a few words' } } },
  }),
  needs: (data, name) => codeNeeds(data.promptCode, `${name}: instruction`),
  unique: (data, name) => [{ what: 'code', field: 'code', value: data.code || dialogCode(name) }],
})

function noExit({ nodes }: Flow, { id, edge }: EdgeEntry): KindProblem {
  const name = nodes[edge.from.node]?.name ?? edge.from.node
  const message =
    edge.kind === 'delegate'
      ? sentence(
          'Once “{name}” has brought the user here, nothing leads out again. Add an observer that watches for the end, switch on “Watch for topic switches” in “{name}”, or set “Hands back” of the edge to “When it has answered”.',
          { name },
        )
      : sentence(
          'Once “{name}” has brought the user here, nothing leads out again. Add an observer that watches for the end or set “Hands back” of the edge to “When it has answered”.',
          { name },
        )
  return { severity: 'warning', code: 'no-way-out', message, edge: id }
}

/** The code of a dialog: its own, or one made from its name. Throws on data that breaks the schema. */
export function codeOfDialog(node: { name: string; data: object }): string {
  return dialogSchema.parse(node.data).code || dialogCode(node.name)
}
