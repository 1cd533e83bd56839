/** What was spent, as it is counted of steps, participants, turns and threads: by the engine, and in what is shown. */
import { isRehearsal } from '../../flow/model-choices'
import type { RunEventOf } from './events'
import type { Usage } from './usage'

/** What model calls and tools took. */
export type Expense = {
  /** Model calls. */
  readonly calls: number
  readonly input: number
  readonly output: number
  /** Some of these tokens were estimated. */
  readonly estimated: boolean
  /** US dollars, of the calls whose price is known. */
  readonly dollars: number
  /** Model calls whose price is not known. */
  readonly unpriced: number
  readonly ms: number
}

/** By the node that asked. */
export type ExpenseByNode = { readonly [node: string]: Expense }

export const NO_EXPENSE: Expense = {
  calls: 0,
  input: 0,
  output: 0,
  estimated: false,
  dollars: 0,
  unpriced: 0,
  ms: 0,
}

/** Both together; what the second lacks adds nothing. */
export function addExpense(one: Expense, other: Partial<Expense>): Expense {
  return {
    calls: one.calls + (other.calls ?? 0),
    input: one.input + (other.input ?? 0),
    output: one.output + (other.output ?? 0),
    estimated: one.estimated || other.estimated === true,
    dollars: one.dollars + (other.dollars ?? 0),
    unpriced: one.unpriced + (other.unpriced ?? 0),
    ms: one.ms + (other.ms ?? 0),
  }
}

/** What of `after` came since `before`, of the same counter. */
export function spentSince(after: Expense, before: Expense = NO_EXPENSE): Expense {
  return {
    calls: after.calls - before.calls,
    input: after.input - before.input,
    output: after.output - before.output,
    estimated: after.estimated,
    dollars: after.dollars - before.dollars,
    unpriced: after.unpriced - before.unpriced,
    ms: after.ms - before.ms,
  }
}

/** The same with more for one node. */
export function spendAt(by: ExpenseByNode, node: string, more: Partial<Expense>): ExpenseByNode {
  return { ...by, [node]: addExpense(by[node] ?? NO_EXPENSE, more) }
}

/** What a model call took, as it is told. The rehearsal costs nothing. */
export function spentOnCall({
  usage,
  cost,
  ms,
  model,
}: Pick<RunEventOf<'model.finished'>, 'usage' | 'cost' | 'ms' | 'model'>): Expense {
  const money = cost === undefined ? { unpriced: isRehearsal(model) ? 0 : 1 } : { dollars: cost }
  return addExpense(NO_EXPENSE, { calls: 1, ...usage, ...money, ms })
}

/** The tokens alone. */
export function usageOfExpense({ input, output, estimated }: Expense): Usage {
  return { input, output, ...(estimated ? { estimated } : {}) }
}

/** All nodes together. */
export function sumOf(by: ExpenseByNode): Expense {
  return Object.values(by).reduce(addExpense, NO_EXPENSE)
}
