/** The built-in text behind a prompt field, in the flow's language, and what a text of one's own lost of its slots. */
import { z } from 'zod'
import { lostSlots, putSlotsBack, type LostSlots } from '../../src-shared/agents/prompts/lost-slots'
import { builtInPrompts, PROMPT_SLOTS } from '../../src-shared/agents/prompts/index'
import { LANGUAGES, type FlowNode, type Json } from '../../src-shared/flow/records'
import type { BuiltInName } from '../../src-shared/kinds/kind'
import { promptNameOf } from '../../src-shared/kinds/node-prompts'

export type BuiltIn = {
  text: string | null
  slots: readonly string[]
  lost: (text: string) => LostSlots | null
  putBack: (text: string) => string
}

const NOTHING: BuiltIn = { text: null, slots: [], lost: () => null, putBack: (text) => text }
const languageSchema = z.enum(LANGUAGES).catch('en')

export function builtInFor(name: BuiltInName | undefined, node: FlowNode | null, language: Json | undefined): BuiltIn {
  if (name === undefined) return NOTHING
  const prompt = promptNameOf(name, node?.data ?? {})
  const spoken = languageSchema.parse(language)
  return {
    text: builtInPrompts(spoken).prompts[prompt],
    slots: PROMPT_SLOTS[prompt],
    lost: (text) => lostSlots(prompt, text),
    putBack: (text) => putSlotsBack(prompt, text, spoken),
  }
}
