/** What a sequence diagram says: its lanes, its frames, and what stands on its arrows in one line, the same in the interface and in its exports. */
import type { PlainText, Translate } from '../../languages/translate'
import type { SequenceFrame, SequenceItem, SequenceLane } from './sequence-parts'
import { arrowWords } from '../words/moves'

/** What stands on an item's arrow, in one line of any length. */
export function itemWords(item: SequenceItem, t: Translate): string {
  switch (item.kind) {
    case 'handoff':
      return line(arrowWords(item, t))
    case 'call':
      return line(callWords(item.tool, item.text))
    case 'message':
    case 'result':
    case 'note':
      return line(itemText(item, t))
  }
}

/** What an item says in full. */
export function itemText({ text }: SequenceItem, t: Translate): string {
  return typeof text === 'string' ? text : t.message(text)
}

/** What a lane is called. */
export function laneName({ role, name }: SequenceLane, t: Translate): string {
  return role === 'user' ? t('User') : name
}

/** `Profile, session 2, continued`. */
export function frameTitle({ title }: SequenceFrame, t: Translate): string {
  return title.map((part) => (typeof part === 'string' ? part : t.message(part))).join(', ')
}

/** `Triage to Refunds, hand-off: asks for money back`, for people who do not see the arrow. */
export function spokenWords(item: SequenceItem, lanes: readonly SequenceLane[], t: Translate): string {
  const nameAt = (index: number): string => {
    const lane = lanes[index]
    return lane === undefined ? '' : laneName(lane, t)
  }
  const kind = t(KIND_WORDS[item.kind])
  const words = itemWords(item, t)
  const from = nameAt(item.from)
  return item.from === item.to
    ? t('{name}, {kind}: {words}', { name: from, kind, words })
    : t('{from} to {to}, {kind}: {words}', { from, to: nameAt(item.to), kind, words })
}

/** What a person calls each kind of item. */
export const KIND_WORDS = {
  message: 'message',
  handoff: 'hand-off',
  call: 'tool call',
  result: 'result',
  note: 'note',
} as const satisfies { [K in SequenceItem['kind']]: PlainText }

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
