/** The models that the server of a stored connection lists: asked for once somebody wants to choose one. */
import { useEffect, useRef, useState } from 'react'
import type { ConnectionView } from '../../src-shared/rpc/connection'
import { useServices } from './services'

export type ListedModels = {
  /** Empty until the server has answered, and where it lists none. */
  models: readonly string[]
  ask: () => void
}

export function useListedModels(connection: ConnectionView | undefined): ListedModels {
  const { client } = useServices()
  const [heard, setHeard] = useState<{ of: string; models: readonly string[] } | null>(null)
  const asked = useRef<string | null>(null)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => void (isGone.current = true)
  }, [])
  function ask(): void {
    if (connection === undefined || connection.provider === 'rehearsal' || asked.current === connection.name) return
    const { name, provider, baseUrl, model } = connection
    asked.current = name
    client.call('connections.models', { name, provider, baseUrl, model }).then(
      ({ models }) => {
        if (!isGone.current) setHeard({ of: name, models })
      },
      // A name can be typed all the same; the next time it is asked again.
      () => {
        asked.current = null
      },
    )
  }
  return { models: heard !== null && heard.of === connection?.name ? heard.models : [], ask }
}
