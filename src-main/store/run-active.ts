/** The one refusal of what cannot be done while a turn of the thread runs. */
import { AppError } from '../../src-shared/errors'

export function runActive(): AppError {
  return new AppError('run-active', 'A turn of this thread is still running. Wait for it or stop it first.')
}
