/** What a chat client is answered, in the shapes of OpenAI's API: completions, chunks of a stream, models and errors. */
import { toAppError, type ErrorCode } from '../../../src-shared/errors'
import type { ServedModel } from './models'
import type { ReplyEnd } from '../../../src-shared/run/log/facts'
import type { Reply, Usage } from './reply'

/** What all parts of one answer share. `created` in seconds since 1970. */
export type AnswerHead = { id: string; created: number; model: string }

type ReplyContent = Pick<Reply, 'text' | 'refusal'>

export type FinishReason = 'stop' | 'length' | 'content_filter'

/** How an answer ended in OpenAI's words. A refusal is an answer that ended by itself. */
const FINISH = { length: 'length', filter: 'content_filter', refusal: 'stop', other: 'stop' } as const satisfies {
  [E in ReplyEnd]: FinishReason
}

/** Why an answer ended: a turn that a limit ended is one that was cut, else as its last reply did. */
export function finishOf(end: ReplyEnd | null, { isLimited }: { isLimited: boolean }): FinishReason {
  if (isLimited) return 'length'
  return end === null ? 'stop' : FINISH[end]
}

/** A whole answer; one that is a refusal alone has no content. */
export function completion(head: AnswerHead, answer: ReplyContent & { finish: FinishReason; usage: Usage }) {
  const { text, refusal } = answer
  const message = {
    role: 'assistant',
    content: text === '' && refusal !== '' ? null : text,
    refusal: refusal === '' ? null : refusal,
  }
  return {
    ...head,
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason: answer.finish }],
    usage: wireUsage(answer.usage),
  }
}

/** A piece of a streamed answer. */
export function chunk(head: AnswerHead, delta: object, finish: FinishReason | null = null) {
  return {
    ...head,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  }
}

/** The last piece of a streamed answer whose client asked for the usage. */
export function usageChunk(head: AnswerHead, usage: Usage) {
  return { ...head, object: 'chat.completion.chunk', choices: [], usage: wireUsage(usage) }
}

function wireUsage({ input, output }: Usage) {
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
}

/** One model of the list; beside what OpenAI says, the name of the flow, which a client may say as well. */
export function modelEntry({ id, given }: ServedModel, created: number) {
  return { id, object: 'model', created, owned_by: 'baton', name: given.flow.name }
}

/** Statuses of failures that only a person can mend, or the client itself; all others are 500, so that clients try again. */
const STATUS: { readonly [C in ErrorCode]?: number } = {
  'bad-input': 400,
  'not-found': 404,
  'run-active': 409,
  conflict: 409,
  'flow-has-problems': 422,
  'model-key': 422,
  'model-unknown': 422,
  'model-context': 422,
  'model-quota': 422,
  'model-rejected': 422,
  'connection-missing': 422,
  'secret-missing': 422,
  'consent-needed': 422,
  expression: 422,
}

/** `retryAfter`: in seconds; null: nobody knows. `mayRetry`: whether a client may send it again by itself. */
export type WireError = { status: number; body: { error: object }; retryAfter: number | null; mayRetry: boolean }

/**
 * Any failure as a status and a body in OpenAI's shape. `details.answer` wins over the code's own status; what would fail again until a person
 * does something (`details.mayRetry`) is no 500, which clients try again by themselves.
 */
export function wireError(cause: unknown): WireError {
  const { code, message, details } = toAppError(cause)
  const given = details['answer']
  const status = typeof given === 'number' ? given : (STATUS[code] ?? (details['mayRetry'] === false ? 422 : 500))
  const type = status < 500 ? 'invalid_request_error' : 'server_error'
  const { retryAfter, mayRetry, openai } = details
  return {
    status,
    body: { error: { message, type, param: null, code: openai ?? code } },
    retryAfter: typeof retryAfter === 'number' ? retryAfter : null,
    mayRetry: mayRetry !== false,
  }
}
