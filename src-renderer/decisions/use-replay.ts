/** A replay of decisions as it goes on: what it would cost, its results as they come, and stopping it. It belongs to the core, and goes on while nobody looks. */
import { useEffect, useRef, useState } from 'react'
import { toAppError, type AppError } from '../../src-shared/errors'
import type { ReplayForecast, ReplayInput, ReplayResult, ReplaySummary } from '../../src-shared/rpc/replays'
import { askLater } from '../ui/ask-later'
import { useServices } from '../ui/services'

const PAUSE_MS = 250

/** What is to be asked would cost; null until it is known. */
export function useForecast(input: ReplayInput): { forecast: ReplayForecast | null; error: AppError | null } {
  const { client } = useServices()
  const [state, setState] = useState<{ forecast: ReplayForecast | null; error: AppError | null }>(NOT_KNOWN)
  const hasAsked = useRef(false)
  const key = JSON.stringify(input)
  useEffect(
    () =>
      askLater({
        pauseMs: hasAsked.current ? PAUSE_MS : 0,
        ask: (signal) => client.call('replays.forecast', JSON.parse(key) as ReplayInput, { signal }),
        onAnswer(forecast) {
          hasAsked.current = true
          setState({ forecast, error: null })
        },
        onError: (cause) => setState({ forecast: null, error: toAppError(cause) }),
      }),
    [client, key],
  )
  return state
}

const NOT_KNOWN = { forecast: null, error: null }

/** `calls`: how many were to be asked. */
export type ShownReplay = {
  id: string
  calls: number
  results: readonly ReplayResult[]
  isRunning: boolean
  error: AppError | null
}

export function useReplay(flowId: string) {
  const { client } = useServices()
  const [shown, setShown] = useState<ShownReplay | null>(null)
  const [earlier, setEarlier] = useState<readonly ReplaySummary[]>([])
  const [error, setError] = useState<AppError | null>(null)
  const following = useRef<AbortController | null>(null)
  const isOver = shown?.isRunning !== true
  useEffect(
    () =>
      askLater({
        pauseMs: 0,
        ask: (signal) => client.call('replays.list', { flowId }, { signal }),
        onAnswer: setEarlier,
      }),
    [client, flowId, isOver],
  )
  useEffect(() => () => following.current?.abort(), [])

  async function follow({ id, calls }: Pick<ReplaySummary, 'id' | 'calls'>): Promise<void> {
    following.current?.abort()
    const leaving = new AbortController()
    following.current = leaving
    setShown({ id, calls, results: [], isRunning: true, error: null })
    const results: ReplayResult[] = []
    const change = (now: Partial<ShownReplay>): void => {
      if (!leaving.signal.aborted)
        setShown((before) => (before?.id === id ? { ...before, results: [...results], ...now } : before))
    }
    try {
      for await (const { item } of client.items('replays.follow', { replayId: id }, { signal: leaving.signal })) {
        results.push(item)
        change({})
      }
      change({ isRunning: false })
    } catch (cause) {
      change({ isRunning: false, error: toAppError(cause) })
    }
  }
  return {
    shown,
    earlier,
    error,
    open: (replay: ReplaySummary) => void follow(replay),
    async start(input: ReplayInput) {
      setError(null)
      try {
        const { replay } = await client.call('replays.start', input)
        await follow(replay)
      } catch (cause) {
        setError(toAppError(cause))
      }
    },
    stop() {
      if (shown !== null)
        client.call('replays.stop', { replayId: shown.id }).catch((cause: unknown) => setError(toAppError(cause)))
    },
  }
}
