/** A size as people read it: `12 KB`, in the language that it is shown in. */
import { message, type Message } from '../../src-shared/languages/translate'

export function sizeMessage(bytes: number): Message {
  if (bytes < 1000) return message('{count, plural, one {# byte} other {# bytes}}', { count: bytes })
  if (bytes < 999_500) return message('{amount} KB', { amount: rounded(bytes / 1000) })
  return message('{amount} MB', { amount: rounded(bytes / 1_000_000) })
}

function rounded(amount: number): number {
  return amount < 10 ? Number(amount.toFixed(1)) : Math.round(amount)
}
