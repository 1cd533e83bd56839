/** The kind `nested-chat`: a queue of chats that an agent hands a matter to, and whose result comes back to it (AG2 nested chats). */
import { message as sentence, type Sentence } from '../languages/translate'
import { z } from 'zod'
import { unsolvableChats } from '../agents/templates/carry-over'
import { edgesFrom, type EdgeEntry } from '../flow/graph'
import { CARRY_METHODS } from './carry-methods'
import { checkCode, codeNeeds } from './code-value'
import { codeValueSchema, NO_CODE } from '../flow/code-values'
import { recipientEdgeSchema, type RecipientData } from './edges'
import { defineKind, type CheckContext, type KindProblem } from './kind'
import { workerOffer } from './worker'
import { counted } from './words'

/** `carryover` is checked by `check`, so that a broken one is a problem on the node with the words of the original. */
const carryoverSchema = z
  .looseObject({
    summaryMethod: z.string().optional(),
    summaryArgs: z
      .looseObject({ summaryPrompt: z.string().optional(), summaryRole: z.string().optional() })
      .default({}),
    /** For the method `code`. */
    summaryCode: codeValueSchema,
  })
  .nullable()
  .default(null)

const nestedChatSchema = z.looseObject({
  description: z.string().default(''),
  carryover: carryoverSchema,
  async: z.boolean().default(false),
})
export type NestedChatData = z.infer<typeof nestedChatSchema>

export const nestedChatKind = defineKind({
  kind: 'nested-chat',
  label: 'Nested chat',
  group: 'swarm',
  description: 'Asks others behind the scenes, one chat after the other, and brings back the result.',
  keywords: ['queue', 'inner', 'sub chat', 'review', 'reflect'],
  shape: 'card',
  roles: { nested: true },
  schema: nestedChatSchema,
  accepts: ['handoff', 'delegate'],
  ports: [
    { id: 'recipients', label: 'Recipients', edge: 'recipient' },
    { id: 'reply', label: 'Reply by code', edge: 'use', max: 1 },
  ],
  fields: [
    {
      key: 'description',
      label: 'What it is for',
      group: 'does',
      help: 'Whoever may hand off to it reads this.',
      type: 'text',
      placeholder: 'Has a text checked and polished',
    },
    {
      key: 'carryover',
      label: 'What the first chat is told of the conversation',
      group: 'does',
      help: 'How much of the conversation so far the first chat begins with.',
      type: 'carryover',
    },
    {
      key: 'async',
      label: 'Chats that need not wait for each other run at once',
      group: 'advanced',
      type: 'switch',
      help: 'Each chat then needs an id; what has to come first is named in its prerequisites.',
    },
  ],
  summary(data, { flow, nodeId }) {
    const chats = counted(edgesFrom(flow, nodeId, 'recipients').length, 'chat') || sentence('No chats yet')
    return data.async ? sentence('{chats} · side by side', { chats }) : chats
  },
  check: (data, context) => [...checkCarryover(data), ...checkQueue(data, context)],
  needs: ({ carryover }, name) =>
    carryover?.summaryMethod === 'code' ? codeNeeds(carryover.summaryCode, `${name}: carry-over`) : [],
  offer: (data, name) => workerOffer(data.description, name),
})

function checkCarryover({ carryover }: NestedChatData): KindProblem[] {
  if (carryover === null) return []
  const { summaryMethod } = carryover
  if (summaryMethod === undefined)
    return [
      {
        severity: 'error',
        code: 'no-summary-method',
        field: 'carryover',
        message:
          "Carryover configuration must contain a 'summary_method' key. Choose all, last_msg, reflection_with_llm or code.",
      },
    ]
  if (summaryMethod === 'code')
    return checkCode(carryover.summaryCode ?? NO_CODE, { field: 'carryover', what: 'The code of the carry-over' })
  if (CARRY_METHODS.some((method) => method === summaryMethod)) return []
  const message = sentence(
    'The carry-over has the summary method “{summaryMethod}”, which does not exist. Choose all, last_msg, reflection_with_llm or code.',
    { summaryMethod },
  )
  return [{ severity: 'error', code: 'unknown-summary-method', field: 'carryover', message }]
}

type Chat = EdgeEntry & { data: RecipientData }

function checkQueue(data: NestedChatData, { graph, nodeId }: CheckContext): KindProblem[] {
  const chats = graph.from(nodeId, 'recipients').flatMap((entry): Chat[] => {
    const parsed = recipientEdgeSchema.safeParse(entry.edge.data)
    return parsed.success ? [{ ...entry, data: parsed.data }] : []
  })
  if (chats.length === 0 && graph.from(nodeId, 'reply').length > 0) return []
  if (chats.length === 0)
    return [
      { severity: 'error', code: 'no-recipients', message: 'Nobody is asked in this nested chat. Draw recipients.' },
    ]
  return [...(data.async ? checkOrder(chats) : []), ...checkMessages(chats)]
}

/** Later chats without a message are skipped (swarm 15). */
function checkMessages(chats: readonly Chat[]): KindProblem[] {
  return chats.slice(1).flatMap(({ id, data }, index): KindProblem[] => {
    const excluded = data.excludeFromCarryover.filter((place) => place > index)
    const far = sentence(
      'Chat {number} leaves out chat {excluded} of what is carried over, which comes later. Correct it.',
      { number: index + 2, excluded: (excluded[0] ?? 0) + 1 },
    )
    const problems: KindProblem[] =
      excluded.length === 0 ? [] : [{ severity: 'warning', code: 'excluded-later', edge: id, message: far }]
    if (data.message !== null && data.message.trim() !== '') return problems
    const message = sentence('Chat {number} has no message, so it is skipped. Write what it is told.', {
      number: index + 2,
    })
    return [...problems, { severity: 'warning', code: 'no-message', edge: id, message }]
  })
}

/** Each needs an id, and prerequisites must lead somewhere (swarm 24). */
function checkOrder(chats: readonly Chat[]): KindProblem[] {
  const problems: KindProblem[] = []
  const add = (code: KindProblem['code'], edge: string, message: Sentence) =>
    void problems.push({ severity: 'error', code, edge, message })
  const ids = new Set<string>()
  for (const [index, { id, data }] of chats.entries()) {
    const number = index + 1
    if (data.chatId === '')
      add('no-chat-id', id, sentence('Chat {number} runs beside others and has no id. Give it one.', { number }))
    else if (ids.has(data.chatId))
      add('duplicate-chat-id', id, sentence('Two chats have the id “{chatId}”. Change one.', { chatId: data.chatId }))
    ids.add(data.chatId)
  }
  for (const [index, { id, data }] of chats.entries()) {
    const unknown = data.prerequisites.find((wanted) => !ids.has(wanted))
    if (unknown !== undefined)
      add(
        'unknown-prerequisite',
        id,
        sentence('Chat {number} waits for “{id}”, and no chat has that id. Correct it.', {
          number: index + 1,
          id: unknown,
        }),
      )
  }
  if (problems.length > 0) return problems
  const stuck = unsolvableChats(chats.map(({ data }) => ({ id: data.chatId, prerequisites: data.prerequisites })))
  const first = chats.find(({ data }) => stuck.includes(data.chatId))
  if (first !== undefined)
    add(
      'unsolvable-order',
      first.id,
      sentence('The chats {chats} wait for each other. Take a prerequisite away.', { chats: stuck.join(', ') }),
    )
  return problems
}
