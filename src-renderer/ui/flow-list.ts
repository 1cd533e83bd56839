/** The flows of the library, read from the core and followed as they change. */
import { useEffect, useState } from 'react'
import type { FlowSummary } from '../../src-shared/rpc/flow-summary'
import { useServices } from './services'

/** The flows; null until they were read. */
export function useFlowList(): readonly FlowSummary[] | null {
  const { client } = useServices()
  const [flows, setFlows] = useState<readonly FlowSummary[] | null>(null)
  useEffect(() => {
    let isGone = false
    const read = (): void => {
      client.call('flows.list', {}).then(
        (list) => {
          if (!isGone) setFlows(list)
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
          if (change.what === 'flow') read()
        },
      },
    )
    return () => {
      isGone = true
      stop()
    }
  }, [client])
  return flows
}
