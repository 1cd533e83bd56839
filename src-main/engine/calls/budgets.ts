/** Budgets of a turn, of its thread and of one participant in each of them: what of each is used, what is left, and what is said of it. */
import { builtInText } from '../../../src-shared/agents/prompts'
import { budgetOf } from '../../../src-shared/kinds/budget'
import { addExpense, NO_EXPENSE, type Expense } from '../../../src-shared/run/log/expense'
import type { Language } from '../../../src-shared/flow/records'
import { endByLimit, type FlowLimit } from '../moves/moves'
import { spentInThread, spentInTurn } from '../state/state'
import type { Draft } from '../state/draft'
import type { BatonState } from '../state/state'
import type { BudgetLeft } from '../contract/call-usage'
import type { CompiledFlow, StepContext } from '../contract/runtime'
import type { NewWarningEvent } from '../../../src-shared/run/log/events'

/** From this share on a participant is told. */
const TOLD_FROM = 0.8

type Scope = 'turn' | 'thread' | 'node' | 'nodeThread'
type Unit = 'tokens' | 'dollars' | 'seconds'

type Budget = { scope: Scope; unit: Unit; most: number; used: number; reached: FlowLimit }

type BudgetPlace = { flow: CompiledFlow; left: BudgetLeft | null }

/** What the step may look at: the turn as far as it is counted, and how long it has run. */
type Spender = { node: string; turnMs: number }

/** Every budget that counts for a node, in the order in which they are looked at. */
function budgetsOf(draft: Draft, { flow, left }: StepContext, { node, turnMs }: Spender): Budget[] {
  const { spentBefore } = draft.state
  return budgetsNow({ turn: { ...draft.turn, ms: turnMs }, spentBefore }, { flow, left }, node)
}

type SpendingState = Pick<BatonState, 'turn' | 'spentBefore'>

function budgetsNow({ turn, spentBefore }: SpendingState, { flow, left }: BudgetPlace, node: string): Budget[] {
  const { limits } = flow.settings
  const drawn = flow.graph.node(node)
  const own = drawn === undefined ? null : budgetOf(drawn)
  const ofNode = turn.by?.[node] ?? NO_EXPENSE
  const used = {
    turn: () => spentInTurn(turn),
    thread: () => spentInThread(turn),
    node: () => ofNode,
    nodeThread: () => addExpense(spentBefore[node] ?? NO_EXPENSE, ofNode),
  }
  const found: Budget[] = []
  // Most flows have one or two of them, and every step asks.
  const budget = (scope: Scope, unit: Unit, most: number | null | undefined): void => {
    if (most === null || most === undefined) return
    found.push({ scope, unit, most, used: usedOf(used[scope](), unit), reached: reachedOf(scope, unit, most) })
  }
  const reachedOf = (scope: Scope, unit: Unit, most: number): FlowLimit =>
    scope === 'turn' || scope === 'thread'
      ? { limit: LIMITS[scope][unit], most }
      : { limit: NODE_LIMITS[scope][unit], most, name: flow.nameOf(node) }
  budget('turn', 'tokens', least(limits.tokens, left?.tokens))
  budget('turn', 'dollars', least(limits.dollars, left?.dollars))
  budget('turn', 'seconds', limits.seconds)
  budget('thread', 'tokens', limits.threadTokens)
  budget('thread', 'dollars', limits.threadDollars)
  budget('thread', 'seconds', limits.threadSeconds)
  budget('node', 'tokens', own?.budgetTokens)
  budget('node', 'dollars', own?.budgetDollars)
  budget('node', 'seconds', own?.budgetSeconds)
  budget('nodeThread', 'tokens', own?.budgetThreadTokens)
  budget('nodeThread', 'dollars', own?.budgetThreadDollars)
  budget('nodeThread', 'seconds', own?.budgetThreadSeconds)
  return found
}

const LIMITS = {
  turn: { tokens: 'tokens', dollars: 'dollars', seconds: 'seconds' },
  thread: { tokens: 'threadTokens', dollars: 'threadDollars', seconds: 'threadSeconds' },
} as const satisfies { readonly [S in 'turn' | 'thread']: { readonly [U in Unit]: FlowLimit['limit'] } }

const NODE_LIMITS = {
  node: { tokens: 'nodeTokens', dollars: 'nodeDollars', seconds: 'nodeSeconds' },
  nodeThread: { tokens: 'nodeThreadTokens', dollars: 'nodeThreadDollars', seconds: 'nodeThreadSeconds' },
} as const satisfies { readonly [S in 'node' | 'nodeThread']: { readonly [U in Unit]: FlowLimit['limit'] } }

function usedOf({ input, output, dollars, ms }: Expense, unit: Unit): number {
  switch (unit) {
    case 'tokens':
      return input + output
    case 'dollars':
      return dollars
    case 'seconds':
      return ms / 1000
  }
}

function least(one: number | null, other: number | null | undefined): number | null {
  if (one === null || other === null || other === undefined) return one ?? other ?? null
  return Math.min(one, other)
}

/** Sums of prices are fractions, whose noise is no money. */
const NOISE = 1e-9

/** Ends the turn where a budget is used up, as it stands now. */
export function endsByBudget(draft: Draft, context: StepContext, node: string): boolean {
  return endBy(draft, context, { node, turnMs: context.turnMs() })
}

