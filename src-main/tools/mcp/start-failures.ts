/** Keeps a server that will not start from being tried again and again. */
import type { Clock } from '../../clock'
import { AppError } from '../../../src-shared/errors'
import { asWritten, message, type Message } from '../../../src-shared/languages/translate'

/** So many starts may fail within so long (in ms) before there is a pause, which doubles with each further failure. */
const ALLOWED = 3
const WITHIN = 60_000
const PAUSE = { first: 5000, longest: 300_000 } as const

export type StartFailures = {
  /** Throws AppError `tool-failed` during a pause. */
  readonly check: () => void
  readonly add: (error: AppError) => void
  readonly clear: () => void
}

/** No failure yet. */
export function createStartFailures(name: string, clock: Clock): StartFailures {
  let count = 0
  let lastAt = 0
  let last: Message = asWritten('')
  const pause = () => (count < ALLOWED ? 0 : Math.min(PAUSE.first * 2 ** (count - ALLOWED), PAUSE.longest))
  return {
    check() {
      const left = lastAt + pause() - clock.now()
      if (left <= 0) return
      const seconds = Math.ceil(left / 1000)
      throw new AppError(
        'tool-failed',
        message(
          'The MCP server "{name}" failed to start {count} times and is not tried again for {seconds} s. The last time: {last}',
          { name, count, seconds, last },
        ),
      )
    },
    add(error) {
      count = clock.now() - lastAt <= WITHIN + pause() ? count + 1 : 1
      lastAt = clock.now()
      last = error.said
    },
    clear() {
      count = 0
    },
  }
}
