/** The kind `observer`: watches a dialog before or after its replies and says finish, interrupt, steer or reply. */
import { z } from 'zod'
import { OBSERVER_TYPES } from '../agents/answers/observer-answer'
import { slotsIn } from '../agents/answers/slots'
import { nodeModelSchema } from '../flow/model-settings'
import { isVariableName } from '../flow/variables'
import { checkCode, codeNeeds } from './code-value'
import { codeValueSchema, NO_CODE } from '../flow/code-values'
import { defineKind, type Choice } from './kind'
import { checkSchemaWords } from './schema-checks'
import { outcomeSchema } from './outcomes'

/** What observers watch for: by asking a model, or by code. */
const WATCHED_TYPES = [...OBSERVER_TYPES, 'code'] as const
export type WatchedType = (typeof WATCHED_TYPES)[number]

/** When each type runs unless told otherwise: before the dialog's model answers, or after its reply. */
const OBSERVER_WHEN = {
  finished: 'after',
  interest: 'before',
  collect: 'after',
  steer: 'before',
  guard: 'before',
  question: 'after',
  code: 'after',
} as const satisfies { [T in WatchedType]: 'before' | 'after' }

const TYPE_LABELS = {
  finished: 'Finished?',
  interest: 'Still interested?',
  collect: 'Collect',
  steer: 'Steer',
  guard: 'Guard',
  question: 'Question',
  code: 'By code',
} as const satisfies { [T in WatchedType]: string }

const TYPE_ABOUT = {
  finished: 'Ends the conversation once it has reached its goal.',
  interest: 'Ends it when the user wants something else or nothing more.',
  collect: 'Gathers what the user says into slots, and ends once all are filled.',
  steer: 'Gives the one that it watches a hint before it answers.',
  guard: 'Holds back or replaces answers that must not be said.',
  question: 'Asks a question of yours, and each answer has an outcome.',
  code: 'A few lines of yours decide, without a model.',
} as const satisfies { [T in WatchedType]: string }

const TYPE_CHOICES: readonly Choice[] = WATCHED_TYPES.map((value) => {
  return { value, label: TYPE_LABELS[value], about: TYPE_ABOUT[value] }
})

export const observerSchema = z.looseObject({
  type: z.enum(WATCHED_TYPES).default('finished'),
  when: z.enum(['before', 'after']).nullable().default(null),
  prompt: z.string().default(''),
  outcomes: z.array(outcomeSchema).default([]),
  slots: z.record(z.string(), z.json()).default({}),
  /** By slot the variable that has its value too; empty: none. A slot that is not named here has the variable of its own name. */
  variables: z.record(z.string(), z.string()).default({}),
  /** Whether a reply waits until the observer has looked at it; null: by type. */
  replies: z.enum(['hold', 'show']).nullable().default(null),
  /** For `code`: asked in the place of a model. */
  code: codeValueSchema,
  model: nodeModelSchema,
})

export type ObserverData = z.infer<typeof observerSchema>

const OBSERVER_EXAMPLE = `export function run({ message }, baton) {
  if (message.length > 2000) return 'Please write less.'
}`

