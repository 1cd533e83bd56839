/** Why the baton moved, in words: the chat's divider, the trace and the sequence diagram say it at different lengths. */
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
} as const satisfies { [R in MoveReason]: { chat: string; trace: string; arrow: string } }

/** Why the baton moved, where nobody gave a reason. */
const CAUSES = {
  first: 'first in the graph',
  stay: 'not done yet',
  none: 'always next',
  others: 'no intent fits',
  again: 'no intent fits',
  code: 'because: its code says so',
  other: 'for another reason',
} as const satisfies { [R in MoveCause]: string }

/** Why the baton moved, to follow the names: `, because: asks for money back`. A switch check's reason is one code word: no sentence. */
export function becauseWords({ by, reason, cause, items }: MoveFacts): string {
  if (cause !== undefined) return `, ${CAUSES[cause]}`
  const words = by === 'switch' ? '' : reason.trim()
  // Over a `next` edge the reason is the name of the branch.
  if (by === 'next' && words !== '') return `, branch: ${oneLine(words, 160)}`
  if (items !== undefined) return items === 1 ? ', 1 item' : `, ${items} items`
  // Older builds wrote the length of a list as the reason.
  if (by === 'start' && words !== '') return `, ${oneLine(words, 160)}`
  if (words !== '') return `, because: ${oneLine(words, 160)}`
  return MOVES[by].chat === '' ? '' : `, ${MOVES[by].chat}`
}

/** The same with who moved it, as the trace says it: `, by the model, because: asks for money back`. */
export function movedWords(move: MoveFacts): string {
  const { by, reason, cause } = move
  if (by === 'intent' || by === 'next' || by === 'start') return becauseWords(move)
  const who = MOVES[by].trace === '' ? '' : `, ${MOVES[by].trace}`
  if (cause !== undefined) return `${who}, ${CAUSES[cause]}`
  return by === 'switch' || reason.trim() === '' ? who : `${who}, because: ${oneLine(reason, 160)}`
}

/** Who or what moved the baton; empty: the reason says it. */
export function moverWords(by: MoveReason): string {
  return MOVES[by].trace
}

/** Why the baton moved, on the arrow of a diagram: `handed over: asks for money back`. */
export function arrowWords({ by, reason, cause }: MoveFacts): string {
  if (cause === 'code') return `${MOVES[by].arrow}: its code says so`
  if (cause !== undefined) return CAUSES[cause]
  if (by === 'intent') return `intent: ${reason}`
  if (by === 'next' && reason !== '') return `branch: ${reason}`
  // The reason of a switch check is one code word: no sentence.
  return reason === '' || by === 'switch' ? MOVES[by].arrow : `${MOVES[by].arrow}: ${reason}`
}
