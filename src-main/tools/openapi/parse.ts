/** From a text, or from JSON, to the root of an OpenAPI 3 document; or a fault in words for a person. Nothing is fetched. */
import { createRequire } from 'node:module'
import type * as Yaml from 'yaml'
import { AppError } from '../../../src-shared/errors'
import { asMessage, message as sentence, type PlainText, type Sentence } from '../../../src-shared/languages/translate'
import { isJsonObject, parseJson } from '../../../src-shared/flow/json'
import type { JsonObject } from '../../../src-shared/flow/records'
import { field, objectField, textField } from './references'
import { quoted } from './texts'

/** Characters of a document. */
const MAX_JSON = 64_000_000
/** YAML is read far more slowly than JSON. */
const MAX_YAML = 8_000_000
/** What aliases may unfold to, so that ten lines of YAML are not billions of values. */
const MAX_ALIASES = 10_000
/** Each alias is looked for among the anchors, each merge copies what it names: products of two counts, so that the time stays in seconds. */
const MAX_ALIAS_WORK = 50_000_000
const MAX_DEPTH = 500
const MAX_VALUES = 10_000_000

/** Documents that people take for OpenAPI: the field that gives them away, and what to say. */
const OTHERS: readonly (readonly [name: string, words: PlainText])[] = [
  ['asyncapi', 'It is an AsyncAPI document, which describes messages; only OpenAPI 3 is read.'],
  ['openrpc', 'It is an OpenRPC document; only OpenAPI 3 is read.'],
  ['_postman_id', 'It is a Postman collection; export it as OpenAPI 3 first.'],
  ['mcpServers', 'It is a list of MCP servers; use an "MCP server" node for it.'],
  ['$schema', 'It is a JSON schema; only OpenAPI 3 is read.'],
]

/** The root of a document of OpenAPI 3. Throws AppError `bad-input`. */
export function readSource(source: string | JsonObject): JsonObject {
  const root = typeof source === 'string' ? parseText(source) : source
  if (!isJsonObject(root)) throw fault('It holds a list or a single value in place of an OpenAPI document.')
  checkVersion(root)
  return root
}

/** A fault of a document. */
export function fault(why: Sentence): AppError {
  return new AppError(
    'bad-input',
    sentence('This is not an OpenAPI document that can be used. {reason}', { reason: asMessage(why) }),
  )
}

function parseText(source: string): unknown {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source
  if (text.length > MAX_JSON)
    throw fault(sentence('It has {length} characters; at most {max} are read.', { length: text.length, max: MAX_JSON }))
  const start = /\S/.exec(text)?.[0]
  if (start === undefined) throw fault('It is empty.')
  if (start === '<')
    throw fault(
      'It is a web page or XML. Look on that page for the address of the document itself, such as openapi.json.',
    )
  return start === '{' || start === '[' ? fromJson(text) : fromYaml(text)
}

function fromJson(text: string): unknown {
  const parsed = parseJson(text)
  if (parsed.ok) return parsed.value
  throw fault(
    sentence(
      'It begins as JSON and breaks at line {line}, column {column}. Look for a missing comma, quote or bracket there, or for a file that was cut off.',
      { line: parsed.line, column: parsed.column },
    ),
  )
}

function fromYaml(text: string): unknown {
  if (text.length > MAX_YAML)
    throw fault(
      sentence('It has {length} characters; at most {max} are read of YAML; convert it to JSON, which may be larger.', {
        length: text.length,
        max: MAX_YAML,
      }),
    )
  const anchors = count(text, /(?<![^\s,[{])&[^\s,]/g)
  const aliases = count(text, /(?<![^\s,[{])\*[^\s,]/g)
  if (anchors * aliases > MAX_ALIAS_WORK || count(text, /<<['"]?\s*:/g) * text.length > MAX_ALIAS_WORK)
    throw fault('Its YAML has more anchors, aliases and merges (<<) than can be followed. Convert it to JSON first.')
  const value = parsedYaml(text)
  // Only aliases can make circles, or many values of a short text.
  if (isJsonObject(value)) checkShape(value)
  else if (!Array.isArray(value)) throw fault('It is neither JSON nor YAML: there is only text.')
  return value
}

/** Loaded with the first document in YAML: most starts read none, and every one would pay for it. */
function loadYaml(): typeof Yaml {
  return createRequire(import.meta.url)('yaml') as typeof Yaml
}

function parsedYaml(text: string): unknown {
  try {
    // Doubled keys are not looked for, the last one counts as in JSON: the look would take quadratic time.
    const value: unknown = loadYaml().parse(text, {
      maxAliasCount: MAX_ALIASES,
      merge: true,
      uniqueKeys: false,
      logLevel: 'error',
      prettyErrors: true,
    })
    return value
  } catch (cause) {
    if (cause instanceof RangeError) throw fault('Its YAML nests too deeply.')
    const words = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause)
    throw fault(
      sentence('It is not JSON, and as YAML it breaks: {reason}.', { reason: words.replace(/[.:]?\s*$/, '') }),
    )
  }
}

function count(text: string, pattern: RegExp): number {
  let found = 0
  for (const _ of text.matchAll(pattern)) found += 1
  return found
}

function checkShape(root: unknown): void {
  const open: [value: unknown, depth: number][] = [[root, 0]]
  let count = 0
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const [value, depth] = visit
    count += 1
    if (depth > MAX_DEPTH)
      throw fault(
        sentence('It nests more than {most} levels deep, or an alias stands for itself.', { most: MAX_DEPTH }),
      )
    if (count > MAX_VALUES) throw fault('Its aliases unfold to too many values.')
    if (typeof value === 'object' && value !== null)
      for (const item of Object.values(value)) if (typeof item === 'object') open.push([item, depth + 1])
  }
}

function checkVersion(root: JsonObject): void {
  const swagger = field(root, 'swagger')
  if (swagger !== undefined)
    throw fault(
      sentence(
        'It is Swagger {version}, the form before OpenAPI 3. Convert it to OpenAPI 3 first, for example with converter.swagger.io or the command swagger2openapi.',
        { version: versionText(swagger) },
      ),
    )
  const openapi = field(root, 'openapi')
  if (openapi === undefined) throw fault(otherDocument(root))
  const version = versionOf(root)
  if (!/^3(\.|$)/.test(version))
    throw fault(sentence('Its version is {version}; 3.0 and 3.1 are read.', { version: quoted(version) }))
  const paths = field(root, 'paths')
  if (!isJsonObject(paths) || Object.keys(paths).length === 0)
    throw fault(
      'It has no "paths", so there is nothing to call. Was it cut off, or is it one part of a document that is split into files? Then bundle it into one first.',
    )
}

/** The version of OpenAPI that a document says it is in. */
export function versionOf(root: JsonObject): string {
  return versionText(field(root, 'openapi'))
}

function versionText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : 'of an unknown version'
}

function otherDocument(root: JsonObject): Sentence {
  const info = objectField(root, 'info')
  const other = OTHERS.find(([name]) => Object.hasOwn(root, name) || Object.hasOwn(info, name))
  if (other !== undefined) return other[1]
  const message = textField(root, 'message') ?? textField(root, 'error')
  if (message !== null) return sentence('It looks like the answer of a server: {text}.', { text: quoted(message) })
  return 'Its first field should be "openapi": "3.0.3" or another version of 3; there is none.'
}
