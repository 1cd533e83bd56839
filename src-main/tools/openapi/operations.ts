/** Each operation of a document as a tool: its name, its description, and one schema for all that a call can give. */
import { fittedName, shortHash } from '../../../src-shared/agents/names/names'
import { transliterateBasic } from '../../../src-shared/agents/names/transliterate'
import type { JsonObject } from '../../../src-shared/flow/records'
import { readBody } from './body'
import type { OpenApiOperation } from './document'
import { readParameters, readServers, type Property, type ReadingContext } from './parameters'
import { field, listField, textField } from './references'
import { readKeyPlace } from './security'
import { cut } from './texts'

const MAX_DESCRIPTION = 1_000
const MAX_TAGS = 20

/** One operation where it stands in the document. */
export type OperationLocation = { path: string; method: string; pathItem: JsonObject; operation: JsonObject }

export type DocumentReading = ReadingContext & {
  root: JsonObject
  servers: readonly string[]
  nameFor: (wish: string) => string
}

/** Makes names unique, in the order in which they are asked for: `list`, `list_2`, `list_3`. */
export function createNames(): (wish: string) => string {
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  return (wish) => {
    const base = toolName(wish)
    let count = counts.get(base) ?? 1
    let name = count === 1 ? base : fittedName(`${base}_${count}`)
    for (; taken.has(name); name = fittedName(`${base}_${count}`)) count += 1
    counts.set(base, count)
    taken.add(name)
    return name
  }
}

export function readOperation(place: OperationLocation, reading: DocumentReading): OpenApiOperation {
  const { path, method, pathItem, operation } = place
  const verb = method.toUpperCase()
  const operationId = idOf(operation)
  const key = readKeyPlace(reading.root, operation, reading.references)
  const taken = new Set<string>()
  const parameters = readParameters({ where: `${verb} ${path}`, path, pathItem, operation, key }, reading, taken)
  const body = method === 'get' || method === 'head' ? null : readBody(operation, reading, taken)
  const more = body?.takesMore ?? null
  return {
    name: reading.nameFor(operationId ?? `${method}${path.replaceAll('/', '_')}`),
    operationId,
    method: verb,
    path,
    description: describe(place),
    parameters: {
      ...objectSchema([...parameters.properties, ...(body?.properties ?? [])]),
      ...(more === null ? {} : { additionalProperties: more }),
    },
    tags: tagsOf(operation),
    deprecated: field(operation, 'deprecated') === true,
    servers: readServers(operation) ?? readServers(pathItem) ?? reading.servers,
    fields: parameters.fields,
    body: body?.body ?? null,
    key,
  }
}

export function idOf(operation: JsonObject): string | null {
  const id = textField(operation, 'operationId')?.trim() ?? ''
  return id === '' ? null : id
}

export function tagsOf(operation: JsonObject): string[] {
  return listField(operation, 'tags')
    .filter((tag) => typeof tag === 'string')
    .slice(0, MAX_TAGS)
}

/** Summary and description of an operation, else of its path, else the two words that it consists of. */
export function describe({ path, method, pathItem, operation }: OperationLocation): string {
  const texts = [operation, pathItem].map((owner) => {
    // The end of a long text is cut anyway; only its beginning is looked at.
    const [summary, description] = ['summary', 'description'].map((name) =>
      cut(textField(owner, name) ?? '', MAX_DESCRIPTION),
    )
    if (summary === undefined || summary === '') return description ?? ''
    if (description === undefined || description === '' || description === summary) return summary
    return description.startsWith(summary) ? description : `${summary}\n\n${description}`
  })
  const text = texts.find((one) => one !== '') ?? `${method.toUpperCase()} ${path}`
  return cut(text, MAX_DESCRIPTION)
}

function objectSchema(properties: readonly Property[]): JsonObject {
  const required = properties.filter((property) => property.required).map(({ key }) => key)
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map(({ key, schema }) => [key, schema])),
    ...(required.length > 0 ? { required } : {}),
  }
}

function toolName(wish: string): string {
  const latin = /^[ -~]*$/.test(wish) ? wish : transliterateBasic(wish)
  const name = latin
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/__+/g, '_')
    .replace(/^[_-]+|[_-]+$/g, '')
  return fittedName(name === '' ? shortHash(wish) : name)
}
