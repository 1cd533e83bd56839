/**
 * The part of this thread that one server may take by what it sends. A server that floods is read more slowly, so that it waits and nobody
 * else does; one that sends now and then is never held up.
 */
import { setTimeout as delay } from 'node:timers/promises'

/** So much of the time, in the long run. */
const PART = 0.25
/** So much in one go, in ms, before it is looked at whether others are to be let in. */
const SLICE = 5
/** The longest rest, in ms: a single large message is no flood. */
const LONGEST_REST = 100

export type Share = {
  /** Work for the server begins now. */
  readonly begin: () => void
  /** Notes the work since it began, or since the last look; whether the server has had its part for now. */
  readonly look: () => boolean
  /** Notes work that is done elsewhere, by an estimate in ms. */
  readonly spend: (ms: number) => void
  /** Where it has had its part, waits until others have had theirs. Work begins anew then. */
  readonly rest: () => Promise<void>
}

export type ShareClock = { now: () => number; wait: (ms: number) => Promise<unknown> }

const systemClock: ShareClock = { now: () => performance.now(), wait: (ms) => delay(ms) }

/** Nothing is spent yet. */
export function createShare({ now, wait }: ShareClock = systemClock): Share {
  let spent = 0
  let began = now()
  let paidUntil = now()
  const isUsedUp = () => {
    const since = now() - paidUntil
    paidUntil += since
    spent = Math.max(0, spent - since * PART)
    return spent >= SLICE
  }
  return {
    begin() {
      began = now()
    },
    look() {
      const since = now() - began
      began += since
      spent += since
      return isUsedUp()
    },
    spend(ms) {
      spent += ms
    },
    async rest() {
      if (isUsedUp()) {
        await wait(Math.min(spent / PART, LONGEST_REST))
        spent = 0
        paidUntil = now()
      }
      began = now()
    },
  }
}
