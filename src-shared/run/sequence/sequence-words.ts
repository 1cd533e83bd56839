/** What the items of a sequence diagram say in one line, the same in the interface and in its exports. */
import type { SequenceItem, SequenceLane } from './sequence-parts'
import { arrowWords } from '../words/moves'

/** What stands on an item's arrow, in one line of any length. */
export function itemWords(item: SequenceItem): string {
  switch (item.kind) {
    case 'handoff':
      return line(arrowWords(item))
    case 'call':
      return line(callWords(item.tool, item.text))
    case 'message':
    case 'result':
    case 'note':
      return line(item.text)
  }
}

/** `Triage to Refunds, hand-off: asks for money back`, for people who do not see the arrow. */
export function spokenWords(item: SequenceItem, lanes: readonly SequenceLane[]): string {
  const [from, to] = [lanes[item.from]?.name ?? '', lanes[item.to]?.name ?? '']
  const ends = item.from === item.to ? from : `${from} to ${to}`
  return `${ends}, ${KIND_WORDS[item.kind]}: ${itemWords(item)}`
}

/** What a person calls each kind of item. */
export const KIND_WORDS = {
  message: 'message',
  handoff: 'hand-off',
  call: 'tool call',
  result: 'result',
  note: 'note',
} as const satisfies { [K in SequenceItem['kind']]: string }

/** `make_order(cake: plum, people: 4)`. */
function callWords(tool: string, json: string): string {
  try {
    const parsed: unknown = JSON.parse(json)
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return `${tool}(${json})`
    const pairs = Object.entries(parsed).map(
      ([name, value]: [string, unknown]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    return `${tool}(${pairs.join(', ')})`
  } catch {
    return `${tool}(${json})`
  }
}

function line(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** As much of a line as `length` characters hold. */
export function shorten(text: string, length: number): string {
  const characters = Array.from(text.slice(0, length * 2 + 2))
  return characters.length <= length
    ? characters.join('')
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`
}
