/** Arguments that a tool wants to see in headers too (`x-mcp-header` in its schema, MCP of 2026), so that what stands before a server can route by them. */
import type { Json, JsonObject } from '../../../src-shared/flow/json-values'
import type { ObjectSchema } from './object-schema'

const PREFIX = 'Mcp-Param-'
/** What a header's name may be. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
/** A text that a header can carry as it is. */
const PLAIN = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/
const ENCODED = /^=\?base64\?.*\?=$/

/** The headers of a call; none for what is not given, or is no text, number or truth value. */
export function paramHeaders(schema: ObjectSchema, args: JsonObject): { [header: string]: string } {
  const headers: { [header: string]: string } = {}
  const look = (node: Json | undefined, value: Json | undefined): void => {
    if (!isObject(node)) return
    const name = node['x-mcp-header']
    if (typeof name === 'string' && TOKEN.test(name)) {
      const text = textOf(value)
      if (text !== null) headers[`${PREFIX}${name}`] = encoded(text)
    }
    const { properties } = node
    if (!isObject(properties) || !isObject(value)) return
    for (const [key, inner] of Object.entries(properties)) if (Object.hasOwn(value, key)) look(inner, value[key])
  }
  look(schema, args)
  return headers
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: Json | undefined): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  if (typeof value !== 'number' || (Number.isInteger(value) && !Number.isSafeInteger(value))) return null
  return String(value)
}

function encoded(text: string): string {
  if (PLAIN.test(text) && !ENCODED.test(text)) return text
  return `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`
}
