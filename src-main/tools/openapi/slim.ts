/** The part of a document that its tools are made from: small enough to stand in a flow file, and read with the same outcome. */
import { isJsonObject } from '../../../src-shared/flow/json'
import type { JsonObject } from '../../../src-shared/flow/records'
import { describe, idOf, tagsOf, type OperationLocation } from './operations'
import { readSource, versionOf } from './parse'
import { findOperations, headOf } from './read'
import { createReferences, field } from './references'
import { createCopies, type Copies } from './slim-components'

/**
 * The document without answers, examples, extensions, long texts and what nothing refers to. `readOpenApi` makes the same operations of it.
 * Its operations have no `responses`, which 3.0 asks for. Throws AppError `bad-input` as `readOpenApi` does.
 */
export function slimDocument(source: string | JsonObject): JsonObject {
  const root = readSource(source)
  const references = createReferences(root)
  const copies = createCopies(root, references)
  const paths = new Map<string, JsonObject>()
  for (const place of findOperations(root, references, () => undefined)) {
    const item = paths.get(place.path) ?? ownOf(place.pathItem, copies)
    item[place.method] = copyOperation(place, copies)
    paths.set(place.path, item)
  }
  const security = copies.security(field(root, 'security'))
  const components = copies.components()
  return {
    openapi: versionOf(root),
    info: headOf(root),
    ...copies.servers(root),
    ...(security === null ? {} : { security }),
    paths: Object.fromEntries(paths),
    ...(Object.keys(components).length > 0 ? { components } : {}),
  }
}

/** What a path says for all of its operations. */
function ownOf(pathItem: JsonObject, copies: Copies): JsonObject {
  return { ...copies.servers(pathItem), ...copies.parameters(pathItem) }
}

function copyOperation(place: OperationLocation, copies: Copies): JsonObject {
  const { operation } = place
  const operationId = idOf(operation)
  const tags = tagsOf(operation)
  const security = copies.security(field(operation, 'security'))
  const body = field(operation, 'requestBody')
  const hasBody = place.method !== 'get' && place.method !== 'head' && isJsonObject(body)
  return {
    ...(operationId === null ? {} : { operationId }),
    description: describe(place),
    ...(tags.length > 0 ? { tags } : {}),
    ...(field(operation, 'deprecated') === true ? { deprecated: true } : {}),
    ...copies.servers(operation),
    ...copies.parameters(operation),
    ...(hasBody ? { requestBody: copies.requestBody(body) } : {}),
    ...(security === null ? {} : { security }),
  }
}
