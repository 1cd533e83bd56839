/** What a person reads of a request. */
import { counted } from '../../src-shared/kinds/words'
import type { MessageReason, MessageSource, RequestOutcome, RequestRecord } from '../../src-shared/run/log/requests'
import { durationWords } from '../run/store/words'
import type { MessageChange, NamedChange } from './request-diff'
import type { ShownRequest } from './request-reading'

/** Why a message was in view. */
const REASONS = {
  instructions: 'Instructions',
  conversation: 'From the conversation',
  carried: 'Brought along by a hand-off',
  handoff: 'Message of a hand-off',
  'left-out': 'Stands for older messages that did not fit',
  request: 'What the flow asks for now',
  question: 'A question by itself',
  form: 'Added because servers want it',
} as const satisfies { [R in MessageReason]: string }

/** Each reason once, in the order in which they first apply. */
export function reasonWords(sources: readonly MessageSource[]): string[] {
  const words = sources.map(({ why, attached }) =>
    attached === true ? `${REASONS[why]}, with attachments` : REASONS[why],
  )
  return [...new Set(words)]
}

const ROLES: ReadonlyMap<string, string> = new Map([
  ['system', 'System'],
  ['user', 'User'],
  ['assistant', 'Assistant'],
  ['tool', 'Tool result'],
])

export function roleWords(role: string): string {
  return ROLES.get(role) ?? role
}

/** `Answered`, `Failed (429)`, `Stopped`. */
export function outcomeWords(outcome: RequestOutcome): string {
  switch (outcome.kind) {
    case 'answered':
      return 'Answered'
    case 'failed':
      return outcome.status === null ? 'Failed' : `Failed (${outcome.status})`
    case 'stopped':
      return 'Stopped'
  }
}

/** What became of a message, a tool or a parameter since the other call. */
export const CHANGE_WORDS = {
  same: 'the same',
  added: 'added',
  removed: 'removed',
  changed: 'changed',
} as const satisfies { [C in MessageChange['change'] | NamedChange['change']]: string }

export function sameWords(count: number): string {
  return `${counted(count, 'message')} ${count === 1 ? 'is' : 'are'} the same`
}

/** `about 40 tokens`. */
export function tokensWords(tokens: number): string {
  return `about ${tokens.toLocaleString('en')} tokens`
}

const ENDS = {
  length: 'The answer was cut off: it had reached its most tokens.',
  filter: 'The server filtered the answer.',
  refusal: 'The model refused to answer.',
  other: 'The answer ended in a way that this version of Baton does not know.',
} as const satisfies { [E in NonNullable<Extract<RequestOutcome, { kind: 'answered' }>['end']>]: string }

export function endWords(end: keyof typeof ENDS): string {
  return ENDS[end]
}

/** `gpt-5 at api.openai.com · 12 messages, about 1,240 tokens · 820 ms`. */
export function sumWords({ model, url, ms }: RequestRecord, { messages }: ShownRequest): string {
  const where = url === null ? 'Rehearsal model, nothing was sent' : `${model} at ${hostOf(url)}`
  const tokens = messages.reduce((sum, message) => sum + message.tokens, 0)
  const count = messages.length === 1 ? '1 message' : `${messages.length} messages`
  return [where, `${count}, ${tokensWords(tokens)}`, ...(url === null ? [] : [durationWords(ms)])].join(' · ')
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}
