/** From a tool call to an HTTP request. What a model gives as arguments never leaves the base address: it fills places, it adds none. */
import { AppError } from '../../../src-shared/errors'
import { inEnglish } from '../../../src-shared/languages/translate'
import { isJsonObject } from '../../../src-shared/flow/json'
import type { Json, JsonObject } from '../../../src-shared/flow/records'
import type { BodyField, KeyPlace, OpenApiBody, OpenApiOperation, ParameterField } from './document'
import { fileOf, multipart, urlEncoded, type FilledField } from './forms'
import { encoded, headerSafe, headerText, pathText, plainText, queryPairs } from './styles'
import { quoted } from './texts'

export type OpenApiRequest = {
  url: URL
  method: string
  /** Names in lower case. */
  headers: { [name: string]: string }
  body: string | Uint8Array<ArrayBuffer> | null
}

export type RequestOptions = {
  /** Where the interface is; empty or null for the first server of the operation that is a whole address. */
  baseUrl: string | null
}

const ACCEPT = 'application/json, text/*;q=0.9, */*;q=0.8'
const METHODS = new Set(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH'])

/** The request of one call. Throws AppError `bad-input` when an argument or the address is missing or cannot be used. */
export function requestOf(operation: OpenApiOperation, args: JsonObject, { baseUrl }: RequestOptions): OpenApiRequest {
  checkRequired(operation, args)
  const url = urlOf(operation, args, baseOf(operation, baseUrl))
  const { contentType, body } = bodyOf(operation, args)
  const headers = new Map<string, string>([['accept', ACCEPT]])
  for (const { name, value, writing } of given(operation.fields, 'header', args))
    headers.set(name.toLowerCase(), headerText(value, writing))
  if (contentType !== null) headers.set('content-type', contentType)
  const method = METHODS.has(operation.method) ? operation.method : 'GET'
  return { url, method, headers: Object.fromEntries(headers), body }
}

/** The request with a key where the document wants it; as a bearer where it does not say. A basic key is `name:password`. */
export function withKey(request: OpenApiRequest, place: KeyPlace | null, key: string): OpenApiRequest {
  const header = (name: string, value: string): OpenApiRequest => ({
    ...request,
    headers: { ...request.headers, [name]: headerSafe(value) },
  })
  switch (place?.in) {
    case 'header':
      return header(place.name.toLowerCase(), key)
    case 'cookie':
      return header('cookie', `${place.name}=${encoded(key)}`)
    case 'query': {
      const url = new URL(request.url)
      url.searchParams.set(place.name, key)
      return { ...request, url }
    }
    case 'basic':
      return header('authorization', `Basic ${Buffer.from(key).toString('base64')}`)
    default:
      return header('authorization', `Bearer ${key}`)
  }
}

function refusal(operation: OpenApiOperation, words: string): AppError {
  return new AppError('bad-input', inEnglish(`${operation.name} was not called: ${words}`))
}

/** An argument that was given; null counts as not given outside of bodies. */
function argument(args: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(args, key) ? args[key] : undefined
}

function checkRequired(operation: OpenApiOperation, args: JsonObject): void {
  const { required } = operation.parameters
  const needed = Array.isArray(required) ? required.map(String) : []
  const strict = new Set(operation.fields.map(({ key }) => key))
  const missing = needed.filter((key) => {
    const value = argument(args, key)
    return value === undefined || (value === null && strict.has(key))
  })
  if (missing.length === 0) return
  const names = missing.map(quoted).join(', ')
  throw refusal(operation, `${missing.length === 1 ? 'the argument' : 'the arguments'} ${names} must be given.`)
}

/** The address that everything else is added to. */
function baseOf(operation: OpenApiOperation, baseUrl: string | null): URL {
  const wanted = baseUrl?.trim() ?? ''
  if (wanted !== '') {
    const url = usableUrl(wanted)
    if (url !== null) return url
    throw refusal(
      operation,
      `${quoted(wanted)} is not a base address. It should begin with https:// or http:// and hold no name and password.`,
    )
  }
  const url = operation.servers.map(usableUrl).find((one) => one !== null)
  if (url !== undefined && url !== null) return url
  const [first] = operation.servers
  const words = first === undefined ? 'names no server' : `names no server with a whole address (${quoted(first)})`
  throw refusal(operation, `its document ${words}. Set the base address.`)
}

function usableUrl(text: string): URL | null {
  if (!/^https?:\/\//i.test(text) || /[{}]/.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  return url.username === '' && url.password === '' ? url : null
}

function urlOf(operation: OpenApiOperation, args: JsonObject, base: URL): URL {
  const [path = '', literalQuery] = operation.path
    .split('#', 1)
    .join('')
    .split(/\?(.*)/s)
  const filled = `/${fill(operation, path, args).replace(/^\//, '')}`
  // URL takes dots, also encoded ones, as steps out of a folder.
  if (filled.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment)))
    throw refusal(operation, 'a part of the path may not be "." or "..".')
  const folder = base.pathname.replace(/\/+$/, '')
  const pairs = [
    base.search.slice(1),
    fill(operation, literalQuery ?? '', args),
    ...given(operation.fields, 'query', args).flatMap(({ name, value, writing }) => queryPairs(name, value, writing)),
  ].filter((pair) => pair !== '')
  const query = pairs.length === 0 ? '' : `?${pairs.join('&')}`
  const url = new URL(`${base.origin}${folder}${filled}${query}`)
  if (url.origin !== base.origin || !url.pathname.startsWith(`${folder}/`))
    throw refusal(operation, `its path ${quoted(operation.path)} leads away from the base address.`)
  return url
}

