/** The kind `rewoo`: plans all tool calls first, carries them out, then answers from what they gave (ReWOO). */
import { z } from 'zod'
import { BUDGET_FIELDS, budgetFields } from './budget'
import { edgesFrom, type EdgeEntry } from '../flow/graph'
import { nodeModelSchema } from '../flow/model-settings'
import { useEdgeSchema } from './edges'
import { defineKind, type CheckContext, type KindProblem, type PromptPart } from './kind'
import { checkOutput, OUTPUT_FIELD, outputSchema } from './output'
import { DESCRIPTION_FIELD, WORKER_ACCEPTS, WORKER_PORTS, workerOffer } from './worker'
import { counted, firstLine } from './words'

const template = z.string().default('')

export const rewooSchema = z.looseObject({
  description: z.string().default(''),
  /** Planner attempts, the first one included. */
  maxTurn: z.number().int().min(1).max(10).default(2),
  /** Empty ones stand for the built-in prompts. */
  prompts: z.looseObject({ planner: template, worker: template, solver: template, reformat: template }).prefault({}),
  /** What becomes of the plan when a step fails. */
  onToolError: z.enum(['pass-error', 'stop']).default('pass-error'),
  /** Steps that run at the same time, at most. */
  maxParallel: z.number().int().min(1).max(64).default(8),
  /** Milliseconds for each try of a step. */
  stepTimeout: z.number().int().min(1).max(3_600_000).default(60_000),
  stepRetries: z.number().int().min(0).max(10).default(0),
  approvePlan: z.boolean().default(false),
  /** Further plans that the solver may ask for. */
  replans: z.number().int().min(0).max(5).default(0),
  /** Name of the step that a model does; empty: there is none. */
  modelTool: z.string().max(64).default('LLM'),
  /** Evidence of more characters is condensed before a tool gets it; 0: never. */
  condenseOver: z.number().int().min(0).max(1_000_000).default(0),
  output: outputSchema,
  model: nodeModelSchema,
  ...budgetFields,
})
export type RewooData = z.infer<typeof rewooSchema>

const PROMPT_PARTS = [
  { key: 'planner', label: 'Planner', builtIn: 'rewooPlanner' },
  { key: 'worker', label: 'One step for the solver', builtIn: 'rewooWorker' },
  { key: 'solver', label: 'Solver', builtIn: 'rewooSolver' },
  { key: 'reformat', label: 'When the plan cannot be read', builtIn: 'rewooReformat' },
] as const satisfies readonly PromptPart[]

export const rewooKind = defineKind({
  kind: 'rewoo',
  label: 'Plan (ReWOO)',
  group: 'planning',
  description: 'Plans all tool calls first, carries them out, then answers.',
  keywords: ['plan', 'planner', 'solver', 'reasoning', 'research', 'steps', 'tools'],
  shape: 'card',
  roles: { participant: true, step: true },
  schema: rewooSchema,
  accepts: [...WORKER_ACCEPTS, 'handoff', 'after-work', 'recipient'],
  ports: [{ id: 'tools', label: 'Tools', edge: 'use' }, ...WORKER_PORTS],
  fields: [
    DESCRIPTION_FIELD,
    {
      key: 'model',
      label: 'Model',
      group: 'does',
      help: 'Which model plans, and answers from what the steps found.',
      type: 'model',
    },
    {
      key: 'maxTurn',
      label: 'Attempts at a plan',
      group: 'advanced',
      help: 'How often the planner may try until its plan can be read.',
      type: 'number',
      min: 1,
      max: 10,
    },
    {
      key: 'onToolError',
      label: 'When a step fails',
      group: 'advanced',
      help: 'Whether the plan goes on when a tool fails.',
      type: 'choice',
      options: [
        { value: 'pass-error', label: 'Go on with its error' },
        { value: 'stop', label: 'Stop' },
      ],
    },
    {
      key: 'maxParallel',
      label: 'Steps at the same time, at most',
      group: 'advanced',
      help: 'How many steps of a plan may run side by side.',
      type: 'number',
      min: 1,
      max: 64,
    },
    {
      key: 'stepTimeout',
      label: 'Time limit of a step',
      group: 'advanced',
      help: 'How long one step may take before it counts as failed.',
      type: 'number',
      min: 1,
      max: 3_600_000,
      unit: 'ms',
    },
    {
      key: 'stepRetries',
      label: 'Retries per step',
      group: 'advanced',
      help: 'How often a step that failed is tried again.',
      type: 'number',
      min: 0,
      max: 10,
    },
    {
      key: 'approvePlan',
      label: 'Ask before a plan runs',
      group: 'does',
      type: 'switch',
      help: 'You approve the plan, edit it or refuse it, in the chat.',
    },
    {
      key: 'replans',
      label: 'Re-plans, at most',
      group: 'advanced',
      type: 'number',
      min: 0,
      max: 5,
      help: 'Made when what was found is not enough to answer.',
    },
    {
      key: 'modelTool',
      label: 'Name of the model’s own step',
      group: 'advanced',
      type: 'line',
      placeholder: 'LLM',
      help: 'A step that the model does by itself, such as taking one fact out of a long result. Empty: none.',
    },
    {
      key: 'condenseOver',
      label: 'Condense evidence for tools over',
      group: 'advanced',
      type: 'number',
      min: 0,
      max: 1_000_000,
      unit: 'characters',
      help: '0: tools get it as it is.',
    },
    OUTPUT_FIELD,
    {
      key: 'prompts',
      label: 'Instructions',
      group: 'advanced',
      help: 'What planner and solver are told. Each has a built-in text.',
      type: 'prompts',
      parts: PROMPT_PARTS,
    },
    ...BUDGET_FIELDS,
  ],
  summary(data, { flow, nodeId }) {
    const described = firstLine(data.description)
    if (described !== '') return described
    return counted(enabledTools(edgesFrom(flow, nodeId, 'tools')), 'tool') || 'No tools yet'
  },
  check: (data, context) => [...checkRewoo(data, context), ...checkOutput(data.output, context)],
  offer: (data, name) => workerOffer(data.description, name),
})

function enabledTools(edges: readonly EdgeEntry[]): number {
  return edges.filter(({ edge }) => {
    const parsed = useEdgeSchema.safeParse(edge.data)
    return parsed.success && parsed.data.enabled
  }).length
}

function checkRewoo(data: RewooData, { graph, nodeId }: CheckContext): readonly KindProblem[] {
  if (enabledTools(graph.from(nodeId, 'tools')) > 0 || data.modelTool.trim() !== '') return []
  return [
    {
      severity: 'error',
      code: 'no-tools',
      message: 'There is nothing to plan with. Draw a tool, or name the model’s own step.',
    },
  ]
}
