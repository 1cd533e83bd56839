/** Decisions that were asked again, as a table for other programs. */
import type { DecisionReading } from '../log/read-decision'
import type { DecisionSubject } from '../log/facts'
import { ENGLISH } from '../../languages/translate'
import { choiceWords, ruleWords, subjectWords } from '../words/decisions'

export type ReplayedDecision = {
  readonly threadId: string
  readonly turn: number
  readonly node: string
  readonly who: { readonly name: string } | null
  readonly about: DecisionSubject
  readonly before: DecisionReading
  readonly after: DecisionReading | null
  readonly isFlip: boolean
  readonly reply: string
  readonly error: string | null
  readonly model: string
  readonly usage: { readonly input: number; readonly output: number } | null
  readonly dollars: number | null
}

const COLUMNS: readonly (readonly [string, (one: ReplayedDecision) => string | number])[] = [
  ['thread', ({ threadId }) => threadId],
  ['turn', ({ turn }) => turn],
  ['who', ({ node, who }) => who?.name ?? node],
  ['what', ({ about }) => subjectWords(about, ENGLISH)],
  ['before', ({ before }) => choiceWords(before.choice, ENGLISH)],
  ['after', ({ after }) => (after === null ? '' : choiceWords(after.choice, ENGLISH))],
  ['flip', ({ isFlip, error }) => (error !== null ? 'failed' : isFlip ? 'yes' : 'no')],
  ['read as', ({ after }) => (after === null ? '' : ruleWords(after.rule, ENGLISH))],
  ['reply', ({ reply }) => reply],
  ['error', ({ error }) => error ?? ''],
  ['model', ({ model }) => model],
  ['tokens in', ({ usage }) => usage?.input ?? ''],
  ['tokens out', ({ usage }) => usage?.output ?? ''],
  ['dollars', ({ dollars }) => dollars ?? ''],
]

/** As CSV (RFC 4180). No cell is a formula to a spreadsheet, whatever a model answered. */
export function replayCsv(results: readonly ReplayedDecision[]): string {
  const lines = results.map((one) => COLUMNS.map(([, cellOf]) => cell(cellOf(one))).join(','))
  return [COLUMNS.map(([title]) => title).join(','), ...lines].map((line) => `${line}\r\n`).join('')
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
