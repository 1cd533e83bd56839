/** What models took within calls of tools, such as a flow that runs as one: a test calls no tool, and its budgets count that nevertheless. */
import { addExpense, NO_EXPENSE, spentOnCall, type Expense } from '../../src-shared/run/log/expense'
import { planCallId, type RunEvent } from '../../src-shared/run/log/events'
import { isInToolCall, toolScope } from '../../src-shared/run/log/log'
import type { KeptCall } from '../../src-shared/run/tests/test-file'

/** By the id that `callsOfTurn` gives a call: what was spent within it. */
export function spentInside(events: readonly RunEvent[]): ReadonlyMap<string, NonNullable<KeptCall['spent']>> {
  /** Calls that no other one is round, by their scopes without the number behind them. */
  const outermost = new Map<string, string>()
  const spent = new Map<string, Expense>()
  for (const event of events) {
    if (!('path' in event)) continue
    const { path } = event
    if (event.type === 'model.finished' && isInToolCall(path)) {
      const [, id] = [...outermost].find(([scope]) => path.startsWith(scope)) ?? []
      if (id !== undefined) spent.set(id, addExpense(spent.get(id) ?? NO_EXPENSE, spentOnCall(event)))
    }
    const callId = beginsCall(event)
    if (callId === null || isInToolCall(path)) continue
    const scope = toolScope(path, callId).replace(/\d+$/, '')
    if (!outermost.has(scope)) outermost.set(scope, `${event.runId}:${event.seq}`)
  }
  return new Map(
    [...spent].map(([id, { calls, input, output, dollars, unpriced }]) => [
      id,
      { calls, input, output, dollars, unpriced },
    ]),
  )
}

function beginsCall(event: RunEvent): string | null {
  if (event.type === 'tool.started') return event.callId
  return event.type === 'plan.step' && event.state === 'running' ? planCallId(event, event.id) : null
}
