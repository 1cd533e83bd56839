/** What came of one request, for its record. */
import type { RequestOutcome } from '../../src-shared/run/log/requests'
import type { ModelReply } from './contract/model'
import type { Failure } from './openai-failure'
import type { Attempt } from './openai-wire'

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

/** `isStopped`: whoever asked does not wait any more. */
export function failedOutcome({ what, status }: Failure, { refusal }: Attempt, isStopped: boolean): RequestOutcome {
  if (isStopped) return { kind: 'stopped' }
  const said = refusal?.body.slice(0, LONGEST_SAID) ?? ''
  return { kind: 'failed', status: status ?? refusal?.status ?? null, what, said }
}
