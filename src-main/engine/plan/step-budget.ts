/** What one step of a plan takes: its model calls, counted to the step and to the turn. */
import type { RewooData } from '../../../src-shared/kinds/rewoo'
import { addExpense, NO_EXPENSE, usageOfExpense, type Expense } from '../../../src-shared/run/log/expense'
import type { CallPurpose } from '../../../src-shared/run/log/facts'
import type { Usage } from '../../../src-shared/run/log/usage'
import { questionPrompt } from '../../models/contract/prompt'
import { timeLeft } from '../calls/budgets'
import { callModel, countSpent, type CallResult } from '../calls/call-model'
import type { CallUsage } from '../contract/call-usage'
import type { StepContext } from '../contract/runtime'
import { endByLimit } from '../moves/moves'
import type { Draft } from '../state/draft'

/** The node that works, and its model calls under way, which count against the turn's limit. */
export type PlanWork = { id: string; data: RewooData; calls: { underWay: number } }

export type StepPrompt = { prompt: string; message: string; role: string; label: CallPurpose; signal: AbortSignal }

export type StepBudget = {
  ask: (asked: StepPrompt) => Promise<CallResult | null>
  endBySeconds: () => void
  /** Counts the model calls that a tool made, to the step and to the turn. */
  add: (spent: CallUsage) => void
  spent: () => CallUsage
  /** With what it took before it waited for a person. */
  all: () => Expense
  usage: () => Usage | null
}

/** The model calls of one step, counted, so that a step that is taken from the checkpoint counts again. `before`: what it took before it waited for a person, which is counted. */
export function spendingOf(
  draft: Draft,
  context: StepContext,
  { work: { id, data, calls }, before }: { work: PlanWork; before: CallUsage | null },
): StepBudget {
  let spent = NO_EXPENSE
  const note = (more: CallUsage) => {
    spent = addExpense(spent, more)
  }
  const all = () => addExpense(spent, before ?? {})
  return {
    spent: () => spent,
    all,
    usage: () => (all().calls === 0 ? null : usageOfExpense(all())),
    endBySeconds: () => endByLimit(draft, context.flow, timeLeft(draft, context, id).reached),
    add(more) {
      countSpent(draft, id, more)
      note(more)
    },
    async ask({ prompt, message, role, label, signal }) {
      const underWay = calls.underWay
      calls.underWay += 1
      try {
        const asked = await callModel(
          draft,
          { ...context, signal },
          {
            node: id,
            role,
            label,
            settings: context.flow.modelOf(data.model),
            prompt: questionPrompt(context.flow.language, prompt),
            tools: [],
            purpose: { kind: 'reply', message },
            underWay,
          },
        )
        if (asked !== null) note(asked.spent)
        return asked
      } finally {
        calls.underWay -= 1
      }
    },
  }
}
