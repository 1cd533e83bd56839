/** The body of a request: which of its media types is used, and how its parts become properties of the tool. */
import { isJsonObject } from '../../../src-shared/flow/json'
import type { Json, JsonObject } from '../../../src-shared/flow/records'
import type { BodyField, BodyFormat, OpenApiBody, Style } from './document'
import { safeKey, takeKey } from './keys'
import { writingOf, type Property, type ReadingContext } from './parameters'
import { field, listField, objectField, textField } from './references'
import { MAX_SCHEMA_DESCRIPTION, MAX_SCHEMA_SIZE } from './schemas'
import { cut } from './texts'

const FORM_STYLES: readonly Style[] = ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject']
const FILE_WORDS = 'A file: its text, or a data: URL with its bytes in base64.'
/** Fields of a branch that asks for certain properties and describes none. */
const CONDITIONS = new Set(['type', 'required', 'description', 'deprecated'])

/** `takesMore`: what further properties must be; null: nothing is said of them, and they are sent nowhere. */
export type ReadBody = { body: OpenApiBody; properties: readonly Property[]; takesMore: Json | null }

/** The body of an operation, or null when it has none; its keys are added to `taken`. */
export function readBody(operation: JsonObject, reading: ReadingContext, taken: Set<string>): ReadBody | null {
  const given = field(operation, 'requestBody')
  if (given === undefined || given === null) return null
  const found = reading.references.follow(given)
  const content = found === null ? { 'application/json': {} } : objectField(found, 'content')
  const chosen = chooseContent(content)
  if (chosen === null) return null
  const { contentType, format, media } = chosen
  const required = found !== null && field(found, 'required') === true
  const description = found === null ? null : textField(found, 'description')
  const { schema } = reading.schemas.simplify(field(media, 'schema'), MAX_SCHEMA_SIZE)
  const shape = { contentType, format, required }
  if (format === 'text' || format === 'bytes') {
    const words = format === 'text' ? schema : asFile(schema)
    return whole(shape, { schema: { ...words, type: 'string' }, description, fields: [] }, taken)
  }
  const described = format === 'multipart' ? withFiles(schema) : schema
  const fields = fieldsOf(schema, media, format)
  if (!isFlat(described, fields, taken)) return whole(shape, { schema: described, description, fields }, taken)
  return flat(shape, described, { fields, taken })
}

type Shape = Pick<OpenApiBody, 'contentType' | 'format' | 'required'>

type WholeBody = { schema: JsonObject; description: string | null; fields: readonly BodyField[] }

function whole(shape: Shape, { schema, description, fields }: WholeBody, taken: Set<string>): ReadBody {
  const key = takeKey('body', 'content', taken)
  const words = description ?? textField(schema, 'description')
  const described =
    words === null || words.trim() === '' ? schema : { ...schema, description: cut(words, MAX_SCHEMA_DESCRIPTION) }
  return {
    body: { ...shape, key, fields, takesMore: false },
    properties: [{ key, schema: described, required: shape.required }],
    takesMore: null,
  }
}

type Flat = { fields: readonly BodyField[]; taken: Set<string> }

function flat(shape: Shape, schema: JsonObject, { fields, taken }: Flat): ReadBody {
  const properties = objectField(schema, 'properties')
  const required = listField(schema, 'required')
  const more = field(schema, 'additionalProperties')
  const takesMore = more === undefined ? null : more
  for (const { key } of fields) taken.add(key)
  return {
    body: { ...shape, key: null, fields, takesMore: takesMore !== null && takesMore !== false },
    properties: fields.map(({ key, name }) => {
      const property = field(properties, name)
      // A body that may be left out asks for nothing: what it needs when it is there, the server says.
      return {
        key,
        schema: isJsonObject(property) ? property : {},
        required: shape.required && required.includes(name),
      }
    }),
    takesMore,
  }
}

/** Whether the fields of a body can stand among the tool's own properties without losing what the schema says. */
function isFlat(schema: JsonObject, fields: readonly BodyField[], taken: ReadonlySet<string>): boolean {
  const type = schema['type']
  if (type !== undefined && type !== 'object' && !(Array.isArray(type) && type.includes('object'))) return false
  const choices = [...listField(schema, 'oneOf'), ...listField(schema, 'anyOf'), ...listField(schema, 'allOf')]
  const areConditions = choices.every(
    (choice) => isJsonObject(choice) && Object.keys(choice).every((name) => CONDITIONS.has(name)),
  )
  const keys = new Set(fields.map(({ key }) => key))
  return fields.length > 0 && areConditions && keys.size === fields.length && fields.every(({ key }) => !taken.has(key))
}

