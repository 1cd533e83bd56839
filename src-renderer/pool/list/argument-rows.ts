/** A tool's arguments as the rows of a table, read from their JSON schema, whatever that holds. */
import { isJsonObject } from '../../../src-shared/flow/json'
import type { Json } from '../../../src-shared/flow/records'
import { describeSchema, plainWords, type TypeWords } from '../../../src-shared/json-schema/describe'
import { itemsOf, propertiesOf, requiredOf } from '../../../src-shared/json-schema/walk'
import { type Translate } from '../../../src-shared/languages/translate'

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

export function argumentRows(schema: Json, t: Translate): ArgumentRow[] {
  const rows: ArgumentRow[] = []
  addProperties(rows, schema, { words: plainWords(t), path: '', depth: 0 })
  return rows
}

function addProperties(
  rows: ArgumentRow[],
  schema: Json | undefined,
  at: { words: TypeWords; path: string; depth: number },
): void {
  if (!isJsonObject(schema) || at.depth > DEEPEST) return
  const needed = new Set(requiredOf(schema))
  for (const [name, inner] of Object.entries(propertiesOf(schema))) {
    if (rows.length >= MOST) return
    const path = `${at.path}/${name}`
    const description = isJsonObject(inner) && typeof inner['description'] === 'string' ? inner['description'] : ''
    rows.push({
      path,
      name,
      type: describeSchema(inner, at.words),
      isRequired: needed.has(name),
      description,
      depth: at.depth,
    })
    addProperties(rows, inner, { words: at.words, path, depth: at.depth + 1 })
    addProperties(rows, itemsOf(inner), { words: at.words, path: `${path}[]`, depth: at.depth + 1 })
  }
}
