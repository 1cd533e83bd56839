/** A tool's arguments as the rows of a table, read from their JSON schema, whatever that holds. */
import { isJsonObject } from '../../src-shared/flow/json'
import type { Json } from '../../src-shared/flow/records'

/** `depth`: how many objects or lists it is in. */
export type ArgumentRow = {
  path: string
  name: string
  type: string
  isRequired: boolean
  description: string
  depth: number
}

const DEEPEST = 4
const MOST = 200

export function argumentRows(schema: Json): ArgumentRow[] {
  const rows: ArgumentRow[] = []
  addProperties(rows, schema, { path: '', depth: 0 })
  return rows
}

function addProperties(rows: ArgumentRow[], schema: Json | undefined, at: { path: string; depth: number }): void {
  if (!isJsonObject(schema) || at.depth > DEEPEST) return
  const { properties, required } = schema
  if (!isJsonObject(properties)) return
  const needed = new Set(Array.isArray(required) ? required : [])
  for (const [name, inner] of Object.entries(properties)) {
    if (rows.length >= MOST) return
    const path = `${at.path}/${name}`
    const description = isJsonObject(inner) && typeof inner['description'] === 'string' ? inner['description'] : ''
    rows.push({ path, name, type: typeWords(inner), isRequired: needed.has(name), description, depth: at.depth })
    addProperties(rows, inner, { path, depth: at.depth + 1 })
    if (isJsonObject(inner)) addProperties(rows, inner['items'], { path: `${path}[]`, depth: at.depth + 1 })
  }
}

/** A type as a person reads it: `text`, `list of number`, `"a" | "b"`. */
function typeWords(schema: Json | undefined, depth = 0): string {
  if (!isJsonObject(schema) || depth > DEEPEST) return 'anything'
  const { type, items } = schema
  const choices = schema['enum']
  if (Array.isArray(choices))
    return (
      choices
        .slice(0, 8)
        .map((value) => JSON.stringify(value))
        .join(' | ') + (choices.length > 8 ? ' …' : '')
    )
  if (schema['const'] !== undefined) return JSON.stringify(schema['const'])
  const variants = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(variants))
    return [...new Set(variants.slice(0, 6).map((one) => typeWords(one, depth + 1)))].join(' | ')
  if (Array.isArray(type)) return type.map((one) => plainType(one)).join(' | ')
  if (type === 'array') return items === undefined ? 'list' : `list of ${typeWords(items, depth + 1)}`
  return plainType(type)
}

function plainType(type: Json | undefined): string {
  if (type === 'string') return 'text'
  if (type === 'integer') return 'whole number'
  if (type === 'boolean') return 'yes or no'
  return typeof type === 'string' ? type : 'anything'
}
