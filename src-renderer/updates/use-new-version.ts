/** Whether there is a newer Baton, as far as the person wants that to be asked. */
import { useEffect, useState } from 'react'
import type { NewVersion } from '../../src-shared/rpc/upkeep'
import { usePreferences, useServices } from '../ui/services'

/** Null until it is known; asked anew when the setting changes. */
export function useNewVersion(): NewVersion | null {
  const { client } = useServices()
  const isWanted = usePreferences((all) => all.looksForVersions)
  const [found, setFound] = useState<NewVersion | null>(null)
  useEffect(() => {
    const gone = new AbortController()
    client.call('updates.look', {}, { signal: gone.signal }).then(setFound, () => undefined)
    return () => gone.abort()
  }, [client, isWanted])
  return found
}