/**
 * The same of what was stored when the step began, so that a step that runs again after a crash finds the same: for one that carries out what a
 * model asked for.
 */
export function endsByStoredBudget(draft: Draft, context: StepContext, node: string): boolean {
  return endBy(draft, context, { node, turnMs: draft.state.turn.ms ?? 0 })
}

function endBy(draft: Draft, context: StepContext, spender: Spender): boolean {
  const over = budgetsOf(draft, context, spender).find(({ used, most }) => used >= most - NOISE)
  if (over === undefined) return false
  endByLimit(draft, context.flow, over.reached)
  return true
}

/** A budget that a turn has gone over with the last call for it; seconds are held during a call as well. */
type OverBudget = { scope: Scope; unit: 'tokens' | 'dollars'; used: number; most: number; node: string }

/** Whether somebody who spent in a turn has a budget of the whole thread, so that what they spent before counts. */
export function countsThread(turn: BatonState['turn'], flow: CompiledFlow): boolean {
  return Object.keys(turn.by ?? {}).some((node) =>
    budgetsNow({ turn, spentBefore: {} }, { flow, left: null }, node).some(({ scope }) => scope === 'nodeThread'),
  )
}

/** What a person should know of a turn that ended by itself, and with its last call went over a budget. */
export function overBudgetWarnings(spent: SpendingState, flow: CompiledFlow): NewWarningEvent[] {
  const { end } = spent.turn
  if (end?.reason === 'limit' || end?.reason === 'failed') return []
  return overBudgets(spent, flow).map(({ scope: of, node, ...amount }) => ({
    type: 'warning',
    node,
    code: 'over-budget',
    facts: { of, name: flow.nameOf(node), ...amount },
  }))
}

/** They are looked at before a call, and after the last one of a turn nobody asks. */
function overBudgets(spent: SpendingState, flow: CompiledFlow): OverBudget[] {
  const spenders = Object.keys(spent.turn.by ?? {})
  const found = spenders.flatMap((node) =>
    budgetsNow(spent, { flow, left: null }, node).flatMap(({ scope, unit, used, most }) =>
      unit === 'seconds' || used <= most + NOISE ? [] : [{ scope, unit, used, most, node }],
    ),
  )
  // Those of the turn and of the thread are the same for everybody.
  return found.filter(
    ({ scope, unit }, at) =>
      scope === 'node' ||
      scope === 'nodeThread' ||
      found.findIndex((one) => one.scope === scope && one.unit === unit) === at,
  )
}

/** For how many ms a node may still work, and what is reached then. */
export function timeLeft(draft: Draft, context: StepContext, node: string): { ms: number; reached: FlowLimit } {
  const { limits } = context.flow.settings
  const seconds = budgetsOf(draft, context, { node, turnMs: context.turnMs() }).filter(({ unit }) => unit === 'seconds')
  const left = seconds.map(({ most, used, reached }) => ({ ms: (most - used) * 1000, reached }))
  const turn = {
    ms: context.deadline - context.services.now(),
    reached: { limit: 'seconds', most: limits.seconds },
  } as const
  return left.reduce((least, one) => (one.ms < least.ms ? one : least), left[0] ?? turn)
}

/** What a node may still use: for a flow that runs inside of a call. */
export function budgetLeft(draft: Draft, context: StepContext, node: string): BudgetLeft {
  const budgets = budgetsOf(draft, context, { node, turnMs: 0 })
  const leftOf = (of: Unit) =>
    budgets
      .filter(({ unit }) => unit === of)
      .reduce<number | null>((left, { most, used }) => least(left, Math.max(0, most - used)), null)
  return { tokens: leftOf('tokens'), dollars: leftOf('dollars') }
}

/** What a participant is told of budgets that are nearly used up; nothing before that. */
export function budgetNotes(draft: Draft, context: StepContext, node: string): string[] {
  const { language } = context.flow
  const near = budgetsOf(draft, context, { node, turnMs: context.turnMs() }).filter(
    ({ used, most }) => used >= most * TOLD_FROM - NOISE,
  )
  if (near.length === 0) return []
  const share = Math.min(99, Math.max(...near.map(({ used, most }) => Math.floor((used / most) * 100 + NOISE))))
  const list = near.map((budget) =>
    builtInText(language, SCOPE_TEXTS[budget.scope], { amount: amountOf(budget, language) }),
  )
  return [builtInText(language, 'budgetNearlyUsed', { share, list: list.join('; ') })]
}

const SCOPE_TEXTS = {
  turn: 'budgetOfTurn',
  thread: 'budgetOfThread',
  node: 'budgetOfNode',
  nodeThread: 'budgetOfNodeInThread',
} as const satisfies { readonly [S in Scope]: string }

function amountOf({ unit, used, most }: Budget, language: Language): string {
  switch (unit) {
    case 'tokens':
      return builtInText(language, 'amountOfTokens', { used, most })
    case 'dollars':
      return `$${Number(used.toFixed(4))} / $${most}`
    case 'seconds':
      return builtInText(language, 'amountOfSeconds', { used: Math.round(used), most })
  }
}

/** Whether some budget of a node counts money. */
export function countsMoney(draft: Draft, context: StepContext, node: string): boolean {
  return budgetsOf(draft, context, { node, turnMs: 0 }).some(({ unit }) => unit === 'dollars')
}
