/** What came of one request, for its record. */
import type { RequestOutcome } from '../../src-shared/run/log/requests'
import type { ModelReply } from './contract/model'
import type { Failure } from './openai-failure'
import type { Attempt } from './openai-wire'
import { ENGLISH } from '../../src-shared/languages/translate'

/** What is kept of a server's words about a failure. */
const LONGEST_SAID = 4000

export function answeredOutcome({ text, calls, model, usage, thoughts, end }: ModelReply): RequestOutcome {
  return {
    kind: 'answered',
    model,
    text,
    calls: calls.map(({ id, name, arguments: json }) => ({ id, name, arguments: json })),
    usage,
    ...(thoughts === undefined ? {} : { thoughts }),
    ...(end === undefined ? {} : { end }),
  }
}

type FailureContext = {
  /** Whoever asked does not wait any more. */
  isStopped: boolean
  /** Takes keys out of what the server said, before that is cut: half a key would not be known. */
  redact: (text: string) => string
}

export function failedOutcome(
  { what, status }: Failure,
  { refusal }: Attempt,
  { isStopped, redact }: FailureContext,
): RequestOutcome {
  if (isStopped) return { kind: 'stopped' }
  const said = redact(refusal?.body ?? '').slice(0, LONGEST_SAID)
  return { kind: 'failed', status: status ?? refusal?.status ?? null, what: ENGLISH.message(what), said }
}
