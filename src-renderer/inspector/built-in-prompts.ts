/** The built-in text behind a prompt field, in the flow's language. */
import { z } from 'zod'
import {
  builtInPrompts,
  observerPromptName,
  PROMPT_SLOTS,
  REQUIRED_SLOTS,
  type PromptName,
} from '../../src-shared/agents/prompts/index'
import { LANGUAGES, type FlowNode, type Json } from '../../src-shared/flow/records'
import { OBSERVER_TYPES } from '../../src-shared/agents/observer-answer'

export type BuiltIn = { text: string | null; slots: readonly string[]; required: readonly string[] }

const NOTHING: BuiltIn = { text: null, slots: [], required: [] }
const languageSchema = z.enum(LANGUAGES).catch('en')
const observerSchema = z.object({ type: z.enum(OBSERVER_TYPES).catch('finished') })

/** The names that kinds use, where they differ from the names of the prompts. */
const ALIASES: { readonly [name: string]: PromptName } = { reminder: 'supervisorReminder', switch: 'switchCheck' }

export function builtInFor(name: string | undefined, node: FlowNode | null, language: Json | undefined): BuiltIn {
  const prompt = name === undefined ? null : promptName(name, node)
  if (prompt === null) return NOTHING
  return {
    text: builtInPrompts(languageSchema.parse(language)).prompts[prompt],
    slots: PROMPT_SLOTS[prompt],
    required: REQUIRED_SLOTS[prompt],
  }
}

function promptName(name: string, node: FlowNode | null): PromptName | null {
  if (name === 'observer') return observerPromptName(observerSchema.parse(node?.data ?? {}).type)
  const own = ALIASES[name] ?? name
  return isPromptName(own) ? own : null
}

function isPromptName(name: string): name is PromptName {
  return Object.hasOwn(PROMPT_SLOTS, name)
}
