/** The kind `supervisor`: leads the conversation, uses tools and brings in dialogs (DialogSupervisor). */
import { message as sentence } from '../languages/translate'
import { z } from 'zod'
import { BUDGET_FIELDS, budgetFields } from './budget'
import { nodeModelSchema } from '../flow/model-settings'
import { edgesFrom } from '../flow/graph'
import { counted, inRow } from './words'
import { PROMPT_EXAMPLE, PROMPT_HELP } from './code-fields'
import { checkCode, codeNeeds } from './code-value'
import { codeValueSchema } from '../flow/code-values'
import { checkGuest } from './dialog-exits'
import { defineKind } from './kind'
import { workerOffer } from './worker'

/** What the card calls those whom a supervisor brings in; all others are helpers. */
const HELPER_NOUNS = { dialog: 'dialog', agent: 'agent', supervisor: 'supervisor' } as const

/** Who is asked over a `use` edge, where all others are tools. */
const ASKED_KINDS: ReadonlySet<string> = new Set([
  'agent',
  'default-worker',
  'dialog',
  'message-worker',
  'rag-worker',
  'rewoo',
  'search-worker',
  'subflow',
  'supervisor',
  'task-graph',
])

export const supervisorKind = defineKind({
  kind: 'supervisor',
  label: 'Supervisor',
  group: 'conversation',
  description: 'Leads the conversation, uses tools and brings in dialogs.',
  keywords: ['manager', 'router', 'concierge', 'orchestrator', 'lead'],
  shape: 'card',
  roles: { participant: true, step: true },
  schema: z.looseObject({
    description: z.string().default(''),
    prompt: z.string().default(''),
    promptCode: codeValueSchema,
    reminder: z.string().default(''),
    openingInstruction: z.string().default(''),
    switchObserver: z.boolean().default(true),
    switchPrompt: z.string().default(''),
    routeDirectly: z.boolean().default(false),
    maxToolRounds: z.number().int().min(1).max(100).default(8),
    model: nodeModelSchema,
    ...budgetFields,
  }),
  accepts: ['next', 'handoff', 'after-work', 'delegate', 'recipient', 'use'],
  ports: [
    { id: 'dialogs', label: 'Dialogs', edge: 'delegate' },
    { id: 'tools', label: 'Tools', edge: 'use', asks: true },
    { id: 'observers', label: 'Observers', edge: 'observe' },
    { id: 'default', label: 'Otherwise', edge: 'delegate', max: 1, explicit: true },
    { id: 'out', label: 'Then', edge: 'next', max: 1 },
  ],
  fields: [
    {
      key: 'description',
      label: 'What it does',
      group: 'does',
      type: 'text',
      placeholder: 'Leads through orders',
      help: 'Read by whoever hands over to it, brings it in or asks it.',
    },
    {
      key: 'prompt',
      label: 'Instruction',
      group: 'does',
      help: 'Who its model is, and how it should work.',
      type: 'prompt',
      builtIn: 'supervisor',
    },
    {
      key: 'promptCode',
      label: 'Instruction by code',
      group: 'advanced',
      type: 'callable',
      placeholder: PROMPT_EXAMPLE,
      help: PROMPT_HELP,
    },
    {
      key: 'switchObserver',
      label: 'Watch for topic switches',
      group: 'may',
      type: 'switch',
      help: 'Before each reply of a dialog, checks whether the user wants something else.',
    },
    {
      key: 'model',
      label: 'Model',
      group: 'does',
      help: 'Which model answers here, and how it is asked.',
      type: 'model',
    },
    {
      key: 'reminder',
      label: 'Reminder after the history',
      group: 'advanced',
      help: 'Told once more after the history, where models forget the instruction.',
      type: 'prompt',
      builtIn: 'supervisorReminder',
    },
    {
      key: 'openingInstruction',
      label: 'When the flow speaks first',
      group: 'advanced',
      help: 'What it is told when it speaks before the user does.',
      type: 'prompt',
      builtIn: 'openingInstruction',
    },
    {
      key: 'switchPrompt',
      label: 'Switch check',
      group: 'advanced',
      help: 'How a model is asked whether the user wants something else.',
      type: 'prompt',
      builtIn: 'switchCheck',
    },
    {
      key: 'routeDirectly',
      label: 'Go to the named helper at once',
      group: 'advanced',
      type: 'switch',
      help: 'When the switch check names another helper, it takes the message without a call of the supervisor.',
    },
    {
      key: 'maxToolRounds',
      label: 'Tool rounds in one reply, at most',
      group: 'advanced',
      help: 'How often it may call tools before it has to answer.',
      type: 'number',
      min: 1,
      max: 100,
    },
    ...BUDGET_FIELDS,
  ],
  check: (data, { graph, nodeId }) => [
    ...checkGuest(graph, nodeId),
    ...checkCode(data.promptCode, { field: 'promptCode', what: 'The instruction by code' }),
  ],
  needs: (data, name) => codeNeeds(data.promptCode, `${name}: instruction`),
  summary(_data, { flow, nodeId }) {
    const helpers = edgesFrom(flow, nodeId, 'dialogs').map(({ edge }) => flow.nodes[edge.to.node]?.kind ?? '')
    const tools = edgesFrom(flow, nodeId, 'tools').map(({ edge }) => flow.nodes[edge.to.node]?.kind ?? '')
    if (helpers.length + tools.length === 0) return 'Answers on its own'
    const asked = tools.filter((kind) => ASKED_KINDS.has(kind)).length
    const named = Object.values(HELPER_NOUNS).map((noun) => counted(helpers.filter((one) => one === noun).length, noun))
    const others = counted(helpers.filter((kind) => !Object.hasOwn(HELPER_NOUNS, kind)).length, 'helper')
    const asks = asked === 0 ? '' : sentence('asks {count}', { count: asked })
    return inRow([...named, others, counted(tools.length - asked, 'tool'), asks])
  },
  offer: (data, name) => workerOffer(data.description, name),
})
