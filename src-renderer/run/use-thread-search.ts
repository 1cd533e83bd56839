/** Threads by what was said in them and by their name, asked of the core while somebody types. */
import { useEffect, useState } from 'react'
import type { FoundThread } from '../../src-shared/rpc/kept-methods'
import { useServices } from '../ui/services'

/** So long nobody types before it is looked for. */
const PAUSE_MS = 80

/** `flowId` null: in all flows. Null: nothing is looked for, or the answer is on its way for the first time. */
export function useThreadSearch(flowId: string | null, text: string): readonly FoundThread[] | null {
  const { client } = useServices()
  const [found, setFound] = useState<readonly FoundThread[] | null>(null)
  const isBlank = text.trim() === ''
  useEffect(() => {
    if (isBlank) return
    let isOver = false
    const timer = setTimeout(() => {
      client.call('threads.search', { flowId, text: text.slice(0, 1000) }).then(
        (threads) => {
          if (!isOver) setFound(threads)
        },
        // The link says by itself that it is down.
        () => undefined,
      )
    }, PAUSE_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [client, flowId, isBlank, text])
  return isBlank ? null : found
}