export const observerKind = defineKind({
  kind: 'observer',
  label: 'Observer',
  group: 'conversation',
  description:
    'Watches a participant or the whole flow: is it finished, what was said, should it be steered or stopped.',
  keywords: ['check', 'watch', 'guard', 'collect', 'slots', 'finished'],
  shape: 'pill',
  roles: {},
  schema: observerSchema,
  accepts: ['observe'],
  ports: [],
  fields: [
    {
      key: 'type',
      label: 'Watches for',
      group: 'does',
      help: 'What it looks for in the conversation.',
      type: 'choice',
      options: TYPE_CHOICES,
    },
    {
      key: 'when',
      label: 'Runs',
      group: 'advanced',
      help: 'Whether it looks before the model answers or at the answer.',
      type: 'choice',
      emptyLabel: 'By type',
      options: [
        { value: 'before', label: 'Before the reply' },
        { value: 'after', label: 'After the reply' },
      ],
    },
    {
      key: 'replies',
      label: 'A reply that it looks at',
      group: 'advanced',
      type: 'choice',
      emptyLabel: 'By type',
      options: [
        { value: 'hold', label: 'Waits until it has looked' },
        { value: 'show', label: 'Is said at once' },
      ],
      when: { key: 'when', is: 'after' },
      help: 'One that waits can be replaced or kept back, and is not shown while it streams. By type, a guard holds it.',
    },
    {
      key: 'prompt',
      label: 'Question',
      group: 'does',
      help: 'How its model is asked.',
      type: 'prompt',
      builtIn: 'observer',
      when: { key: 'type', isOneOf: OBSERVER_TYPES },
    },
    {
      key: 'code',
      label: 'Code',
      group: 'does',
      type: 'callable',
      placeholder: OBSERVER_EXAMPLE,
      when: { key: 'type', is: 'code' },
      help: 'Exports run(args, baton). args has message, reply, description and slots. Give back nothing to go on, a text to say instead, or { then, text, slots }, where then is continue, finish, interrupt, steer or reply.',
    },
    {
      key: 'slots',
      label: 'Slots to collect',
      when: { key: 'type', isOneOf: ['collect', 'code'] },
      group: 'does',
      help: 'What it collects from the conversation.',
      type: 'json',
      schema: true,
    },
    {
      key: 'variables',
      label: 'Slots as variables',
      group: 'advanced',
      type: 'pairs',
      variablesOf: 'slots',
      when: { key: 'type', is: 'collect' },
      help: 'A slot and the variable that has its value. One that is not here has the variable of its own name; an empty one has none.',
    },
    {
      key: 'outcomes',
      label: 'Outcomes',
      when: { key: 'type', is: 'question' },
      group: 'does',
      help: 'What follows from each answer. An unclear answer: the conversation goes on.',
      type: 'outcomes',
    },
    {
      key: 'model',
      label: 'Model',
      when: { key: 'type', isOneOf: OBSERVER_TYPES },
      group: 'advanced',
      help: 'Which model looks, and how it is asked.',
      type: 'model',
    },
  ],
  summary: (data) => TYPE_LABELS[data.type],
  needs: (data, name) => (data.type === 'code' ? codeNeeds(data.code, name) : []),
  fills: (data) => (data.type === 'collect' || data.type === 'code' ? [...slotVariables(data).values()] : []),
  check(data) {
    if (data.type === 'collect' && Object.keys(data.slots).length > 0)
      return checkSchemaWords(data.slots, { field: 'slots', what: 'The schema of the slots' })
    if (data.type === 'code') return checkCode(data.code ?? NO_CODE, { field: 'code', what: 'The observer' })
    if (data.type === 'collect' && Object.keys(data.slots).length === 0)
      return [
        {
          severity: 'error',
          code: 'no-slots',
          field: 'slots',
          message: 'Nothing to collect yet. Add a slot for each thing that it should find out.',
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

/** Whether replies wait for an observer that looks after them: those of a guard do, unless it says otherwise. */
export function holdsReply(data: Pick<ObserverData, 'type' | 'when' | 'replies'>): boolean {
  return observerWhen(data) === 'after' && (data.replies ?? (data.type === 'guard' ? 'hold' : 'show')) === 'hold'
}

/** The variables in which an observer keeps what it collects, by slot. */
export function slotVariables({ slots, variables }: Pick<ObserverData, 'slots' | 'variables'>): Map<string, string> {
  const named = slotsIn(slots).map(({ name }): [string, string] => {
    return [name, (Object.hasOwn(variables, name) ? (variables[name] ?? '') : name).trim()]
  })
  return new Map(named.filter(([, variable]) => isVariableName(variable) && variable !== '__proto__'))
}

/** When an observer runs: its own setting, or its type's. */
export function observerWhen(data: { type: WatchedType; when: 'before' | 'after' | null }): 'before' | 'after' {
  return data.when ?? OBSERVER_WHEN[data.type]
}

/** Whether an observer can finish or interrupt the one that it watches; of code, nobody knows. */
export function canEnd({ type, outcomes }: Pick<ObserverData, 'type' | 'outcomes'>): boolean {
  if (type === 'question') return outcomes.some(({ then }) => then === 'finish' || then === 'interrupt')
  return type === 'finished' || type === 'interest' || type === 'collect' || type === 'code'
}
