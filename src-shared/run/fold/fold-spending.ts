/** What a turn or a thread took, by participant, and which hand-off made the context grow: counted with each event, from that event alone. */
import { isInner, type LogEntry } from '../log/log'
import type { RunEvent, RunEventOf } from '../log/events'
import { addExpense, NO_EXPENSE, spendAt, spentOnCall, type Expense, type ExpenseByNode } from '../log/expense'

/** The request of the reply before a hand-off and of the one after it, in tokens; `estimated`: one of them was. */
export type ContextGrowth = {
  readonly from: string
  readonly to: string
  readonly before: number
  readonly after: number
  readonly estimated: boolean
}

export type SpendingView = {
  readonly by: ExpenseByNode
  /** Its time is that of model calls and tools, each by itself. */
  readonly total: Expense
  /** Calls of which a price is known. */
  readonly priced: number
  /** The hand-off with the largest growth; null: none made it grow. */
  readonly growth: ContextGrowth | null
  /** The newest reply's request in the conversation with the user. */
  readonly context: { readonly tokens: number; readonly estimated: boolean } | null
  /** Who passed the baton since, and to whom. */
  readonly move: { readonly from: string; readonly to: string } | null
}

export const NOTHING_SPENT: SpendingView = {
  by: {},
  total: NO_EXPENSE,
  priced: 0,
  growth: null,
  context: null,
  move: null,
}

/** The spending after one more event; the same object where it adds nothing. */
export function foldSpending(view: SpendingView, event: RunEvent): SpendingView {
  switch (event.type) {
    case 'run.started':
      // What the model is shown changes between turns by what is said, not by who hands over.
      return view.context === null && view.move === null ? view : { ...view, context: null, move: null }
    case 'model.finished':
      return withContext(spend(view, event.node, spentOnCall(event), event.cost === undefined ? 0 : 1), event)
    case 'tool.finished':
      return spend(view, event.node, { ms: event.ms })
    case 'plan.step':
      // The model calls of a step are told by themselves.
      return event.toolNode === null || event.ms === undefined ? view : spend(view, event.node, { ms: event.ms })
    case 'entry':
      return withMove(view, event.entry)
    default:
      return view
  }
}

function spend(view: SpendingView, node: string, more: Partial<Expense>, priced = 0): SpendingView {
  return {
    ...view,
    by: spendAt(view.by, node, more),
    total: addExpense(view.total, more),
    priced: view.priced + priced,
  }
}

function withMove(view: SpendingView, entry: LogEntry): SpendingView {
  if (entry.kind !== 'handoff' || entry.from === null || entry.from === entry.to || isInner(entry.scope)) return view
  // Over several hand-offs without a reply the first one who gave it away counts.
  return { ...view, move: { from: view.move?.from ?? entry.from, to: entry.to } }
}

/** Checks have requests of their own, which say nothing of the conversation's. */
function withContext(view: SpendingView, { purpose, usage, path }: RunEventOf<'model.finished'>): SpendingView {
  if (purpose !== 'reply' || usage === null || isInner(path)) return view
  const { context: before, move } = view
  const estimated = usage.estimated === true
  const next = { ...view, context: { tokens: usage.input, estimated }, move: null }
  if (before === null || move === null) return next
  const growth: ContextGrowth = {
    ...move,
    before: before.tokens,
    after: usage.input,
    estimated: estimated || before.estimated,
  }
  return grownBy(growth) > Math.max(0, grownBy(view.growth)) ? { ...next, growth } : next
}

/** By how many tokens. */
export function grownBy(growth: ContextGrowth | null): number {
  return growth === null ? 0 : growth.after - growth.before
}
