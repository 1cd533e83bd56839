/** The kind `agent`: a participant of a swarm; it answers, uses tools and hands the conversation off over drawn edges. */
import { z } from 'zod'
import { BUDGET_FIELDS, budgetFields } from './budget'
import { nodeModelSchema } from '../flow/model-settings'
import { AFTER_WORK } from '../flow/records'
import { edgesFrom } from '../flow/graph'
import { counted, firstLine, inRow } from './words'
import { AFTER_WORK_EXAMPLE, PROMPT_EXAMPLE, PROMPT_HELP } from './code-fields'
import { checkCode, codeNeeds } from './code-value'
import { codeValueSchema } from '../flow/code-values'
import { checkGuest } from './dialog-exits'
import { defineKind } from './kind'
import { checkOutput, OUTPUT_FIELD, outputSchema } from './output'
import { workerOffer } from './worker'

/**
 * How an agent uses its tool pools: it is offered the tools that fit the turn, all of them, the search alone, or the search and for the rest of
 * the turn whatever that found.
 */
const TOOL_USES = ['matching', 'all', 'search', 'load'] as const
export type ToolUse = (typeof TOOL_USES)[number]

export const agentKind = defineKind({
  kind: 'agent',
  label: 'Agent',
  group: 'swarm',
  description: 'Answers, uses tools and hands the conversation to other agents.',
  keywords: ['swarm', 'handoff', 'assistant', 'bot'],
  shape: 'card',
  roles: { participant: true, step: true, member: true },
  schema: z.looseObject({
    description: z.string().default(''),
    prompt: z.string().default(''),
    promptCode: codeValueSchema,
    maxToolRounds: z.number().int().min(1).max(100).default(8),
    afterWork: z.enum(AFTER_WORK).nullable().default(null),
    afterWorkCode: codeValueSchema,
    toolUse: z.enum(TOOL_USES).default('matching'),
    output: outputSchema,
    model: nodeModelSchema,
    ...budgetFields,
  }),
  accepts: ['handoff', 'after-work', 'recipient', 'next', 'intent', 'candidate', 'delegate', 'use'],
  ports: [
    { id: 'handoffs', label: 'Hand-offs', edge: 'handoff' },
    { id: 'afterWork', label: 'When it has answered', edge: 'after-work' },
    { id: 'tools', label: 'Tools', edge: 'use', asks: true },
    { id: 'observers', label: 'Observers', edge: 'observe' },
    { id: 'out', label: 'Then', edge: 'next', max: 1 },
  ],
  fields: [
    {
      key: 'description',
      label: 'What it does',
      group: 'does',
      help: 'Whoever hands off to it, brings it in or asks it reads this.',
      type: 'text',
      placeholder: 'Handles refunds',
    },
    {
      key: 'prompt',
      label: 'Instruction',
      group: 'does',
      help: 'Who its model is, and how it should work.',
      type: 'prompt',
      builtIn: 'agent',
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
      key: 'model',
      label: 'Model',
      group: 'does',
      help: 'Which model answers here, and how it is asked.',
      type: 'model',
    },
    {
      key: 'afterWork',
      label: 'What follows otherwise',
      group: 'answered',
      help: 'What follows when no edge above fits.',
      type: 'choice',
      emptyLabel: 'As the flow says',
      options: [
        { value: 'terminate', label: 'End the turn' },
        { value: 'revert-to-user', label: 'Wait for the user' },
        { value: 'stay', label: 'Go on speaking' },
        { value: 'swarm-manager', label: 'Let the manager choose' },
      ],
    },
    {
      key: 'afterWorkCode',
      label: 'Who speaks next, by code',
      group: 'advanced',
      type: 'callable',
      placeholder: AFTER_WORK_EXAMPLE,
      help: 'Asked when it has answered: exports run(args, baton) and gives back the name of somebody to whom an edge leads from here, TERMINATE, REVERT_TO_USER, STAY or SWARM_MANAGER. args.candidates has the names of those to whom one leads. Nothing: as is drawn.',
    },
    {
      key: 'toolUse',
      label: 'From its tool pools',
      group: 'may',
      help: 'Which tools of its connected pools the model sees.',
      type: 'choice',
      options: [
        { value: 'matching', label: 'The tools that fit the turn' },
        { value: 'all', label: 'All tools' },
        { value: 'search', label: 'Only the search: finds tools, calls none' },
        { value: 'load', label: 'The search, then what it found' },
      ],
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
    OUTPUT_FIELD,
    ...BUDGET_FIELDS,
  ],
  check: (data, context) => [
    ...checkGuest(context.graph, context.nodeId),
    ...checkOutput(data.output, context),
    ...checkCode(data.promptCode, { field: 'promptCode', what: 'The instruction by code' }),
    ...checkCode(data.afterWorkCode, { field: 'afterWorkCode', what: '“Who speaks next”' }),
  ],
  needs: (data, name) => [
    ...codeNeeds(data.promptCode, `${name}: instruction`),
    ...codeNeeds(data.afterWorkCode, `${name}: who speaks next`),
  ],
  summary(data, { flow, nodeId }) {
    const described = firstLine(data.description || data.prompt)
    if (described !== '') return described
    const handoffs = edgesFrom(flow, nodeId, 'handoffs').length
    const tools = edgesFrom(flow, nodeId, 'tools').length
    return inRow([counted(handoffs, 'hand-off'), counted(tools, 'tool')]) || 'Not described yet'
  },
  offer: (data, name) => workerOffer(data.description, name),
})
