/** What a person chooses from in an OpenAPI document that stands in the flow, told without reading more of it than is shown. */
import type { Translate } from '../../../src-shared/languages/translate'
import { includesOperation, type WishedOperation } from '../../../src-shared/agents/outside/api-wishes'
import { isJsonObject } from '../../../src-shared/flow/json'
import { MAX_TEXT } from '../../../src-shared/flow/editing/open'
import type { Json, JsonObject } from '../../../src-shared/flow/records'

/** `wish`: how a list of wishes names it alone. */
export type ApiOperation = WishedOperation & { wish: string; summary: string }

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch']

/** The operations of a document, in its order. */
export function operationsIn(document: JsonObject): ApiOperation[] {
  const paths = own(document, 'paths')
  if (!isJsonObject(paths)) return []
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = isJsonObject(item) ? own(item, method) : undefined
      return isJsonObject(operation) ? [operationOf(path, method.toUpperCase(), operation)] : []
    }),
  )
}

function operationOf(path: string, method: string, operation: JsonObject): ApiOperation {
  const id = textOf(operation, 'operationId')
  const tags = own(operation, 'tags')
  const summary = textOf(operation, 'summary') || textOf(operation, 'description')
  return {
    wish: id === '' || id.includes('*') ? `${method} ${path}` : id,
    name: id.replace(/[^A-Za-z0-9_-]+/g, '_'),
    operationId: id === '' ? null : id,
    method,
    path,
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
    summary: summary.split('\n', 1)[0] ?? '',
  }
}

/** The wishes that name each of these alone. */
export function wishesOf(operations: readonly ApiOperation[], chosen: ReadonlySet<ApiOperation>): string[] {
  return operations.filter((operation) => chosen.has(operation)).map(({ wish }) => wish)
}

/** The operations that a list of wishes takes. */
export function chosenBy(operations: readonly ApiOperation[], include: readonly string[]): Set<ApiOperation> {
  if (include.length > 50) {
    // Long lists are made by choosing, so nearly all of them are plain ids.
    const plain = new Set(include)
    const patterns = include.filter((wish) => /^tag:|[*\s/]/.test(wish))
    return new Set(
      operations.filter(
        (one) =>
          plain.has(one.wish) || plain.has(one.name) || (patterns.length > 0 && includesOperation(one, patterns)),
      ),
    )
  }
  return new Set(operations.filter((operation) => includesOperation(operation, include)))
}

/** Every tag with how many operations it has, the most frequent first. */
export function tagsOf(operations: readonly ApiOperation[]): { tag: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { tags } of operations) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts].map(([tag, count]) => ({ tag, count })).sort((one, other) => other.count - one.count)
}

/** Those with all words of a filter in them, of one tag or of any (null). */
export function filtered(
  operations: readonly ApiOperation[],
  words: string,
  tag: string | null,
): readonly ApiOperation[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (wanted.length === 0 && tag === null) return operations
  return operations.filter(({ method, path, operationId, summary, tags }) => {
    if (tag !== null && !tags.includes(tag)) return false
    const text = `${method} ${path} ${operationId ?? ''} ${summary}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}

/** What flow files may hold, less what else stands in them. */
const MOST = MAX_TEXT - 2 * 1024 * 1024
/** How far in a document stands, in a file. */
const INDENT = 8

/** Characters that a document takes in the file of the flow. */
export function sizeInFile(document: JsonObject): number {
  const text = JSON.stringify(document, null, 2)
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1
  return text.length + lines * INDENT
}

/** Whether a document would not leave room for the rest of the flow. */
export function isTooLarge(size: number): boolean {
  return size > MOST
}

/** `2.3 MB`. */
export function sizeText(size: number, t: Translate): string {
  if (size >= 1_000_000) return `${(size / 1_000_000).toFixed(1)} MB`
  return size >= 1000
    ? `${Math.round(size / 1000)} kB`
    : t('{count, plural, one {# byte} other {# bytes}}', { count: size })
}

/** `1,223 operations`. */
export function countText(count: number, t: Translate): string {
  return t('{count, plural, one {# operation} other {# operations}}', { count })
}

function own(object: JsonObject, field: string): Json | undefined {
  return Object.hasOwn(object, field) ? object[field] : undefined
}

function textOf(object: JsonObject, field: string): string {
  const text = own(object, field)
  return typeof text === 'string' ? text.trim() : ''
}
