/** The handlers of `preferences.*`. */
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import type { PreferenceStore } from '../store/preferences'

export function preferenceHandlers({ preferences }: { readonly preferences: PreferenceStore }) {
  return {
    'preferences.read': async () => preferences.read(),
    'preferences.change': async (patch) => preferences.change(patch),
  } satisfies AreaHandlers<BatonContract, 'preferences'>
}
