/** What a flow says to its user, among all that a run tells. */
import type { UnnumberedEvent } from '../log/events'
import { isInner } from '../log/log'

/** The text of an event that is said to the user; null for everything else. */
export function spokenText(event: UnnumberedEvent): string | null {
  if (event.type !== 'entry' || event.entry.author === 'user') return null
  const { entry } = event
  if (entry.kind !== 'text' && entry.kind !== 'calls') return null
  if (isInner(entry.scope)) return null
  return entry.text.trim() === '' ? null : entry.text
}
