/** What the core knows of a model at an address without asking anybody, read again as they change. */
import { useEffect, useState } from 'react'
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { OutputOf } from '../../src-shared/rpc/define'
import { useServices } from '../ui/services'
import type { ConnectionDraft } from './connection-draft'

export type KnownModel = OutputOf<BatonContract, 'connections.about'>

/** `asked`: changes when a server has told something. Null until it was read, and without an address. */
export function useKnownModel({ name, baseUrl, model }: ConnectionDraft, asked: unknown): KnownModel | null {
  const { client } = useServices()
  const [known, setKnown] = useState<KnownModel | null>(null)
  useEffect(() => {
    if (baseUrl.trim() === '') {
      setKnown(null)
      return
    }
    const reading = new AbortController()
    const place = { name: name.slice(0, 64), baseUrl: baseUrl.trim().slice(0, 2000), model: model.trim().slice(0, 200) }
    client.call('connections.about', place, { signal: reading.signal }).then(setKnown, () => undefined)
    return () => reading.abort()
  }, [client, name, baseUrl, model, asked])
  return known
}
