/** The kind `search-worker`: answers from a web search over the person's own search connection (Arklex SearchWorker). */
import { z } from 'zod'
import { BUDGET_FIELDS } from './budget'
import { defineKind } from './kind'
import { checkOutput, OUTPUT_FIELD, outputSchema } from './output'
import { firstLine } from './words'
import { DESCRIPTION_FIELD, WORKER_ACCEPTS, WORKER_PORTS, workerFields, workerOffer } from './worker'

const searchWorkerSchema = z.looseObject({
  ...workerFields,
  connection: z.string().default(''),
  topK: z.number().int().min(1).max(50).default(5),
  output: outputSchema,
})

export const searchWorkerKind = defineKind({
  kind: 'search-worker',
  label: 'Search worker',
  group: 'work',
  description: 'Answers from a web search, over a search connection of yours.',
  keywords: ['web', 'internet', 'tavily', 'searxng', 'google'],
  shape: 'card',
  roles: { participant: true, step: true },
  schema: searchWorkerSchema,
  accepts: WORKER_ACCEPTS,
  ports: WORKER_PORTS,
  fields: [
    DESCRIPTION_FIELD,
    {
      key: 'connection',
      label: 'Search connection',
      group: 'does',
      help: 'The web search of your settings that it asks.',
      type: 'connection',
    },
    {
      key: 'topK',
      label: 'Results, at most',
      group: 'advanced',
      help: 'How many results the model reads for one answer.',
      type: 'number',
      min: 1,
      max: 50,
    },
    {
      key: 'prompt',
      label: 'Instruction',
      group: 'does',
      help: 'How its model should use the results.',
      type: 'prompt',
      builtIn: 'searchWorker',
    },
    {
      key: 'model',
      label: 'Model',
      group: 'does',
      help: 'Which model answers here, and how it is asked.',
      type: 'model',
    },
    OUTPUT_FIELD,
    ...BUDGET_FIELDS,
  ],
  summary: (data) => firstLine(data.description) || data.connection || 'No search connection yet',
  check(data, context) {
    const output = checkOutput(data.output, context)
    if (data.connection !== '') return output
    return [
      ...output,
      {
        severity: 'warning',
        code: 'no-search',
        field: 'connection',
        message: 'Without a search connection this worker can only say that it cannot search. Choose one.',
      },
    ]
  },
  offer: (data, name) => workerOffer(data.description, name),
})
