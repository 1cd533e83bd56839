/** The keys that callers of a served flow have to send, as the person chose them. */
import { MOST_FLOW_BYTES, readBounded, whyUnread } from '../../platform/bounded-file'
import { UsageError } from '../options'
import { hashOf, isLoopback, newKey, type AccessKey } from './access'

/** `command` and `variable`: how the person calls the command, and the environment's place for its key. */
type KeySource = { env: NodeJS.ProcessEnv; command: string; variable: string }

/** `keys`: a file with a name and a key on each line. */
type KeyOptions = { key?: string[]; keys?: string }

/** The keys, and what is printed of them: where the person said them, or the one that was made. `short`: names of those that can be guessed. */
export type GivenKeys = { keys: readonly AccessKey[]; printed: string; areGiven: boolean; short: readonly string[] }

/** Whoever may try as often as they like guesses shorter ones. */
const SHORTEST_KEY = 16

type NamedKey = AccessKey & { isShort: boolean }

function namedKey(name: string, key: string): NamedKey {
  return { name, hash: hashOf(key), isShort: key.length < SHORTEST_KEY }
}

/** Keys that the person chose, or a new one. Throws UsageError for what cannot be sent as a key. */
export function givenKeys(options: KeyOptions, { env, command, variable }: KeySource): GivenKeys {
  const inEnv = env[variable]?.trim() ?? ''
  const typed = options.key ?? (inEnv === '' || options.keys !== undefined ? [] : [inEnv])
  if (typed.some((one) => !isKey(one)))
    throw new UsageError(`A key of "${command}" has no blanks and only characters of ASCII, and it is not empty.`)
  const filed = options.keys === undefined ? [] : keysOfFile(options.keys)
  const keys = [...filed, ...typed.map((key, index) => namedKey(`key-${index + 1}`, key))]
  const again = keys.find(({ name }, index) => keys.findIndex((one) => one.name === name) < index)
  if (again !== undefined) throw new UsageError(`Two keys are called "${again.name}". Give each a name of its own.`)
  if (keys.length === 0) {
    const made = newKey()
    return { keys: [{ name: 'key-1', hash: hashOf(made) }], printed: made, areGiven: false, short: [] }
  }
  const sources = [
    ...(options.keys === undefined ? [] : [`those of ${options.keys} (${filed.map(({ name }) => name).join(', ')})`]),
    ...(options.key === undefined ? [] : ['as given with --key']),
  ]
  const short = keys.filter(({ isShort }) => isShort).map(({ name }) => name)
  return {
    keys,
    short,
    printed: sources.length === 0 ? `the one of ${variable}` : sources.join(', and '),
    areGiven: true,
  }
}

/** At which address it listens, and under which names it is reached besides: those of a proxy, for other machines. */
type ReachOptions = { host: string; hostName?: readonly string[] | undefined }

/** Other machines may neither reach a flow whose key only a terminal has seen, nor guess a key. Throws UsageError. */
export function refuseOpenHost(
  { host, hostName = [] }: ReachOptions,
  { areGiven, short: [short] }: GivenKeys,
  { command, variable }: Omit<KeySource, 'env'>,
): void {
  if (!isLoopback(host) && !areGiven)
    throw new UsageError(
      `--host ${host} lets other machines reach "${command}", which takes keys of your own: give --keys FILE, --key KEY or ${variable}.`,
    )
  if (short !== undefined && (!isLoopback(host) || hostName.length > 0))
    throw new UsageError(
      `The key "${short}" has fewer than ${SHORTEST_KEY} characters, which other machines could guess. Give it a longer one, such as what "openssl rand -hex 24" prints.`,
    )
}

function isKey(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text)
}

/** `NAME KEY` on each line; empty lines and those after `#` are left out. */
function keysOfFile(file: string): NamedKey[] {
  const read = readBounded(file, MOST_FLOW_BYTES, 'named')
  if (!read.ok) throw new UsageError(`${file} could not be read: ${whyUnread(read, MOST_FLOW_BYTES)}.`)
  const lines = read.bytes.toString('utf8').split(/\r?\n/)
  const keys = lines.flatMap((line, index) => {
    const text = line.trim()
    if (text === '' || text.startsWith('#')) return []
    const [name = '', key = '', ...more] = text.split(/\s+/)
    // What stands there may be a key, so it is not shown.
    if (!/^[\w.@-]{1,64}$/.test(name) || !isKey(key) || more.length > 0)
      throw new UsageError(`${file}, line ${index + 1}: a line is a name, a blank and a key, such as "ann KEY".`)
    return [namedKey(name, key)]
  })
  if (keys.length === 0) throw new UsageError(`${file} has no key. Write a name, a blank and a key on a line.`)
  return keys
}
