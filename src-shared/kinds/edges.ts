/** THE list of edge kinds: what each edge's data holds, how the inspector shows it and how it is told apart. */
import { z } from 'zod'
import { AFTER_WORK, type JsonObject } from '../flow/records'
import { availableCodeField, edgeCode, messageCodeField, summaryCodeField } from './code-fields'
import { codeNeeds } from './code-value'
import { codeValueSchema } from '../flow/code-values'
import { HANDOFF_FIELDS, orderField, returnsField } from './handoff-fields'
import type { EdgeKind } from './edge-kinds'
import type { ConsentNeed, FieldHint } from './kind'

const order = z.number().default(0)
const returns = z.enum(['stay', 'when-done']).default('stay')
export const nextEdgeSchema = z.looseObject({})
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
export const candidateEdgeSchema = z.looseObject({ order })
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

export const summaryArgsSchema = z
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
  /** As `available` of a hand-off. */
  available: z.string().nullable().default(null),
  availableCode: codeValueSchema,
  /** The name under which the model asks another participant; empty: made of that one's name. Tools say theirs themselves. */
  name: z.string().default(''),
})

export type EdgeDefinition = {
  kind: EdgeKind
  label: string
  /** One sentence: what the edge means when the flow runs. */
  description: string
  schema: z.ZodObject
  fields: readonly FieldHint[]
  /** What an edge would use outside of Baton, between the nodes of these names; absent: nothing. */
  needs?: (data: JsonObject, ends: { from: string; to: string }) => readonly ConsentNeed[]
  /** Completes "A tool cannot ..." for a node that this edge cannot leave, or cannot end at. */
  refusal: { from: string; to: string }
  /** Several may join the same two nodes, told apart by their data. */
  repeats: boolean
}

/** Chats that run one after the other need no ids. */
const SIDE_BY_SIDE = { of: 'source', key: 'async', is: true } as const

