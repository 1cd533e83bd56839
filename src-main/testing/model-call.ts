/** Calls to a chat model, for tests: a request with everything filled in, and the AppError that a call fails with. */
import { AppError } from '../../src-shared/errors'
import type { ModelRequest } from '../models/contract/model'
import { questionPrompt } from '../models/contract/prompt'

/** A request of one user message, "Hi", with whatever the test wants otherwise laid over it. */
export function modelRequest(more: Partial<ModelRequest> = {}): ModelRequest {
  const prompt = questionPrompt('en', 'Hi')
  const signal = new AbortController().signal
  return { prompt, tools: [], speaker: 'S', nth: 1, purpose: { kind: 'reply' }, signal, ...more }
}

/** The AppError that a call ends in; anything else fails the test. */
export async function failureOf(call: Promise<unknown>): Promise<AppError> {
  const error = await call.then(
    (value) => new Error(`it answered ${JSON.stringify(value)}`),
    (cause: unknown) => cause,
  )
  if (!(error instanceof AppError)) throw error
  return error
}
