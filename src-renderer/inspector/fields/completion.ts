/** What completes where somebody writes names of variables: in a template after `{`, in an expression after `{`, `${` or a letter. */

/** A name that may stand in braces. */
export type CompletedName = {
  name: string
  /** What it is, in a few words: `slot`, or the type of a variable with what it holds now. */
  about: string
  description: string
}

/** What is written: a text with `{name}` in it, an expression over variables, or either, which the `$` before the brace decides. */
export type WrittenLanguage = 'template' | 'expression' | 'either'

/** The part of the text that is to be completed, and what was typed of the name. `isBraced`: a brace opens it, behind a `$` or not. */
export type BegunName = { from: number; to: number; typed: string; isBraced: boolean; hasDollar: boolean }

/** What a person may choose; `text` takes the place of what was begun. */
export type CompletionChoice = { text: string; about: string; description: string }

const IN_TEMPLATE = /(?<!\{)\{([\p{L}_][\p{L}\p{N}_]*)?$/u
const IN_EXPRESSION = /\$?\{\s*([\p{L}_][\p{L}\p{N}_]*)?$|(?<![\p{L}\p{N}_.])([\p{L}_][\p{L}\p{N}_]*)$/u

const PATTERNS = {
  template: IN_TEMPLATE,
  expression: IN_EXPRESSION,
  either: /\$?(?<!\{)\{([\p{L}_][\p{L}\p{N}_]*)?$/u,
} as const satisfies { [L in WrittenLanguage]: RegExp }

/** Where a name is begun at the cursor; null: nowhere. `isAsked`: the person asked what may stand there. */
export function begunAt(
  text: string,
  cursor: number,
  { language, isAsked = false }: { language: WrittenLanguage; isAsked?: boolean },
): BegunName | null {
  const before = text.slice(0, cursor)
  if (language === 'expression' && isInQuotes(before)) return null
  const match = PATTERNS[language].exec(before)
  if (match === null)
    return isAsked && language === 'expression'
      ? { from: cursor, to: cursor, typed: '', isBraced: false, hasDollar: false }
      : null
  const isBraced = match[0].includes('{')
  const rest = isBraced ? (/^[\p{L}\p{N}_]*\s*\}/u.exec(text.slice(cursor))?.[0].length ?? 0) : 0
  return {
    from: match.index,
    to: cursor + rest,
    typed: match[1] ?? match[2] ?? '',
    isBraced,
    hasDollar: match[0].startsWith('$'),
  }
}

function isInQuotes(before: string): boolean {
  const rest = before.replace(/"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'/g, '')
  return /["']/.test(rest)
}

function spelled(name: string, { language, hasDollar }: { language: WrittenLanguage; hasDollar: boolean }): string {
  const isExpression = language === 'expression' || (language === 'either' && hasDollar)
  return isExpression ? `\${${name}}` : `{${name}}`
}

/** Words and signs of expressions, each with what it does. */
const EXPRESSION_WORDS: readonly CompletionChoice[] = [
  { text: 'and', about: 'operator', description: 'True when both sides are.' },
  { text: 'or', about: 'operator', description: 'True when one side is.' },
  { text: 'not', about: 'operator', description: 'True when what follows is not.' },
  { text: 'len(', about: 'function', description: 'How long a text, list or object is: len(${orders}) > 0.' },
  { text: 'true', about: 'value', description: 'Yes.' },
  { text: 'false', about: 'value', description: 'No.' },
  { text: 'null', about: 'value', description: 'No value.' },
  {
    text: '==',
    about: 'operator',
    description: 'Both sides are the same. A text stands in quotes: ${city} == "Rome".',
  },
  { text: '!=', about: 'operator', description: 'The sides differ.' },
  { text: '<', about: 'operator', description: 'Less than: two numbers or two texts.' },
  { text: '<=', about: 'operator', description: 'At most.' },
  { text: '>', about: 'operator', description: 'More than.' },
  { text: '>=', about: 'operator', description: 'At least.' },
  { text: '+', about: 'operator', description: 'Adds numbers, joins texts.' },
  { text: '-', about: 'operator', description: 'Subtracts numbers.' },
]

/** The choices for what was begun: those that begin with it, then those that hold it; variables before words. Empty: there is nothing to choose. */
export function choicesFor(
  { typed, isBraced, hasDollar }: BegunName,
  { names, language }: { names: readonly CompletedName[]; language: WrittenLanguage },
): CompletionChoice[] {
  const wanted = typed.toLowerCase()
  const fits = (text: string) => text.toLowerCase().includes(wanted)
  const begins = (text: string) => (text.toLowerCase().startsWith(wanted) ? 0 : 1)
  const variables = names
    .filter(({ name }) => fits(name))
    .toSorted((one, other) => begins(one.name) - begins(other.name))
    .map(({ name, about, description }) => ({ text: spelled(name, { language, hasDollar }), about, description }))
  const words = language === 'expression' && !isBraced ? EXPRESSION_WORDS.filter(({ text }) => begins(text) === 0) : []
  const isWhole = variables.length === 0 && words.length === 1 && words[0]?.text === typed
  return isWhole ? [] : [...variables, ...words]
}
