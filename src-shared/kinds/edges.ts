/** THE list of edge kinds: what each edge's data holds, how the inspector shows it, and what the program asks of it. */
import { z } from 'zod'
import { AFTER_WORK, type JsonObject } from '../flow/records'
import { codeValueSchema } from '../flow/code-values'
import { edgeCode } from './code-fields'
import { codeNeeds } from './code-value'
import type { EdgeDefinition } from './edge-definition'
import { AFTER_WORK_FIELDS, INTENT_FIELDS, RECIPIENT_FIELDS, USE_FIELDS } from './edge-fields'
import type { EdgeKind } from './edge-kinds'
import { HANDOFF_FIELDS, orderField, returnsField } from './handoff-fields'

const order = z.number().default(0)
const returns = z.enum(['stay', 'when-done']).default('stay')
const nextEdgeSchema = z.looseObject({})
export const delegateEdgeSchema = z.looseObject({ returns, order })
export const observeEdgeSchema = z.looseObject({
  order,
  /** Looks also at the message that brings a dialog in. */
  firstMessage: z.boolean().default(false),
})
export const intentEdgeSchema = z.looseObject({
  /** "none": the edge is taken without asking. */
  intent: z.string().default(''),
  global: z.boolean().default(false),
  weight: z.number().default(1),
  samples: z.array(z.string()).default([]),
  order,
})
const candidateEdgeSchema = z.looseObject({ order })
export const handoffEdgeSchema = z.looseObject({
  by: z.enum(['model', 'context']).default('model'),
  condition: z.string().default(''),
  /** Where the model decides. */
  conditionCode: codeValueSchema,
  available: z.string().nullable().default(null),
  availableCode: codeValueSchema,
  order,
  returns,
  /** What whoever takes the baton reads; empty: nothing. */
  message: z.string().default(''),
  /** The name under which the model calls it; empty: made of the names of both ends. */
  name: z.string().default(''),
})
export type HandoffData = z.infer<typeof handoffEdgeSchema>
export const afterWorkEdgeSchema = z.looseObject({
  order,
  when: z.string().nullable().default(null),
  option: z.enum(AFTER_WORK).nullable().default(null),
})
/** What a chat of a nested chat may come to; `all` is only for what the first chat is told (swarm 22). */
export const SUMMARY_METHODS = ['last_msg', 'reflection_with_llm', 'none', 'code'] as const

const summaryArgsSchema = z
  .looseObject({ summaryPrompt: z.string().optional(), summaryRole: z.string().optional() })
  .default({})

export const recipientEdgeSchema = z.looseObject({
  order,
  message: z.string().nullable().default(null),
  messageCode: codeValueSchema,
  /** Replies of the recipient; null: until nobody has anything more to say. */
  maxTurns: z.number().int().min(1).max(100).nullable().default(null),
  /** One of `SUMMARY_METHODS`, which `check` sees to. */
  summaryMethod: z.string().default('last_msg'),
  summaryArgs: summaryArgsSchema,
  /** For the method `code`. */
  summaryCode: codeValueSchema,
  /** Read where `summaryArgs` has none: some write it beside the method. */
  summaryPrompt: z.string().optional(),
  clearHistory: z.boolean().default(true),
  carryover: z.union([z.string().transform((text) => [text]), z.array(z.string())]).default([]),
  /** Places of finished chats, from 0. */
  excludeFromCarryover: z.array(z.number().int().min(0)).default([]),
  chatId: z.string().default(''),
  prerequisites: z.array(z.string()).default([]),
})
export type RecipientData = z.infer<typeof recipientEdgeSchema>
export const useEdgeSchema = z.looseObject({
  enabled: z.boolean().default(true),
  needsApproval: z.boolean().default(false),
  holdResult: z.boolean().default(false),
  /** As `available` of a hand-off. */
  available: z.string().nullable().default(null),
  availableCode: codeValueSchema,
  /** The name under which the model asks another participant; empty: made of that one's name. Tools say theirs themselves. */
  name: z.string().default(''),
})