const RECIPIENT_FIELDS: readonly FieldHint[] = [
  {
    key: 'message',
    label: 'What it is told',
    type: 'text',
    placeholder: 'Summarise the conversation',
    help: 'The first chat without one is told the last message of the conversation; later ones are skipped.',
    variables: true,
  },
  messageCodeField,
  { key: 'carryover', label: 'What it is told besides', type: 'list' },
  {
    key: 'excludeFromCarryover',
    label: 'Told what came of',
    type: 'earlierChats',
    help: 'Places of finished chats that it is not told of, from 0.',
  },
  { key: 'maxTurns', label: 'Replies, at most', type: 'number', min: 1, max: 100, placeholder: 'until it is done' },
  {
    key: 'summaryMethod',
    label: 'What comes of it',
    type: 'choice',
    options: [
      { value: 'last_msg', label: 'The last message' },
      { value: 'reflection_with_llm', label: 'A summary by the model' },
      { value: 'none', label: 'Nothing' },
      { value: 'code', label: 'What code makes of it' },
    ],
  },
  {
    key: 'summaryArgs',
    label: 'Summary',
    type: 'summaryArgs',
    when: { key: 'summaryMethod', is: 'reflection_with_llm' },
  },
  summaryCodeField,
  { key: 'clearHistory', label: 'Starts clean each time', type: 'switch' },
  {
    key: 'chatId',
    label: 'Id',
    type: 'line',
    placeholder: 'research',
    help: 'For those that wait for it.',
    when: SIDE_BY_SIDE,
  },
  {
    key: 'prerequisites',
    label: 'Waits for',
    type: 'chatIds',
    help: 'It begins when these are through, and is told what came of them.',
    when: SIDE_BY_SIDE,
  },
  orderField,
]

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
  },
  delegate: {
    kind: 'delegate',
    label: 'Delegate',
    description: 'The supervisor may bring this one in.',
    schema: delegateEdgeSchema,
    refusal: { from: 'bring others in', to: 'be brought in' },
    repeats: false,
    fields: [returnsField, orderField],
  },
  observe: {
    kind: 'observe',
    label: 'Observe',
    description: 'The observer watches this participant, or from the start the whole flow.',
    schema: observeEdgeSchema,
    refusal: { from: 'be observed', to: 'observe a dialog' },
    repeats: false,
    fields: [
      {
        key: 'firstMessage',
        label: 'Looks at the first message too',
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
    fields: [
      {
        key: 'intent',
        label: 'Intent',
        type: 'line',
        placeholder: 'asks about delivery',
        help: '"none": always, without asking.',
      },
      { key: 'samples', label: 'What users say', type: 'list' },
      { key: 'global', label: 'From anywhere in the graph', type: 'switch' },
      {
        key: 'weight',
        label: 'Weight',
        type: 'number',
        step: 0.1,
        help: 'The heavier of two equal intents goes first.',
      },
    ],
  },
  candidate: {
    kind: 'candidate',
    label: 'Candidate',
    description: 'The default worker may choose this worker.',
    schema: candidateEdgeSchema,
    refusal: { from: 'choose between workers', to: 'be chosen by a default worker' },
    repeats: false,
    fields: [orderField],
  },
  handoff: {
    kind: 'handoff',
    label: 'Hand-off',
    description: 'The agent may pass the baton to this one.',
    schema: handoffEdgeSchema,
    refusal: { from: 'hand the conversation off', to: 'take a conversation over' },
    repeats: true,
    fields: HANDOFF_FIELDS,
    needs(data, ends) {
      const { by, conditionCode, availableCode } = handoffEdgeSchema.parse(data)
      const condition = by === 'model' ? codeNeeds(conditionCode, edgeCode(ends, 'condition')) : []
      return [...condition, ...codeNeeds(availableCode, edgeCode(ends, 'only when'))]
    },
  },
  'after-work': {
    kind: 'after-work',
    label: 'After work',
    description: 'Where the baton goes when the agent has answered.',
    schema: afterWorkEdgeSchema,
    refusal: { from: 'pass the baton on after work', to: 'get the baton after work' },
    repeats: true,
    fields: [
      {
        key: 'when',
        label: 'Only when',
        type: 'expression',
        placeholder: '${done} == true',
        help: 'The first after-work edge that holds is followed. Empty: always.',
      },
      {
        key: 'option',
        label: 'Instead of an agent',
        type: 'choice',
        emptyLabel: 'Go to the agent',
        options: [
          { value: 'terminate', label: 'End the turn' },
          { value: 'revert-to-user', label: 'Wait for the user' },
          { value: 'stay', label: 'Stay with this agent' },
          { value: 'swarm-manager', label: 'Let the manager choose' },
        ],
      },
      orderField,
    ],
  },
  recipient: {
    kind: 'recipient',
    label: 'Recipient',
    description: 'The nested chat talks with this participant.',
    schema: recipientEdgeSchema,
    refusal: { from: 'ask others in chats of its own', to: 'be asked in a nested chat' },
    repeats: true,
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
    fields: [
      { key: 'enabled', label: 'Enabled', type: 'switch' },
      {
        key: 'available',
        label: 'Only when',
        type: 'expression',
        placeholder: 'is_verified',
        help: 'Looked at before each reply; it is not offered while this does not hold. Empty: always.',
        bare: true,
      },
      availableCodeField,
      {
        key: 'name',
        label: 'Asked as',
        type: 'line',
        placeholder: 'ask_Refunds',
        help: 'Where another participant is asked: the name under which the model calls it. Empty: made of its name. Tools have theirs on their node.',
      },
    ],
    needs(data, ends) {
      const { enabled, availableCode } = useEdgeSchema.parse(data)
      return enabled ? codeNeeds(availableCode, edgeCode(ends, 'only when')) : []
    },
  },
} satisfies { [K in EdgeKind]: EdgeDefinition & { kind: K } }
