/** The gate before every run: what a flow would use outside of Baton must have been allowed, item by item. */
import { AppError } from '../../src-shared/errors'
import type { Consents } from './consents'
import type { KeyedItem } from './keys'

/** Which of a flow's items were not allowed. */
export type ConsentGate = (flowId: string, items: readonly KeyedItem[]) => readonly KeyedItem[]

/** What the person allowed in the app. */
export function libraryGate(consents: Consents): ConsentGate {
  return (flowId, items) => {
    if (items.length === 0) return []
    const allowed = consents.of(flowId)
    return items.filter(({ hash }) => !allowed.has(hash))
  }
}

/** What the command line was given; `all` is everything. What was allowed in the app does not count there. */
export function commandLineGate(allow: readonly string[]): ConsentGate {
  const given = new Set(allow.map((item) => item.trim()))
  return (_flowId, items) => (given.has('all') ? [] : items.filter(({ key }) => !given.has(key)))
}

/** Throws `consent-needed` naming each item that is missing (details: `flowId`, `items` as `{ key, hash }`). */
export function permit(gate: ConsentGate, flowId: string, items: readonly KeyedItem[]): void {
  const missing = gate(flowId, items)
  if (missing.length === 0) return
  const named = missing.map(({ key, nodes }) => `${key} (${nodes.map(({ name }) => name).join(', ')})`)
  const message = `The flow wants to use what was not allowed: ${named.join('; ')}. On the command line, allow an item with --allow ITEM, or everything with --allow all.`
  const details = { flowId, items: missing.map(({ key, hash }) => ({ key, hash })) }
  throw new AppError('consent-needed', message, details)
}
