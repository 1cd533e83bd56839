/** What a chat client is answered, in the shapes of OpenAI's API: completions, chunks of a stream, models and errors. */
import { toAppError } from '../../../src-shared/errors'
import { codeOf, statusOf, type FailureStatus } from './failures'
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

/** `retryAfter`: in seconds; null: nobody knows. */
export type WireError = FailureStatus & { body: { error: object }; retryAfter: number | null }

/** Any failure as a status and a body in OpenAI's shape. */
export function wireError(cause: unknown): WireError {
  const { message, details } = toAppError(cause)
  const { status, mayRetry } = statusOf(cause)
  const type = status < 500 ? 'invalid_request_error' : 'server_error'
  const { retryAfter } = details
  return {
    status,
    mayRetry,
    body: { error: { message, type, param: null, code: codeOf(cause) } },
    retryAfter: typeof retryAfter === 'number' ? retryAfter : null,
  }
}
