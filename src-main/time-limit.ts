/**
 * A limit of time on something that can be stopped. Whoever sets one ends it: until it fires, a timer holds in memory whatever was
 * going on where it was set, such as a whole turn.
 */

/** The longest that a timer can wait, in ms. */
const LONGEST = 2 ** 31 - 1

export type TimeLimit = {
  /** Fires when the time is up (with a `TimeoutError`), or when one of the signals that it was made from does. */
  readonly signal: AbortSignal
  /** Whether the time was up before it ended. */
  readonly hasPassed: () => boolean
  /** Takes back the timer and the listeners. */
  readonly end: () => void
}

/** Starts to count. `AbortSignal.timeout` would do, but its timer cannot be taken back. */
export function startTimeLimit(ms: number, ...stops: readonly AbortSignal[]): TimeLimit {
  const controller = new AbortController()
  let isOver = false
  const expire = () => {
    if (controller.signal.aborted) return
    isOver = true
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
  }
  const timer = setTimeout(expire, Math.min(Math.max(1, ms), LONGEST)).unref()
  const endings = stops.map((stop) => {
    const pass = () => controller.abort(stop.reason)
    if (stop.aborted) pass()
    else stop.addEventListener('abort', pass, { once: true })
    return () => stop.removeEventListener('abort', pass)
  })
  return {
    signal: controller.signal,
    hasPassed: () => isOver,
    end() {
      clearTimeout(timer)
      for (const end of endings) end()
    },
  }
}
