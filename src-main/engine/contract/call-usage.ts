/** What calls took, and what of budgets is left for those to come. */
import type { Expense } from '../../../src-shared/run/log/expense'

/** Model calls that somebody made, with their tokens in and out, and what else is known of what they took. */
export type CallUsage = Pick<Expense, 'calls' | 'input' | 'output'> & Partial<Expense>

/** How a turn stands to its time and its budgets. */
export type TurnBudget = {
  /** How long the turn has run so far, also before it was interrupted or waited for a person. */
  turnMs: () => number
  /** When the turn, which had failed, was tried again in this run, in ms since 1970; null: it was not. */
  triedAgainAt: number | null
  /** What a turn inside of a call may still use of the budgets round it; null: it is inside of none. */
  left: BudgetLeft | null
}

/** What of the budgets is left; null: nothing limits it. */
export type BudgetLeft = { readonly tokens: number | null; readonly dollars: number | null }
