/** The languages of the interface, and which of them a person gets. The language that models are told is a flow's own (`settings.language`). */

export const INTERFACE_LANGUAGES = ['en', 'zh', 'ru'] as const
export type InterfaceLanguage = (typeof INTERFACE_LANGUAGES)[number]

/** As those who speak it call it. */
export const LANGUAGE_NAMES = { en: 'English', zh: '中文', ru: 'Русский' } as const satisfies Record<
  InterfaceLanguage,
  string
>

/** What numbers, dates and plurals go by, and what a page says of itself. */
export const LANGUAGE_TAGS = { en: 'en', zh: 'zh-CN', ru: 'ru' } as const satisfies Record<InterfaceLanguage, string>

/** The first of a system's languages that the interface speaks; English where it speaks none. */
export function languageOfSystem(tags: readonly string[]): InterfaceLanguage {
  for (const tag of tags) {
    const [primary] = tag.toLowerCase().split('-')
    const known = INTERFACE_LANGUAGES.find((language) => language === primary)
    if (known !== undefined) return known
  }
  return 'en'
}
