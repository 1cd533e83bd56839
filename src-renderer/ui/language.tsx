/** The texts of the interface within React: whoever shows one is drawn again when the language changes. */
import { createContext, Fragment, useContext, useEffect, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { ENGLISH, type Message, type Text, type Translate, type ValueNames } from '../../src-shared/languages/translate'
import type { LanguageStore } from './language-store'

const LanguageContext = createContext<Translate>(ENGLISH)

export function LanguageProvider({ language, children }: { language: LanguageStore; children: ReactNode }) {
  const t = useStore(language.store, (state) => state.t)
  useEffect(() => {
    document.documentElement.lang = t.tag
  }, [t])
  return <LanguageContext.Provider value={t}>{children}</LanguageContext.Provider>
}

/** The texts in the language that is shown: `t('Send')`. */
export function useT(): Translate {
  return useContext(LanguageContext)
}

type RichProps<English extends Text> = {
  text: English
  values: { readonly [Name in ValueNames<English>]: ReactNode }
}

/** A text with elements in it: a bold name, a key, a button. */
export function Rich<English extends Text>({ text, values }: RichProps<English>) {
  const t = useT()
  return t.parts<ReactNode>(text, values).map((part, at) => <Fragment key={at}>{part}</Fragment>)
}

/** A text that was put together where no language is known, as for a notification. */
export function Said({ message }: { message: string | Message }) {
  const t = useT()
  return typeof message === 'string' ? t.known(message) : t.message(message)
}
