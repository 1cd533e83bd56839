/** What all workers of a task graph have in common. */
import { z } from 'zod'
import { budgetFields } from './budget'
import { toolNamePart } from '../agents/names/names'
import { nodeModelSchema } from '../flow/model-settings'
import type { EdgeKind } from './edge-kinds'
import type { FieldHint, OutPort } from './kind'
import type { ToolOffer } from '../flow/graph'

/** Edges that may end at a worker: as a step, by intent, as a candidate, as a supervisor's helper, or as one that is asked. */
export const WORKER_ACCEPTS: readonly EdgeKind[] = ['next', 'intent', 'candidate', 'delegate', 'use']

export const WORKER_PORTS: readonly OutPort[] = [
  { id: 'intents', label: 'Then, by intent', edge: 'intent' },
  { id: 'out', label: 'Then', edge: 'next', max: 1 },
]

/** Fields of every worker's data. */
export const workerFields = {
  description: z.string().default(''),
  prompt: z.string().default(''),
  model: nodeModelSchema,
  ...budgetFields,
}

export const DESCRIPTION_FIELD = {
  key: 'description',
  label: 'What it does',
  group: 'does',
  type: 'text',
  placeholder: 'Answers questions about delivery',
  help: 'Whoever chooses between workers reads this.',
} as const satisfies FieldHint

/** How a supervisor's model sees a worker that it may call. */
export function workerOffer(description: string, name: string): ToolOffer {
  return {
    name: toolNamePart(name).slice(0, 64),
    description: description.trim() || name,
    parameters: { type: 'object', properties: { reason: { type: 'string', description: 'Why, in a few words' } } },
  }
}
