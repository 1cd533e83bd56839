/** What a person's own text of a prompt has lost of the built-in one's slots, and how they are put back. */
import type { Language } from '../../flow/records'
import { missingSlots, slotsOf } from '../templates/template'
import { builtInPrompts } from './index'
import { KEPT_SLOTS, VITAL_SLOTS, type PromptName } from './prompts'

/** Slots that a text has lost. `isVital`: nothing works without them, which blocks the run; else it is worth a warning. */
export type LostSlots = { slots: readonly string[]; isVital: boolean }

/** What a text in the place of a built-in prompt has lost; null where nothing is, as in an empty one, which means the built-in prompt. */
export function lostSlots(prompt: PromptName, text: string): LostSlots | null {
  if (text.trim() === '') return null
  const slots = missingSlots(text, KEPT_SLOTS[prompt])
  if (slots.length === 0) return null
  const vital: readonly string[] = VITAL_SLOTS[prompt] ?? []
  return { slots, isVital: vital.length > 0 && vital.every((slot) => slots.includes(slot)) }
}

/** `{a} and {b}`, as people read slots. */
export function slotWords(slots: readonly string[]): string {
  const written = slots.map((slot) => `{${slot}}`)
  return written.length < 2 ? written.join('') : `${written.slice(0, -1).join(', ')} and ${written.at(-1)}`
}

/**
 * The text with its lost slots put back: each with the words that introduce it in the built-in prompt, behind the paragraph of the slot
 * before it there, else before that of the one behind it, else at the end.
 */
export function putSlotsBack(prompt: PromptName, text: string, language: Language): string {
  const builtIn = builtInPrompts(language).prompts[prompt]
  const slots = slotsOf(builtIn)
  const lost = new Set(lostSlots(prompt, text)?.slots)
  let restored = text
  for (const [index, slot] of slots.entries()) {
    // Several may stand in one paragraph, which then came back with the first of them.
    if (!lost.has(slot) || missingSlots(restored, [slot]).length === 0) continue
    const place = { before: slots.slice(0, index).toReversed(), behind: slots.slice(index + 1) }
    restored = insertAt(restored, introduced(builtIn, slot), place)
  }
  return restored
}

/** A paragraph that is longer than this is more than the introduction of its slot. */
const LONGEST_INTRODUCTION = 200

/** A slot with what introduces it in a prompt: its paragraph, or the sentence that ends with it, or nothing but itself. */
function introduced(builtIn: string, slot: string): string {
  const paragraphs = builtIn.split(/\n{2,}/)
  const paragraph = paragraphs.find((one) => slotsOf(one).includes(slot)) ?? ''
  const sentence = /[^.!?。！？]*$/u.exec(paragraph)?.[0].trim() ?? ''
  const isAlone = paragraph.split('\n').includes(`{${slot}}`)
  for (const words of isAlone ? [paragraph] : [sentence, paragraph]) {
    if (words.length <= LONGEST_INTRODUCTION && slotsOf(words).join() === slot) return words
  }
  return `{${slot}}`
}

/** The slots before and behind one, nearest first. */
type SlotNeighbours = { before: readonly string[]; behind: readonly string[] }

function insertAt(text: string, words: string, { before, behind }: SlotNeighbours): string {
  const paragraphs = text.split(/(\n{2,})/)
  const placeOf = (slots: readonly string[]): number => {
    const near = slots.find((slot) => missingSlots(text, [slot]).length === 0)
    return near === undefined ? -1 : paragraphs.findIndex((paragraph) => slotsOf(paragraph).includes(near))
  }
  const after = placeOf(before)
  if (after >= 0) return paragraphs.toSpliced(after + 1, 0, '\n\n', words).join('')
  const ahead = placeOf(behind)
  if (ahead >= 0) return paragraphs.toSpliced(ahead, 0, words, '\n\n').join('')
  return `${text.trimEnd()}\n\n${words}`
}
