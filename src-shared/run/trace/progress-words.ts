/** How far a tool is, in words. */
import type { Translate } from '../../languages/translate'
import type { ToolProgress } from '../fold/fold-view'
import { oneLine } from '../words/text'

/** How far a tool is: `3 of 10 · copying`. */
export function progressWords({ done, total, message }: ToolProgress, t: Translate): string {
  const amount =
    total === null
      ? numberWords(done, t)
      : t('{done} of {total}', { done: numberWords(done, t), total: numberWords(total, t) })
  return message === null || message.trim() === '' ? amount : `${amount} · ${oneLine(message)}`
}

function numberWords(value: number, t: Translate): string {
  return t.number(value, { maximumFractionDigits: 2 })
}
