/** The names of the person's secrets, read from the core and followed as they change; their values never leave it. */
import { useEffect, useState } from 'react'
import { useServices } from './services'

/** The names in order; null until they were read. */
export function useSecretNames(): readonly string[] | null {
  const { client } = useServices()
  const [names, setNames] = useState<readonly string[] | null>(null)
  useEffect(() => {
    let isGone = false
    const read = (): void => {
      client.call('secrets.list', {}).then(
        (list) => {
          if (!isGone) setNames(list.map(({ name }) => name))
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
          if (change.what === 'secrets' || (change.what === 'flow' && change.id === null)) read()
        },
      },
    )
    return () => {
      isGone = true
      stop()
    }
  }, [client])
  return names
}
