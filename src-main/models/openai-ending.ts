/** How an answer of a model server may end short of a whole reply. */
import { message as sentence } from '../../src-shared/languages/translate'
import {
  dropped,
  fromErrorEvent,
  fromErrorObject,
  fromFinish,
  fromNetwork,
  malformed,
  type Endpoint,
  type Failure,
} from './openai-failure'
import type { ReplyBuilder } from './openai-reply'
import type { Attempt } from './openai-wire'

/** What is missing from an answer that ended; null for a complete one. */
export function incomplete(builder: ReplyBuilder, attempt: Attempt, endpoint: Endpoint): Failure | null {
  if (builder.isFinished()) return fromFinish(builder.finish(), builder.hasContent())
  if (!builder.hasChunks() && attempt.sawEnd)
    return (
      fromErrorEvent(attempt.beginning(), endpoint) ?? malformed(sentence('ended its answer without an answer in it'))
    )
  return attempt.sawEnd ? null : dropped(builder.hasContent(), 'ended')
}

/** The failure behind what was thrown while an answer was read. */
export function fromStream(cause: unknown, attempt: Attempt, endpoint: Endpoint): Failure {
  if (attempt.failure !== null) return attempt.failure
  if (cause instanceof SyntaxError) return malformed(sentence('sent a piece of its answer that is not JSON'))
  if (cause instanceof Error && 'error' in cause && cause.error !== undefined && cause.error !== null) {
    if (!attempt.hasContent) attempt.refuse(400, JSON.stringify(cause.error))
    return fromErrorObject(cause.error, attempt.hasContent, endpoint)
  }
  if (attempt.signal.aborted) return dropped(attempt.hasContent, 'ended')
  if (cause instanceof Error && cause.cause instanceof Error) return fromNetwork(cause, attempt.hasContent)
  return malformed(
    sentence('sent a piece of its answer that cannot be read ({reason})', {
      reason: cause instanceof Error ? cause.message : String(cause),
    }),
  )
}
