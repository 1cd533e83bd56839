/** Pictures of answers that were fetched, by their address, as long as the window is open: a message that is drawn anew shows what it showed. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { toAppError } from '../../src-shared/errors'
import type { Message } from '../../src-shared/languages/translate'
import type { Client } from '../../src-shared/rpc/client'
import type { BatonContract } from '../../src-shared/rpc/contract'

export type PictureState =
  | { readonly is: 'asked' }
  | { readonly is: 'failed'; readonly reason: string | Message }
  | { readonly is: 'shown'; readonly source: string; readonly width: number; readonly height: number }

export type Pictures = {
  readonly store: StoreApi<ReadonlyMap<string, PictureState>>
  /** Fetches one, unless it is there or on its way. */
  show(address: string): void
}

/** Letters of all sources together; the oldest are let go first. */
const MOST_LETTERS = 60_000_000

export function createPictures(client: Client<BatonContract>): Pictures {
  const store = createStore<ReadonlyMap<string, PictureState>>(() => new Map())
  const put = (address: string, state: PictureState): void =>
    store.setState((all) => bounded(new Map([...[...all].filter(([one]) => one !== address), [address, state]])), true)
  return {
    store,
    show(address) {
      const now = store.getState().get(address)?.is
      if (now === 'asked' || now === 'shown') return
      put(address, { is: 'asked' })
      client.call('pictures.read', { address }).then(
        ({ mimeType, base64, width, height }) =>
          put(address, { is: 'shown', source: `data:${mimeType};base64,${base64}`, width, height }),
        (cause: unknown) => put(address, { is: 'failed', reason: toAppError(cause).said }),
      )
    },
  }
}

function bounded(all: ReadonlyMap<string, PictureState>): ReadonlyMap<string, PictureState> {
  let letters = 0
  const newest = [...all].reverse().filter(([, state]) => {
    letters += state.is === 'shown' ? state.source.length : 0
    return letters <= MOST_LETTERS
  })
  return new Map(newest.reverse())
}
