/** Reading JSON at the door without trusting it: where a text breaks, how deep it nests, and which values no flow may hold. */
import type { JsonObject } from './json-values'
import { message, type Message } from '../languages/translate'

/** How deeply values may nest in a flow file. */
export const MAX_JSON_DEPTH = 100

/** One thing wrong with a value: where it is (`nodes.a.data.url`, empty for the value itself) and what is wrong. */
export type ValueIssue = { path: string; message: Message }

/** The value of a JSON text, or the place where it stops being JSON (both counted from 1). */
export type ParsedJson = { ok: true; value: unknown } | { ok: false; line: number; column: number }

/** Parses a JSON text; never throws. */
export function parseJson(text: string): ParsedJson {
  try {
    const value: unknown = JSON.parse(text)
    return { ok: true, value }
  } catch {
    return { ok: false, ...lineAndColumn(text, findJsonError(text)) }
  }
}

/** Whether a value is an object with named fields, that is neither null nor a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Visit = { value: unknown; depth: number; key: string; parent: Visit | null }

/**
 * What a flow may not hold although JSON can say it: nesting beyond `maxDepth`, numbers too large to keep, and fields
 * named `__proto__`. Walks without recursion; null when all is well.
 */
export function findForbidden(root: unknown, maxDepth: number = MAX_JSON_DEPTH): ValueIssue | null {
  const open: Visit[] = [{ value: root, depth: 0, key: '', parent: null }]
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { value, depth } = visit
    if (typeof value === 'number' && !Number.isFinite(value)) return issueAt(visit, message('this number is too large'))
    if (typeof value !== 'object' || value === null) continue
    if (depth >= maxDepth) return issueAt(visit, message('nested more than {most} levels deep', { most: maxDepth }))
    for (const [key, item] of Object.entries(value)) {
      const child: Visit = { value: item, depth: depth + 1, key, parent: visit }
      if (key === '__proto__') return issueAt(child, message('a field may not be called __proto__'))
      open.push(child)
    }
  }
  return null
}

/** Whether two JSON values say the same, whatever the order of their fields. */
export function isSameJson(first: unknown, second: unknown): boolean {
  if (first === second) return true
  if (Array.isArray(first) || Array.isArray(second)) {
    if (!Array.isArray(first) || !Array.isArray(second) || first.length !== second.length) return false
    return first.every((item: unknown, index) => isSameJson(item, second[index]))
  }
  if (!isJsonObject(first) || !isJsonObject(second)) return false
  const keys = Object.keys(first)
  if (keys.length !== Object.keys(second).length) return false
  return keys.every((key) => Object.hasOwn(second, key) && isSameJson(first[key], second[key]))
}

function issueAt(visit: Visit, problem: Message): ValueIssue {
  const path: string[] = []
  for (let step = visit; step.parent !== null; step = step.parent) path.unshift(step.key)
  const shown = path.length > 12 ? [...path.slice(0, 6), '…', ...path.slice(-5)] : path
  return { path: shown.join('.'), message: problem }
}

function lineAndColumn(text: string, index: number): { line: number; column: number } {
  const before = text.slice(0, index)
  const lines = before.split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

type ExpectedToken = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'nothing'
type Step = ExpectedToken | 'literal' | 'refused'

/** The index of the first character at which a text is no longer JSON; its length when it ends too early. */
function findJsonError(text: string): number {
  const open: ('{' | '[')[] = []
  let expected: ExpectedToken = 'value'
  let index = skipSpace(text, 0)
  while (index < text.length) {
    const character = text.charAt(index)
    const step: Step = stepOver(character, expected, open)
    if (step === 'refused') return index
    if (step === 'literal') {
      const end = literalEnd(text, index)
      if (end.error !== null) return end.error
      expected = isKeyExpected(expected) ? 'colon' : afterValue(open)
      index = skipSpace(text, end.index)
    } else {
      expected = step
      index = skipSpace(text, index + 1)
    }
  }
  return text.length
}

/** What may follow one character; `literal` when a text, number or word begins at it. Keeps `open` up to date. */
function stepOver(character: string, expected: ExpectedToken, open: ('{' | '[')[]): Step {
  const container = open.at(-1)
  if (expected === 'colon') return character === ':' ? 'value' : 'refused'
  if (expected === 'comma-or-end' && character === ',') return container === '{' ? 'key' : 'value'
  const mayEnd = expected === 'comma-or-end' || expected === 'value-or-end' || expected === 'key-or-end'
  if (mayEnd && ((character === '}' && container === '{') || (character === ']' && container === '['))) {
    open.pop()
    return afterValue(open)
  }
  if (isKeyExpected(expected)) return character === '"' ? 'literal' : 'refused'
  if (expected !== 'value' && expected !== 'value-or-end') return 'refused'
  if (character !== '{' && character !== '[') return 'literal'
  open.push(character)
  return character === '{' ? 'key-or-end' : 'value-or-end'
}

function isKeyExpected(expected: ExpectedToken): boolean {
  return expected === 'key' || expected === 'key-or-end'
}

function afterValue(open: readonly unknown[]): ExpectedToken {
  return open.length === 0 ? 'nothing' : 'comma-or-end'
}

function skipSpace(text: string, from: number): number {
  let index = from
  while (index < text.length && ' \n\r\t'.includes(text.charAt(index))) index += 1
  return index
}

type LiteralEnd = { index: number; error: number | null }

function literalEnd(text: string, start: number): LiteralEnd {
  if (text.charAt(start) === '"') return stringEnd(text, start)
  const match = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y
  match.lastIndex = start
  return match.test(text) ? { index: match.lastIndex, error: null } : { index: start, error: start }
}

function stringEnd(text: string, start: number): LiteralEnd {
  const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
  let index = start + 1
  while (index < text.length) {
    const character = text.charAt(index)
    if (character === '"') return { index: index + 1, error: null }
    if (character < ' ') return { index, error: index }
    if (character === '\\') {
      escape.lastIndex = index
      if (!escape.test(text)) return { index, error: index }
      index = escape.lastIndex
    } else index += 1
  }
  return { index, error: text.length }
}