/** A path, or the query that a document writes into one, with its placeholders filled. */
function fill(operation: OpenApiOperation, template: string, args: JsonObject): string {
  const fields = new Map(operation.fields.filter(({ place }) => place === 'path').map((one) => [one.name, one]))
  const filled = template.split(/(\{[^{}]+\})/).map((piece) => {
    const field = piece.startsWith('{') ? fields.get(piece.slice(1, -1)) : undefined
    if (field === undefined) return literal(piece)
    const text = pathText(field.name, argument(args, field.key) ?? null, field.writing)
    if (text === '') throw refusal(operation, `the argument ${quoted(field.key)} may not be empty.`)
    return text
  })
  return filled.join('')
}

/** A text of the document as part of an address: what is encoded already stays so. */
function literal(text: string): string {
  return encodeURI(text.toWellFormed())
    .replace(/%25([0-9a-f]{2})/gi, '%$1')
    .replaceAll('#', '%23')
}

type GivenValue = { name: string; value: Json; writing: ParameterField['writing'] }

function given(fields: readonly ParameterField[], place: ParameterField['place'], args: JsonObject): GivenValue[] {
  return fields.flatMap((field) => {
    const value = field.place === place ? argument(args, field.key) : null
    return value === undefined || value === null ? [] : [{ name: field.name, value, writing: field.writing }]
  })
}

type SentBody = { contentType: string | null; body: OpenApiRequest['body'] }

function bodyOf(operation: OpenApiOperation, args: JsonObject): SentBody {
  const { body } = operation
  const content = body === null ? undefined : contentOf(operation, body, args)
  if (body === null || content === undefined) return { contentType: null, body: null }
  const { contentType } = body
  switch (body.format) {
    case 'json':
      return { contentType, body: JSON.stringify(content) }
    case 'text':
      return { contentType, body: plainText(content).toWellFormed() }
    case 'bytes':
      return { contentType, body: fileOf(plainText(content)).bytes }
    case 'form':
      return { contentType, body: urlEncoded(filledFields(operation, body, content)) }
    case 'multipart':
      return multipart(filledFields(operation, body, content))
  }
}

/** What the body says as JSON; undefined when there is none to send. */
function contentOf({ fields }: OpenApiOperation, body: OpenApiBody, args: JsonObject): Json | undefined {
  if (body.key !== null) {
    const content = argument(args, body.key)
    // Of a body that may be left out, null is no content; where it must be there, null is what it says.
    return content === null && !body.required ? undefined : content
  }
  const content = new Map<string, Json>()
  for (const { key, name } of body.fields) {
    const value = argument(args, key)
    if (value !== undefined) content.set(name, value)
  }
  if (body.takesMore) {
    const known = new Set([...fields.map(({ key }) => key), ...body.fields.map(({ key }) => key)])
    for (const [name, value] of Object.entries(args))
      if (!known.has(name) && name !== '__proto__') content.set(name, value)
  }
  return content.size === 0 && !body.required ? undefined : Object.fromEntries(content)
}

function filledFields(operation: OpenApiOperation, body: OpenApiBody, content: Json): FilledField[] {
  if (!isJsonObject(content)) throw refusal(operation, 'its body is a form, so it must be an object.')
  const known = new Map(body.fields.map((field) => [field.name, field]))
  return Object.entries(content).map(([name, value]) => ({ field: known.get(name) ?? unnamed(name), value }))
}

function unnamed(name: string): BodyField {
  return { key: name, name, isFile: false, writing: null, contentType: null }
}
