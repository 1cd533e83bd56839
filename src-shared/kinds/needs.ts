/** What nodes would use outside of Baton, in the words in which a person is asked for it: the one place that makes consent items. */
import { shellWord, shortened, visibleLine } from './visible'
import type { ConsentNeed, ConsentType } from './kind'

/** Stands for any public host, where an address gets its host from the arguments of a call. */
export const ANY_HOST = '*'

/** Any host that a document names, by what the document is called. It is told as `serversOf` has it, and a consent is bound to these very words. */
export function serversNeed(document: string): ConsentNeed {
  return { type: 'host', value: ANY_HOST, content: `the servers that ${document} names` }
}

/** What the document is called whose servers a need is of; null: it is of no document. */
export function serversOf({ content }: { content: string }): string | null {
  return /^the servers that (.*) names$/s.exec(content)?.[1] ?? null
}

/** A program with its arguments; `env`: for variables of its environment the names of the secrets that they get. */
export type CommandParts = { command: string; args: readonly string[]; env: { readonly [variable: string]: string } }

/**
 * The host of an address, in lower case, with its port unless that is the usual one: `api.example.com`, `127.0.0.1:8080`. What goes
 * unencrypted over the internet says so: `http://example.com`. An address whose host has `{param}` in it stands for any public host:
 * `*`, bound to the whole address. Null: no address of http or https.
 */
export function hostNeed(address: string): ConsentNeed | null {
  const [first, ...others] = ['a', 'b', ''].map((probe) => originOf(address.replace(/\{[A-Za-z_]\w*\}/g, probe)))
  if (others.some((origin) => origin !== first)) return { type: 'host', value: ANY_HOST, content: visibleLine(address) }
  return first === undefined || first === null ? null : shown('host', first)
}

/** A host that a list names: `api.example.com` stands for its usual ports, `127.0.0.1:8080` for that one. */
export function listedHostNeed({ hostname, port }: { hostname: string; port: string }): ConsentNeed {
  const name = hostname.toLowerCase().replace(/\.+$/, '')
  return shown('host', port === '' ? name : `${name}:${Number(port)}`)
}

/** A program as a shell would be told to run it, such as `TOKEN=$github npx -y some-server /tmp`; secrets by their names. */
export function commandNeed({ command, args, env }: CommandParts): ConsentNeed {
  const variables = Object.keys(env)
    .sort()
    .map((name) => `${wordWithoutEquals(name)}=$${shellWord(env[name] ?? '')}`)
  const line = [...variables, wordWithoutEquals(command), ...args.map(shellWord)].join(' ')
  return { type: 'command', value: shortened(line), content: line }
}

/** Variables, each with the name of its secret, and the word behind them; as `shellWord` writes words, without those of hidden characters. */
const COMMAND =
  /^(?:(?:[^\s'=$]+|'[^']*'(?:\\''[^']*')*)=\$(?:[^\s'$]+|'[^']*'(?:\\''[^']*')*) )*([^\s'$=]+|'[^']*'(?:\\''[^']*')*)(?: |$)/

/** The program of an item as `commandNeed` makes it, as the flow names it; null for others, and for names with hidden characters. */
export function programNeeded({ type, content }: ConsentNeed): string | null {
  if (type !== 'command') return null
  const word = COMMAND.exec(content)?.[1]
  if (word === undefined) return null
  return word.startsWith("'") ? word.slice(1, -1).replaceAll("'\\''", "'") : word
}

/** A secret of the person's, by its name, and where it goes: `github@api.example.com`, or `github@command:npx` for a program's environment. */
export function secretNeed(
  name: string,
  goesTo: ConsentNeed | { program: string } | { connection: string },
): ConsentNeed {
  if ('connection' in goesTo) return shown('secret', `${name}@${CONNECTION}${goesTo.connection}`)
  if ('program' in goesTo) return shown('secret', `${name}@${PROGRAM}${goesTo.program}`)
  const { value, content } = goesTo
  const before = `${visibleLine(name)}@`
  return { type: 'secret', value: shortened(before + value), content: before + content }
}

/** The connection of a secret that a flow puts into the headers of its model; null for others. */
export function secretConnection(need: ConsentNeed): { name: string; connection: string } | null {
  const place = secretPlace(need)
  if (place === null || place.isProgram || !place.goesTo.startsWith(CONNECTION)) return null
  return { name: place.name, connection: place.goesTo.slice(CONNECTION.length) }
}

/** Which secret goes where, of an item as `secretNeed` makes it; null for others. No name has an `@` in it. */
export function secretPlace({
  type,
  content,
}: ConsentNeed): { name: string; goesTo: string; isProgram: boolean } | null {
  const at = content.indexOf('@')
  if (type !== 'secret' || at === -1) return null
  const goesTo = content.slice(at + 1)
  const isProgram = goesTo.startsWith(PROGRAM)
  return { name: content.slice(0, at), goesTo: isProgram ? goesTo.slice(PROGRAM.length) : goesTo, isProgram }
}

/** Before the program of a secret; no host begins so. */
const PROGRAM = 'command:'

/** Before the name of a connection, whose address is the person's: known once the core has looked it up. */
const CONNECTION = 'connection:'

/** A file, by its path as the flow names it. */
export function fileNeed(path: string): ConsentNeed {
  return shown('file', path)
}

/** Code that would run, by the name of its tool and bound to all of it. */
export function codeNeed(name: string, code: string): ConsentNeed {
  return { type: 'code', value: shortened(visibleLine(name)), content: code }
}

function shown(type: ConsentType, text: string): ConsentNeed {
  const content = visibleLine(text)
  return { type, value: shortened(content), content }
}

/** A word that cannot be taken for a variable that is set. */
function wordWithoutEquals(word: string): string {
  const written = shellWord(word)
  return written === word && word.includes('=') ? `'${word}'` : written
}

function originOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, hostname, host } = new URL(address)
  if ((protocol !== 'http:' && protocol !== 'https:') || hostname === '') return null
  const place = `${hostname.replace(/\.+$/, '')}${host.slice(hostname.length)}`
  return protocol === 'http:' && !isPrivateHost(hostname) ? `http://${place}` : place
}

/** Whether a host, as a URL has it, is written as this machine or one beside it. */
function isPrivateHost(hostname: string): boolean {
  return (
    /(^|\.)(localhost|local|internal)\.?$/.test(hostname) ||
    /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/.test(
      hostname,
    ) ||
    /^\[(::1?\]|f[cd]|fe[89ab])/.test(hostname)
  )
}
