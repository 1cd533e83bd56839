/** What is said of a model call: what it was for, why another connection was asked, and how its reply ended. */
import type { PlainText, Translate } from '../../languages/translate'
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
} as const satisfies { [P in CallPurpose | 'spoken']: { trace: PlainText; cost: CallSort } }

/** What a call was for. */
export function purposeWords(purpose: CallPurpose | 'spoken', t: Translate): string {
  return t(PURPOSES[purpose].trace)
}

/** What a call is called among others. */
export function purposeCallWords(purpose: CallPurpose | 'spoken'): CallSort {
  return PURPOSES[purpose].cost
}

/** Every sort of call that a turn's cost names, with its number. */
const COST_PARTS = {
  reply: '{count, plural, one {# reply} other {# replies}}',
  check: '{count, plural, one {# check} other {# checks}}',
  plan: '{count, plural, one {# plan} other {# plans}}',
  'plan step': '{count, plural, one {# plan step} other {# plan steps}}',
  condensing: '{count, plural, one {# condensing} other {# condensings}}',
  'switch check': '{count, plural, one {# switch check} other {# switch checks}}',
  observer: '{count, plural, one {# observer} other {# observers}}',
  'slot check': '{count, plural, one {# slot check} other {# slot checks}}',
  'intent check': '{count, plural, one {# intent check} other {# intent checks}}',
  pick: '{count, plural, one {# pick} other {# picks}}',
  'look-up check': '{count, plural, one {# look-up check} other {# look-up checks}}',
  decision: '{count, plural, one {# decision} other {# decisions}}',
  manager: '{count, plural, one {# manager} other {# managers}}',
  summary: '{count, plural, one {# summary} other {# summaries}}',
} as const

/** `2 replies`, of what `purposeCallWords` and `subjectCallWords` say. */
export function costPartWords(what: CallSort, count: number, t: Translate): string {
  return t(COST_PARTS[what], { count })
}

/** What calls are called where a turn's cost is told. */
export type CallSort = keyof typeof COST_PARTS

const FALLBACKS = {
  unreachable: '{connection} could not be reached',
  'cut-off': '{connection} cut the connection',
  'too-slow': '{connection} was too slow',
  busy: '{connection} was too busy',
  access: '{connection} refused access',
  'no-model': '{connection} does not have the model',
  quota: '{connection} has no quota left',
  unreadable: '{connection} sent no readable answer',
  'not-set-up': '{connection} is not set up',
  other: '{connection} could not answer',
} as const satisfies { [R in FallbackReason]: string }

/** Why a connection could not answer: `openai was too busy`. */
export function fallbackWords(connection: string, why: FallbackReason, t: Translate): string {
  return t(FALLBACKS[why], { connection })
}

/** Stands under a reply that is not whole. A refusal says so itself. */
export const END_WORDS = {
  length: 'Cut off: it reached the limit of tokens. Raise “Tokens, at most” of its model.',
  filter: "Cut off by the model server's content filter.",
  refusal: null,
  other: 'It may not be whole.',
} as const satisfies { [E in ReplyEnd]: PlainText | null }
