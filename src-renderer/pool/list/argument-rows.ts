/** A tool's arguments as the rows of a table, read from their JSON schema, whatever that holds. */
import { isJsonObject } from '../../../src-shared/flow/json'
import type { Json } from '../../../src-shared/flow/records'
import { describeSchema, PLAIN_WORDS } from '../../../src-shared/json-schema/describe'
import { itemsOf, propertiesOf, requiredOf } from '../../../src-shared/json-schema/walk'

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
  const needed = new Set(requiredOf(schema))
  for (const [name, inner] of Object.entries(propertiesOf(schema))) {
    if (rows.length >= MOST) return
    const path = `${at.path}/${name}`
    const description = isJsonObject(inner) && typeof inner['description'] === 'string' ? inner['description'] : ''
    rows.push({
      path,
      name,
      type: describeSchema(inner, PLAIN_WORDS),
      isRequired: needed.has(name),
      description,
      depth: at.depth,
    })
    addProperties(rows, inner, { path, depth: at.depth + 1 })
    addProperties(rows, itemsOf(inner), { path: `${path}[]`, depth: at.depth + 1 })
  }
}
