/**
 * Whether this process may leave the machine. `--offline` of every entry sets a variable of the environment, so that worker threads and whatever
 * the process starts know it too. What is refused is refused before its name is looked up.
 */
import { AppError } from '../../../src-shared/errors'
import { forPurpose, noteRefused, type Purpose } from '../../outbound/purpose'
import { isLocalName, isLoopbackAddress, literalAddress } from './addresses'
import { message, type Message } from '../../../src-shared/languages/translate'

/** The variable that says so, if it is not empty, 0 or false. */
const OFFLINE_VARIABLE = 'BATON_OFFLINE'

type Environment = { readonly [name: string]: string | undefined }

export function isOffline(env: Environment = process.env): boolean {
  const value = env[OFFLINE_VARIABLE]?.trim().toLowerCase() ?? ''
  return value !== '' && value !== '0' && value !== 'false'
}

/** Why this process does not connect to an address; null where it may. Each way out asks before it connects. */
export function offlineRefusal(address: URL | string, env: Environment = process.env): Message | null {
  if (!isOffline(env)) return null
  const url = typeof address === 'string' ? URL.parse(address) : address
  if (url !== null && isThisMachine(url.hostname)) return null
  return message(
    'Baton is offline, so it did not connect to {place}. Use a server on this machine, or start Baton without --offline.',
    { place: url === null ? `"${String(address).slice(0, 200)}"` : url.host },
  )
}

/** Throws `unavailable` with that, and tells the ledger. */
export function refuseOffline(address: URL | string): void {
  const refusal = notedRefusal(address)
  if (refusal !== null) throw new AppError('unavailable', refusal)
}

/** The same as `offlineRefusal`, for whoever was about to connect: the ledger is told. */
export function notedRefusal(address: URL | string): Message | null {
  const refusal = offlineRefusal(address)
  if (refusal !== null) noteRefused(typeof address === 'string' ? URL.parse(address) : address, 'offline')
  return refusal
}

/** The way out to an address, for a purpose: throws `unavailable` where this process is offline, before anything is looked up. */
export function reachOut<Result>(address: URL | string, purpose: Purpose, work: () => Result): Result {
  return forPurpose(purpose, () => {
    refuseOffline(address)
    return work()
  })
}

/** Arguments without `--offline`, which is taken over into the environment. What follows `--` is left as it is. */
export function takeOfflineFlag(argv: readonly string[], env: NodeJS.ProcessEnv): string[] {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length
  const others = argv.filter((argument, at) => argument !== '--offline' || at > end)
  if (others.length < argv.length) env[OFFLINE_VARIABLE] = '1'
  return others
}

/** A name or an address of loopback. */
export function isThisMachine(hostname: string): boolean {
  const literal = literalAddress(hostname)
  return literal === null ? isLocalName(hostname) : isLoopbackAddress(literal)
}
