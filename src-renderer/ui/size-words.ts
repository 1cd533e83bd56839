/** A size as people read it: `12 KB`, in the language that it is shown in. */
import { message, type Message } from '../../src-shared/languages/translate'
import { shownSize } from '../../src-shared/sizes'

export function sizeMessage(bytes: number): Message {
  const { amount, unit } = shownSize(bytes)
  if (unit === 'bytes') return message('{count, plural, one {# byte} other {# bytes}}', { count: amount })
  return unit === 'KB' ? message('{amount} KB', { amount }) : message('{amount} MB', { amount })
}
