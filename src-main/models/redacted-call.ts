/** A model call whose answer, as it streams and as a whole, holds no key or secret that the server repeated. */
import { saidReason, toReason } from '../../src-shared/run/log/reasons'
import type { Redactor } from '../redaction/redactor'
import type { ModelAttempt } from './contract/attempt'
import type { ChatModel, ModelReply, ModelRequest, RetryNotice } from './contract/model'

/** Calls the model; failures and the reasons of retries are cleaned too. */
export async function callRedacted(model: ChatModel, request: ModelRequest, redactor: Redactor): Promise<ModelReply> {
  const { onToken, onThought, onRetry, onAttempt } = request
  const stream = onToken === undefined ? null : redactor.stream(onToken)
  const thoughts =
    onThought === undefined ? null : redactor.stream((thought) => onThought({ text: thought, takesBack: false }))
  try {
    const reply = await model.call({
      ...request,
      ...(stream === null ? {} : { onToken: stream.push }),
      ...(thoughts === null ? {} : { onThought: (thought) => thoughts.push(thought.text) }),
      ...(onAttempt === undefined ? {} : { onAttempt: (attempt) => onAttempt(cleaned(attempt, redactor)) }),
      ...(onRetry === undefined ? {} : { onRetry: (retry) => onRetry(cleanedRetry(retry, redactor)) }),
    })
    thoughts?.end()
    stream?.end()
    return redactor.json(reply)
  } catch (cause) {
    throw redactor.error(cause)
  }
}

function cleanedRetry({ attempt, waitMs, of, ...why }: RetryNotice, { message }: Redactor): RetryNotice {
  return { attempt, waitMs, ...(of === undefined ? {} : { of }), ...toReason(message(saidReason(why))) }
}

/** The body is long, and cleaned where what is new in it is known. */
function cleaned(attempt: ModelAttempt, { json, text }: Redactor): ModelAttempt {
  const { url, model, outcome } = attempt
  return { ...attempt, ...json({ url, model, outcome }), clean: text }
}
