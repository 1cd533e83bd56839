/** API documents in use: written out, in a file beside the flow or on the web; each is read once as long as it stays the same. */
import { createHash } from 'node:crypto'
import { AppError } from '../../../src-shared/errors'
import { message as sentence } from '../../../src-shared/languages/translate'
import type { JsonObject } from '../../../src-shared/flow/records'
import { isWebAddress } from '../../../src-shared/kinds/openapi-tools'
import { loadDocument, lookAt } from '../../documents/load'
import type { Reader } from '../../reading/reader'
import { failureReason, readText } from '../net/read-answer'
import type { OpenApiDocument } from '../openapi/document'
import { startTimeLimit } from '../../time-limit'

export type ApiDocuments = {
  /** Reads a document; `fetch` is for one on the web. Throws AppError, in words for a person. */
  open: (document: string | JsonObject, how: { fetch: typeof fetch; signal: AbortSignal }) => Promise<OpenApiDocument>
  /** The same for a document that is written out, which needs nothing. */
  read: (document: JsonObject, signal?: AbortSignal) => Promise<OpenApiDocument>
}

export type ApiDocumentsOptions = {
  /** The folder whose files may be read; null: none. */
  baseDir: string | null
  reader: Reader
  /** Milliseconds since 1970. */
  now: () => number
}

/** Read documents that are kept; each may be large. */
const KEPT = 8
/** A document on the web is looked at again after this. */
const FRESH_MS = 300_000
const FETCH_MS = 30_000
const MAX_BYTES = 64_000_000

/** The documents of one core. */
export function createApiDocuments({ baseDir, reader, now }: ApiDocumentsOptions): ApiDocuments {
  const byContent = new Map<string, OpenApiDocument>()
  const byObject = new WeakMap<JsonObject, OpenApiDocument>()
  const files = new Map<string, { mark: string; document: OpenApiDocument }>()
  const pages = new Map<string, { at: number; document: OpenApiDocument }>()

  const readOnce = async (text: string, source: string | JsonObject, signal: AbortSignal | undefined) => {
    const hash = createHash('sha256').update(text).digest('base64')
    const document = byContent.get(hash) ?? (await reader.read({ what: 'api', source }, signal))
    return keep(byContent, hash, document)
  }
  const read = async (document: JsonObject, signal?: AbortSignal): Promise<OpenApiDocument> => {
    const known = byObject.get(document) ?? (await readOnce(JSON.stringify(document), document, signal))
    byObject.set(document, known)
    return known
  }
  const fromFile = async (path: string, signal: AbortSignal): Promise<OpenApiDocument> => {
    if (baseDir === null) throw noFiles(path)
    const options = { baseDir, reader, signal }
    const found = await lookAt({ name: path, path }, options)
    const known = found === null ? undefined : files.get(found.file)
    if (found !== null && known?.mark === found.mark) return known.document
    const { text } = await loadDocument({ name: path, path }, options)
    const document = await readOnce(text, text, signal)
    if (found !== null) keep(files, found.file, { mark: found.mark, document })
    return document
  }
  const fromWeb = async (address: string, how: { fetch: typeof fetch; signal: AbortSignal }) => {
    const known = pages.get(address)
    if (known !== undefined && now() - known.at < FRESH_MS) return known.document
    const text = await fetchDocument(address, how)
    return keep(pages, address, { at: now(), document: await readOnce(text, text, how.signal) }).document
  }
  return {
    read,
    async open(document, how) {
      if (typeof document !== 'string') return read(document, how.signal)
      const name = document.trim()
      if (name === '') throw new AppError('bad-input', 'There is no OpenAPI document yet.')
      return isWebAddress(name) ? fromWeb(name, how) : fromFile(name, how.signal)
    },
  }
}

/** The text of a document on the web. Throws AppError `tool-failed`, or the signal's reason when it is stopped. */
export async function fetchDocument(
  address: string,
  { fetch, signal }: { fetch: typeof globalThis.fetch; signal: AbortSignal },
): Promise<string> {
  const limit = startTimeLimit(FETCH_MS, signal)
  try {
    const headers = { accept: 'application/json, application/yaml;q=0.9, text/*;q=0.8, */*;q=0.5' }
    const response = await fetch(address, { headers, signal: limit.signal })
    if (response.status < 400) return await readText(response, MAX_BYTES)
    await response.body?.cancel()
    throw new AppError(
      'tool-failed',
      sentence('{host} answered with the status {status}.', { host: new URL(address).host, status: response.status }),
    )
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof AppError) throw cause
    const { host } = new URL(address)
    if (limit.hasPassed())
      throw new AppError(
        'tool-failed',
        sentence('{host} did not give the document within {seconds, number} s.', { host, seconds: FETCH_MS / 1000 }),
      )
    throw new AppError(
      'tool-failed',
      sentence('{host} could not be reached: {reason}.', { host, reason: failureReason(cause) }),
    )
  } finally {
    limit.end()
  }
}

function keep<Value>(values: Map<string, Value>, key: string, value: Value): Value {
  values.delete(key)
  values.set(key, value)
  const oldest = values.keys().next()
  if (values.size > KEPT && oldest.done !== true) values.delete(oldest.value)
  return value
}

function noFiles(path: string): AppError {
  return new AppError(
    'consent-needed',
    sentence(
      'The API document "{path}" is a file, and files are read only on the command line, where they lie beside the flow\'s own file. In the app, import it with "From a file".',
      { path: path.slice(0, 200) },
    ),
  )
}
