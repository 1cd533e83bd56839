/** Threads by what was said in them and by their name, asked of the core while somebody types. */
import { useEffect, useState } from 'react'
import type { FoundThread } from '../../src-shared/rpc/kept-methods'
import { askLater } from '../ui/ask-later'
import { useServices } from '../ui/services'

/** So long nobody types before it is looked for. */
const PAUSE_MS = 80

/** What was found for `text`; while an answer is on its way that is the one before. */
export type ThreadSearch = { text: string; threads: readonly FoundThread[] }

/** `flowId` null: in all flows. Null: nothing is looked for, or the answer is on its way for the first time. */
export function useThreadSearch(flowId: string | null, text: string): ThreadSearch | null {
  const { client } = useServices()
  const [found, setFound] = useState<ThreadSearch | null>(null)
  const isBlank = text.trim() === ''
  // What was found for one search says nothing of the next one.
  if (isBlank && found !== null) setFound(null)
  useEffect(() => {
    if (isBlank) return
    return askLater({
      pauseMs: PAUSE_MS,
      ask: (signal) => client.call('threads.search', { flowId, text: text.slice(0, 1000) }, { signal }),
      onAnswer: (threads) => setFound({ text, threads }),
    })
  }, [client, flowId, isBlank, text])
  return isBlank ? null : found
}
