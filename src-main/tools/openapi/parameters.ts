/** Parameters in path, query and headers: which there are, how each is written, and the schema that a model sees of it. */
import type { Json, JsonObject } from '../../../src-shared/flow/records'
import { isJsonObject } from '../../../src-shared/flow/json'
import type { KeyPlace, ParameterField, ParameterPlace, Style, ParameterStyle } from './document'
import { takeKey } from './keys'
import { entries, field, listField, objectField, textField, type References } from './references'
import { MAX_SCHEMA_DESCRIPTION, type Schemas } from './schemas'
import { cut, quoted } from './texts'
import { message as sentence, type Message } from '../../../src-shared/languages/translate'

const MAX_SIZE = 4_000
/** Parameters of one operation. */
const MAX_FIELDS = 200
const PLACES: readonly ParameterPlace[] = ['path', 'query', 'header']
/** The standard has the first three ignored as parameters; the others belong to whoever sends the request. */
const IGNORED_HEADERS =
  /^(accept|content-type|authorization|cookie|host|content-length|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*|__proto__)$/i
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const STYLES: { readonly [place in ParameterPlace]: readonly Style[] } = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
}

/** What a document is read with. */
export type ReadingContext = { references: References; schemas: Schemas; note: (words: Message) => void }

/** One parameter as the document says it, before it has a key. */
type DeclaredParameter = { name: string; place: ParameterPlace; raw: JsonObject }

/** One property of a tool. */
export type Property = { key: string; schema: JsonObject; required: boolean }

export type Parameters = { fields: readonly ParameterField[]; properties: readonly Property[] }

export type ParameterSource = {
  /** As in `POST /orders`, for notes. */
  where: string
  path: string
  pathItem: JsonObject
  operation: JsonObject
  /** The key's own place is nothing that a model fills in. */
  key: KeyPlace | null
}

/** The parameters of an operation; their keys are added to `taken`. */
export function readParameters(source: ParameterSource, reading: ReadingContext, taken: Set<string>): Parameters {
  const fields: ParameterField[] = []
  const properties: Property[] = []
  const said = saidParameters(source, reading)
  for (const place of PLACES) {
    for (const { name, raw } of said.filter((one) => one.place === place)) {
      const key = takeKey(name, place, taken)
      const required = place === 'path' || field(raw, 'required') === true
      const writing = writingOf(raw, STYLES[place])
      fields.push({ key, name, place, required, writing })
      properties.push({ key, schema: schemaOf(raw, reading.schemas), required })
    }
  }
  return { fields, properties }
}

/** The names in a path's placeholders. */
export function placeholders(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].flatMap((match) => match[1] ?? [])
}

function saidParameters(
  { where, path, pathItem, operation, key }: ParameterSource,
  reading: ReadingContext,
): DeclaredParameter[] {
  const all = new Map<string, DeclaredParameter>()
  for (const item of [...listField(pathItem, 'parameters'), ...listField(operation, 'parameters')]) {
    const raw = reading.references.follow(item)
    const name = raw === null ? null : textField(raw, 'name')
    if (raw === null || name === null || name === '') {
      reading.note(
        sentence(
          '{place}: a parameter was left out, since it refers to something outside of the document or has no name.',
          { place: where },
        ),
      )
      continue
    }
    const place = PLACES.find((one) => one === field(raw, 'in'))
    if (field(raw, 'in') === 'cookie' && field(raw, 'required') === true)
      reading.note(
        sentence('{place}: the cookie {name} was left out, since no cookies are sent.', {
          place: where,
          name: quoted(name),
        }),
      )
    if (place === undefined || !isUsable(name, place) || isKey(name, place, key)) continue
    all.set(`${place} ${place === 'header' ? name.toLowerCase() : name}`, { name, place, raw })
  }
  const names = placeholders(path)
  for (const name of names)
    if (!all.has(`path ${name}`)) all.set(`path ${name}`, { name, place: 'path', raw: { schema: { type: 'string' } } })
  return [...all.values()].filter(({ place, name }) => place !== 'path' || names.includes(name)).slice(0, MAX_FIELDS)
}

function isUsable(name: string, place: ParameterPlace): boolean {
  return place !== 'header' || (HEADER_NAME.test(name) && !IGNORED_HEADERS.test(name))
}

function isKey(name: string, place: ParameterPlace, key: KeyPlace | null): boolean {
  if (key === null || key.in !== place || !('name' in key)) return false
  return place === 'header' ? key.name.toLowerCase() === name.toLowerCase() : key.name === name
}

/** How a parameter, or a field of a form, is written. */
export function writingOf(raw: JsonObject, styles: readonly Style[]): ParameterStyle {
  const style = styles.find((one) => one === field(raw, 'style')) ?? styles[0] ?? 'form'
  const explode = field(raw, 'explode')
  return {
    style,
    explode: typeof explode === 'boolean' ? explode : style === 'form',
    allowReserved: field(raw, 'allowReserved') === true,
    isJson: contentOf(raw) !== null,
  }
}

/** The one media type of a parameter that is described by its content; null for the usual ones. */
function contentOf(raw: JsonObject): JsonObject | null {
  const [first] = entries(field(raw, 'content')).map(([, media]) => media)
  return isJsonObject(first) ? first : null
}

function schemaOf(raw: JsonObject, schemas: Schemas): JsonObject {
  const content = contentOf(raw)
  const given: Json | undefined = field(content ?? raw, 'schema')
  const { schema } = schemas.simplify(given, MAX_SIZE)
  const description = textField(raw, 'description')
  return {
    ...schema,
    ...(description === null || description.trim() === ''
      ? {}
      : { description: cut(description, MAX_SCHEMA_DESCRIPTION) }),
    ...(field(raw, 'deprecated') === true ? { deprecated: true } : {}),
  }
}

/** The addresses of the servers of a part of the document, variables filled with their defaults; null when it names none. */
export function readServers(owner: JsonObject): string[] | null {
  const servers = listField(owner, 'servers').flatMap((server) => {
    const url = isJsonObject(server) ? textField(server, 'url') : null
    return isJsonObject(server) && url !== null ? [filledServer(url.trim(), objectField(server, 'variables'))] : []
  })
  return servers.length === 0 ? null : servers
}

function filledServer(url: string, variables: JsonObject): string {
  return url.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const variable = objectField(variables, name)
    const [first] = listField(variable, 'enum')
    const value = field(variable, 'default') ?? first
    return typeof value === 'string' || typeof value === 'number' ? String(value) : whole
  })
}
