/** What a participant may use up in one turn and in a whole thread: fields of the data of every kind that asks models for its replies. */
import { z } from 'zod'
import { isJsonObject } from '../flow/json'
import type { FieldHint } from './kind'

/** Fields of the data; null: no budget of its own. */
export const budgetFields = {
  /** Tokens in and out, of all its model calls in a turn. */
  budgetTokens: z.number().int().min(1).nullable().default(null),
  /** US dollars. */
  budgetDollars: z.number().positive().nullable().default(null),
  /** Of its model calls and tools. */
  budgetSeconds: z.number().positive().nullable().default(null),
  /** The same of all turns of a thread together. */
  budgetThreadTokens: z.number().int().min(1).nullable().default(null),
  budgetThreadDollars: z.number().positive().nullable().default(null),
  budgetThreadSeconds: z.number().positive().nullable().default(null),
}

const budgetSchema = z.looseObject(budgetFields)
export type NodeBudget = z.infer<typeof budgetSchema>

/** The budget of any node; of one that has none, nothing is limited. */
export function budgetOf({ data }: { readonly data: unknown }): NodeBudget {
  // Most have none, and are asked at every step.
  if (!isJsonObject(data) || !BUDGET_KEYS.some((key) => Object.hasOwn(data, key))) return NO_BUDGET
  const read = budgetSchema.safeParse(data)
  return read.success ? read.data : NO_BUDGET
}

/** Whether a budget of its own counts money. */
export function limitsMoney(node: { readonly data: unknown }): boolean {
  const { budgetDollars, budgetThreadDollars } = budgetOf(node)
  return budgetDollars !== null || budgetThreadDollars !== null
}

const BUDGET_KEYS = Object.keys(budgetFields)
const NO_BUDGET: NodeBudget = budgetSchema.parse({})

/** How the inspector shows them. */
export const BUDGET_FIELDS = [
  {
    key: 'budgetTokens',
    label: 'Tokens in a turn, at most',
    group: 'advanced',
    help: 'The turn ends when this many are used. The participant is warned at 80 %.',
    type: 'number',
    min: 1,
    placeholder: 'no budget',
  },
  {
    key: 'budgetDollars',
    label: 'Dollars in a turn, at most',
    group: 'advanced',
    help: 'What its model calls may cost in one turn, by the prices of the connection.',
    type: 'number',
    min: 0,
    step: 0.01,
    placeholder: 'no budget',
  },
  {
    key: 'budgetSeconds',
    label: 'Time in a turn, at most',
    group: 'advanced',
    help: 'How long its model calls and tools may take in one turn, all together.',
    type: 'number',
    min: 0,
    unit: 'seconds',
    placeholder: 'no budget',
  },
  {
    key: 'budgetThreadTokens',
    label: 'Tokens in a thread, at most',
    group: 'advanced',
    help: 'In all turns of a thread together. From then on each turn ends that comes to this participant, until the budget is raised.',
    type: 'number',
    min: 1,
    placeholder: 'no budget',
  },
  {
    key: 'budgetThreadDollars',
    label: 'Dollars in a thread, at most',
    group: 'advanced',
    help: 'What its model calls may cost in a whole thread, by the prices of the connection.',
    type: 'number',
    min: 0,
    step: 0.01,
    placeholder: 'no budget',
  },
  {
    key: 'budgetThreadSeconds',
    label: 'Time in a thread, at most',
    group: 'advanced',
    help: 'How long its model calls and tools may take in a whole thread, all together.',
    type: 'number',
    min: 0,
    unit: 'seconds',
    placeholder: 'no budget',
  },
] as const satisfies readonly FieldHint[]
