/** Tables of fields from zod schemas: every field with its type, default and meaning, in the words of a Markdown page. */
import { z } from 'zod'

/** The parts of a JSON schema that these pages speak of. */
const nodeSchema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  pattern: z.string().optional(),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
  default: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.unknown().optional(),
})
type SchemaNode = z.infer<typeof nodeSchema>

/** One row: a field by its path, such as `limits.hops`. */
export type FieldRow = { path: string; type: string; byDefault: string; meaning: string }

/** What is known of a field besides its schema; null: nothing. */
export type MeaningOf = (path: string) => string | null

const ANY = 'any JSON'

/** Integers without a bound of their own are bounded by what JavaScript can count. */
const LARGEST = Number.MAX_SAFE_INTEGER

/** The rows of a schema's fields; groups are followed by their own fields. */
export function fieldRows(schema: z.ZodObject, meaningOf: MeaningOf): FieldRow[] {
  return rowsOf(parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })), '', meaningOf)
}

/** Rows as a Markdown table; one sentence where there are none. */
export function fieldTable(rows: readonly FieldRow[]): string {
  if (rows.length === 0) return 'No fields.'
  const lines = rows.map(
    ({ path, type, byDefault, meaning }) => `| \`${path}\` | ${type} | ${byDefault} | ${meaning} |`,
  )
  return ['| field | type | default | meaning |', '|---|---|---|---|', ...lines].join('\n')
}

function rowsOf(schema: SchemaNode, before: string, meaningOf: MeaningOf): FieldRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, value]) => {
    const path = `${before}${name}`
    const field = parse(value)
    const isRequired = field.default === undefined && schema.required?.includes(name) === true
    const byDefault = isRequired ? 'required' : defaultOf(field)
    const row = {
      path,
      type: isNodeModel(field) ? NODE_MODEL : typeOf(field),
      byDefault,
      meaning: meaningOf(path) ?? '',
    }
    return [row, ...(isNodeModel(field) ? [] : innerRows(field, path, meaningOf))]
  })
}

const NODE_MODEL = 'fields of `settings.model` or `null`'

/** Whether a field is the `model` of a node, whose fields are those of the settings without their defaults. */
function isNodeModel(field: SchemaNode): boolean {
  const [only] = optionsOf(field)
  return field.anyOf !== undefined && only?.properties?.['contextTokens'] !== undefined
}

/** The fields inside a field: of an object, of the items of a list, of the values of a map. */
function innerRows(field: SchemaNode, path: string, meaningOf: MeaningOf): FieldRow[] {
  const [only, ...others] = optionsOf(field)
  if (only === undefined || others.length > 0) return []
  if (only.properties !== undefined) return rowsOf(only, `${path}.`, meaningOf)
  const item = only.items === undefined ? null : parse(only.items)
  if (item?.properties !== undefined) return rowsOf(item, `${path}[].`, meaningOf)
  const value = isSchema(only.additionalProperties) ? parse(only.additionalProperties) : null
  return value?.properties === undefined ? [] : rowsOf(value, `${path}.<name>.`, meaningOf)
}

/** The types that a field may have, null left out. */
function optionsOf(field: SchemaNode): SchemaNode[] {
  return allOptions(field).filter((option) => option.type !== 'null')
}

function allOptions(field: SchemaNode): SchemaNode[] {
  if (field.anyOf !== undefined) return field.anyOf.map(parse)
  return Array.isArray(field.type) ? field.type.map((type) => ({ ...field, type })) : [field]
}

function typeOf(field: SchemaNode): string {
  const options = optionsOf(field)
  const isNullable = options.length < allOptions(field).length
  return [...new Set([...options.map(simpleType), ...(isNullable ? ['`null`'] : [])])].join(' or ')
}

function simpleType(schema: SchemaNode): string {
  if (schema.const !== undefined) return code(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(code).join(', ')
  switch (schema.type) {
    case 'integer':
      return `whole number${boundsOf(schema)}`
    case 'number':
      return `number${boundsOf(schema)}`
    case 'boolean':
      return 'true or false'
    case 'string':
      return schema.maxLength === undefined ? 'text' : `text, at most ${schema.maxLength} characters`
    case 'array':
      return `list of ${schema.items === undefined ? ANY : typeOf(parse(schema.items))}`
    case 'object':
      return objectType(schema)
    default:
      return ANY
  }
}

function objectType({ properties, additionalProperties: values }: SchemaNode): string {
  if (properties !== undefined || !isSchema(values)) return 'object'
  const value = typeOf(parse(values))
  return value === ANY ? 'JSON object' : `map of name to ${value}`
}

function boundsOf({ minimum, exclusiveMinimum, maximum }: SchemaNode): string {
  const least = minimum === undefined || minimum <= -LARGEST ? null : minimum
  const most = maximum === undefined || maximum >= LARGEST ? null : maximum
  if (exclusiveMinimum !== undefined) return ` above ${exclusiveMinimum}`
  if (least !== null && most !== null) return `, ${least} to ${most}`
  if (least !== null) return ` from ${least}`
  return most === null ? '' : ` up to ${most}`
}

function defaultOf(field: SchemaNode): string {
  if (field.default === undefined) return 'absent'
  const isGroup = field.properties !== undefined && JSON.stringify(field.default) === '{}'
  return isGroup ? 'as below' : code(field.default)
}

function code(value: unknown): string {
  return `\`${JSON.stringify(value).replaceAll('|', '\\|')}\``
}

function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

/** A schema that refers to another is a JSON value of any kind: the only one that zod writes so. */
function parse(value: unknown): SchemaNode {
  return nodeSchema.parse(value)
}
