/** What a schema finds wrong, as paths and plain words. */
import type { z } from 'zod'
import type { ValueIssue } from './json'

/** The issues of a schema as `nodes.a.data.maxToolRounds` and `must be a number, but is text`, of a value that was parsed with `PLAIN`. */
export function issuesOf(error: z.ZodError, prefix: readonly string[]): ValueIssue[] {
  return error.issues.map((issue) => {
    const inner = issue.code === 'invalid_key' || issue.code === 'invalid_element' ? issue.issues[0] : undefined
    return { path: [...prefix, ...issue.path.map(String)].join('.'), message: (inner ?? issue).message }
  })
}

/** For `safeParse`: words for a person in the place of the library's. What a schema says itself goes before. */
export const PLAIN = { error: plainWords } as const satisfies z.core.ParseContext<z.core.$ZodIssue>

function plainWords(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is missing'
        : `must be ${TYPE_WORDS[issue.expected] ?? issue.expected}, but is ${typeOf(issue.input)}`
    case 'too_small':
      return sizeWords(issue, {
        limit: Number(issue.minimum),
        least: issue.inclusive === false ? 'more than' : 'at least',
      })
    case 'too_big':
      return sizeWords(issue, {
        limit: Number(issue.maximum),
        least: issue.inclusive === false ? 'less than' : 'at most',
      })
    case 'invalid_value': {
      const values = issue.values.map((value) => JSON.stringify(value)).join(', ')
      return issue.values.length === 1 ? `must be ${values}` : `must be one of ${values}`
    }
    case 'invalid_format':
      return issue.pattern === undefined ? `is no ${issue.format}` : `must match ${issue.pattern}`
    case 'unrecognized_keys': {
      const keys = issue.keys.map((key) => JSON.stringify(key))
      return `unknown ${keys.length === 1 ? 'field' : 'fields'}: ${keys.join(', ')}`
    }
    case 'invalid_union':
      return 'has a form that is not allowed here'
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    default:
      return undefined
  }
}

const TYPE_WORDS: { readonly [expected: string]: string } = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'number' && !Number.isInteger(value)) return 'a number with decimals'
  return TYPE_WORDS[typeof value] ?? typeof value
}

const PART_WORDS: { readonly [origin: string]: readonly [string, string] } = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
}

function sizeWords({ origin }: { origin: string }, { limit, least }: { limit: number; least: string }): string {
  const parts = PART_WORDS[origin]
  if (parts === undefined) return `must be ${least} ${limit}`
  if (least === 'at least' && limit === 1) return 'must not be empty'
  return `must have ${least} ${limit} ${parts[limit === 1 ? 0 : 1]}`
}
