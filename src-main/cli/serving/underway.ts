/** Answers that are under way: while serving stops no new one begins, and those that there are get some time. */
import { AppError } from '../../../src-shared/errors'
import { inEnglish } from '../../../src-shared/languages/translate'
import { startTimeLimit } from '../../time-limit'
import { refusedAs } from './failures'

export type Underway = {
  /** Notes an answer until the result is called. Throws what becomes a 503 once serving stops. */
  readonly begin: () => () => void
  /** Resolves when none is left, at the latest after so many milliseconds. */
  readonly rest: (ms: number) => Promise<void>
}

/** Seconds after which another program may have taken its place. */
const COME_AGAIN = 5

export function createUnderway(stopping: AbortSignal): Underway {
  const all = new Set<object>()
  const idle = new EventTarget()
  return {
    begin() {
      if (stopping.aborted)
        throw new AppError(
          'unavailable',
          inEnglish('Baton stops serving. Send it again in a moment.'),
          refusedAs('stopping', { retryAfter: COME_AGAIN }),
        )
      const one = {}
      all.add(one)
      return () => {
        all.delete(one)
        if (all.size === 0) idle.dispatchEvent(new Event('idle'))
      }
    },
    async rest(ms) {
      if (all.size === 0 || ms <= 0) return
      const limit = startTimeLimit(ms)
      await new Promise<void>((resolve) => {
        idle.addEventListener('idle', () => resolve(), { once: true })
        limit.signal.addEventListener('abort', () => resolve(), { once: true })
      })
      limit.end()
    },
  }
}
