/** The HTTP tool that sends what a curl command would: what changes from call to call is its arguments, what is secret only a name. */
import { AppError } from '../../errors'
import { message, type Message } from '../../languages/translate'
import { findForbidden, isJsonObject, parseJson } from '../../flow/json'
import type { Json, JsonObject } from '../../flow/records'
import { readCurl, type CurlRequest } from './curl'
import { createSecretVault, hostWord, isSecretName, isSecretText, type SecretVault } from './found-secrets'
import { VARIABLE } from './shell-words'

/** `data` is that of an HTTP tool. `secrets`: values by name, which belong into the store; an empty one was not in the text. */
export type CurlTool = {
  name: string
  data: JsonObject
  secrets: { [name: string]: string }
  notes: readonly Message[]
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']

/** Throws AppError `bad-input` with what is wrong in words. */
export function curlTool(text: string): CurlTool {
  const request = readCurl(text)
  const notes = [...request.notes]
  const vault = createSecretVault()
  const drawn: DrawingContext = { vault, host: hostWord(request.url), arguments: {}, required: [] }
  const { url, query } = addressParts(request, drawn)
  const headers = headersOf(request, drawn, notes)
  const body = bodyOf(request, drawn, headers)
  const method = METHODS.includes(request.method) ? request.method : 'POST'
  if (method !== request.method)
    notes.push(
      message('The method {method} is not known here; {other} stands in its place.', {
        method: request.method,
        other: method,
      }),
    )
  const secrets = vault.secrets()
  const parameters: JsonObject = { type: 'object', properties: drawn.arguments }
  if (drawn.required.length > 0) parameters['required'] = drawn.required
  const data: JsonObject = { description: descriptionOf(request.method, url), parameters, url }
  if (method !== 'GET') data['method'] = method
  if (Object.keys(query).length > 0) data['query'] = query
  if (Object.keys(headers).length > 0) data['headers'] = headers
  if (body !== null) data['body'] = body
  if (request.timeout !== null) data['timeout'] = request.timeout
  if (Object.keys(secrets).length > 0) data['secrets'] = Object.keys(secrets)
  const forbidden = findForbidden(data)
  if (forbidden !== null || Object.getPrototypeOf(drawn.arguments) !== Object.prototype)
    throw new AppError(
      'bad-input',
      message('No flow can hold this request: {reason}.', {
        reason: forbidden?.message ?? message('a field may not be called __proto__'),
      }),
    )
  return { name: nameOf(request.method, url), data, secrets, notes }
}

type DrawingContext = { vault: SecretVault; host: string; arguments: JsonObject; required: string[] }

/** `{name}` in the place of a value, and the argument of that name with the value as its example. */
function argument(drawn: DrawingContext, wanted: string, example: Json | undefined): string {
  const base = wanted
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^(?=\d)|^$/, '_')
    .slice(0, 60)
  const taken = drawn.vault.secrets()
  let name = base
  for (let number = 2; Object.hasOwn(drawn.arguments, name) || Object.hasOwn(taken, name); number += 1)
    name = `${base}_${number}`
  drawn.arguments[name] = example === undefined ? { type: 'string' } : schemaOf(example, 0)
  return `{${name}}`
}

const VARIABLES = new RegExp(`${VARIABLE.begin}(\\w+)${VARIABLE.end}`, 'g')

/** A text whose variables of the shell are secrets that the person has still to store. */
function withSecretVariables(text: string, { vault }: DrawingContext): string {
  return text.replace(VARIABLES, (_whole, name: string) => `{${vault.keep(name, '')}}`)
}

/** A text whose variables of the shell are arguments. */
function withArguments(text: string, drawn: DrawingContext): string {
  return text.replace(VARIABLES, (_whole, name: string) => {
    return isSecretName(name) ? `{${drawn.vault.keep(name, '')}}` : argument(drawn, name.toLowerCase(), undefined)
  })
}

function hasVariable(text: string): boolean {
  return text.includes(VARIABLE.begin)
}

/** The address without keys, and its query as fields; a field that comes twice stays in the address. */
function addressParts(request: CurlRequest, drawn: DrawingContext): { url: string; query: { [name: string]: string } } {
  const [whole = ''] = request.url.split('#', 1)
  const at = whole.indexOf('?')
  const [place, search] = at < 0 ? [whole, ''] : [whole.slice(0, at), whole.slice(at + 1)]
  const [, scheme = '', user, rest = ''] = /^(https?:\/\/)(?:([^/@]*)@)?(.*)$/is.exec(place) ?? []
  if (user !== undefined && request.user === null) request.user = decoded(user)
  const slash = rest.indexOf('/')
  const [host, path] = slash < 0 ? [rest, ''] : [rest.slice(0, slash), rest.slice(slash)]
  const url = scheme + withArguments(host, drawn) + pathOf(path, drawn)
  const fields = search.split('&').filter((field) => field !== '')
  const query: { [name: string]: string } = {}
  const repeated: string[] = []
  for (const field of fields) {
    const [rawName = '', ...parts] = field.split('=')
    const [name, value] = [decoded(rawName), decoded(parts.join('='))]
    const filled = fieldValue(name, value, drawn)
    if (Object.hasOwn(query, name)) repeated.push(`${rawName}=${filled}`)
    else query[name] = filled
  }
  return { url: repeated.length === 0 ? url : `${url}?${repeated.join('&')}`, query }
}

