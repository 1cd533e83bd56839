/** The kind `task-graph`: leads the user from worker to worker by intent, a few workers a turn (Arklex task graph). */
import { message as sentence, type Sentence } from '../languages/translate'
import { z } from 'zod'
import { BUDGET_FIELDS, budgetFields } from './budget'
import { slotsIn, type Slot } from '../agents/answers/slots'
import { edgesFrom } from '../flow/graph'
import { nodeModelSchema } from '../flow/model-settings'
import { readSettings, type Flow, type JsonObject, type Variable } from '../flow/records'
import { checkSchemaWords } from './schema-checks'
import { defineKind, type KindProblem } from './kind'
import { counted } from './words'

const taskGraphSchema = z.looseObject({
  limit: z.number().int().min(1).max(50).default(5),
  description: z.string().default(''),
  prompt: z.string().default(''),
  slots: z.record(z.string(), z.json()).default({}),
  slotsPrompt: z.string().default(''),
  model: nodeModelSchema,
  ...budgetFields,
})

export type TaskGraphData = z.infer<typeof taskGraphSchema>

export const taskGraphKind = defineKind({
  kind: 'task-graph',
  label: 'Task graph',
  group: 'work',
  description: 'Leads the user from worker to worker by what the user wants.',
  keywords: ['intent', 'workflow', 'arklex', 'steps', 'graph'],
  shape: 'card',
  roles: { participant: true, step: true },
  schema: taskGraphSchema,
  accepts: ['next', 'handoff', 'after-work', 'use'],
  ports: [
    { id: 'start', label: 'First', edge: 'next', max: 1 },
    { id: 'intents', label: 'By intent', edge: 'intent' },
    { id: 'default', label: 'Otherwise', edge: 'delegate', max: 1 },
  ],
  fields: [
    {
      key: 'description',
      label: 'What it is about',
      group: 'does',
      help: 'The checks for intents and slots read what the conversation is about.',
      type: 'text',
      placeholder: 'Questions and orders of a cake shop',
    },
    {
      key: 'limit',
      label: 'Workers in one turn, at most',
      group: 'advanced',
      help: 'Ends the turn after so many workers, so that no circle runs for ever.',
      type: 'number',
      min: 1,
      max: 50,
    },
    {
      key: 'prompt',
      label: 'Intent check',
      group: 'advanced',
      help: 'How a model is asked which intent the user has.',
      type: 'prompt',
      builtIn: 'intentCheck',
    },
    {
      key: 'slots',
      label: 'Slots to fill',
      group: 'does',
      type: 'json',
      schema: true,
      help: 'A JSON schema. Each message costs one more call, which fills variables of these names; workers are told what is missing.',
    },
    {
      key: 'slotsPrompt',
      label: 'Filling the slots',
      group: 'advanced',
      help: 'How a model is asked for the values of the slots.',
      type: 'prompt',
      builtIn: 'fillSlots',
    },
    { key: 'model', label: 'Model', group: 'does', help: 'Which model checks intents and fills slots.', type: 'model' },
    ...BUDGET_FIELDS,
  ],
  summary(_data, { flow, nodeId }) {
    const intents = edgesFrom(flow, nodeId, 'intents').length
    return counted(intents, 'intent') || 'No intents yet'
  },
  check(data, { flow, graph, nodeId }) {
    const leads = ['start', 'intents', 'default'].some((port) => graph.from(nodeId, port).length > 0)
    if (leads) return checkSlots(data.slots, flow)
    const message = 'The task graph leads to no worker. Draw an intent, a first worker, or a fallback worker.'
    return [{ severity: 'error', code: 'no-workers', message }, ...checkSlots(data.slots, flow)]
  },
  fills: (data) => slotsIn(data.slots).map(({ name }) => name),
})

/** Slots are variables, so they need names and types of variables. */
function checkSlots(schema: JsonObject, flow: Flow): KindProblem[] {
  if (Object.keys(schema).length === 0) return []
  const slots = slotsIn(schema)
  if (slots.length === 0)
    return [slotProblem('no-slots', 'The schema names no slots. Describe them under “properties”, or empty the field.')]
  const { variables } = readSettings(flow)
  const odd = checkSchemaWords(schema, { field: 'slots', what: 'The schema of the slots' })
  return odd.concat(
    slots.flatMap((slot) => {
      const { name } = slot
      if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name))
        return [
          slotProblem(
            'bad-slot',
            sentence('“{name}” cannot be a slot. Use letters, digits and _, a letter first.', { name }),
          ),
        ]
      const variable = Object.hasOwn(variables, name) ? variables[name] : undefined
      if (variable === undefined || isOfType(slot, variable)) return []
      const message = sentence(
        'The slot “{name}” is {types}, and the variable of that name is {type}. Give both one type.',
        { name, types: slot.types.join(', '), type: variable.type },
      )
      return [slotProblem('slot-type', message)]
    }),
  )
}

function slotProblem(code: KindProblem['code'], message: Sentence): KindProblem {
  return { severity: 'error', code, field: 'slots', message }
}

function isOfType({ types }: Slot, { type }: Variable): boolean {
  return type === 'json' || types.every((one) => (one === 'integer' ? 'number' : one) === type)
}
