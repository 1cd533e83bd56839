/** What a tool is to the pool: the texts that it is found by. */
import { isJsonObject } from '../../../src-shared/flow/json'
import { itemsOf, propertiesOf } from '../../../src-shared/json-schema/walk'

export type PoolTool = {
  readonly name: string
  readonly description: string
  /** JSON Schema of its arguments; only the names of its properties are looked at. */
  readonly parameters?: unknown
}

const DEEPEST = 3
const MOST_NAMES = 60

/** The names of a schema's properties, those of inner objects too, as one text; whatever it is given. */
export function parameterText(parameters: unknown): string {
  const names: string[] = []
  const visit = (schema: unknown, depth: number): void => {
    if (depth > DEEPEST || !isJsonObject(schema)) return
    for (const [name, inner] of Object.entries(propertiesOf(schema))) {
      if (names.length >= MOST_NAMES) return
      names.push(name.slice(0, 100))
      visit(inner, depth + 1)
    }
    visit(itemsOf(schema), depth + 1)
  }
  visit(parameters, 0)
  return names.join(' ')
}

/** What an embedding model is shown of a tool. */
export function embeddingText({ name, description, parameters }: PoolTool): string {
  const names = parameterText(parameters)
  return [`${name}: ${description}`, ...(names === '' ? [] : [`(${names})`])].join(' ').slice(0, 8_000)
}
