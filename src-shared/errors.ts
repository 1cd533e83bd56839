/** The one error type that crosses a door in Baton, and the closed list of codes that it may carry. */
import { asMessage, asWritten, ENGLISH, isAsWritten, message, type Message, type Sentence } from './languages/translate'

/** Every code with what it means; the message of an error adds to what, and what to do next. */
export const ERROR_CODES = {
  'bad-input': 'The caller sent something of the wrong shape.',
  'unknown-method': 'The link has no method of that name.',
  'not-found': 'A flow, thread, run or file does not exist.',
  conflict: 'The thing changed since it was read; nothing was overwritten.',
  cancelled: 'The caller cancelled, or the run was stopped.',
  disconnected: 'The link to the core is down.',
  'not-json': 'The text is not JSON.',
  'not-a-flow': 'The JSON is not a Baton flow.',
  'newer-version': 'The flow was written by a newer Baton.',
  'invalid-flow': 'The flow breaks the file format.',
  'flow-has-problems': 'The flow has errors that block running.',
  'run-active': 'The thread already has a run in progress.',
  'nothing-to-resume': 'The thread has no unfinished turn.',
  'thread-mismatch': 'The stored state of a thread is not that of its conversation.',
  'model-key': 'The model server refused the key.',
  'model-unknown': 'The model server does not know the model.',
  'model-refused': 'The connection to the model server was refused or its host is unknown.',
  'model-dropped': 'The connection to the model server was cut before the answer was complete.',
  'model-malformed': 'The model server answered something that is not a chat completion.',
  'model-timeout': 'The model server did not answer in time.',
  'model-busy': 'The model server kept answering 429 or 5xx.',
  'model-context': 'The prompt is longer than the context of the model, and nothing of it can be left out.',
  'model-quota': 'The account at the model server is used up.',
  'model-rejected': 'The model server rejected the request.',
  'model-unfit': 'The model kept answering something else than its node asks for.',
  'key-needed': 'The key that is stored belongs to another server, so it has to be entered for this one.',
  'connection-missing': 'The flow names a connection that is not set up here.',
  'secret-missing': 'The flow names a secret that is not stored here.',
  'consent-needed': 'The flow wants to use something that was not allowed.',
  'tool-failed': 'A tool failed.',
  expression: 'An expression could not be parsed or evaluated.',
  storage: 'A database could not be read or written.',
  unavailable: 'This host cannot do that.',
  internal: 'A defect in Baton.',
} as const

export type ErrorCode = keyof typeof ERROR_CODES

/** Extra facts of an error, plain JSON: the node it happened at, the field, the position and so on. Never a secret. */
export type ErrorDetails = { readonly [name: string]: unknown }

/** How an AppError travels over the link, in events and in the database. `message` is English; one without `said` was never anything else. */
export type ErrorRecord = { code: ErrorCode; message: string; said?: Message; details?: ErrorDetails }

/**
 * An expected failure. It says what happened, to what, and what to do next: as `said`, which whoever looks puts into their language, and as
 * `message` in English, for the command line, the endpoint and models.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly said: Message
  readonly details: ErrorDetails

  constructor(code: ErrorCode, said: Sentence, details: ErrorDetails = {}) {
    super(ENGLISH.message(said))
    this.name = 'AppError'
    this.code = code
    this.said = asMessage(said)
    this.details = details
  }
}

/** What an error or its record says to people; a record of an older Baton says its English. */
export function saidOf({ said, message }: { said?: Message | undefined; message: string }): Message {
  return said ?? asWritten(message)
}

/** What anything that was thrown says to people; what is not ours says its own words. */
export function saidIn(cause: unknown): Message {
  if (cause instanceof AppError) return cause.said
  return asWritten(cause instanceof Error ? cause.message : String(cause))
}

/** What is said to people as records carry it: in English, and as what whoever looks puts into their language. */
export function inWords(said: Message): { message: string; said?: Message } {
  return { message: ENGLISH.message(said), ...(isAsWritten(said) ? {} : { said }) }
}

/** Whether a text is one of the codes above. */
export function isErrorCode(text: unknown): text is ErrorCode {
  return typeof text === 'string' && Object.hasOwn(ERROR_CODES, text)
}

/** Any thrown value as an AppError: AppErrors stay, the rest become `internal` with their message. */
export function toAppError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  if (cause instanceof Error && cause.name === 'AbortError') return new AppError('cancelled', 'It was stopped.')
  const reason = cause instanceof Error ? cause.message : String(cause)
  const error = new AppError('internal', message('Something went wrong inside Baton: {reason}', { reason }))
  if (cause instanceof Error && cause.stack !== undefined) error.stack = cause.stack
  return error
}

/** An error as plain JSON. */
export function toErrorRecord(cause: unknown): ErrorRecord {
  const { code, said, details } = toAppError(cause)
  return {
    code,
    ...inWords(said),
    ...(Object.keys(details).length === 0 ? {} : { details }),
  }
}

/** The AppError that a record describes; an unknown code becomes `internal`. */
export function fromErrorRecord(record: {
  code: string
  message: string
  said?: Message | undefined
  details?: ErrorDetails | undefined
}): AppError {
  return new AppError(isErrorCode(record.code) ? record.code : 'internal', saidOf(record), record.details ?? {})
}