/** Ids that pages of APIs leave open (`{id}`, `:id`, `<id>`) are arguments, and parts that look like keys are secrets. */
function pathOf(path: string, drawn: DrawingContext): string {
  const segments = path.split('/').map((segment) => {
    const open = /^(?::|<|%3C)([A-Za-z]\w*)(?:>|%3E)?$/.exec(segment)?.[1]
    if (open !== undefined) return required(drawn, argument(drawn, open, undefined))
    if (hasVariable(segment)) return withArguments(segment, drawn)
    if (isSecretText(decoded(segment))) return `{${drawn.vault.keep(`${drawn.host}_path_key`, decoded(segment))}}`
    return segment.replace(/\{([A-Za-z_]\w*)\}/g, (_whole, name: string) =>
      required(drawn, argument(drawn, name, undefined)),
    )
  })
  return segments.join('/')
}

function required(drawn: DrawingContext, place: string): string {
  drawn.required.push(place.slice(1, -1))
  return place
}

/** The value of a field of a query or a form. */
function fieldValue(name: string, value: string, drawn: DrawingContext): string {
  if (hasVariable(value)) return isSecretName(name) ? withSecretVariables(value, drawn) : withArguments(value, drawn)
  if (isSecretName(name) || isSecretText(value)) return `{${drawn.vault.keep(`${drawn.host}_${name}`, value)}}`
  return argument(drawn, name, value)
}

/** What browsers send of themselves, and what every request has anyway. */
const BROWSER =
  /^(host|connection|content-length|accept-encoding|accept-language|cache-control|pragma|dnt|te|priority|origin|referer|upgrade-insecure-requests|sec-.*|x-requested-with|:.*)$/i
const TECHNICAL = /^(host|connection|content-length|transfer-encoding|te|upgrade|keep-alive|expect|trailer|:.*)$/i

function headersOf(request: CurlRequest, drawn: DrawingContext, notes: Message[]): { [name: string]: string } {
  const headers: { [name: string]: string } = {}
  const isBrowser = request.headers.some(([name]) => /^sec-(fetch|ch)-/i.test(name))
  let left = 0
  for (const [name, value] of request.headers) {
    const isOwn = !(isBrowser ? BROWSER : TECHNICAL).test(name) && !(isBrowser && /^user-agent$/i.test(name))
    if (isOwn) headers[name] = headerValue(name, value, drawn)
    else left += 1
  }
  if (request.user !== null) headers['Authorization'] = `Basic {${basicSecret(request.user, drawn)}}`
  if (left > 0)
    notes.push(
      left === 1
        ? message('A header that the browser adds is left out.')
        : message('{left} headers that the browser adds are left out.', { left }),
    )
  return headers
}

function headerValue(name: string, value: string, drawn: DrawingContext): string {
  const [, scheme = '', key = ''] =
    /^(?:(Bearer|Basic|Token|Bot|ApiKey|Key|Digest|Klaviyo-API-Key)\s+)?(.*)$/is.exec(value) ?? []
  const isSecret = isSecretName(name) || scheme !== '' || isSecretText(value)
  if (!isSecret) return hasVariable(value) ? withArguments(value, drawn) : value
  const before = scheme === '' ? '' : `${scheme} `
  if (hasVariable(key)) return before + withSecretVariables(key, drawn)
  const word = /^authorization$/i.test(name) ? (/^basic$/i.test(scheme) ? 'basic' : 'token') : name
  return `${before}{${drawn.vault.keep(`${drawn.host}_${word}`, key)}}`
}

/** Name and password as they are sent. With variables in them they are not known yet. */
function basicSecret(user: string, { vault, host }: DrawingContext): string {
  if (hasVariable(user)) return vault.keep(`${host}_basic`, '')
  const bytes = new TextEncoder().encode(user.includes(':') ? user : `${user}:`)
  return vault.keep(`${host}_basic`, base64(bytes))
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second, third] = bytes.subarray(at, at + 3)
    const digits = [
      first >> 2,
      ((first & 3) << 4) | ((second ?? 0) >> 4),
      (((second ?? 0) & 15) << 2) | ((third ?? 0) >> 6),
      (third ?? 0) & 63,
    ]
    const given = second === undefined ? 2 : third === undefined ? 3 : 4
    text += digits.map((digit, place) => (place < given ? DIGITS.charAt(digit) : '=')).join('')
  }
  return text
}