/** The field of an edge's data, where it is a text. */
function textOf(data: JsonObject, field: string): string {
  const text = data[field]
  return typeof text === 'string' ? text : ''
}

function nothing(): string {
  return ''
}

/** Every edge kind by name. */
export const EDGES = {
  next: {
    kind: 'next',
    label: 'Next',
    description: 'Then this step runs.',
    schema: nextEdgeSchema,
    fields: [],
    refusal: { from: 'lead to a next step', to: 'be a step' },
    repeats: false,
    isPart: false,
    offersAs: null,
    passes: ['after-reply'],
    serves: false,
    watches: false,
    hasOption: false,
    canBeOff: false,
    onlyWhen: null,
    codes: [],
    message: nothing,
    ownName: null,
    listsAs: 'next',
    leadsAnywhere: true,
    mermaid: { arrow: '-->', says: nothing },
  },
  delegate: {
    kind: 'delegate',
    label: 'Delegate',
    description: 'The supervisor may bring this one in.',
    schema: delegateEdgeSchema,
    refusal: { from: 'bring others in', to: 'be brought in' },
    repeats: false,
    isPart: false,
    offersAs: 'dialog',
    passes: ['in-reply'],
    serves: true,
    watches: false,
    hasOption: false,
    canBeOff: false,
    onlyWhen: null,
    codes: [],
    message: nothing,
    ownName: null,
    listsAs: 'helper',
    leadsAnywhere: false,
    mermaid: { arrow: '==>', says: nothing },
    fields: [returnsField, orderField],
  },
  observe: {
    kind: 'observe',
    label: 'Observe',
    description: 'The observer watches this participant, or from the start the whole flow.',
    schema: observeEdgeSchema,
    refusal: { from: 'be observed', to: 'observe a dialog' },
    repeats: false,
    isPart: true,
    offersAs: null,
    passes: [],
    serves: false,
    watches: true,
    hasOption: false,
    canBeOff: false,
    onlyWhen: null,
    codes: [],
    message: nothing,
    ownName: null,
    listsAs: 'helper',
    leadsAnywhere: false,
    mermaid: { arrow: '-.->', says: nothing },
    fields: [
      {
        key: 'firstMessage',
        label: 'Looks at the first message too',
        group: 'advanced',
        type: 'switch',
        help: 'Of a dialog: at the message that brings it in, if it looks before replies.',
      },
      orderField,
    ],
  },
  intent: {
    kind: 'intent',
    label: 'Intent',
    description: 'The worker runs when the user wants this.',
    schema: intentEdgeSchema,
    refusal: { from: 'lead on by intent', to: 'be reached by intent' },
    repeats: true,
    isPart: false,
    offersAs: null,
    passes: [],
    serves: true,
    watches: false,
    hasOption: false,
    canBeOff: false,
    onlyWhen: null,
    codes: [],
    message: nothing,
    ownName: null,
    listsAs: 'helper',
    leadsAnywhere: false,
    mermaid: { arrow: '-->', says: nothing },
    fields: INTENT_FIELDS,
  },
  candidate: {
    kind: 'candidate',
    label: 'Candidate',
    description: 'The default worker may choose this worker.',
    schema: candidateEdgeSchema,
    refusal: { from: 'choose between workers', to: 'be chosen by a default worker' },
    repeats: false,
    isPart: false,
    offersAs: null,
    passes: [],
    serves: true,
    watches: false,
    hasOption: false,
    canBeOff: false,
    onlyWhen: null,
    codes: [],
    message: nothing,
    ownName: null,
    listsAs: 'helper',
    leadsAnywhere: false,
    mermaid: { arrow: '-->', says: nothing },
    fields: [orderField],
  },
  handoff: {
    kind: 'handoff',
    label: 'Hand-off',
    description: 'The agent may pass the baton to this one.',
    schema: handoffEdgeSchema,
    refusal: { from: 'hand the conversation off', to: 'take a conversation over' },
    repeats: true,
    isPart: false,
    offersAs: 'handoff',
    passes: ['in-reply', 'after-reply'],
    serves: false,
    watches: false,
    hasOption: false,
    canBeOff: false,
    onlyWhen: 'available',
    codes: ['available', 'words'],
    message: (data) => textOf(data, 'message'),
    ownName: {
      of(data) {
        const parsed = handoffEdgeSchema.safeParse(data)
        return parsed.data?.by === 'model' ? parsed.data.name.trim() : ''
      },
      another: 'Another hand-off of this agent',
    },
    listsAs: 'helper',
    leadsAnywhere: false,
    mermaid: {
      arrow: '-->',
      says(data) {
        const message = textOf(data, 'message')
        return message === '' ? '' : `says: ${message}`
      },
    },
    fields: HANDOFF_FIELDS,
    needs(data, ends) {
      const { by, conditionCode, availableCode } = handoffEdgeSchema.parse(data)
      const condition = by === 'model' ? codeNeeds(conditionCode, edgeCode(ends, 'condition')) : []
      return [...condition, ...codeNeeds(availableCode, edgeCode(ends, 'only when'))]
    },
  },
  'after-work': {
    kind: 'after-work',
    label: 'When it has answered',
    description: 'Where the baton goes when the agent has answered.',
    schema: afterWorkEdgeSchema,
    refusal: { from: 'pass the baton on when it has answered', to: 'get the baton when another one has answered' },
    repeats: true,
    isPart: false,
    offersAs: null,
    passes: ['after-reply'],
    serves: false,
    watches: false,
    hasOption: true,
    canBeOff: false,
    onlyWhen: 'when',
    codes: [],
    message: nothing,
    ownName: null,
    listsAs: 'after-work',
    leadsAnywhere: false,
    mermaid: { arrow: '-.->', says: nothing },
    fields: AFTER_WORK_FIELDS,
  },
  recipient: {
    kind: 'recipient',
    label: 'Recipient',
    description: 'The nested chat talks with this participant.',
    schema: recipientEdgeSchema,
    refusal: { from: 'ask others in chats of its own', to: 'be asked in a nested chat' },
    repeats: true,
    isPart: false,
    offersAs: null,
    passes: [],
    serves: true,
    watches: false,
    hasOption: false,
    canBeOff: false,
    onlyWhen: null,
    codes: [],
    message: nothing,
    ownName: null,
    listsAs: 'chat',
    leadsAnywhere: false,
    mermaid: { arrow: '-->', says: nothing },
    fields: RECIPIENT_FIELDS,
    needs(data, ends) {
      const { messageCode, summaryMethod, summaryCode } = recipientEdgeSchema.parse(data)
      const summary = summaryMethod === 'code' ? codeNeeds(summaryCode, edgeCode(ends, 'summary')) : []
      return [...codeNeeds(messageCode, edgeCode(ends, 'message')), ...summary]
    },
  },
  use: {
    kind: 'use',
    label: 'Use',
    description: 'The tool is offered to this participant; another participant is one that it may ask.',
    schema: useEdgeSchema,
    refusal: { from: 'use tools', to: 'be used as a tool' },
    repeats: false,
    isPart: true,
    offersAs: 'tool',
    passes: [],
    serves: true,
    watches: false,
    hasOption: false,
    canBeOff: true,
    onlyWhen: 'available',
    codes: ['available'],
    message: nothing,
    ownName: {
      of: (data) => useEdgeSchema.safeParse(data).data?.name.trim() ?? '',
      another: 'Another one that it may ask',
    },
    listsAs: 'helper',
    leadsAnywhere: false,
    mermaid: {
      arrow: '-.-',
      says(data) {
        const available = textOf(data, 'available')
        return available === '' ? '' : `if ${available}`
      },
    },
    fields: USE_FIELDS,
    needs(data, ends) {
      const { enabled, availableCode } = useEdgeSchema.parse(data)
      return enabled ? codeNeeds(availableCode, edgeCode(ends, 'only when')) : []
    },
  },
} satisfies { [K in EdgeKind]: EdgeDefinition & { kind: K } }
