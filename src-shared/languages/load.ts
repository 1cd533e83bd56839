/** Gets the texts of a language; what nobody reads is not loaded. */
import type { InterfaceLanguage } from './language'
import { createTranslate, ENGLISH, type Translate } from './translate'

const LOADERS = {
  en: () => Promise.resolve(ENGLISH),
  zh: async () => createTranslate('zh', (await import('./zh/index')).ZH),
  ru: async () => createTranslate('ru', (await import('./ru/index')).RU),
} as const satisfies Record<InterfaceLanguage, () => Promise<Translate>>

/** The texts of a language. */
export function loadLanguage(language: InterfaceLanguage): Promise<Translate> {
  return LOADERS[language]()
}
