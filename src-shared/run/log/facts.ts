/**
 * The closed lists of what the facts of a run can be. What a stored event says that is on none of them, since a newer or an older build wrote it,
 * is read as `other`. What people read of each is in `words/`.
 */
import { z } from 'zod'
import { PLAN_ERROR_KINDS } from '../../agents/plan/plan'
import { ERROR_CODES, isErrorCode } from '../../errors'

/** What a decision is about. */
const DECISION_SUBJECTS = [
  'switch',
  'observer',
  'slots',
  'intent',
  'pick',
  'look-up',
  'handoff',
  'dialog',
  'context',
  'condition',
  'after-work',
  'available',
  'instruction',
  'message',
  'pattern',
  'manager',
  'summary',
  'carry-over',
  'tools',
  'output',
] as const

/** What a model call is for: what is asked of the model, or, of a plan, which part of it. */
const CALL_PURPOSES = ['reply', 'choose', 'judge', 'extract', 'summarise', 'plan', 'plan step', 'condensing'] as const

/**
 * Why another connection was asked: the server cannot be reached, cut the connection, was too slow or too busy, refused access, does not
 * know the model, has an account that is used up, or answered what is no reply; or the connection that was named is not set up.
 */
const FALLBACK_REASONS = [
  'unreachable',
  'cut-off',
  'too-slow',
  'busy',
  'access',
  'no-model',
  'quota',
  'unreadable',
  'not-set-up',
] as const

/**
 * How a reply ended, where it did not end by itself: at a limit of tokens, by the server's filter, or with the model's refusal, whose words
 * are then the reply's.
 */
const REPLY_ENDS = ['length', 'filter', 'refusal'] as const

/** Who or what moved the baton. */
const MOVE_REASONS = [
  'model',
  'tool',
  'context',
  'after-work',
  'switch',
  'intent',
  'pick',
  'worker',
  'observer',
  'finished',
  'recipient',
  'manager',
  'pattern',
  'user',
  'next',
  'returns',
  'start',
] as const

/** Why the baton moved, where nobody gave a reason: what a task graph does where no intent leads on; `code`: after-work code chose. */
export const MOVE_CAUSES = ['first', 'stay', 'none', 'others', 'again', 'code'] as const

export const decisionSubjectSchema = withOther(DECISION_SUBJECTS)
export type DecisionSubject = z.infer<typeof decisionSubjectSchema>

export const callPurposeSchema = withOther(CALL_PURPOSES)
export type CallPurpose = z.infer<typeof callPurposeSchema>

/** What is wrong with a plan. */
export const planFaultKindSchema = withOther(PLAN_ERROR_KINDS)
export type PlanFaultKind = z.infer<typeof planFaultKindSchema>

export const errorCodeSchema = withOther(Object.keys(ERROR_CODES).filter(isErrorCode))

export const fallbackReasonSchema = withOther(FALLBACK_REASONS)
export type FallbackReason = z.infer<typeof fallbackReasonSchema>

export const replyEndSchema = z
  .enum([...REPLY_ENDS, 'other'])
  .optional()
  .catch('other')
export type ReplyEnd = NonNullable<z.infer<typeof replyEndSchema>>

export const moveReasonSchema = withOther(MOVE_REASONS)
export type MoveReason = z.infer<typeof moveReasonSchema>

/** Whether a dialog was left in the middle, so that whoever has the baton next answers the message. */
export function isInterruption(by: MoveReason): boolean {
  return by === 'switch' || by === 'observer'
}

export const moveCauseSchema = z
  .enum([...MOVE_CAUSES, 'other'])
  .optional()
  .catch('other')
export type MoveCause = NonNullable<z.infer<typeof moveCauseSchema>>

/** One of a closed list, or `other` for any other text. */
function withOther<const Name extends string>(names: readonly Name[]) {
  return z.union([z.enum(names), z.literal('other')]).catch('other')
}
