/** The kind `default-worker`: picks one of its candidates by model and forwards to it (Arklex DefaultWorker). */
import { message as sentence } from '../languages/translate'
import { z } from 'zod'
import { edgesFrom } from '../flow/graph'
import { BUDGET_FIELDS } from './budget'
import { defineKind, type CheckContext, type KindProblem } from './kind'
import { counted } from './words'
import { DESCRIPTION_FIELD, WORKER_PORTS, workerFields, workerOffer } from './worker'

const defaultWorkerSchema = z.looseObject({
  ...workerFields,
  task: z.string().default(''),
  tries: z.number().int().min(1).max(10).default(2),
  baseChoice: z.string().nullable().default(null),
})
export type DefaultWorkerData = z.infer<typeof defaultWorkerSchema>

export const defaultWorkerKind = defineKind({
  kind: 'default-worker',
  label: 'Default worker',
  group: 'work',
  description: 'Takes what nobody else fits: picks one of its workers and forwards to it.',
  keywords: ['fallback', 'choose', 'pick', 'router', 'else'],
  shape: 'card',
  roles: { participant: true, step: true },
  schema: defaultWorkerSchema,
  // No candidate edge: a default worker is never a candidate, neither of itself nor of another (DefaultWorker 9).
  accepts: ['next', 'intent', 'delegate', 'use'],
  ports: [{ id: 'candidates', label: 'Candidates', edge: 'candidate' }, ...WORKER_PORTS],
  fields: [
    DESCRIPTION_FIELD,
    {
      key: 'baseChoice',
      label: 'When none can be picked',
      group: 'does',
      help: 'Who answers when the model names none of the candidates.',
      type: 'node',
      port: 'candidates',
      emptyLabel: 'Nobody',
    },
    {
      key: 'tries',
      label: 'Tries',
      group: 'advanced',
      help: 'How often the model is asked until it names one of the candidates.',
      type: 'number',
      min: 1,
      max: 10,
    },
    {
      key: 'task',
      label: 'Task',
      group: 'advanced',
      help: 'What the chosen worker is for, in words that the model reads.',
      type: 'text',
    },
    {
      key: 'prompt',
      label: 'Instruction',
      group: 'advanced',
      help: 'How a model is asked to choose between the candidates.',
      type: 'prompt',
      builtIn: 'defaultWorker',
    },
    {
      key: 'model',
      label: 'Model',
      group: 'does',
      help: 'Which model chooses here, and how it is asked.',
      type: 'model',
    },
    ...BUDGET_FIELDS,
  ],
  summary(data, { flow, nodeId }) {
    const candidates =
      counted(edgesFrom(flow, nodeId, 'candidates').length, 'candidate') || sentence('No candidates yet')
    const base = data.baseChoice === null ? undefined : flow.nodes[data.baseChoice]?.name
    return base === undefined
      ? sentence('{candidates} · no base choice', { candidates })
      : sentence('{candidates} · else {base}', { candidates, base })
  },
  check: (data, context) => checkDefaultWorker(data, context),
  offer: (data, name) => workerOffer(data.description, name),
})

function checkDefaultWorker(data: DefaultWorkerData, { flow, graph, nodeId }: CheckContext): readonly KindProblem[] {
  const candidates = graph.from(nodeId, 'candidates').map(({ edge }) => edge.to.node)
  const problems: KindProblem[] = []
  if (candidates.length === 0 && data.baseChoice === null)
    problems.push({
      severity: 'error',
      code: 'no-candidates',
      message: 'There is nobody to forward to. Draw candidates or name a base choice.',
    })
  if (data.baseChoice === null) return problems
  const base = Object.hasOwn(flow.nodes, data.baseChoice) ? flow.nodes[data.baseChoice] : undefined
  const own = flow.nodes[nodeId]?.name ?? nodeId
  if (base === undefined) {
    const message = sentence(
      'The base choice of {own} is “{baseChoice}”, which is not on the canvas. Choose another one.',
      { own, baseChoice: data.baseChoice },
    )
    problems.push({ severity: 'error', code: 'base-choice-missing', field: 'baseChoice', message })
  } else if (!candidates.includes(data.baseChoice)) {
    const message = sentence(
      'The base choice of {own} is {name}, to which no candidate edge leads: it runs when nobody can be picked, but is never offered. Draw the edge to offer it too.',
      { own, name: base.name },
    )
    problems.push({ severity: 'warning', code: 'base-choice-not-drawn', field: 'baseChoice', message })
  }
  return problems
}
