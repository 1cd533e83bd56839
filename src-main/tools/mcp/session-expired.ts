/** The one failure that is worth a second try: a server no longer knew our session, so it did nothing. */
import { AppError } from '../../../src-shared/errors'

export function sessionExpired(message: string): AppError {
  return new AppError('tool-failed', message, { sessionExpired: true })
}

export function isSessionExpired(cause: unknown): boolean {
  return cause instanceof AppError && cause.details['sessionExpired'] === true
}
