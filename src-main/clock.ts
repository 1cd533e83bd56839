/** What time it is: the one thing besides file dialogs that tests replace. */

export type Clock = {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The same as ISO 8601. */
  readonly iso: () => string
}

/** The time of the machine. */
export const systemClock: Clock = { now: () => Date.now(), iso: () => isoOf(Date.now()) }

/** Milliseconds since 1970 as ISO 8601. */
export function isoOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

/** A clock that stands still until it is told to go on. */
export type ManualClock = Clock & { readonly advance: (milliseconds: number) => void }

/** A clock for tests; it begins at noon (UTC) of 1 January 2026 unless told otherwise. */
export function manualClock(start: number = Date.UTC(2026, 0, 1, 12)): ManualClock {
  let time = start
  return {
    now: () => time,
    iso: () => isoOf(time),
    advance(milliseconds) {
      time += milliseconds
    },
  }
}
