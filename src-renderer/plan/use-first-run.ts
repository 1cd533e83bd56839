/** The plan that a plan was taken from, read from the thread that made it. */
import { useEffect, useState } from 'react'
import { turnsOf, type PlanView, type ThreadView } from '../../src-shared/run/fold/fold-view'
import { followThread } from '../run/store/follow-thread'
import { createFrames } from '../run/store/frames'
import { useServices } from '../ui/services'
import { plansOf, type ThreadPlan } from './shown-steps'

/** `gone`: the thread was removed. */
export type FirstRun = ThreadPlan | 'reading' | 'gone'

type FirstRunState = { threadId: string; view: ThreadView | null }

/** Null for a plan that was planned where it is. */
export function useFirstRun({ fork, node, path }: PlanView): FirstRun | null {
  const { client } = useServices()
  const [read, setRead] = useState<FirstRunState | null>(null)
  const threadId = fork?.from.threadId ?? null
  useEffect(() => {
    if (threadId === null) return
    const following = followThread({
      client,
      threadId,
      frame: createFrames(),
      onView: (view) => setRead({ threadId, view }),
      onError: () => setRead({ threadId, view: null }),
    })
    return () => following.stop()
  }, [client, threadId])
  if (fork === null) return null
  if (read === null || read.threadId !== threadId) return 'reading'
  if (read.view === null) return 'gone'
  const { turn, round } = fork.from
  const found = plansOf(turnsOf(read.view)).find(
    ({ plan, turn: of }) => of.turn === turn && plan.node === node && plan.path === path && plan.round === round,
  )
  return found ?? 'reading'
}
