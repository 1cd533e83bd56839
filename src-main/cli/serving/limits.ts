/** How much each key may ask: requests in a minute, and answers that are given at once. */
import { AppError } from '../../../src-shared/errors'
import { inEnglish } from '../../../src-shared/languages/translate'
import type { Clock } from '../../clock'
import { refusedAs } from './failures'

export type KeyLimits = { perMinute: number; atOnce: number }

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

export function createLimiter({ perMinute, atOnce }: KeyLimits, clock: Pick<Clock, 'now'>): Limiter {
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
        throw tooMany(`This key may ask ${perMinute} times in a minute.`, Math.max(1, seconds))
      }
      use.allowance -= 1
    },
    hold(key) {
      const use = useOf(key)
      if (use.held >= atOnce) throw tooMany(`This key may have ${atOnce} answers under way at once.`, 1)
      use.held += 1
      let isHeld = true
      return () => {
        if (isHeld) use.held -= 1
        isHeld = false
      }
    },
  }
}

function tooMany(what: string, seconds: number): AppError {
  return new AppError(
    'unavailable',
    inEnglish(`${what} Try again in ${seconds} s.`),
    refusedAs('rate_limit_exceeded', { retryAfter: seconds }),
  )
}
