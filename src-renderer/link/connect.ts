/** The page's connection to the core: a client of the contract, what the host can do, and whether the link is up. */

import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'
import { AppError } from '../../src-shared/errors'
import { createClient } from '../../src-shared/rpc/client'
import type { Client } from '../../src-shared/rpc/client'
import { contract } from '../../src-shared/rpc/contract'
import type { BatonContract, Info } from '../../src-shared/rpc/contract'
import { whenOpen } from '../../src-shared/rpc/link'
import type { Link, LinkState } from '../../src-shared/rpc/link'
import { chooseLink } from './choose-link'

/** The interface's client of the core. */
export type BatonClient = Client<BatonContract>

/** Whether the link is up; `closed` means that it is being opened again. */
export type LinkStatus = { readonly state: LinkState }

/** All that the interface knows of its core. */
export type Connection = {
  readonly client: BatonClient
  /** What host this is and what it can do: ask `info.can`, never which host it is. */
  readonly info: Info
  readonly status: StoreApi<LinkStatus>
}

/** Resolves once the core has answered. A link that is lost meanwhile is waited for. */
export async function connect(link: Link = chooseLink()): Promise<Connection> {
  const client = createClient(contract, link)
  const status = createStore<LinkStatus>(() => ({ state: 'closed' }))
  link.onState((state) => status.setState({ state }))
  return { client, info: await readInfo(client, link), status }
}

async function readInfo(client: BatonClient, link: Link): Promise<Info> {
  for (;;) {
    await whenOpen(link)
    const info = await client.call('app.info', {}).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'disconnected') return null
      throw error
    })
    if (info !== null) return info
  }
}
