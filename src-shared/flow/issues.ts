/** What a schema finds wrong, as paths and plain words. */
import type { z } from 'zod'
import { asMessage, asWritten, inARow, message as sentence, type Message, type PlainText } from '../languages/translate'
import type { ValueIssue } from './json'

type Issue = z.core.$ZodIssue

/** The issues of a schema as `nodes.a.data.maxToolRounds` and `must be a number, but is text`. */
export function issuesOf(error: z.ZodError, prefix: readonly string[]): ValueIssue[] {
  return error.issues.map((issue) => {
    const inner = issue.code === 'invalid_key' || issue.code === 'invalid_element' ? issue.issues[0] : undefined
    return { path: [...prefix, ...issue.path.map(String)].join('.'), message: issueWords(inner ?? issue) }
  })
}

/** What is wrong, and where, as `path: words`. */
export function issueSentence({ path, message }: ValueIssue): Message {
  return path === '' ? message : inARow([path, message], ': ')
}

/** What a schema says of one value. Where it says so in words of its own, these are a text of the catalogue. */
export function issueWords(issue: Issue): Message {
  return isOwn(issue) ? { text: issue.message, values: {} } : ruleWords(issue)
}

/** The library's own words begin so; a schema's own do not. */
function isOwn({ code, message }: Issue): boolean {
  if (code === 'custom') return message !== 'Invalid input'
  return !/^(?:Invalid |Too |Unrecognized key)/.test(message)
}

function ruleWords(issue: Issue): Message {
  switch (issue.code) {
    case 'invalid_type':
      return typeWords(issue.expected, received(issue))
    case 'invalid_value':
      return issue.values.length === 1
        ? sentence('must be {value}', { value: shown(issue.values) })
        : sentence('must be one of {values}', { values: shown(issue.values) })
    case 'unrecognized_keys':
      return sentence('unknown {count, plural, one {field} other {fields}}: {keys}', {
        count: issue.keys.length,
        keys: shown(issue.keys),
      })
    case 'too_small':
      return leastWords(issue)
    case 'too_big':
      return mostWords(issue)
    case 'not_multiple_of':
      return sentence('must be a multiple of {divisor}', { divisor: String(issue.divisor) })
    case 'invalid_format':
      return issue.pattern === undefined
        ? sentence('is not a valid {format}', { format: issue.format })
        : sentence('must match {pattern}', { pattern: issue.pattern })
    case 'invalid_union':
    case 'custom':
      return sentence('has a form that is not allowed here')
    default:
      return asWritten(issue.message)
  }
}

/** The library names what it was given in its words alone. */
function received({ message }: Issue): string {
  return /received (.*)$/.exec(message)?.[1] ?? 'undefined'
}

const TYPES: { readonly [name: string]: PlainText } = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

function typeWords(wanted: string, given: string): Message {
  if (given === 'undefined') return sentence('is missing')
  const type = (name: string) => (TYPES[name] === undefined ? name : asMessage(TYPES[name]))
  const decimals = wanted === 'int' && given === 'number' ? sentence('a number with decimals') : null
  return sentence('must be {type}, but is {received}', { type: type(wanted), received: decimals ?? type(given) })
}

function shown(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ')
}

function leastWords({ origin, minimum, inclusive }: Extract<Issue, { code: 'too_small' }>): Message {
  const limit = Number(minimum)
  const isSized = origin === 'string' || origin === 'array'
  if (isSized && limit === 1) return sentence('must not be empty')
  if (origin === 'string')
    return sentence('must have at least {limit, plural, one {# character} other {# characters}}', { limit })
  if (origin === 'array')
    return sentence('must have at least {limit, plural, one {# entry} other {# entries}}', { limit })
  return inclusive === false
    ? sentence('must be more than {limit}', { limit: String(limit) })
    : sentence('must be at least {limit}', { limit: String(limit) })
}

function mostWords({ origin, maximum, inclusive }: Extract<Issue, { code: 'too_big' }>): Message {
  const limit = Number(maximum)
  if (origin === 'string')
    return sentence('must have at most {limit, plural, one {# character} other {# characters}}', { limit })
  if (origin === 'array')
    return sentence('must have at most {limit, plural, one {# entry} other {# entries}}', { limit })
  return inclusive === false
    ? sentence('must be less than {limit}', { limit: String(limit) })
    : sentence('must be at most {limit}', { limit: String(limit) })
}
