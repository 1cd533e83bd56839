/** The kind `message-worker`: says something to the user, word for word or in the model's words (Arklex MessageWorker). */
import { z } from 'zod'
import { BUDGET_FIELDS } from './budget'
import { defineKind } from './kind'
import { checkOutput, OUTPUT_FIELD, outputSchema } from './output'
import { firstLine } from './words'
import { DESCRIPTION_FIELD, WORKER_ACCEPTS, WORKER_PORTS, workerFields, workerOffer } from './worker'

export const messageWorkerSchema = z.looseObject({
  ...workerFields,
  value: z.string().default(''),
  direct: z.boolean().default(false),
  task: z.string().default(''),
  output: outputSchema,
})

export const messageWorkerKind = defineKind({
  kind: 'message-worker',
  label: 'Message worker',
  group: 'work',
  description: 'Says something to the user, word for word or in the model’s words.',
  keywords: ['say', 'text', 'answer', 'reply'],
  shape: 'card',
  roles: { participant: true, step: true },
  schema: messageWorkerSchema,
  accepts: WORKER_ACCEPTS,
  ports: WORKER_PORTS,
  fields: [
    DESCRIPTION_FIELD,
    {
      key: 'value',
      label: 'What to say',
      group: 'does',
      help: 'The message, as it is or as the model may put it.',
      type: 'text',
      variables: true,
    },
    {
      key: 'direct',
      label: 'Word for word, without a model',
      group: 'does',
      help: 'Says the message as it stands and calls no model.',
      type: 'switch',
    },
    { key: 'task', label: 'Task', group: 'advanced', help: 'How the model should use the message.', type: 'text' },
    {
      key: 'prompt',
      label: 'Instruction',
      group: 'does',
      help: 'Who its model is, and how it should work.',
      type: 'prompt',
      builtIn: 'messageWorker',
    },
    {
      key: 'model',
      label: 'Model',
      group: 'does',
      help: 'Which model answers here, and how it is asked.',
      type: 'model',
    },
    { ...OUTPUT_FIELD, when: { key: 'direct', is: false } },
    ...BUDGET_FIELDS,
  ],
  summary: (data) => firstLine(data.description || data.value) || 'Answers in the model’s words',
  check(data, context) {
    if (!data.direct) return checkOutput(data.output, context)
    if (data.value.trim() !== '') return []
    return [
      {
        severity: 'error',
        code: 'nothing-to-say',
        field: 'value',
        message: 'The message is empty. Fill in what to say.',
      },
    ]
  },
  offer: (data, name) => workerOffer(data.description, name),
})
