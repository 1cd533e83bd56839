/** What tests of guarded fetches share: two servers on loopback, fetches that are closed with them, and refusals as values. */
import { AppError } from '../../../../src-shared/errors'
import type { Purpose } from '../../../outbound/purpose'
import type { MayReach } from '../guard'
import { createGuardedFetch, type GuardedFetch, type GuardedFetchOptions } from '../guarded-fetch'
import { placeOf } from '../refusal'
import { startLoopback, type Loopback } from './loopback'

export type FetchBench = {
  server: Loopback
  /** Another origin. */
  other: Loopback
  open: (options: Omit<GuardedFetchOptions, 'purpose'>) => typeof fetch
  close: () => Promise<void>
}

const PURPOSE: Purpose = { why: 'http-tool', permit: { by: 'consent' } }

export async function openFetchBench(): Promise<FetchBench> {
  const opened: GuardedFetch[] = []
  const [server, other] = await Promise.all([startLoopback(), startLoopback()])
  return {
    server,
    other,
    open(options) {
      const guarded = createGuardedFetch({ purpose: PURPOSE, ...options })
      opened.push(guarded)
      return guarded.fetch
    },
    async close() {
      await Promise.all(opened.map(({ close }) => close()))
      await Promise.all([server.close(), other.close()])
    },
  }
}

/** These places are allowed, everything else is not. */
export function only(...places: string[]): MayReach {
  return (url) => (places.includes(placeOf(url)) ? 'anywhere' : 'no')
}

/** The AppError that something was refused with; any other error as it is, null for none. */
export async function refusal(asked: Promise<unknown>) {
  const error: unknown = await asked.then(
    () => null,
    (cause: unknown) => cause,
  )
  return error instanceof AppError ? { code: error.code, message: error.message, details: error.details } : error
}
