/** Errors about one document, which always name it. */
import { AppError, type ErrorCode } from '../../src-shared/errors'

/** `what` completes "The document "x" ..." and says what to do next. */
export function failure(code: ErrorCode, name: string, what: string): AppError {
  return new AppError(code, `The document "${name.slice(0, 200)}" ${what}`, { document: name })
}
