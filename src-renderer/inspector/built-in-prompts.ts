/** The built-in text behind a prompt field, in the flow's language, and what a text of one's own lost of its slots. */
import { z } from 'zod'
import { lostSlots, putSlotsBack, type LostSlots } from '../../src-shared/agents/prompts/lost-slots'
import { builtInPrompts, PROMPT_SLOTS, type PromptName } from '../../src-shared/agents/prompts/index'
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

/** Which text stands behind a field of a node with these data. */
export function builtInNameFor(name: BuiltInName | undefined, node: FlowNode | undefined): PromptName | null {
  return name === undefined ? null : promptNameOf(name, node?.data ?? {})
}

export function builtInFor(prompt: PromptName | null, language: Json | undefined): BuiltIn {
  if (prompt === null) return NOTHING
  const spoken = languageSchema.parse(language)
  return {
    text: builtInPrompts(spoken).prompts[prompt],
    slots: PROMPT_SLOTS[prompt],
    lost: (text) => lostSlots(prompt, text),
    putBack: (text) => putSlotsBack(prompt, text, spoken),
  }
}
