/** What is wrong with a value by its schema, one kind of fault each; the words for it are those of whoever reads them. */
import type { Json } from '../flow/json-values'

/** `path`: `order.items[2].count`, empty for the value itself. */
export type Misfit = { readonly path: string } & (
  | { readonly what: 'type'; readonly wanted: string; readonly given: string }
  | { readonly what: 'missing'; readonly wanted: string }
  | { readonly what: 'extra'; readonly known: readonly string[] }
  | { readonly what: 'value'; readonly allowed: readonly Json[] }
  | { readonly what: 'choice'; readonly wanted: string }
  /** It fits more than one of which only one may fit. */
  | { readonly what: 'several'; readonly wanted: string }
  /** Any other rule, as the schema writes it: `"minimum": 1`. */
  | { readonly what: 'rule'; readonly rule: string }
)

/** One place where a value breaks a rule, as a validator says it. `types` and `allowed`: what would have fitted there. */
export type BrokenRule = {
  readonly at: readonly string[]
  readonly types?: readonly string[]
  readonly allowed?: readonly Json[]
}

const MOST_PATH = 200

/** A path in words that models write themselves. */
export function pathWords(at: readonly string[]): string {
  const path = at.reduce((whole, part) => {
    if (/^\d+$/.test(part)) return `${whole}[${part}]`
    return whole === '' ? part : `${whole}.${part}`
  }, '')
  return path.length > MOST_PATH ? `${path.slice(0, MOST_PATH)}…` : path
}
