/** Reads the `mcpServers` JSON that people copy from other programs; values that may be secrets never stay in what it gives back. */
import { z } from 'zod'
import { AppError } from '../../errors'
import { message as sentence, quoted, type Message, type Sentence } from '../../languages/translate'
import { issueWords } from '../../flow/issues'
import { findForbidden, isJsonObject, parseJson } from '../../flow/json'

const MAX_TEXT = 1_000_000
const MAX_SERVERS = 100
const MAX_NAME = 200
const UNNAMED = 'MCP server'

/** How a server is reached. Values of `env` are names of secrets; texts of `headers` hold such names in braces: `Bearer {GITHUB_TOKEN}`. */
export type McpConfigTransport =
  | { type: 'stdio'; command: string; args: string[]; env: { [variable: string]: string }; cwd?: string }
  | { type: 'http' | 'sse'; url: string; headers: { [name: string]: string } }

/** One server of a configuration. `secrets` has the values by name; an empty one was not in the text and is to be asked for. */
export type McpConfigServer = {
  name: string
  transport: McpConfigTransport
  secrets: { [name: string]: string }
}

const valueSchema = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const valuesSchema = z.record(z.string(), valueSchema, 'must be an object of names and texts').optional()
const optionalText = z.string('must be a text').min(1, 'is empty').optional()

const serverSchema = z.object({
  command: optionalText,
  args: z.array(valueSchema, 'must be a list of texts').optional(),
  env: valuesSchema,
  cwd: optionalText,
  url: optionalText,
  serverUrl: optionalText,
  httpUrl: optionalText,
  headers: valuesSchema,
  type: optionalText,
  transport: optionalText,
})
type ServerEntry = z.infer<typeof serverSchema>

/**
 * The servers of a pasted configuration: `{ "mcpServers": { name: { command, args, env } | { url, headers, type } } }`, the inner
 * object alone, VS Code's `servers`, or one server. Throws AppError `not-json` or `bad-input` with what is wrong in words.
 */
export function readMcpConfig(text: string): McpConfigServer[] {
  const entries = Object.entries(serversIn(parse(text)))
  if (entries.length === 0) throw bad('There is no server in this text.')
  if (entries.length > MAX_SERVERS)
    throw bad(sentence('There are more than {most} servers in this text.', { most: MAX_SERVERS }))
  const taken = new Map<string, string>()
  return entries.map(([name, entry]) => readServer(name.slice(0, MAX_NAME) || UNNAMED, entry, taken))
}

function parse(text: string): { [name: string]: unknown } {
  if (text.trim() === '') throw bad('There is nothing to read. Paste the JSON with “mcpServers”.')
  if (text.length > MAX_TEXT) throw bad('This text is too long for a list of MCP servers.')
  const parsed = parseJson(text)
  // Instructions often show only the lines that go inside the braces.
  const whole = parsed.ok ? parsed : parseJson(`{${text.trim().replace(/,$/, '')}}`)
  if (!whole.ok) {
    const where = parsed.ok
      ? ''
      : sentence(' (line {line}, column {column})', { line: parsed.line, column: parsed.column })
    throw new AppError(
      'not-json',
      sentence('This is not JSON{where}. Paste the whole block with “mcpServers”, braces included.', { where }),
    )
  }
  if (!isJsonObject(whole.value)) throw bad('This is JSON, but not an object with “mcpServers”.')
  const issue = findForbidden(whole.value)
  if (issue !== null) {
    const place = issue.path === '' ? '' : ` (${issue.path})`
    throw bad(sentence('This cannot be read: {problem}{place}.', { problem: issue.message, place }))
  }
  return whole.value
}

function serversIn(config: { [name: string]: unknown }): { [name: string]: unknown } {
  for (const inner of [config['mcpServers'], config['servers'], config['mcp']])
    if (isJsonObject(inner) && !isServer(inner)) return inner === config['mcp'] ? serversIn(inner) : inner
  if (isServer(config)) return { [UNNAMED]: config }
  const servers = Object.entries(config).filter(([, entry]) => isServer(entry))
  if (servers.length === 0)
    throw bad('There is no MCP server in this JSON. Each has a “command”, or a “url”, under “mcpServers”.')
  return Object.fromEntries(servers)
}

function isServer(entry: unknown): boolean {
  return isJsonObject(entry) && ['command', 'url', 'serverUrl', 'httpUrl'].some((key) => typeof entry[key] === 'string')
}

