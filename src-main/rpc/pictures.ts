/** The handler of `pictures.*`: which of the person's words a picture is fetched by is looked up here, and not believed. */
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import type { PreferenceStore } from '../store/preferences'
import { fetchPicture } from '../tools/net/fetch-picture'

export function pictureHandlers({ preferences }: { readonly preferences: Pick<PreferenceStore, 'read'> }) {
  return {
    'pictures.read': async ({ address }, { signal }) => {
      const isKnown = preferences.read().pictureHosts.includes(URL.parse(address)?.host ?? '')
      return fetchPicture({ address, by: isKnown ? 'setting' : 'person', signal })
    },
  } satisfies AreaHandlers<BatonContract, 'pictures'>
}
