/** What the servers of the flow have to attach: read from the core without touching any of them, until a person connects one. */
import { useCallback, useState } from 'react'
import { toAppError } from '../../../src-shared/errors'
import type { ResourceServer } from '../../../src-shared/rpc/attachments'
import { useConsentStore } from '../../consent/consent-context'
import { declinedVerb } from '../../consent/consent-store'
import { useEditor } from '../../editor/editor-context'
import { useServices } from '../../ui/services'
import { useEnd } from '../../ui/use-end'
import { type Message } from '../../../src-shared/languages/translate'

export type Resources = {
  servers: readonly ResourceServer[]
  /** The server that is being connected; null: none is. */
  connecting: string | null
  /** Why the last one could not be, in words. */
  failure: { node: string; said: Message } | null
  /** Reads what is known again; the drawing may have changed. */
  refresh: () => void
  /** Starts or contacts a server, after the person allowed it. */
  connect: (node: string) => void
}

const NONE: readonly ResourceServer[] = []

export function useResources(): Resources {
  const { flows, flowId } = useEditor()
  const { client } = useServices()
  const consents = useConsentStore()
  const [servers, setServers] = useState(NONE)
  const [connecting, setConnecting] = useState<string | null>(null)
  const [failure, setFailure] = useState<Resources['failure']>(null)
  const ended = useEnd()

  const read = useCallback(
    async (asked: { node: string | null; connect: boolean }, signal: AbortSignal) => {
      await flows.flush()
      return (await client.call('tools.resources', { flowId, ...asked }, { signal })).servers
    },
    [client, flowId, flows],
  )
  const refresh = useCallback(() => {
    const signal = ended()
    read({ node: null, connect: false }, signal).then(
      (found) => {
        if (!signal.aborted) setServers(found)
      },
      // A flow that cannot be read now has nothing to offer; files can be attached all the same.
      () => undefined,
    )
  }, [ended, read])
  const connect = (node: string): void => {
    const signal = ended()
    setConnecting(node)
    setFailure(null)
    consents
      .guard('connect', () => read({ node, connect: true }, signal))
      .then(
        (found) => {
          if (!signal.aborted) setServers(found)
        },
        (cause: unknown) => {
          const error = toAppError(cause)
          if (!signal.aborted && declinedVerb(error) === null) setFailure({ node, said: error.said })
        },
      )
      .finally(() => {
        if (!signal.aborted) setConnecting(null)
      })
  }
  return { servers, connecting, failure, refresh, connect }
}
