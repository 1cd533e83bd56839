/** What a person reads of a request. */
import type { Translate } from '../../src-shared/languages/translate'
import type { MessageReason, MessageSource, RequestOutcome, RequestRecord } from '../../src-shared/run/log/requests'
import { durationWords } from '../../src-shared/run/words/figures'
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
export function reasonWords(sources: readonly MessageSource[], t: Translate): string[] {
  const words = sources.map(({ why, attached }) =>
    attached === true ? t('{reason}, with attachments', { reason: t(REASONS[why]) }) : t(REASONS[why]),
  )
  return [...new Set(words)]
}

const ROLES: ReadonlyMap<string, string> = new Map([
  ['system', 'System'],
  ['user', 'User'],
  ['assistant', 'Assistant'],
  ['tool', 'Tool result'],
])

export function roleWords(role: string, t: Translate): string {
  return t.known(ROLES.get(role) ?? role)
}

/** `Answered`, `Failed (429)`, `Stopped`. */
export function outcomeWords(outcome: RequestOutcome, t: Translate): string {
  switch (outcome.kind) {
    case 'answered':
      return t('Answered')
    case 'failed':
      return outcome.status === null ? t('Failed') : t('Failed ({status})', { status: outcome.status })
    case 'stopped':
      return t('Stopped')
  }
}

/** What became of a message, a tool or a parameter since the other call. */
export const CHANGE_WORDS = {
  same: 'the same',
  added: 'added',
  removed: 'removed',
  changed: 'changed',
} as const satisfies { [C in MessageChange['change'] | NamedChange['change']]: string }

export function sameWords(count: number, t: Translate): string {
  return t('{count, plural, one {# message is the same} other {# messages are the same}}', { count })
}

/** `about 40 tokens`. */
export function tokensWords(tokens: number, t: Translate): string {
  return t('about {count, plural, one {# token} other {# tokens}}', { count: tokens })
}

const ENDS = {
  length: 'The answer was cut off: it had reached its most tokens.',
  filter: 'The server filtered the answer.',
  refusal: 'The model refused to answer.',
  other: 'The answer ended in a way that this version of Baton does not know.',
} as const satisfies { [E in NonNullable<Extract<RequestOutcome, { kind: 'answered' }>['end']>]: string }

export function endWords(end: keyof typeof ENDS, t: Translate): string {
  return t(ENDS[end])
}

/** `gpt-5 at api.openai.com · 12 messages, about 1,240 tokens · 820 ms`. */
export function sumWords({ model, url, ms }: RequestRecord, { messages }: ShownRequest, t: Translate): string {
  const where =
    url === null ? t('Rehearsal model, nothing was sent') : t('{model} at {host}', { model, host: hostOf(url) })
  const tokens = messages.reduce((sum, message) => sum + message.tokens, 0)
  const count = t('{count, plural, one {# message} other {# messages}}', { count: messages.length })
  return [where, `${count}, ${tokensWords(tokens, t)}`, ...(url === null ? [] : [durationWords(ms, t)])].join(' · ')
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}
