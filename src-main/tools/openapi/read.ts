/** An OpenAPI 3 document as operations. It is only read: nothing is fetched, whatever it refers to. */
import { isJsonObject } from '../../../src-shared/flow/json'
import type { Json, JsonObject } from '../../../src-shared/flow/records'
import type { OpenApiDocument } from './document'
import { createNames, readOperation, type OperationLocation } from './operations'
import { readServers } from './parameters'
import { fault, readSource } from './parse'
import { createReferences, field, objectField, textField, type References } from './references'
import { createSchemas } from './schemas'
import { cut, quoted } from './texts'
import { message as sentence, type Message } from '../../../src-shared/languages/translate'

const MAX_OPERATIONS = 20_000
const MAX_NOTES = 50
/** Without `trace`, which no fetch sends. */
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const

/** Reads a document: JSON or YAML as a text, or JSON that was read. Throws AppError `bad-input`, in words for a person. */
export function readOpenApi(source: string | JsonObject): OpenApiDocument {
  const root = readSource(source)
  const references = createReferences(root)
  const notes: Message[] = []
  const note = (words: Message) => {
    if (notes.length < MAX_NOTES) notes.push(words)
  }
  const servers = readServers(root) ?? []
  const places = findOperations(root, references, note)
  const reading = { root, references, schemas: createSchemas(references), note, servers, nameFor: createNames() }
  const operations = places.map((place) => readOperation(place, reading))
  return { ...headOf(root), servers, operations, notes }
}

/** Title and version of the document's interface. */
export function headOf(root: JsonObject): { title: string; version: string } {
  const info = objectField(root, 'info')
  const version = field(info, 'version')
  return {
    title: cut(textField(info, 'title') ?? '', 200),
    version: typeof version === 'string' || typeof version === 'number' ? cut(String(version), 60) : '',
  }
}

/** All operations in the order of the document, paths that refer to others followed. Throws AppError when there are none or too many. */
export function findOperations(
  root: JsonObject,
  references: References,
  note: (words: Message) => void,
): OperationLocation[] {
  const places: OperationLocation[] = []
  for (const [path, item] of Object.entries(objectField(root, 'paths'))) {
    if (path.startsWith('x-')) continue
    const pathItem = pathItemOf(item, references)
    if (!path.startsWith('/'))
      note(sentence('The path {path} was left out: it does not begin with "/".', { path: quoted(path) }))
    else if (pathItem === null)
      note(
        sentence(
          'The path {path} was left out: it refers to something outside of the document, which is never fetched.',
          { path: quoted(path) },
        ),
      )
    else places.push(...operationsOf(path, pathItem))
    if (places.length > MAX_OPERATIONS)
      throw fault(
        sentence(
          'It has more than {most} operations, more than can be offered. Cut it into smaller documents, one for each part that is needed.',
          { most: MAX_OPERATIONS },
        ),
      )
  }
  if (places.length > 0) return places
  const outside = Object.values(objectField(root, 'paths')).some((item) => pathItemOf(item, references) === null)
  throw fault(
    outside
      ? 'All of its paths refer to other files or addresses, which are never fetched. Bundle it into one document first, for example with the command redocly bundle.'
      : 'Its paths hold no operation (get, post and so on), so there is nothing to call.',
  )
}

function pathItemOf(item: Json, references: References): JsonObject | null {
  if (!isJsonObject(item)) return {}
  const target = references.follow(item)
  if (target === null || target === item) return target
  // What stands beside the reference is told too, and counts where both say something.
  const { $ref: _, ...own } = item
  return { ...target, ...own }
}

function operationsOf(path: string, pathItem: JsonObject): OperationLocation[] {
  return METHODS.flatMap((method) => {
    const operation = field(pathItem, method)
    return isJsonObject(operation) ? [{ path, method, pathItem, operation }] : []
  })
}
