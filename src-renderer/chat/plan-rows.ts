/** Where a turn's plans stand among the rows of the chat: each right before the answer that was written from it. */
import type { PlanView } from '../../src-shared/run/fold/fold-view'
import type { ChatRow } from './rows'

export type PlanRow = { kind: 'plan'; key: string; plan: PlanView }

/** The rows with the plans of the turn; one without an answer stands at the end. */
export function withPlans(rows: readonly ChatRow[], plans: readonly PlanView[]): (ChatRow | PlanRow)[] {
  if (plans.length === 0) return [...rows]
  const before = new Map<ChatRow | null, PlanRow[]>()
  const taken = new Set<ChatRow>()
  let waiting: PlanRow[] = []
  for (const [index, plan] of plans.entries()) {
    waiting.push({ kind: 'plan', key: `plan-${plan.key}`, plan })
    // A plan whose solver asked for another one has no answer: it stands with the next.
    const next = plans[index + 1]
    if (plan.solved?.asksAgain === true && next?.node === plan.node) continue
    const place = rows.find((row) => !taken.has(row) && answers(row, plan)) ?? null
    if (place !== null && place.kind !== 'nested') taken.add(place)
    before.set(place, [...(before.get(place) ?? []), ...waiting])
    waiting = []
  }
  return [...rows.flatMap((row) => [...(before.get(row) ?? []), row]), ...(before.get(null) ?? []), ...waiting]
}

/** Whether a row says what a plan's node said, or holds such a row. */
function answers(row: ChatRow, plan: PlanView): boolean {
  switch (row.kind) {
    case 'nested':
      return row.chats.some((chat) => chat.rows.some((inner) => answers(inner, plan)))
    case 'stream':
      return row.stream.author === plan.node && row.stream.path === plan.path
    case 'item':
      return row.item.kind === 'message' && row.item.author === plan.node && row.item.path === plan.path
    case 'handoffs':
      return false
  }
}
