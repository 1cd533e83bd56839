/** Who answers when a connection cannot: the others that its owner named for that, one after another. */
import { AppError, type ErrorCode } from '../../src-shared/errors'
import type { FallbackReason } from '../../src-shared/run/log/facts'
import { toReason } from '../../src-shared/run/log/reasons'
import type { ModelReply, ModelRequest } from './contract/model'
import { inARow, message as sentence } from '../../src-shared/languages/translate'

/** One connection that may be asked; `label` names it for people. It fails as a model does, or with `connection-missing`. */
export type Candidate = { readonly label: string; readonly call: (request: ModelRequest) => Promise<ModelReply> }

type ModelErrorCode = Extract<ErrorCode, `model-${string}`>

/** Which failures another server may not have. What is wrong with the request itself is wrong everywhere. */
const REASONS: { readonly [C in ModelErrorCode]: FallbackReason | null } = {
  'model-refused': 'unreachable',
  'model-dropped': 'cut-off',
  'model-timeout': 'too-slow',
  'model-busy': 'busy',
  'model-key': 'access',
  'model-unknown': 'no-model',
  'model-quota': 'quota',
  'model-malformed': 'unreadable',
  'model-rejected': null,
  'model-context': null,
  'model-unfit': null,
}

/**
 * Asks the first, and after a failure that is the server's own the next one. A reply of which a person has read something is not begun again
 * by somebody else: its failure stands. Throws what the first one said, with what became of the others; `cancelled` when the signal fires.
 */
export async function callInOrder(candidates: readonly Candidate[], request: ModelRequest): Promise<ModelReply> {
  const failures: AppError[] = []
  for (const [at, candidate] of candidates.entries()) {
    const heard = noting(request)
    try {
      const reply = await candidate.call(heard.request)
      return at === 0 ? reply : { ...reply, answeredBy: candidate.label }
    } catch (cause) {
      if (!(cause instanceof AppError) || cause.code === 'cancelled' || request.signal.aborted) throw cause
      failures.push(cause)
      const why = reasonOf(cause, at)
      const next = candidates[at + 1]
      if (why === null || next === undefined || heard.isBegun()) throw joined(failures, candidates)
      request.onFallback?.({ from: candidate.label, to: next.label, why, ...toReason(cause.said) })
    }
  }
  throw new AppError('internal', 'There was nobody to ask.')
}

/** The request, with an ear for whether anything of its reply reached whoever listens. */
function noting(request: ModelRequest): { request: ModelRequest; isBegun: () => boolean } {
  const { onToken, onThought } = request
  let isBegun = false
  return {
    request: {
      ...request,
      ...(onToken === undefined ? {} : { onToken: (text: string) => ((isBegun = true), onToken(text)) }),
      ...(onThought === undefined
        ? {}
        : { onThought: (thought: { text: string; takesBack: boolean }) => ((isBegun = true), onThought(thought)) }),
    },
    isBegun: () => isBegun,
  }
}

/** A connection that the flow names must be there; one that stands in for it may be gone. */
function reasonOf({ code }: AppError, at: number): FallbackReason | null {
  if (code === 'connection-missing') return at === 0 ? null : 'not-set-up'
  return isModelCode(code) ? REASONS[code] : null
}

function isModelCode(code: ErrorCode): code is ModelErrorCode {
  return Object.hasOwn(REASONS, code)
}

function joined(failures: readonly AppError[], candidates: readonly Candidate[]): AppError {
  const [first, ...others] = failures
  if (first === undefined) return new AppError('internal', 'There was nobody to ask.')
  if (others.length === 0) return first
  const then = others.map(({ said }, at) =>
    sentence('Then "{label}" was asked: {reason}', { label: candidates[at + 1]?.label ?? '', reason: said }),
  )
  return new AppError(first.code, inARow([first.said, ...then], ' '), first.details)
}