/** The text of the body with places for arguments; null: the arguments themselves, as JSON. */
function bodyOf(
  { body, method }: CurlRequest,
  drawn: DrawingContext,
  headers: { [name: string]: string },
): string | null {
  if (body === null || method === 'GET' || method === 'HEAD') return null
  const type = Object.entries(headers).find(([name]) => /^content-type$/i.test(name))?.[1] ?? ''
  const parsed = parseJson(body.text.replace(VARIABLES, '$$$1'))
  if (parsed.ok && isJsonObject(parsed.value) && !/x-www-form-urlencoded/i.test(type))
    return jsonBody(body.text, parsed.value, drawn)
  if (parsed.ok && isJsonObject(parsed.value) && /^\s*\{/.test(body.text)) {
    // JSON behind -d without a type: pages of APIs forget it, and servers take it.
    for (const name of Object.keys(headers)) if (/^content-type$/i.test(name)) headers[name] = 'application/json'
    return jsonBody(body.text, parsed.value, drawn)
  }
  if (body.isFields && /^[^=&\s]+=/.test(body.text)) return formBody(body.text, drawn)
  return body.text === '' ? null : required(drawn, argument(drawn, 'body', undefined))
}

function jsonBody(text: string, value: JsonObject, drawn: DrawingContext): string | null {
  const isOpen = hasVariable(text) || Object.entries(value).some(([name, item]) => holdsSecret(name, item))
  const isMade = isOpen || Object.keys(drawn.arguments).length > 0
  const fields = Object.entries(value).map(([name, item]) => {
    if (isMade && holdsSecret(name, item)) return `${JSON.stringify(name)}: ${secretJson(name, item, drawn)}`
    const place = required(drawn, argument(drawn, name, item))
    return `${JSON.stringify(name)}: ${typeof item === 'string' ? `"${place}"` : place}`
  })
  return isMade ? `{${fields.join(', ')}}` : null
}

function holdsSecret(name: string, value: Json): boolean {
  if (typeof value === 'string') return (isSecretName(name) && value !== '') || isSecretText(value)
  if (Array.isArray(value)) return value.some((item) => holdsSecret('', item))
  return isJsonObject(value) && Object.entries(value).some(([field, item]) => holdsSecret(field, item))
}

/** A value as JSON with names in the place of what is secret in it. */
function secretJson(name: string, value: Json, drawn: DrawingContext): string {
  if (typeof value === 'string' && holdsSecret(name, value)) {
    const variable = /^\$(\w+)$/.exec(value)?.[1]
    return `"{${variable === undefined ? drawn.vault.keep(`${drawn.host}_${name}`, value) : drawn.vault.keep(variable, '')}}"`
  }
  if (Array.isArray(value)) return `[${value.map((item) => secretJson('', item, drawn)).join(', ')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([field, item]) => `${JSON.stringify(field)}: ${secretJson(field, item, drawn)}`)
    .join(', ')}}`
}

function formBody(text: string, drawn: DrawingContext): string {
  const fields = text.split('&').filter((field) => field !== '')
  return fields
    .map((field) => {
      const [name = '', ...parts] = field.split('=')
      const place = fieldValue(decoded(name), decoded(parts.join('=')), drawn)
      const own = /^\{(\w+)\}$/.exec(place)?.[1]
      if (own !== undefined && Object.hasOwn(drawn.arguments, own)) drawn.required.push(own)
      return `${name}=${place}`
    })
    .join('&')
}

/** The schema that an example has; the example goes along, since it says more than its type. */
function schemaOf(value: Json, depth: number): JsonObject {
  if (value === null) return {}
  if (Array.isArray(value)) {
    const [first] = value
    return { type: 'array', ...(first === undefined || depth > 4 ? {} : { items: schemaOf(first, depth + 1) }) }
  }
  if (isJsonObject(value)) {
    if (depth > 4) return { type: 'object' }
    return {
      type: 'object',
      properties: Object.fromEntries(Object.entries(value).map(([name, item]) => [name, schemaOf(item, depth + 1)])),
    }
  }
  const type = typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value
  return value === '' ? { type } : { type, examples: [value] }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** `GET issues` of `https://api.github.com/repos/{owner}/issues`. */
function nameOf(method: string, url: string): string {
  const words = url
    .replace(/^https?:\/\/[^/]*/i, '')
    .split('/')
    .filter((word) => word !== '' && !word.includes('{') && !/^v\d/.test(word))
  const host = URL.canParse(url) ? new URL(url).hostname : 'request'
  return `${method} ${words.at(-1) ?? host}`.slice(0, 60)
}

function descriptionOf(method: string, url: string): string {
  return `Sends ${method} to ${url.replace(/^https?:\/\//i, '')}`
}
