/** The check of a prompt's text for the slots that it has lost. */
import { lostSlots, slotWords } from '../../agents/prompts/lost-slots'
import type { PromptName } from '../../agents/prompts/prompts'
import type { Problem } from '../../kinds/kind'

/** Where a text stands: its field, the way to it from the node's data or the settings, and what its message begins with. */
export type PromptPlace = { field: string; path: readonly string[]; about: string }

/** A warning that can be mended with one click, or an error where nothing works without what was lost. */
export function checkLostSlots(prompt: PromptName, text: string, { field, path, about }: PromptPlace): Problem[] {
  const lost = lostSlots(prompt, text)
  if (lost === null) return []
  const { slots, isVital } = lost
  const it = slots.length === 1 ? 'it' : 'them'
  const why = isVital ? `, and nothing works without ${it}` : ''
  const message = `${about}The prompt lost ${slotWords(slots)}${why}. Put ${it} back, or empty the field for the built-in prompt.`
  const at = { prompt, path, slots }
  return [{ severity: isVital ? 'error' : 'warning', code: 'lost-slot', field, message, lost: at }]
}
