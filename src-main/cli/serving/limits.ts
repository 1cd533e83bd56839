/** How much each key may ask: requests in a minute, and answers that are given at once; and how often an address may try without a valid key. */
import { AppError } from '../../../src-shared/errors'
import { inEnglish } from '../../../src-shared/languages/translate'
import type { Clock } from '../../clock'
import { refusedAs } from './failures'

export type KeyLimits = { perMinute: number; atOnce: number }

/** What is told of whoever asks too often. */
export type LimitWords = { often: (perMinute: number) => string; held: (atOnce: number) => string }

const OF_KEYS: LimitWords = {
  often: (perMinute) => `This key may ask ${perMinute} times in a minute.`,
  held: (atOnce) => `This key may have ${atOnce} answers under way at once.`,
}

export type Limiter = {
  /** Counts a request of a key. Throws a 429 that says when to come again. */
  readonly count: (key: string) => void
  /** Holds a place for an answer until the result is called. Throws a 429. */
  readonly hold: (key: string) => () => void
}

/** `allowance`: requests that may come at this moment; it grows with time. */
type KeyUse = { allowance: number; at: number; held: number }

const MINUTE_MS = 60_000

/** Keys of visitors are many; what was used longest ago is forgotten. */
const MOST_KEYS = 10_000

export function createLimiter({ perMinute, atOnce }: KeyLimits, clock: Pick<Clock, 'now'>, words = OF_KEYS): Limiter {
  const uses = new Map<string, KeyUse>()
  const useOf = (key: string): KeyUse => {
    const now = clock.now()
    const known = uses.get(key)
    const use = known ?? { allowance: perMinute, at: now, held: 0 }
    use.allowance = Math.min(perMinute, use.allowance + (Math.max(0, now - use.at) * perMinute) / MINUTE_MS)
    use.at = now
    uses.delete(key)
    uses.set(key, use)
    for (const [oldest, { held }] of uses) {
      if (uses.size <= MOST_KEYS || held > 0) break
      uses.delete(oldest)
    }
    return use
  }
  return {
    count(key) {
      const use = useOf(key)
      if (use.allowance < 1) {
        const seconds = Math.ceil(((1 - use.allowance) * MINUTE_MS) / perMinute / 1000)
        throw tooMany(words.often(perMinute), Math.max(1, seconds))
      }
      use.allowance -= 1
    },
    hold(key) {
      const use = useOf(key)
      if (use.held >= atOnce) throw tooMany(words.held(atOnce), 1)
      use.held += 1
      let isHeld = true
      return () => {
        if (isHeld) use.held -= 1
        isHeld = false
      }
    },
  }
}

/** So often an address may try without a valid key: more than a client that is set up wrongly does, and no way to guess one. */
const TRIES_PER_MINUTE = 30

/** Counts requests that come without a valid key, by the address that they come from. Throws a 429. */
export type Strangers = { readonly count: (address: string) => void }

export function createStrangers(clock: Pick<Clock, 'now'>): Strangers {
  const limiter = createLimiter({ perMinute: TRIES_PER_MINUTE, atOnce: 0 }, clock, {
    often: (perMinute) => `Requests without a valid key may come ${perMinute} times in a minute from one address.`,
    held: () => 'Without a valid key nothing is answered.',
  })
  return { count: (address) => limiter.count(networkOf(address)) }
}

/** Whoever has one IPv6 address has all that begin with the same 64 bits. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!address.includes(':')) return address
  const [front = '', back = ''] = address.split('%', 1)[0]?.split('::') ?? []
  const [first, last] = [front, back].map((part) => part.split(':').filter((group) => group !== '')) as [
    string[],
    string[],
  ]
  const middle = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...middle, ...last].slice(0, 4).join(':')
}

function tooMany(what: string, seconds: number): AppError {
  return new AppError(
    'unavailable',
    inEnglish(`${what} Try again in ${seconds} s.`),
    refusedAs('rate_limit_exceeded', { retryAfter: seconds }),
  )
}
