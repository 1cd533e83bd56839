/** Baton's built-in prompts and texts by language, and the lists that fill their slots. */
import type { Language } from '../../flow/records'
import { renderTemplate } from '../templates/template'
import { english } from './en'
import type { BuiltInPrompts, LimitName, TextName } from './prompts'
import { russian } from './ru'
import { chinese } from './zh'

export {
  KEPT_SLOTS,
  LIMIT_NAMES,
  NAMED_LIMITS,
  observerPromptName,
  PROMPT_SLOTS,
  TEXT_SLOTS,
  VITAL_SLOTS,
} from './prompts'
export type { BuiltInPrompts, LimitName, PromptName, TextName } from './prompts'

const BUILT_IN = { en: english, zh: chinese, ru: russian } as const satisfies {
  readonly [Name in Language]: BuiltInPrompts
}

/** Everything built in for a language. */
export function builtInPrompts(language: Language): BuiltInPrompts {
  return BUILT_IN[language]
}

/** A short text of Baton's own, its slots filled. */
export function builtInText(
  language: Language,
  name: TextName,
  values: { readonly [slot: string]: unknown } = {},
): string {
  return renderTemplate(BUILT_IN[language].texts[name], values)
}

/** Why a limit ended a turn, for people to read; `values` holds `limit`, as a number or an amount of money, and for `NAMED_LIMITS` also `name`. */
export function limitReason(
  language: Language,
  limit: LimitName,
  values: { readonly limit: number | string; readonly name?: string },
): string {
  return renderTemplate(BUILT_IN[language].limits[limit], values)
}

/** Tools or dialogs as a model reads them: one `- name: description` a line, or the language's word for none. */
export function formatToolList(
  tools: readonly { readonly name: string; readonly description: string }[],
  language: Language = 'en',
): string {
  if (tools.length === 0) return builtInText(language, 'none')
  return tools
    .map(({ name, description }) => {
      const line = description.replace(/\s+/g, ' ').trim()
      return line === '' ? `- ${name}` : `- ${name}: ${line}`
    })
    .join('\n')
}

/** Names as the switch check lists them, without descriptions: joined by commas, or the language's word for none. */
export function formatNames(names: readonly string[], language: Language = 'en'): string {
  return names.length === 0 ? builtInText(language, 'none') : names.join(', ')
}
