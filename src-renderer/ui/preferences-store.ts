/** What the person prefers, as the core keeps it: read once, changed here, followed when another window changes it. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Client } from '../../src-shared/rpc/client'
import { preferencesSchema, type BatonContract, type Preferences } from '../../src-shared/rpc/contract'
import type { JsonObject } from '../../src-shared/flow/records'

export type PreferencesStore = {
  readonly store: StoreApi<Preferences>
  /** Reads what the core has; keeps the present values when the core cannot be reached. */
  load(): Promise<void>
  /** Changes some values at once, and in the core; a failure is told to `onError` and the local values stay. */
  change(patch: JsonObject): void
}

export function createPreferences(client: Client<BatonContract>, onError: (cause: unknown) => void): PreferencesStore {
  const store = createStore<Preferences>(() => preferencesSchema.parse({}))
  return {
    store,
    async load() {
      try {
        store.setState(await client.call('preferences.read', {}), true)
      } catch (cause) {
        onError(cause)
      }
    },
    change(patch) {
      const next = preferencesSchema.safeParse({ ...store.getState(), ...patch })
      if (!next.success) return
      store.setState(next.data, true)
      client.call('preferences.change', patch).catch(onError)
    },
  }
}
