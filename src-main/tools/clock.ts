/** The built-in clock: date and time in a zone of the caller's choice. */
import { AppError } from '../../src-shared/errors'
import { inEnglish } from '../../src-shared/languages/translate'
import type { JsonObject } from '../../src-shared/flow/records'

/** `timezone` (IANA name; left out: the machine's own) -> such as `Saturday, 21 November 2026, 14:02:09 (Europe/Paris)`. */
export function tellTime(args: JsonObject, now: number): string {
  const asked = typeof args['timezone'] === 'string' ? args['timezone'].trim() : ''
  const timeZone = asked === '' ? Intl.DateTimeFormat().resolvedOptions().timeZone : asked
  return `${formatter(timeZone).format(now)} (${timeZone})`
}

function formatter(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'medium', timeZone })
  } catch {
    throw new AppError(
      'tool-failed',
      inEnglish(`"${timeZone.slice(0, 60)}" is no time zone. Use an IANA name such as Europe/Paris.`),
    )
  }
}
