/** A replay of decisions as it goes on: what it would cost, its results as they come, and stopping it. It belongs to the core, and goes on while nobody looks. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { toAppError, type AppError } from '../../src-shared/errors'
import type {
  ListedReplay,
  ReplayForecast,
  ReplayInput,
  ReplayResult,
  ReplaySummary,
} from '../../src-shared/rpc/replays'
import { askLater } from '../ui/ask-later'
import { useServices } from '../ui/services'

const PAUSE_MS = 250

type Forecast = { forecast: ReplayForecast | null; error: AppError | null }

/** What the input would cost; null until that is known of this very input. */
export function useForecast(input: ReplayInput): Forecast {
  const { client } = useServices()
  const [state, setState] = useState<Forecast & { key: string }>({ key: '', ...NOT_KNOWN })
  const hasAsked = useRef(false)
  const key = JSON.stringify(input)
  useEffect(
    () =>
      askLater({
        pauseMs: hasAsked.current ? PAUSE_MS : 0,
        ask: (signal) => client.call('replays.forecast', JSON.parse(key) as ReplayInput, { signal }),
        onAnswer(forecast) {
          hasAsked.current = true
          setState({ key, forecast, error: null })
        },
        onError: (cause) => setState({ key, forecast: null, error: toAppError(cause) }),
      }),
    [client, key],
  )
  return state.key === key ? state : NOT_KNOWN
}

const NOT_KNOWN: Forecast = { forecast: null, error: null }

/** `calls`: how many were to be asked. */
export type ShownReplay = {
  id: string
  calls: number
  results: readonly ReplayResult[]
  isRunning: boolean
  error: AppError | null
}

/** The replays of a flow. The newest that still runs is shown at once. */
export function useReplay(flowId: string) {
  const { client } = useServices()
  const { shown, follow } = useFollowed()
  const [earlier, setEarlier] = useState<readonly ListedReplay[]>([])
  const [error, setError] = useState<AppError | null>(null)
  const [isStarting, setStarting] = useState(false)
  /** The state, before it is drawn: a second press may come sooner. */
  const starting = useRef(false)
  const hasLooked = useRef(false)
  const isOver = shown?.isRunning !== true
  useEffect(
    () =>
      askLater({
        pauseMs: 0,
        ask: (signal) => client.call('replays.list', { flowId }, { signal }),
        onAnswer(replays) {
          setEarlier(replays)
          const live = hasLooked.current || starting.current ? undefined : replays.find((one) => one.isRunning)
          hasLooked.current = true
          if (live !== undefined) void follow(live)
        },
      }),
    [client, flowId, isOver, follow],
  )
  return {
    shown,
    earlier,
    error,
    /** From the press until the core has answered; nothing else is begun meanwhile. */
    isStarting,
    open(replay: ReplaySummary) {
      hasLooked.current = true
      void follow(replay)
    },
    async start(input: ReplayInput) {
      if (starting.current) return
      starting.current = true
      hasLooked.current = true
      setStarting(true)
      setError(null)
      try {
        const { replay } = await client.call('replays.start', input)
        void follow(replay)
      } catch (cause) {
        setError(toAppError(cause))
      } finally {
        starting.current = false
        setStarting(false)
      }
    },
    stop() {
      if (shown !== null)
        client.call('replays.stop', { replayId: shown.id }).catch((cause: unknown) => setError(toAppError(cause)))
    },
  }
}

/** The replay that is shown, with its results as they come. */
function useFollowed() {
  const { client } = useServices()
  const [shown, setShown] = useState<ShownReplay | null>(null)
  const following = useRef<AbortController | null>(null)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      following.current?.abort()
    }
  }, [])
  const follow = useCallback(
    async ({ id, calls }: Pick<ReplaySummary, 'id' | 'calls'>): Promise<void> => {
      if (isGone.current) return
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
    },
    [client],
  )
  return { shown, follow }
}
