/** Small wordings that several kinds use in their summaries and checks. */
import { message, type Message } from '../languages/translate'

const COUNTED = {
  agent: (count) => message('{count, plural, one {# agent} other {# agents}}', { count }),
  candidate: (count) => message('{count, plural, one {# candidate} other {# candidates}}', { count }),
  chat: (count) => message('{count, plural, one {# chat} other {# chats}}', { count }),
  dialog: (count) => message('{count, plural, one {# dialog} other {# dialogs}}', { count }),
  document: (count) => message('{count, plural, one {# document} other {# documents}}', { count }),
  'hand-off': (count) => message('{count, plural, one {# hand-off} other {# hand-offs}}', { count }),
  helper: (count) => message('{count, plural, one {# helper} other {# helpers}}', { count }),
  intent: (count) => message('{count, plural, one {# intent} other {# intents}}', { count }),
  node: (count) => message('{count, plural, one {# node} other {# nodes}}', { count }),
  problem: (count) => message('{count, plural, one {# problem} other {# problems}}', { count }),
  supervisor: (count) => message('{count, plural, one {# supervisor} other {# supervisors}}', { count }),
  tool: (count) => message('{count, plural, one {# tool} other {# tools}}', { count }),
} satisfies { readonly [noun: string]: (count: number) => Message }

/** `2 tools`, `1 tool`, or nothing for none. */
export function counted(count: number, noun: keyof typeof COUNTED): Message | '' {
  return count === 0 ? '' : COUNTED[noun](count)
}

/** What is said beside each other: `2 hand-offs · 1 tool`; what is empty is left out. */
export function inRow(parts: readonly (Message | '')[]): Message | '' {
  const [first = '', ...rest] = parts.filter((part) => part !== '')
  return rest.reduce<Message | ''>((before, after) => message('{before} · {after}', { before, after }), first)
}

/** The first line of a text, cut to `length` characters. */
export function firstLine(text: string, length = 90): string {
  const line = text.trim().split('\n', 1)[0] ?? ''
  return line.length > length ? `${line.slice(0, length - 1)}…` : line
}
