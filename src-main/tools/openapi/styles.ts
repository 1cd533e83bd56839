/** How values are written into paths, queries, headers and forms: the styles of OpenAPI, with nothing that could break out. */
import { isJsonObject } from '../../../src-shared/flow/json'
import type { Json } from '../../../src-shared/flow/records'
import type { ParameterStyle } from './document'

/** Reserved characters that neither end nor part a query. */
const HARMLESS = /%(?:3A|2F|3F|40|21|24|2C|3B)/g
const MAX_DEPTH = 20

/** A text as part of an address: one segment of a path, one value of a query. */
export function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** A value as one text; lists and objects as JSON. */
export function plainText(value: Json): string {
  return typeof value === 'string'
    ? value
    : typeof value === 'object' && value !== null
      ? JSON.stringify(value)
      : String(value)
}

/** What a placeholder of a path is replaced by; empty for a value that says nothing. */
export function pathText(name: string, value: Json, { style, explode, isJson }: ParameterStyle): string {
  const shown = isJson ? JSON.stringify(value) : value
  const named = encoded(name)
  const isMap = isJsonObject(shown)
  const texts = textsOf(shown, explode ? '=' : ',')
  if (texts.length === 0 || (texts.length === 1 && texts[0] === '')) return ''
  if (style === 'simple') return texts.join(',')
  if (style === 'label') return `.${texts.join(explode ? '.' : ',')}`
  if (explode) return texts.map((text) => (isMap ? `;${text}` : `;${named}=${text}`)).join('')
  return `;${named}=${texts.join(',')}`
}

/** The `name=value` pairs of a query or a form, encoded; none for a list or an object without content. */
export function queryPairs(
  name: string,
  value: Json,
  { style, explode, allowReserved, isJson }: ParameterStyle,
): string[] {
  const write = (text: string) => (allowReserved ? encoded(text).replace(HARMLESS, decodeURIComponent) : encoded(text))
  const named = encoded(name)
  if (isJson) return [`${named}=${write(JSON.stringify(value))}`]
  if (!Array.isArray(value) && !isJsonObject(value)) return [`${named}=${write(plainText(value))}`]
  if (style === 'deepObject') return deepPairs(name, value, 0).map(([path, text]) => `${encoded(path)}=${write(text)}`)
  const entries = Array.isArray(value) ? [] : entriesOf(value)
  if (explode)
    return Array.isArray(value)
      ? itemsOf(value).map((item) => `${named}=${write(plainText(item))}`)
      : entries.map(([key, item]) => `${encoded(key)}=${write(plainText(item))}`)
  const texts = (Array.isArray(value) ? itemsOf(value) : entries.flat()).map((item) => write(plainText(item)))
  return texts.length === 0 ? [] : [`${named}=${texts.join(DELIMITERS[style] ?? ',')}`]
}

const DELIMITERS: { readonly [style: string]: string } = { spaceDelimited: '%20', pipeDelimited: '%7C' }

/** The value of a header, on one line and in characters that a header may have. */
export function headerText(value: Json, { explode, isJson }: ParameterStyle): string {
  if (isJson) return headerSafe(JSON.stringify(value))
  if (Array.isArray(value)) return headerSafe(itemsOf(value).map(plainText).join(','))
  if (!isJsonObject(value)) return headerSafe(plainText(value))
  const join = explode ? '=' : ','
  return headerSafe(
    entriesOf(value)
      .map(([key, item]) => `${key}${join}${plainText(item)}`)
      .join(','),
  )
}

/** A text that can stand in a header: no line breaks or controls; what is not Latin is percent-encoded. */
export function headerSafe(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line eslint/no-control-regex -- these are what must not get into a header
      .replace(/[\u0000-\u001f\u007f]+/g, ' ')
      .replace(/[^\u0020-\u00ff]+/g, encodeURIComponent)
      .trim()
  )
}

function textsOf(value: Json, join: string): string[] {
  if (Array.isArray(value)) return itemsOf(value).map((item) => encoded(plainText(item)))
  if (!isJsonObject(value)) return [encoded(plainText(value))]
  const pairs = entriesOf(value).map(([key, item]) => [encoded(key), encoded(plainText(item))])
  return join === '=' ? pairs.map((pair) => pair.join('=')) : pairs.flat()
}

/** `filter[owner][name]=x`, `ids[]=1`; a list of objects by number. */
function deepPairs(path: string, value: Json, depth: number): [string, string][] {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return [[path, plainText(value)]]
  if (!Array.isArray(value))
    return entriesOf(value).flatMap(([key, item]) => deepPairs(`${path}[${key}]`, item, depth + 1))
  return itemsOf(value).flatMap((item, index) =>
    deepPairs(`${path}[${typeof item === 'object' ? index : ''}]`, item, depth + 1),
  )
}

function itemsOf(values: readonly Json[]): Json[] {
  return values.filter((item) => item !== null)
}

function entriesOf(value: { [name: string]: Json }): [string, Json][] {
  return Object.entries(value).filter(([, item]) => item !== null)
}
