/** What is said of a model call: what it was for, why another connection was asked, and how its reply ended. */
import type { CallPurpose, FallbackReason, ReplyEnd } from '../log/facts'

/** What a call was for, in the trace and among what a turn cost. */
const PURPOSES = {
  reply: { trace: 'reply', cost: 'reply' },
  spoken: { trace: 'reply', cost: 'reply' },
  choose: { trace: 'choose', cost: 'check' },
  judge: { trace: 'judge', cost: 'check' },
  extract: { trace: 'extract', cost: 'check' },
  summarise: { trace: 'summarise', cost: 'check' },
  plan: { trace: 'plan', cost: 'plan' },
  'plan step': { trace: 'plan step', cost: 'plan step' },
  condensing: { trace: 'condensing', cost: 'condensing' },
  other: { trace: 'call', cost: 'check' },
} as const satisfies { [P in CallPurpose | 'spoken']: { trace: string; cost: string } }

/** What a call was for. */
export function purposeWords(purpose: CallPurpose | 'spoken'): string {
  return PURPOSES[purpose].trace
}

/** What a call is called among others. */
export function purposeCallWords(purpose: CallPurpose | 'spoken'): string {
  return PURPOSES[purpose].cost
}

/** Why a connection could not answer, after its name. */
export const FALLBACK_WORDS = {
  unreachable: 'could not be reached',
  'cut-off': 'cut the connection',
  'too-slow': 'was too slow',
  busy: 'was too busy',
  access: 'refused access',
  'no-model': 'does not have the model',
  quota: 'has no quota left',
  unreadable: 'sent no readable answer',
  'not-set-up': 'is not set up',
  other: 'could not answer',
} as const satisfies { [R in FallbackReason]: string }

/** Stands under a reply that is not whole. A refusal says so itself. */
export const END_WORDS = {
  length: 'Cut off: it reached the limit of tokens. Raise "Tokens, at most" of its model.',
  filter: "Cut off by the model server's content filter.",
  refusal: '',
  other: 'It may not be whole.',
} as const satisfies { [E in ReplyEnd]: string }
