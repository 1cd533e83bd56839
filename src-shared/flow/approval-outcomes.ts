/** The closed list of what becomes of a question whether something is approved. */

/** `timeout`: nobody answered in time. */
export const APPROVAL_OUTCOMES = ['approved', 'refused', 'timeout'] as const
export type ApprovalOutcome = (typeof APPROVAL_OUTCOMES)[number]
