/** The kind `rag-worker`: answers from the person's own documents and says where it read it (Arklex RAGWorker). */
import { message as sentence } from '../languages/translate'
import { z } from 'zod'
import { BUDGET_FIELDS } from './budget'
import { documentSchema } from './documents'
import { defineKind, type KindProblem } from './kind'
import { fileNeed } from './needs'
import { checkOutput, OUTPUT_FIELD, outputSchema } from './output'
import { counted } from './words'
import { DESCRIPTION_FIELD, WORKER_ACCEPTS, WORKER_PORTS, workerFields, workerOffer } from './worker'

const ragWorkerSchema = z.looseObject({
  ...workerFields,
  documents: z.array(documentSchema).default([]),
  topK: z.number().int().min(1).max(50).default(4),
  when: z.enum(['always', 'if-needed']).default('always'),
  output: outputSchema,
})

export const ragWorkerKind = defineKind({
  kind: 'rag-worker',
  label: 'Document worker',
  group: 'work',
  description: 'Answers from your own documents and says where it read it.',
  keywords: ['rag', 'retrieval', 'documents', 'knowledge', 'pdf', 'faq', 'files'],
  shape: 'card',
  roles: { participant: true, step: true },
  schema: ragWorkerSchema,
  accepts: WORKER_ACCEPTS,
  ports: WORKER_PORTS,
  fields: [
    DESCRIPTION_FIELD,
    {
      key: 'documents',
      label: 'Documents',
      group: 'does',
      help: 'What it answers from. The texts are kept in the flow.',
      type: 'documents',
    },
    {
      key: 'topK',
      label: 'Excerpts, at most',
      group: 'advanced',
      help: 'How many excerpts the model reads for one answer.',
      type: 'number',
      min: 1,
      max: 50,
    },
    {
      key: 'when',
      label: 'When to search',
      group: 'does',
      help: 'Whether each message is looked up, or only when the model asks for it.',
      type: 'choice',
      options: [
        { value: 'always', label: 'Always' },
        { value: 'if-needed', label: 'When the model says that it needs to' },
      ],
    },
    {
      key: 'prompt',
      label: 'Instruction',
      group: 'does',
      help: 'How its model should use the excerpts.',
      type: 'prompt',
      builtIn: 'ragWorker',
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
  summary: (data) => counted(data.documents.length, 'document') || 'No documents yet',
  check(data, context) {
    const output = checkOutput(data.output, context)
    if (data.documents.length > 0) return [...output, ...data.documents.flatMap(checkDocument)]
    return [
      ...output,
      {
        severity: 'error',
        code: 'no-documents',
        field: 'documents',
        message: 'There is nothing to read yet. Add a document.',
      },
    ]
  },
  offer: (data, name) => workerOffer(data.description, name),
  needs: (data) => data.documents.flatMap(({ path = '' }) => (path.trim() === '' ? [] : [fileNeed(path)])),
})

/** A document that is only a file: the app holds flows, not folders, so there is nothing beside them. */
function checkDocument({ name, text = '', path = '' }: z.infer<typeof documentSchema>): KindProblem[] {
  if (text !== '' || path.trim() === '') return []
  const message = sentence(
    "The document “{name}” is the file “{path}”, which is read only on the command line, beside the flow's own file. To use it in the app, remove it here and add the file with “Add files”.",
    { name, path },
  )
  return [{ severity: 'warning', code: 'document-is-file', field: 'documents', message }]
}
