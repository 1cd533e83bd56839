/** What a turn cost: its model calls by what they were for, and their tokens (DialogSupervisor 20). */
import type { ModelCall, TraceRow, TurnView } from './fold-view'
import { addUsage, type Usage } from '../log/usage'
import { purposeCallWords, type CallSort } from '../words/calls'
import { subjectCallWords } from '../words/decisions'

/** `what` in a person's words: `reply`, `switch check`, `observer`. */
export type CostPart = { what: CallSort; count: number }
/** US dollars by list prices. `isPart`: some calls have no price that is known. */
export type CostEstimate = { dollars: number; isPart: boolean }
/** Parts in the order in which they first came. `usage` counts the calls of which it is known; without `spent` no price is known. */
export type TurnCost = { calls: number; parts: readonly CostPart[]; usage: Usage; spent?: CostEstimate }

/** The cost of a turn so far, from the calls that were answered. */
export function costOf(turn: Pick<TurnView, 'trace'>): TurnCost {
  const counts = new Map<CallSort, number>()
  let usage: Usage = { input: 0, output: 0 }
  let calls = 0
  const prices: (number | undefined)[] = []
  for (const row of turn.trace) {
    const what = row.state === 'done' ? purposeOf(row) : null
    if (what === null) continue
    calls += 1
    counts.set(what, (counts.get(what) ?? 0) + 1)
    if (row.usage !== null) usage = addUsage(usage, row.usage)
    prices.push(callOf(row)?.cost)
  }
  const spent = spentOf(prices)
  const parts = [...counts].map(([what, count]) => ({ what, count }))
  return { calls, parts, usage, ...(spent === null ? {} : { spent }) }
}

function spentOf(prices: readonly (number | undefined)[]): CostEstimate | null {
  const known = prices.filter((price) => price !== undefined)
  if (known.length === 0) return null
  return { dollars: known.reduce((sum, price) => sum + price, 0), isPart: known.length < prices.length }
}

/** What the model call of a row cost, in US dollars; null: it has none, or no price is known. */
export function dollarsOf(row: TraceRow): number | null {
  return callOf(row)?.cost ?? null
}

function callOf({ step }: TraceRow): ModelCall | null {
  return step.what === 'model' || step.what === 'decision' ? step.call : null
}

/** What a row's model call was for; null: it has none. */
function purposeOf({ step, span }: TraceRow): CallSort | null {
  if (span === null) return null
  if (step.what === 'decision') return step.call === null ? null : subjectCallWords(step.decision.about)
  if (step.what !== 'model' || step.call.model === '') return null
  return purposeCallWords(step.call.purpose)
}
