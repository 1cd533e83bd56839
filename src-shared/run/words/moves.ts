/** Why the baton moved, in words: the chat's divider, the trace and the sequence diagram say it at different lengths. */
import type { PlainText, Translate } from '../../languages/translate'
import type { MoveReason, MoveCause } from '../log/facts'
import { oneLine } from './text'

/** What the log says of why the baton moved. */
export type MoveFacts = { by: MoveReason; reason: string; cause?: MoveCause | undefined; items?: number | undefined }

/** Each reason, where the chat follows the names with it, where the trace does, and on the diagram's arrow; empty: nothing is added. */
const MOVES = {
  model: { chat: '', trace: 'by the model', arrow: 'handed over' },
  tool: { chat: 'a tool passed the baton', trace: 'by a tool', arrow: 'by a tool' },
  context: { chat: '', trace: 'by a rule on variables', arrow: 'by a rule' },
  'after-work': { chat: 'after work', trace: 'after work', arrow: 'after work' },
  switch: { chat: 'another topic', trace: 'another topic', arrow: 'another topic' },
  intent: { chat: '', trace: '', arrow: 'intent' },
  pick: { chat: '', trace: 'picked', arrow: 'picked' },
  worker: { chat: '', trace: '', arrow: 'called' },
  observer: { chat: 'an observer stepped in', trace: 'an observer stepped in', arrow: 'an observer stepped in' },
  finished: { chat: 'finished', trace: 'finished', arrow: 'finished' },
  recipient: { chat: '', trace: 'asked in a nested chat', arrow: 'asked' },
  manager: { chat: 'the manager chose', trace: 'by the manager', arrow: 'picked by the manager' },
  pattern: { chat: 'in turn', trace: 'by the pattern', arrow: 'next in the pattern' },
  user: { chat: 'the user chose', trace: 'by you', arrow: 'picked by the user' },
  next: { chat: '', trace: '', arrow: 'next' },
  returns: { chat: 'hands back', trace: 'hands back', arrow: 'hands back' },
  start: { chat: '', trace: '', arrow: 'start' },
  other: { chat: '', trace: '', arrow: 'moved' },
} as const satisfies { [R in MoveReason]: { chat: PlainText | ''; trace: PlainText | ''; arrow: PlainText } }

/** Why the baton moved, where nobody gave a reason. */
const CAUSES = {
  first: 'first in the graph',
  stay: 'not done yet',
  none: 'always next',
  others: 'no intent fits',
  again: 'no intent fits',
  code: 'because: its code says so',
  other: 'for another reason',
} as const satisfies { [R in MoveCause]: PlainText }

/** Why the baton moved, to follow the names: `, because: asks for money back`. A switch check's reason is one code word: no sentence. */
export function becauseWords({ by, reason, cause, items }: MoveFacts, t: Translate): string {
  if (cause !== undefined) return after(t(CAUSES[cause]), t)
  const words = by === 'switch' ? '' : oneLine(reason, 160)
  // Over a `next` edge the reason is the name of the branch.
  if (by === 'next' && words !== '') return after(t('branch: {name}', { name: words }), t)
  if (items !== undefined) return after(t('{count, plural, one {# item} other {# items}}', { count: items }), t)
  // Older builds wrote the length of a list as the reason.
  if (by === 'start' && words !== '') return after(words, t)
  if (words !== '') return after(t('because: {reason}', { reason: words }), t)
  return after(shown(MOVES[by].chat, t), t)
}

/** The same with who moved it, as the trace says it: `, by the model, because: asks for money back`. */
export function movedWords(move: MoveFacts, t: Translate): string {
  const { by, reason, cause } = move
  if (by === 'intent' || by === 'next' || by === 'start') return becauseWords(move, t)
  const who = after(moverWords(by, t), t)
  if (cause !== undefined) return who + after(t(CAUSES[cause]), t)
  const words = by === 'switch' ? '' : oneLine(reason, 160)
  return words === '' ? who : who + after(t('because: {reason}', { reason: words }), t)
}

/** Who or what moved the baton; empty: the reason says it. */
export function moverWords(by: MoveReason, t: Translate): string {
  return shown(MOVES[by].trace, t)
}

/** Why the baton moved, on the arrow of a diagram: `handed over: asks for money back`. */
export function arrowWords({ by, reason, cause }: MoveFacts, t: Translate): string {
  const arrow = t(MOVES[by].arrow)
  if (cause === 'code') return t('{move}: its code says so', { move: arrow })
  if (cause !== undefined) return t(CAUSES[cause])
  if (by === 'intent') return t('intent: {name}', { name: reason })
  if (by === 'next' && reason !== '') return t('branch: {name}', { name: reason })
  // The reason of a switch check is one code word: no sentence.
  return reason === '' || by === 'switch' ? arrow : `${arrow}: ${reason}`
}

function shown(words: PlainText | '', t: Translate): string {
  return words === '' ? '' : t.known(words)
}

/** Words that follow others; empty: nothing follows. */
function after(words: string, t: Translate): string {
  return words === '' ? '' : t(', {words}', { words })
}
