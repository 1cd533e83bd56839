/** The person's connections, read from the core and followed as they change. */
import { useEffect, useState } from 'react'
import type { ConnectionView } from '../../src-shared/rpc/connection'
import { useServices } from './services'

/** The connections; empty until they were read. */
export function useConnections(): readonly ConnectionView[] {
  const { client, connections } = useServices()
  const [known, setKnown] = useState<readonly ConnectionView[]>(connections.known)
  useEffect(() => {
    let isGone = false
    const read = (): void => {
      client.call('connections.list', {}).then(
        (list) => {
          connections.known = list
          if (!isGone) setKnown(list)
        },
        // The list stays as it was: the bar on top says that the link is down.
        () => undefined,
      )
    }
    read()
    const stop = client.stream(
      'app.changes',
      {},
      {
        onItem(change) {
          if (change.what === 'connections' || (change.what === 'flow' && change.id === null)) read()
        },
      },
    )
    return () => {
      isGone = true
      stop()
    }
  }, [client, connections])
  return known
}
