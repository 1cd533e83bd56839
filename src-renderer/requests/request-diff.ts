/** What one request has beyond another: messages that came and went, tools, parameters. */
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

/** More than so many places on both sides are not matched one by one. */
const MOST_MATCHED = 1_000_000

function messageChanges(before: readonly ShownMessage[], after: readonly ShownMessage[]): MessageChange[] {
  const old = before.map(keyOf)
  const now = after.map(keyOf)
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1
  const oldMiddle = old.slice(start, old.length - end)
  const newMiddle = now.slice(start, now.length - end)
  const middle = matched(oldMiddle, newMiddle).map(({ change, at }): MessageChange => {
    const message = change === 'removed' ? before[start + at] : after[start + at]
    return { change, message: message ?? NO_MESSAGE }
  })
  const same = (messages: readonly ShownMessage[]) =>
    messages.map((message): MessageChange => ({ change: 'same', message }))
  return [...same(after.slice(0, start)), ...middle, ...same(after.slice(after.length - end))]
}

const NO_MESSAGE: ShownMessage = { role: '', text: '', calls: [], answers: null, sources: [], tokens: 0 }

type Matched = { change: MessageChange['change']; at: number }

/** The longest list that both have, with what is only in one; `at` counts in the list that has it. */
function matched(old: readonly string[], now: readonly string[]): Matched[] {
  const removed = (from: number, to: number) => range(from, to).map((at): Matched => ({ change: 'removed', at }))
  const added = (from: number, to: number) => range(from, to).map((at): Matched => ({ change: 'added', at }))
  if (old.length * now.length > MOST_MATCHED) return [...removed(0, old.length), ...added(0, now.length)]
  const lengths = old.map(() => new Uint32Array(now.length + 1))
  lengths.push(new Uint32Array(now.length + 1))
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = now.length - 1; column >= 0; column -= 1) {
      const line = lengths[row]
      if (line === undefined) continue
      line[column] =
        old[row] === now[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const result: Matched[] = []
  let row = 0
  let column = 0
  while (row < old.length && column < now.length) {
    if (old[row] === now[column]) {
      result.push({ change: 'same', at: column })
      row += 1
      column += 1
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      result.push({ change: 'removed', at: row })
      row += 1
    } else {
      result.push({ change: 'added', at: column })
      column += 1
    }
  }
  return [...result, ...removed(row, old.length), ...added(column, now.length)]
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_none, at) => from + at)
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
