/** Values of variables and outputs in words. */
import type { Json } from '../../flow/records'

/** A value as a short text: `"plum"` without its quotes, anything else as JSON. */
export function valueWords(value: Json | undefined): string {
  if (value === undefined || value === null) return '?'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** `cake = plum, people = ?`; an empty text is `""`, so that nothing seems to be missing. */
export function pairWords(pairs: { readonly [name: string]: Json }): string {
  return Object.entries(pairs)
    .map(([name, value]) => `${name} = ${value === '' ? '""' : valueWords(value)}`)
    .join(', ')
}
