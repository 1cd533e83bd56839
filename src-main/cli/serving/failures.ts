/** Which failure is answered with which status, and whether sending the same again may help. `docs/from-desktop-to-server.md` has it as a table. */
import { toAppError, type ErrorCode, type ErrorDetails } from '../../../src-shared/errors'

/** Of a failure of the flow, the library or a model. 422: only a person can mend it, so clients do not send it again by themselves, as they do a 500. */
const STATUS = {
  'bad-input': 400,
  'not-found': 404,
  'run-active': 409,
  conflict: 409,
  'flow-has-problems': 422,
  'invalid-flow': 422,
  'newer-version': 422,
  'not-a-flow': 422,
  'not-json': 422,
  'model-key': 422,
  'model-unknown': 422,
  'model-context': 422,
  'model-quota': 422,
  'model-rejected': 422,
  'key-needed': 422,
  'connection-missing': 422,
  'secret-missing': 422,
  'consent-needed': 422,
  expression: 422,
  unavailable: 503,
  cancelled: 500,
  disconnected: 500,
  internal: 500,
  'model-busy': 500,
  'model-dropped': 500,
  'model-malformed': 500,
  'model-refused': 500,
  'model-timeout': 500,
  'model-unfit': 500,
  'nothing-to-resume': 500,
  storage: 500,
  'thread-mismatch': 500,
  'tool-failed': 500,
  'unknown-method': 500,
} as const satisfies { readonly [C in ErrorCode]: number }

/** Of what the endpoint itself refuses, by the code that its clients read, which may be OpenAI's. */
export const REFUSALS = {
  invalid_api_key: 401,
  forbidden: 403,
  model_not_found: 404,
  thread_not_found: 404,
  message_not_found: 404,
  method_not_allowed: 405,
  body_too_slow: 408,
  turn_before_open: 409,
  message_removed: 409,
  turn_stopped: 409,
  body_too_large: 413,
  message_too_long: 413,
  rate_limit_exceeded: 429,
  stopping: 503,
} as const

export type RefusalCode = keyof typeof REFUSALS

/** Refusals that a client sends again only when its person wants so. */
const ASKED_FIRST: ReadonlySet<RefusalCode> = new Set(['turn_before_open', 'message_removed', 'turn_stopped'])

/** The details of an error by which the endpoint refuses. */
export function refusedAs(openai: RefusalCode, more: { retryAfter?: number } = {}): ErrorDetails {
  return { answer: REFUSALS[openai], openai, ...(ASKED_FIRST.has(openai) ? { mayRetry: false } : {}), ...more }
}

/** The code that clients read of a failure. */
export function codeOf(cause: unknown): string {
  const { code, details } = toAppError(cause)
  return typeof details['openai'] === 'string' ? details['openai'] : code
}

/** `mayRetry`: whether the same, sent again, may come to another end without a person. */
export type FailureStatus = { status: number; mayRetry: boolean }

/** `details.answer` wins over the code's own status; what says itself that it would fail again (`details.mayRetry`) is no 500. */
export function statusOf(cause: unknown): FailureStatus {
  const { code, details } = toAppError(cause)
  const failsAgain = details['mayRetry'] === false
  const own = STATUS[code] === 500 && failsAgain ? 422 : STATUS[code]
  const status = typeof details['answer'] === 'number' ? details['answer'] : own
  return { status, mayRetry: !failsAgain && isPassing(status) }
}

/** What OpenAI's clients send again by themselves. */
function isPassing(status: number): boolean {
  return status >= 500 || status === 408 || status === 409 || status === 429
}
