/** The models that the servers of all connections list, asked for when a person opens the menu. */
import { useEffect, useState } from 'react'
import type { ConnectionView } from '../../src-shared/rpc/connection'
import { useServices } from '../ui/services'
import type { ModelLists } from './model-options'

export function useEveryModel(connections: readonly ConnectionView[], isOpen: boolean): ModelLists {
  const { client } = useServices()
  const [lists, setLists] = useState<ModelLists>({})
  useEffect(() => {
    if (!isOpen) return
    let isGone = false
    for (const { name, provider, baseUrl, model } of connections) {
      if (provider === 'rehearsal') continue
      client.call('connections.models', { name, provider, baseUrl, model }).then(
        ({ models }) => {
          if (!isGone) setLists((before) => ({ ...before, [name]: models }))
        },
        // Its own model is on offer all the same.
        () => undefined,
      )
    }
    return () => {
      isGone = true
    }
  }, [client, connections, isOpen])
  return lists
}