function readServer(name: string, entry: unknown, taken: Map<string, string>): McpConfigServer {
  const parsed = serverSchema.safeParse(entry)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const field = issue === undefined || issue.path.length === 0 ? sentence('it') : quoted(issue.path.join('.'))
    throw bad(
      sentence('The server “{name}” cannot be read: {field} {problem}.', { name, field, problem: wordsOf(issue) }),
    )
  }
  const server = parsed.data
  const vault = createVault(name, taken)
  const address = server.url ?? server.serverUrl ?? server.httpUrl
  if (server.command !== undefined && address !== undefined)
    throw bad(sentence('The server “{name}” has both a command and an address. Keep one of them.', { name }))
  if (server.command !== undefined) {
    const { command, args = [], env = {}, cwd } = server
    const names = mapValues(env, (value, variable) => vault.keep(variable, value))
    const transport = { type: 'stdio' as const, command, args, env: names, ...(cwd === undefined ? {} : { cwd }) }
    return { name, transport, secrets: vault.secrets() }
  }
  if (address === undefined) throw bad(sentence('The server “{name}” has neither a command nor a url.', { name }))
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw bad(sentence('The address of the server “{name}” is not an http or https address.', { name }))
  const headers = mapValues(server.headers ?? {}, (value, header) => keepHeader(vault, { server: name, header, value }))
  const transport = { type: httpType(name, server, address), url: address, headers }
  return { name, transport, secrets: vault.secrets() }
}

function httpType(name: string, server: ServerEntry, address: string): 'http' | 'sse' {
  const said = (server.type ?? server.transport)?.toLowerCase().replace(/[-_ ]/g, '')
  if (said === 'sse') return 'sse'
  if (said === 'http' || said === 'streamablehttp') return 'http'
  if (said !== undefined)
    throw bad(
      sentence('The server “{name}” has an address, so its type is “http” or “sse”, not “{type}”.', {
        name,
        type: server.type ?? said,
      }),
    )
  return new URL(address).pathname.replace(/\/$/, '').endsWith('/sse') ? 'sse' : 'http'
}

type Vault = {
  /** Takes a value and gives the name of its secret. */
  keep: (wanted: string, value: string) => string
  secrets: () => { [name: string]: string }
}

/** `${env:NAME}`, `${input:name}` and `${NAME}`: the value is elsewhere, on the machine that the text comes from. */
const PLACEHOLDER = /^\$\{(?:env:|input:)?([^${}]+)\}$/

/** The secrets of one server; `taken` are those of all of them. The same name with another value gets the server's name in front. */
function createVault(server: string, taken: Map<string, string>): Vault {
  const own = new Map<string, string>()
  return {
    keep(wanted, given) {
      const placeholder = PLACEHOLDER.exec(given.trim())?.[1]
      const value = placeholder === undefined ? given : ''
      const name = freeName(placeholder === undefined ? wanted : placeholder, { server, value, taken })
      taken.set(name, value)
      own.set(name, value)
      return name
    },
    secrets: () => Object.fromEntries(own),
  }
}

type Naming = { server: string; value: string; taken: ReadonlyMap<string, string> }

function freeName(wanted: string, { server, value, taken }: Naming): string {
  const base = secretName(wanted)
  const isFree = (name: string) => !taken.has(name) || taken.get(name) === value
  if (isFree(base)) return base
  const longer = secretName(`${server}_${wanted}`)
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? longer : `${longer}_${number}`
    if (isFree(name)) return name
  }
}

type Header = { server: string; header: string; value: string }

function keepHeader(vault: Vault, { server, header, value }: Header): string {
  const bearer = /^Bearer +(.+)$/i.exec(value.trim())?.[1]
  if (bearer === undefined) return `{${vault.keep(`${server}_${header}`, value)}}`
  const kind = header.toLowerCase() === 'authorization' ? 'token' : header
  return `Bearer {${vault.keep(`${server}_${kind}`, bearer)}}`
}

/** A name in the manner of variables: capitals, digits and underscores; short enough for a secret with a number after it. */
function secretName(text: string): string {
  const name = text
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase()
    .slice(0, 50)
  return /^[A-Z]/.test(name) ? name : `SECRET_${name}`
}

function mapValues(
  record: { [name: string]: string },
  change: (value: string, name: string) => string,
): { [name: string]: string } {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]))
}

function wordsOf(issue: z.core.$ZodIssue | undefined): Message {
  return issue === undefined || /^Invalid/.test(issue.message) ? sentence('is of the wrong type') : issueWords(issue)
}

function bad(said: Sentence): AppError {
  return new AppError('bad-input', said)
}
