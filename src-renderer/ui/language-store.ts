/** The language that the interface is shown in: as the person prefers, else as the system has it; followed while either changes. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { languageOfSystem, type InterfaceLanguage } from '../../src-shared/languages/language'
import { loadLanguage } from '../../src-shared/languages/load'
import { ENGLISH, type Translate } from '../../src-shared/languages/translate'
import type { PreferencesStore } from './preferences-store'

/** What a system says of its languages. */
export type SystemLanguages = { tags: () => readonly string[]; onChange: (listen: () => void) => void }

/** The texts in the language that is shown. */
export type LanguageStore = {
  /** Within an object: a store takes a function for a change. */
  readonly store: StoreApi<{ readonly t: Translate }>
  /** Resolves when the texts of the present language are there. */
  readonly load: () => Promise<void>
}

export type LanguageParts = {
  preferences: PreferencesStore
  system: SystemLanguages
  onError: (cause: unknown) => void
  load?: (language: InterfaceLanguage) => Promise<Translate>
}

/** Follows preferences and system; the last language that was wanted is the one that is shown, however long each takes to load. */
export function createLanguage({ preferences, system, onError, load = loadLanguage }: LanguageParts): LanguageStore {
  const store = createStore<{ readonly t: Translate }>(() => ({ t: ENGLISH }))
  const wanted = (): InterfaceLanguage => {
    const { interfaceLanguage } = preferences.store.getState()
    return interfaceLanguage === 'system' ? languageOfSystem(system.tags()) : interfaceLanguage
  }
  async function show(): Promise<void> {
    const language = wanted()
    if (store.getState().t.language === language) return
    try {
      const texts = await load(language)
      if (wanted() === language) store.setState({ t: texts })
    } catch (cause) {
      onError(cause)
    }
  }
  preferences.store.subscribe(() => void show())
  system.onChange(() => void show())
  return { store, load: show }
}

/** The browser's languages, which the desktop app has from the system. */
export const BROWSER_LANGUAGES: SystemLanguages = {
  tags: () => navigator.languages,
  onChange: (listen) => window.addEventListener('languagechange', listen),
}
