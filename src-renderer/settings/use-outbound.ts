/** The ledger of connections as it is shown: read again every few seconds while somebody looks, of one host or of all, and as far back as was asked for. */
import { useEffect, useState } from 'react'
import type { OutboundPage } from '../../src-shared/rpc/outbound'
import { notifyError, useServices } from '../ui/services'

const READ_EVERY_MS = 2000
const PAGE = 100

export type ShownOutbound = {
  /** Null until it was read. */
  page: OutboundPage | null
  host: string | null
  showHost: (host: string | null) => void
  /** Whether there may be older entries than those that are shown. */
  hasOlder: boolean
  showOlder: () => void
  clear: () => void
}

export function useOutbound(): ShownOutbound {
  const { client } = useServices()
  const [page, setPage] = useState<OutboundPage | null>(null)
  const [host, setHost] = useState<string | null>(null)
  const [limit, setLimit] = useState(PAGE)
  /** Counts what was done to the list, so that it is read again at once. */
  const [round, setRound] = useState(0)
  useEffect(() => {
    let isGone = false
    const read = (): Promise<void> =>
      client.call('outbound.read', { host, limit }).then(
        (now) => {
          if (!isGone) setPage(now)
        },
        // The list stays as it was: the bar on top says that the link is down.
        () => undefined,
      )
    void read()
    const timer = setInterval(() => void read(), READ_EVERY_MS)
    return () => {
      isGone = true
      clearInterval(timer)
    }
  }, [client, host, limit, round])
  return {
    page,
    host,
    showHost(wanted) {
      setHost(wanted)
      setLimit(PAGE)
    },
    hasOlder: page !== null && page.entries.length >= limit && limit < 1000,
    showOlder: () => setLimit(Math.min(1000, limit + PAGE)),
    clear() {
      client.call('outbound.clear', {}).then(
        () => {
          setHost(null)
          setRound(round + 1)
        },
        (cause: unknown) => notifyError('The list could not be cleared', cause),
      )
    },
  }
}
