/** The forms in which models wrap an answer of one word: JSON, bold, quotes, a label, a sentence round it. */
import { z } from 'zod'
import { jsonObjectIn } from './json-in-text'
import { cleanAnswer } from '../../match'
import { findWholeNames } from './whole-words'

/** The field of a JSON answer that holds it. */
const FIELDS = ['answer', 'choice', 'result', 'decision', 'name', 'value', 'ответ', '答案'] as const
const LONGEST = 20_000
const BOLD = /\*\*([^*\n]{1,200})\*\*|__([^_\n]{1,200})__/g
const QUOTED = /"([^"\n]{1,200})"|“([^”\n]{1,200})”|«([^»\n]{1,200})»|`([^`\n]{1,200})`|「([^」\n]{1,200})」/g
/** "The answer is: X", "Answer - X". */
const LABELLED = /^[^\n]*?(?:answer|ответ|答案|回答)\s*(?:(?:is|это|是|为)\b)?\s*[:：=—–-]?\s*(.+)$/iu

const word = z.union([z.string(), z.number(), z.boolean()])

/**
 * What an answer may say, the most literal first: the whole of it, the `answer` of its JSON, its one bold part, its one quoted part,
 * what follows "the answer is". Each without quotes and final periods; never empty.
 */
export function answerForms(answer: string): string[] {
  const text = answer.slice(0, LONGEST)
  return cleanForms([...wholeForms(text), ...markedForms(text), onlyMatch(text, QUOTED)])
}

/** The same for answers whose words may be quoted for another reason: "They said "no" to that, so yes". */
export function unquotedForms(answer: string): string[] {
  const text = answer.slice(0, LONGEST)
  return cleanForms([...wholeForms(text), ...markedForms(text)])
}

/** The same for answers that may be a whole text as well: nothing within it counts. */
export function wholeForms(answer: string): string[] {
  return cleanForms([answer, jsonAnswer(answer)])
}

function markedForms(text: string): (string | null | undefined)[] {
  return [onlyMatch(text, BOLD), LABELLED.exec(text.trim())?.[1]]
}

function cleanForms(forms: readonly (string | null | undefined)[]): string[] {
  const clean = forms.flatMap((form) => (form === undefined || form === null ? [] : [cleanAnswer(form)]))
  return [...new Set(clean)].filter((form) => form !== '')
}

/** What an answer that is a JSON object says; null for one that is none. */
export function jsonAnswer(text: string): string | null {
  const found = text.includes('{') ? jsonObjectIn(text) : null
  if (found === null) return null
  const values = Object.values(found)
  const named = FIELDS.map((field) => found[field]).find((value) => value !== undefined)
  const parsed = word.safeParse(named ?? (values.length === 1 ? values[0] : undefined))
  return parsed.success ? String(parsed.data) : null
}

function onlyMatch(text: string, pattern: RegExp): string | null {
  const found = new Set([...text.matchAll(pattern)].map((match) => match.slice(1).find((part) => part !== undefined)))
  const [only] = found
  return found.size === 1 ? (only ?? null) : null
}

/**
 * The one of some names that a longer answer names: the one it begins with ("False - because ..."), else the only one that stands
 * in it as a whole word, in the very letters of the name.
 */
export function nameInSentence<Name extends string>(answer: string, names: readonly Name[]): Name | null {
  const text = answer.slice(0, LONGEST)
  const first = names
    .filter((name) => name !== '' && beginsWith(cleanAnswer(text), name))
    .reduce<Name | null>((longest, name) => (longest === null || name.length > longest.length ? name : longest), null)
  if (first !== null) return first
  const exact = names.filter((name) => text.includes(name))
  const [only, ...others] = findWholeNames(text, exact)
  return others.length === 0 ? (exact.find((name) => name === only) ?? null) : null
}

function beginsWith(text: string, name: string): boolean {
  if (text.slice(0, name.length).toLowerCase() !== name.toLowerCase()) return false
  return /^(?:\s*[-–—:.;!(。：；！（]|\s*\n|[*"'`»”]|$)/u.test(text.slice(name.length))
}
