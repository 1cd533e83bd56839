/** What a server may make us hold and wait for; beyond each of these there is an error, never a hang. */

/** Bytes of one message of a server. */
export const MAX_MESSAGE = 20_000_000
export const MAX_PAGES = 100
/** Tools, or resources, of one server. */
export const MAX_ITEMS = 10_000
/** Progress keeps a call alive for this many times its timeout. */
export const MAX_EXTENSIONS = 10
/** The longest that a timer can wait, in ms. */
export const LONGEST_TIMER = 2_147_483_647

/** A number of bytes as a person reads it. */
export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`
}
