/** The decisions of the flow's threads, read page by page: so many at first, and more when somebody wants them. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { toAppError, type AppError } from '../../src-shared/errors'
import type { Client } from '../../src-shared/rpc/client'
import type { BatonContract, ThreadSummary } from '../../src-shared/rpc/contract'
import type { DecisionCursor, DecisionPage } from '../../src-shared/rpc/kept-methods'
import type { FlowDecision } from '../../src-shared/run/log/flow-decisions'
import { useRun } from '../run/store/run-context'
import { askLater } from '../ui/ask-later'
import { useServices } from '../ui/services'

/** So many are read without being asked for, and with each "Read more". */
const STRETCH = 2000
const PAUSE_MS = 150

type ReadDecisions = { decisions: readonly FlowDecision[]; isMore: boolean }
/** `read` null: not read yet. */
export type DecisionsState = { read: ReadDecisions | null; error: AppError | null; isReading: boolean }

/** Read again once something was said in a thread, and when one came or went; not when one is only opened. */
export function useDecisions(flowId: string): DecisionsState & { readMore: () => void; retry: () => void } {
  const { client } = useServices()
  const threads = useRun((state) => state.threads)
  const told = useMemo(() => toldBy(threads ?? []), [threads])
  const [most, setMost] = useState(STRETCH)
  const [tries, setTries] = useState(0)
  const [state, setState] = useState<DecisionsState>({ read: null, error: null, isReading: true })
  const hasRead = useRef(false)
  useEffect(
    () =>
      askLater({
        pauseMs: hasRead.current ? PAUSE_MS : 0,
        ask: (signal) => readDecisions({ client, flowId, most }, signal),
        onAnswer(read) {
          hasRead.current = true
          setState({ read, error: null, isReading: false })
        },
        onError: (cause) => setState((now) => ({ ...now, error: toAppError(cause), isReading: false })),
      }),
    [client, flowId, told, most, tries],
  )
  return {
    ...state,
    readMore() {
      setState((now) => ({ ...now, isReading: true }))
      setMost(most + STRETCH)
    },
    retry() {
      setState({ read: null, error: null, isReading: true })
      setTries(tries + 1)
    },
  }
}

/** Another text whenever the threads may have decided something more. */
export function toldBy(threads: readonly Pick<ThreadSummary, 'changedAt'>[]): string {
  const newest = threads.reduce((latest, { changedAt }) => (changedAt > latest ? changedAt : latest), '')
  return `${threads.length} ${newest}`
}

type DecisionReading = { client: Client<BatonContract>; flowId: string; most: number }

async function readDecisions({ client, flowId, most }: DecisionReading, signal: AbortSignal): Promise<ReadDecisions> {
  const decisions: FlowDecision[] = []
  let after: DecisionCursor | null = null
  do {
    const page: DecisionPage = await client.call('threads.decisions', { flowId, after }, { signal })
    decisions.push(...page.decisions)
    after = page.next
  } while (after !== null && decisions.length < most && !signal.aborted)
  return { decisions, isMore: after !== null }
}
