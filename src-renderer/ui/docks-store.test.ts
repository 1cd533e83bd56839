/** Docks: which are open is the person's, the bottom one by flow. */
import { expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { createDocks } from './docks-store'
import { preferencesSchema, type Preferences } from '../../src-shared/rpc/contract'
import type { PreferencesStore } from './preferences-store'

function setUp(layout: Preferences['layout'] = {}): ReturnType<typeof createDocks> {
  const store = createStore<Preferences>(() => preferencesSchema.parse({ layout }))
  const preferences: PreferencesStore = {
    store,
    load: () => Promise.resolve(),
    change: (patch) => store.setState({ ...store.getState(), ...patch }),
  }
  return createDocks(preferences)
}

it('has the bottom dock as it was left in each flow, and closed where nobody opened it', () => {
  const docks = setUp()
  const isOpen = (): boolean => docks.store.getState().bottomOpen
  docks.enter('a')
  expect(isOpen()).toBe(false)
  docks.openBottom('trace')
  docks.enter('b')
  expect(isOpen()).toBe(false)
  docks.enter('a')
  expect(isOpen()).toBe(true)
  docks.change({ bottomOpen: false })
  docks.openBottom('problems')
  docks.enter('b')
  docks.openBottom('plan')
  docks.change({ bottomOpen: false })
  docks.enter('a')
  expect(isOpen()).toBe(true)
  docks.enter('b')
  expect(isOpen()).toBe(false)
})

it('knows a width of the chat that somebody chose from the one that was once kept for everybody', () => {
  const widths = [{}, { chatWidth: 380 }, { chatWidth: 520 }].map((layout) => {
    const docks = setUp(layout)
    docks.load()
    return docks.store.getState().chatWidth
  })
  expect(widths).toEqual([null, null, 520])
})
