/** Errors about one document, which always name it. */
import { AppError, type ErrorCode } from '../../src-shared/errors'
import { message, type Message } from '../../src-shared/languages/translate'

/** `what` completes "The document "x" ..." and says what to do next. */
export function failure(code: ErrorCode, name: string, what: Message): AppError {
  return new AppError(code, message('The document "{name}" {what}', { name: name.slice(0, 200), what }), {
    document: name,
  })
}
