/** The one failure that is worth a second try: a server no longer knew our session, so it did nothing. */
import { AppError } from '../../../src-shared/errors'
import { type Message } from '../../../src-shared/languages/translate'

export function sessionExpired(said: Message): AppError {
  return new AppError('tool-failed', said, { sessionExpired: true })
}

export function isSessionExpired(cause: unknown): boolean {
  return cause instanceof AppError && cause.details['sessionExpired'] === true
}
