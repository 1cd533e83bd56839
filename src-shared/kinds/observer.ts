/** The kind `observer`: watches a dialog before or after its replies and says finish, interrupt, steer or reply. */
import { z } from 'zod'
import { OBSERVER_TYPES, type ObserverType } from '../agents/observer-answer'
import { nodeModelSchema } from '../flow/records'
import { defineKind, type Choice } from './kind'

/** When each type runs unless told otherwise: before the dialog's model answers, or after its reply. */
export const OBSERVER_WHEN = {
  finished: 'after',
  interest: 'before',
  collect: 'after',
  steer: 'before',
  guard: 'before',
  question: 'after',
} as const satisfies { [T in ObserverType]: 'before' | 'after' }

const TYPE_LABELS = {
  finished: 'Finished?',
  interest: 'Still interested?',
  collect: 'Collect',
  steer: 'Steer',
  guard: 'Guard',
  question: 'Question',
} as const satisfies { [T in ObserverType]: string }

const TYPE_CHOICES: readonly Choice[] = OBSERVER_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] }))

export const outcomeSchema = z.looseObject({
  answer: z.string(),
  then: z.enum(['continue', 'finish', 'interrupt', 'steer', 'reply']).default('continue'),
  text: z.string().default(''),
})

export const observerSchema = z.looseObject({
  type: z.enum(OBSERVER_TYPES).default('finished'),
  when: z.enum(['before', 'after']).nullable().default(null),
  prompt: z.string().default(''),
  outcomes: z.array(outcomeSchema).default([]),
  slots: z.record(z.string(), z.json()).default({}),
  model: nodeModelSchema,
})

export type ObserverData = z.infer<typeof observerSchema>

export const observerKind = defineKind({
  kind: 'observer',
  label: 'Observer',
  group: 'conversation',
  icon: 'observer',
  description: 'Watches a dialog: is it finished, what was said, should it be steered or stopped.',
  keywords: ['check', 'watch', 'guard', 'collect', 'slots', 'finished'],
  shape: 'pill',
  roles: {},
  schema: observerSchema,
  accepts: ['observe'],
  ports: [],
  fields: [
    { key: 'type', label: 'Watches for', type: 'choice', options: TYPE_CHOICES },
    {
      key: 'when',
      label: 'Runs',
      type: 'choice',
      emptyLabel: 'By type',
      options: [
        { value: 'before', label: 'Before the reply' },
        { value: 'after', label: 'After the reply' },
      ],
    },
    {
      key: 'prompt',
      label: 'Question',
      type: 'prompt',
      builtIn: 'observer',
    },
    { key: 'slots', label: 'Slots to collect', type: 'json', schema: true },
    { key: 'outcomes', label: 'Outcomes', type: 'outcomes' },
    { key: 'model', label: 'Model', type: 'model' },
  ],
  summary: (data) => TYPE_LABELS[data.type],
  check(data) {
    if (data.type === 'collect' && Object.keys(data.slots).length === 0)
      return [
        {
          severity: 'error',
          code: 'no-slots',
          field: 'slots',
          message: 'Nothing to collect yet. Describe the slots as a JSON schema.',
        },
      ]
    if (data.type === 'question' && data.outcomes.length === 0)
      return [
        {
          severity: 'error',
          code: 'no-outcomes',
          field: 'outcomes',
          message: 'The question has no outcomes yet. Add an answer and what follows from it.',
        },
      ]
    if (data.type === 'question' && data.prompt.trim() === '')
      return [
        {
          severity: 'error',
          code: 'no-question',
          field: 'prompt',
          message: 'Write the question that this observer asks.',
        },
      ]
    return []
  },
})

/** When an observer runs: its own setting, or its type's. */
export function observerWhen(data: { type: ObserverType; when: 'before' | 'after' | null }): 'before' | 'after' {
  return data.when ?? OBSERVER_WHEN[data.type]
}

/** Whether an observer can finish or interrupt the dialog that it watches. */
export function canEnd({ type, outcomes }: Pick<ObserverData, 'type' | 'outcomes'>): boolean {
  if (type === 'question') return outcomes.some(({ then }) => then === 'finish' || then === 'interrupt')
  return type === 'finished' || type === 'interest' || type === 'collect'
}
