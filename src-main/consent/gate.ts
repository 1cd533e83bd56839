/** The gate before every run: what a flow would use outside of Baton must have been allowed, item by item. */
import { shellWord, shortened, visibleLine } from '../../src-shared/kinds/visible'
import { AppError } from '../../src-shared/errors'
import type { Consents } from './consents'
import type { KeyedItem } from './keys'
import { asWritten, ENGLISH, inARow, inEnglish, message, type Message } from '../../src-shared/languages/translate'

export type ConsentGate = {
  /** Which of a flow's items were not allowed. */
  readonly missing: (flowId: string, items: readonly KeyedItem[]) => readonly KeyedItem[]
  /** What is missing, and what to do about it. */
  readonly refusal: (missing: readonly KeyedItem[]) => Message
  /** Whether an item was allowed by its very name, also where the flow does not name it: a host that its requests are led to. */
  readonly isNamed: (key: string) => boolean
}

/** So many nodes, and items in the app, are named in a sentence. */
const MOST_NAMED = 5

/** What the person allowed in the app. */
export function libraryGate(consents: Consents): ConsentGate {
  return {
    missing(flowId, items) {
      if (items.length === 0) return []
      const allowed = consents.of(flowId)
      return items.filter(({ hash }) => !allowed.has(hash))
    },
    refusal(missing) {
      const items = few(missing.map((item) => inARow([`${item.key} (`, nodesOf(item), ')'], '')))
      return message(
        'The flow wants to use what nobody allowed: {items}. Look at it, and allow it if you trust the flow.',
        { items },
      )
    },
    isNamed: () => false,
  }
}

/** What the command line was given; `all` is everything that a flow names. What was allowed in the app does not count there. */
export function commandLineGate(allow: readonly string[]): ConsentGate {
  const given = new Set(allow)
  return {
    missing: (_flowId, items) =>
      given.has('all')
        ? []
        : items.filter(({ key, connectionKey = key }) => !given.has(key) && !given.has(connectionKey)),
    refusal(missing) {
      const lines = missing.map((item) => allowLine(item))
      return inEnglish(
        `The flow wants to use what was not allowed:\n${lines.join('\n')}\nAllow each of these, or everything with --allow all. Nothing was run.`,
      )
    },
    isNamed: (key) => given.has(key),
  }
}

/** An item as the command line is given it, with the nodes that use it. */
export function allowLine(item: KeyedItem): string {
  return `  --allow ${shellWord(item.key)}   (${ENGLISH.message(nodesOf(item))})`
}

/** Throws `consent-needed` naming each item that is missing (details: `flowId`, `items` as `{ key, hash }`). */
export function permit(gate: ConsentGate, flowId: string, items: readonly KeyedItem[]): void {
  const missing = gate.missing(flowId, items)
  if (missing.length === 0) return
  const details = { flowId, items: missing.map(({ key, hash }) => ({ key, hash })) }
  throw new AppError('consent-needed', gate.refusal(missing), details)
}

function nodesOf({ nodes }: KeyedItem): Message {
  return few(nodes.map(({ name }) => asWritten(shortened(visibleLine(name)))))
}

function few(all: readonly Message[]): Message {
  const names = inARow(all.slice(0, MOST_NAMED), ', ')
  const count = all.length - MOST_NAMED
  return count > 0 ? message('{names} and {count} more', { names, count }) : names
}
