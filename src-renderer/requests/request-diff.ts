/** What one request has beyond another: messages that came and went, tools, parameters. */
import { listChanges, type LineChange } from '../../src-shared/flow/difference/line-changes'
import type { OfferedTool, ShownMessage, ShownRequest } from './request-reading'

export type MessageChange = { change: 'same' | 'added' | 'removed'; message: ShownMessage }
export type NamedChange = { change: 'added' | 'removed' | 'changed'; name: string; before: string; after: string }
export type RequestDifference = {
  messages: readonly MessageChange[]
  tools: readonly NamedChange[]
  parameters: readonly NamedChange[]
}

/** From the earlier request to the later one. */
export function differenceOf(before: ShownRequest, after: ShownRequest): RequestDifference {
  return {
    messages: messageChanges(before.messages, after.messages),
    tools: namedChanges(before.tools.map(withText), after.tools.map(withText)),
    parameters: namedChanges(before.parameters, after.parameters),
  }
}

function withText({ name, description, parameters }: OfferedTool): { name: string; value: string } {
  return { name, value: `${description}\n${parameters}` }
}

function messageChanges(before: readonly ShownMessage[], after: readonly ShownMessage[]): MessageChange[] {
  const [old, now] = [before[Symbol.iterator](), after[Symbol.iterator]()]
  return listChanges(before.map(keyOf), after.map(keyOf)).flatMap(({ of }): MessageChange[] => {
    const gone = of === 'after' ? undefined : old.next().value
    const message = of === 'before' ? gone : now.next().value
    return message === undefined ? [] : [{ change: CHANGES[of], message }]
  })
}

const CHANGES = { both: 'same', before: 'removed', after: 'added' } as const satisfies {
  [O in LineChange['of']]: MessageChange['change']
}

function keyOf({ role, text, calls, answers }: ShownMessage): string {
  return JSON.stringify([role, text, calls, answers])
}

type NamedValue = { name: string; value: string }

function namedChanges(before: readonly NamedValue[], after: readonly NamedValue[]): NamedChange[] {
  const old = new Map(before.map(({ name, value }) => [name, value]))
  const now = new Map(after.map(({ name, value }) => [name, value]))
  const gone = before.filter(({ name }) => !now.has(name))
  return [
    ...gone.map(({ name, value }): NamedChange => ({ change: 'removed', name, before: value, after: '' })),
    ...after.flatMap(({ name, value }): NamedChange[] => {
      const was = old.get(name)
      if (was === undefined) return [{ change: 'added', name, before: '', after: value }]
      return was === value ? [] : [{ change: 'changed', name, before: was, after: value }]
    }),
  ]
}
