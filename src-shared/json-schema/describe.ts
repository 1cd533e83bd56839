/** What a JSON schema wants, in a few words; the words for the types are those of whoever reads them. */
import { isJsonObject } from '../flow/json'
import type { Json } from '../flow/json-values'
import { atPointer, choicesOf, propertiesOf, requiredOf, typesOf, variantsOf, type TypeName } from './walk'
import { type Translate } from '../languages/translate'

/** How types are called. `list`: an array, whose items are known where `of` is there. */
export type TypeWords = {
  readonly types: { readonly [Name in TypeName]: string }
  readonly listOf: (items: string) => string
  readonly anything: string
  /** An object as its properties. */
  readonly showsProperties: boolean
}

const DEEPEST = 4
const MOST_VALUES = 8
const MOST_VARIANTS = 6
const MOST_PROPERTIES = 8

/** As models read schemas: by the names of the types. */
export const SCHEMA_WORDS: TypeWords = {
  types: {
    object: 'object',
    array: 'array',
    string: 'string',
    number: 'number',
    integer: 'integer',
    boolean: 'boolean',
    null: 'null',
  },
  listOf: (items) => `array of ${items}`,
  anything: 'any value',
  showsProperties: true,
}

/** As people read them, in their language. */
export function plainWords(t: Translate): TypeWords {
  return {
    types: {
      object: t('object'),
      array: t('list'),
      string: t('text'),
      number: t('number'),
      integer: t('whole number'),
      boolean: t('yes or no'),
      null: 'null',
    },
    listOf: (items) => t('list of {items}', { items }),
    anything: t('anything'),
    showsProperties: false,
  }
}

/** A schema as `array of string`, `"a" | "b"` or `text`. References are looked up in `root`. */
export function describeSchema(schema: Json | undefined, words: TypeWords, root: Json = schema ?? {}): string {
  return describeAt(schema, { words, root, depth: 0 })
}

type DescriptionContext = { words: TypeWords; root: Json; depth: number }

function describeAt(schema: Json | undefined, at: DescriptionContext): string {
  const { words, root, depth } = at
  if (!isJsonObject(schema) || depth > DEEPEST) return words.anything
  const inner = (part: Json | undefined) => describeAt(part, { ...at, depth: depth + 1 })
  const { $ref: reference, items, enum: values } = schema
  if (typeof reference === 'string' && reference.startsWith('#')) return inner(atPointer(root, reference))
  const choices = choicesOf(schema)
  if (choices.length > 0 || Array.isArray(values)) return valueWords(choices)
  const variants = variantsOf(schema)
  if (variants.length > 0) return [...new Set(variants.slice(0, MOST_VARIANTS).map(inner))].join(' | ')
  const types = typesOf(schema)
  if (types.length === 0) return words.anything
  return types
    .map((type) => {
      if (type === 'array' && items !== undefined) return words.listOf(inner(items))
      return type === 'object' && words.showsProperties ? objectWords(schema, at) : words.types[type]
    })
    .join(' | ')
}

/** Values as JSON, the first of many. */
export function valueWords(values: readonly Json[]): string {
  const shown = values.slice(0, MOST_VALUES).map((value) => JSON.stringify(value).slice(0, 200))
  return shown.join(' | ') + (values.length > MOST_VALUES ? ' …' : '')
}

function objectWords(schema: Json, at: DescriptionContext): string {
  const { words, depth } = at
  const properties = Object.entries(propertiesOf(schema))
  if (properties.length === 0 || depth > 1) return words.types.object
  const required = new Set(requiredOf(schema))
  const shown = properties.slice(0, MOST_PROPERTIES).map(([name, part]) => {
    const type = describeAt(part, { ...at, depth: depth + 1 })
    return `${name.slice(0, 80)}${required.has(name) ? '' : '?'}: ${type}`
  })
  return `${words.types.object} {${shown.join(', ')}${properties.length > MOST_PROPERTIES ? ', …' : ''}}`
}
