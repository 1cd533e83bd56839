/** The language that is shown follows the person, else the system, and the last choice wins. */
import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { preferencesSchema, type Preferences } from '../../src-shared/rpc/contract'
import { loadLanguage } from '../../src-shared/languages/load'
import { createLanguage } from './language-store'

function started(system: readonly string[]) {
  const preferences = createStore<Preferences>(() => preferencesSchema.parse({}))
  const failures: unknown[] = []
  const listeners: (() => void)[] = []
  let tags = system
  const language = createLanguage({
    preferences: { store: preferences, load: () => Promise.resolve(), change: () => undefined },
    system: { tags: () => tags, onChange: (listen) => listeners.push(listen) },
    onError: (cause) => failures.push(cause),
    load: (wanted) => (wanted === 'ru' ? Promise.reject(new Error('gone')) : loadLanguage(wanted)),
  })
  return {
    language,
    failures,
    say: () => language.store.getState().t('Send'),
    choose: (interfaceLanguage: Preferences['interfaceLanguage']) => preferences.setState({ interfaceLanguage }),
    systemSpeaks: (next: readonly string[]) => {
      tags = next
      for (const listen of listeners) listen()
    },
  }
}

test('the system says the language until the person does, and what is not there is English', async () => {
  const { language, say, choose, systemSpeaks } = started(['fr-FR', 'zh-Hans-CN', 'en'])
  await language.load()
  expect(say()).toBe('发送')
  systemSpeaks(['fr-FR'])
  await language.load()
  expect(say()).toBe('Send')
  choose('zh')
  await language.load()
  expect(say()).toBe('发送')
  systemSpeaks(['en'])
  choose('en')
  choose('zh')
  choose('en')
  await language.load()
  expect(say()).toBe('Send')
})

test('a language that cannot be loaded is told, and the one before stays', async () => {
  const { language, say, choose, failures } = started(['zh'])
  await language.load()
  choose('ru')
  await language.load()
  expect(say()).toBe('发送')
  expect(failures).not.toEqual([])
})
