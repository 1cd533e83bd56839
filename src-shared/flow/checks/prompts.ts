/** The check of a prompt's text for the slots that it has lost. */
import { message as sentence, type Message } from '../../languages/translate'
import { lostSlots, slotWords } from '../../agents/prompts/lost-slots'
import type { PromptName } from '../../agents/prompts/prompts'
import type { Problem } from '../../kinds/kind'

/** Where a text stands: its field, the way to it from the node's data or the settings, and what its message begins with. */
export type PromptPlace = { field: string; path: readonly string[]; about: Message | null }

/** A warning that can be mended with one click, or an error where nothing works without what was lost. */
export function checkLostSlots(prompt: PromptName, text: string, { field, path, about }: PromptPlace): Problem[] {
  const lost = lostSlots(prompt, text)
  if (lost === null) return []
  const { slots, isVital } = lost
  const words = lostWords({ slots: slotWords(slots), count: slots.length }, isVital)
  const said = about === null ? words : sentence('{part}: {problem}', { part: about, problem: words })
  const at = { prompt, path, slots }
  return [{ severity: isVital ? 'error' : 'warning', code: 'lost-slot', field, message: said, lost: at }]
}

function lostWords(lost: { slots: string; count: number }, isVital: boolean): Message {
  return isVital
    ? sentence(
        'The prompt lost {slots}, and nothing works without {count, plural, one {it} other {them}}. Put {count, plural, one {it} other {them}} back, or empty the field for the built-in prompt.',
        lost,
      )
    : sentence(
        'The prompt lost {slots}. Put {count, plural, one {it} other {them}} back, or empty the field for the built-in prompt.',
        lost,
      )
}
