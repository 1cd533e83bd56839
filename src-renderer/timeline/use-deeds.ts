/** What the steps did that are in view: asked for once each, since the core reads two states for it. */
import { useEffect, useState } from 'react'
import { MOST_DEEDS, type TimelineItem, type ToldStep } from '../../src-shared/rpc/timeline'
import { askLater } from '../ui/ask-later'
import { useServices } from '../ui/services'

/** By checkpoint and step; a checkpoint that is not there is not known yet. */
export type KnownDeeds = ReadonlyMap<string, ReadonlyMap<string, ToldStep>>

type DeedsOfThread = { threadId: string | null; known: KnownDeeds }

const NONE: KnownDeeds = new Map()
const SCROLLING_MS = 60

export function useDeeds(threadId: string | null, shown: readonly TimelineItem[]): KnownDeeds {
  const { client } = useServices()
  const [read, setRead] = useState<DeedsOfThread>({ threadId, known: NONE })
  const known = read.threadId === threadId ? read.known : NONE
  const missing = shown.flatMap(({ checkpointId, nodes }) =>
    nodes.length === 0 || known.has(checkpointId) ? [] : [checkpointId],
  )
  const wanted = missing.slice(0, MOST_DEEDS).join(' ')
  useEffect(() => {
    if (threadId === null || wanted === '') return
    const checkpointIds = wanted.split(' ')
    return askLater({
      pauseMs: SCROLLING_MS,
      ask: (signal) => client.call('threads.deeds', { threadId, checkpointIds }, { signal }),
      onAnswer(found) {
        const steps = new Map(
          found.map((one) => [one.checkpointId, new Map(one.steps.map((told) => [told.step, told]))]),
        )
        setRead((before) => {
          const earlier = before.threadId === threadId ? before.known : NONE
          // What nothing is said of is not asked for again.
          const added = checkpointIds.map((id) => [id, steps.get(id) ?? new Map<string, ToldStep>()] as const)
          return { threadId, known: new Map([...earlier, ...added]) }
        })
      },
    })
  }, [client, threadId, wanted])
  return known
}