function fieldsOf(schema: JsonObject, media: JsonObject, format: BodyFormat): BodyField[] {
  const encodings = objectField(media, 'encoding')
  return Object.entries(objectField(schema, 'properties')).map(([name, property]) => {
    const encoding = format === 'json' ? {} : objectField(encodings, name)
    const isStyled = ['style', 'explode', 'allowReserved'].some((word) => Object.hasOwn(encoding, word))
    return {
      key: safeKey(name),
      name,
      isFile: format === 'multipart' && isJsonObject(property) && isFile(property),
      writing: isStyled ? writingOf(encoding, FORM_STYLES) : null,
      contentType: format === 'multipart' ? concreteType(textField(encoding, 'contentType')) : null,
    }
  })
}

/** A media type that can be sent as it is: of a list the first, and no pattern such as `image/*`. */
function concreteType(text: string | null): string | null {
  const first = text?.split(',')[0]?.trim() ?? ''
  return /^[\w.+-]+\/[\w.+-]+(\s*;\s*[\w-]+=[\w."-]+)*$/.test(first) ? first : null
}

type ContentChoice = { contentType: string; format: BodyFormat; media: JsonObject }

const FORMATS: readonly (readonly [pattern: RegExp, format: BodyFormat])[] = [
  [/^application\/json\b/, 'json'],
  [/^application\/([\w.-]+\+)?json\b/, 'json'],
  [/^\*\/\*$|^application\/\*$/, 'json'],
  [/^multipart\/form-data\b/, 'multipart'],
  [/^application\/x-www-form-urlencoded\b/, 'form'],
  [/^text\/|^application\/([\w.-]+\+)?(xml|yaml|x-yaml|graphql|sql|x-ndjson|jsonl?)\b/, 'text'],
]

/** JSON before forms before text before bytes. */
function chooseContent(content: JsonObject): ContentChoice | null {
  const types = Object.keys(content).filter((type) => type !== '__proto__')
  for (const [pattern, format] of FORMATS) {
    const type = types.find((one) => pattern.test(one.trim().toLowerCase()))
    if (type !== undefined) return { contentType: sentType(type, format), format, media: objectField(content, type) }
  }
  const [type] = types
  return type === undefined
    ? null
    : { contentType: sentType(type, 'bytes'), format: 'bytes', media: objectField(content, type) }
}

const USUAL_TYPES: { readonly [format in BodyFormat]: string } = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  text: 'text/plain; charset=utf-8',
  bytes: 'application/octet-stream',
}

function sentType(type: string, format: BodyFormat): string {
  return format === 'multipart' || format === 'form' ? USUAL_TYPES[format] : (concreteType(type) ?? USUAL_TYPES[format])
}

function isFile(property: JsonObject): boolean {
  const { type, format } = property
  if (type === 'array') return isJsonObject(property['items']) && isFile(property['items'])
  const isText = type === 'string' || (Array.isArray(type) && type.includes('string'))
  // 3.1 says nothing at all of a file's bytes: a part without a type is one.
  return (isText && format === 'binary') || (type === undefined && isBytes(property))
}

function isBytes(property: JsonObject): boolean {
  return (
    Object.keys(property).every((name) => name === 'description' || name === 'format') &&
    property['format'] === 'binary'
  )
}

function withFiles(schema: JsonObject): JsonObject {
  const properties = Object.entries(objectField(schema, 'properties')).map(([name, property]): [string, Json] => {
    if (!isJsonObject(property) || !isFile(property)) return [name, property]
    const { items } = property
    return [name, isJsonObject(items) ? { ...property, items: asFile(items) } : asFile(property)]
  })
  return properties.length === 0 ? schema : { ...schema, properties: Object.fromEntries(properties) }
}

function asFile(property: JsonObject): JsonObject {
  const { format: _, ...rest } = property
  const words = textField(property, 'description')
  return { ...rest, type: 'string', description: words === null ? FILE_WORDS : `${words} ${FILE_WORDS}` }
}
