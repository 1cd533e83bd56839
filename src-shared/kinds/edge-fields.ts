/** How the inspector shows intents, chats of a nested chat, what follows an answer, and tools. */
import { availableCodeField, messageCodeField, summaryCodeField } from './code-fields'
import { orderField } from './handoff-fields'
import type { FieldHint } from './kind'
import { HOLD_RESULT_FIELD } from './hold-result'
import { NEEDS_APPROVAL_FIELD } from './needs-approval'

/** Chats that run one after the other need no ids. */
const SIDE_BY_SIDE = { of: 'source', key: 'async', is: true } as const

export const RECIPIENT_FIELDS: readonly FieldHint[] = [
  {
    key: 'message',
    label: 'What it is told',
    group: 'does',
    type: 'text',
    placeholder: 'Summarise the conversation',
    help: 'The first chat without one is told the last message of the conversation; later ones are skipped.',
    variables: true,
  },
  messageCodeField,
  {
    key: 'carryover',
    label: 'Extra prompts',
    group: 'does',
    help: 'More that the recipient is told, one piece per line.',
    type: 'list',
  },
  {
    key: 'excludeFromCarryover',
    label: 'Results of earlier chats',
    group: 'advanced',
    type: 'earlierChats',
    help: 'Places of finished chats that it is not told of, from 0.',
  },
  {
    key: 'maxTurns',
    label: 'Replies, at most',
    group: 'does',
    help: 'Ends the chat after so many replies.',
    type: 'number',
    min: 1,
    max: 100,
    placeholder: 'until it is done',
  },
  {
    key: 'summaryMethod',
    label: 'Result',
    group: 'does',
    help: 'What the conversation gets of this chat.',
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
    group: 'does',
    help: 'How a model is asked for the summary.',
    type: 'summaryArgs',
    when: { key: 'summaryMethod', is: 'reflection_with_llm' },
  },
  summaryCodeField,
  {
    key: 'clearHistory',
    label: 'Starts clean each time',
    group: 'advanced',
    help: 'Forgets what was said in this chat the last time.',
    type: 'switch',
  },
  {
    key: 'chatId',
    label: 'Id',
    group: 'does',
    type: 'line',
    placeholder: 'research',
    help: 'For those that wait for it.',
    when: SIDE_BY_SIDE,
  },
  {
    key: 'prerequisites',
    label: 'Waits for',
    group: 'does',
    type: 'chatIds',
    help: 'It begins when these are done, and is told their results.',
    when: SIDE_BY_SIDE,
  },
  orderField,
]

export const INTENT_FIELDS: readonly FieldHint[] = [
  {
    key: 'intent',
    label: 'Intent',
    group: 'does',
    type: 'line',
    placeholder: 'asks about delivery',
    help: 'What a message has to be about.',
    word: { value: 'none', label: 'Always run, without asking a model' },
  },
  {
    key: 'samples',
    label: 'What users say',
    group: 'does',
    help: 'Examples of messages with this intent, one per line. The model reads them.',
    type: 'list',
  },
  {
    key: 'global',
    label: 'From anywhere in the graph',
    group: 'does',
    help: 'Reachable from every worker of the graph, not only from this one.',
    type: 'switch',
  },
  {
    key: 'weight',
    label: 'Weight',
    group: 'advanced',
    type: 'number',
    step: 0.1,
    help: 'The heavier of two equal intents goes first.',
  },
]

export const AFTER_WORK_FIELDS: readonly FieldHint[] = [
  {
    key: 'when',
    label: 'Only when',
    group: 'does',
    type: 'expression',
    placeholder: '${done} == true',
    help: 'The first edge that holds is followed. Empty: always.',
  },
  {
    key: 'option',
    label: 'Instead of an agent',
    group: 'does',
    help: 'Ends the turn or waits instead of passing the baton to somebody.',
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
]

export const USE_FIELDS: readonly FieldHint[] = [
  {
    key: 'enabled',
    label: 'Enabled',
    group: 'does',
    help: 'Offers the tool. Off: it stays drawn and no model hears of it.',
    type: 'switch',
  },
  NEEDS_APPROVAL_FIELD,
  HOLD_RESULT_FIELD,
  {
    key: 'available',
    label: 'Only when',
    group: 'does',
    type: 'expression',
    placeholder: '${is_verified}',
    help: 'Checked before each reply. Not offered while false. Empty: always.',
    bare: true,
  },
  availableCodeField,
  {
    key: 'name',
    label: 'Asked as',
    group: 'advanced',
    type: 'line',
    placeholder: 'ask_Refunds',
    help: 'Where another participant is asked: the name under which the model calls it. Empty: made of its name. Tools have theirs on their node.',
  },
]
