/** Taking an API document over into a flow: its slim form, with what a person chooses from. */
import { AppError } from '../../../src-shared/errors'
import { includesOperation } from '../../../src-shared/agents/outside/api-wishes'
import { isJsonObject } from '../../../src-shared/flow/json'
import type { JsonObject } from '../../../src-shared/flow/records'
import { firstServer } from '../../../src-shared/kinds/openapi-tools'
import type { ApiImport } from '../../../src-shared/rpc/api-import'
import type { OpenApiOperation } from '../openapi/document'
import { readSource } from '../openapi/parse'
import { readOpenApi } from '../openapi/read'
import { slimDocument } from '../openapi/slim'

const SUMMARY_LENGTH = 200

/**
 * Reads a document as it is to stand in a flow. `include`: only these operations, as `includesOperation` reads it. `from`: where it was
 * got, which its relative servers are seen from. Throws AppError `bad-input`.
 */
export function importApi(
  source: string | JsonObject,
  { include = [], from = null }: { include?: readonly string[]; from?: string | null },
): ApiImport {
  const slim = withServers(slimDocument(readSource(source)), from)
  const all = readOpenApi(slim)
  const operations = all.operations.filter((operation) => includesOperation(operation, include))
  if (operations.length === 0)
    throw new AppError('bad-input', 'The document has none of these operations. Choose others.')
  const isCut = operations.length < all.operations.length
  const { title, version, servers, notes } = all
  return {
    document: isCut ? slimDocument(cut(slim, operations)) : slim,
    title,
    version,
    servers: [...servers],
    notes: [...notes],
    operations: operations.map(({ name, method, path, tags, description }) => ({
      name,
      method,
      path,
      tags: [...tags],
      summary: (description.split('\n', 1)[0] ?? '').slice(0, SUMMARY_LENGTH).toWellFormed(),
    })),
  }
}

/** The document with whole addresses of its servers, which are relative to where it was got. */
function withServers(document: JsonObject, from: string | null): JsonObject {
  if (from === null || firstServer(document) !== null) return document
  const given = Array.isArray(document['servers']) ? document['servers'] : []
  const urls = given.flatMap((server) =>
    isJsonObject(server) && typeof server['url'] === 'string' ? [server['url']] : [],
  )
  const [server = '/'] = urls
  return URL.canParse(server, from) ? { ...document, servers: [{ url: new URL(server, from).href }] } : document
}

/** A slim document without the operations that are not wanted; what only those referred to is left for `slimDocument`. */
function cut(slim: JsonObject, operations: readonly OpenApiOperation[]): JsonObject {
  const wanted = new Set(operations.map(({ method, path }) => `${method} ${path}`))
  const paths = isJsonObject(slim['paths']) ? slim['paths'] : {}
  const kept = Object.entries(paths).flatMap(([path, item]): [string, JsonObject][] => {
    if (!isJsonObject(item)) return []
    const fields = Object.entries(item).filter(
      ([name]) => !isMethod(name) || wanted.has(`${name.toUpperCase()} ${path}`),
    )
    return fields.some(([name]) => isMethod(name)) ? [[path, Object.fromEntries(fields)]] : []
  })
  return { ...slim, paths: Object.fromEntries(kept) }
}

function isMethod(name: string): boolean {
  return /^(get|put|post|delete|options|head|patch)$/.test(name)
}
