/** Asking the server of a draft: for its models, and by the test. Each can be stopped, and ends with the form. */
import { useEffect, useRef, useState } from 'react'
import { saidOf, toAppError, toErrorRecord } from '../../src-shared/errors'
import type { Trial } from '../../src-shared/providers/trial'
import type { ModelList } from '../../src-shared/rpc/connection'
import { useServices } from '../ui/services'
import { inputOf, type ConnectionDraft } from './connection-draft'

export type ConnectionTrial = {
  list: ModelList | null
  trial: Trial | null
  busy: 'list' | 'test' | null
  listModels: (draft: ConnectionDraft) => Promise<ModelList | null>
  test: (draft: ConnectionDraft) => Promise<void>
  stop: () => void
  /** Forgets what was said, since something changed that it was about. */
  clear: () => void
}

export function useConnectionTrial(): ConnectionTrial {
  const { client } = useServices()
  const [list, setList] = useState<ModelList | null>(null)
  const [trial, setTrial] = useState<Trial | null>(null)
  const [busy, setBusy] = useState<'list' | 'test' | null>(null)
  const asking = useRef<AbortController | null>(null)
  useEffect(() => () => asking.current?.abort(), [])

  /** Runs one at a time: what was under way is stopped. */
  async function run(what: 'list' | 'test', work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    asking.current?.abort()
    const own = new AbortController()
    asking.current = own
    setBusy(what)
    try {
      await work(own.signal)
    } finally {
      if (asking.current === own) {
        asking.current = null
        setBusy(null)
      }
    }
  }

  return {
    list,
    trial,
    busy,
    async listModels(draft) {
      let found: ModelList | null = null
      await run('list', async (signal) => {
        try {
          found = await client.call('connections.models', inputOf(draft), { signal })
        } catch (cause) {
          if (toAppError(cause).code === 'cancelled') return
          const error = toErrorRecord(cause)
          found = { ok: false, said: saidOf(error), models: [], suggestedUrl: null, error }
        }
        if (!signal.aborted) setList(found)
      })
      return found
    },
    test: (draft) =>
      run('test', async (signal) => {
        setTrial(null)
        try {
          for await (const { item } of client.items('connections.test', inputOf(draft), { signal })) {
            if (signal.aborted) return
            setTrial(item)
            if (item.models.length > 0)
              setList({ ok: true, said: null, models: item.models, suggestedUrl: null, error: null })
          }
        } catch (cause) {
          if (signal.aborted || toAppError(cause).code === 'cancelled') return
          const error = toErrorRecord(cause)
          setTrial({ isOver: true, ok: false, said: saidOf(error), rows: [], models: [], suggestedUrl: null, error })
        }
      }),
    stop() {
      asking.current?.abort()
      setTrial(null)
    },
    clear() {
      // What is being tried is not what stands there any more.
      if (busy === 'test') asking.current?.abort()
      setTrial(null)
      setList((now) => (now === null || now.ok ? now : null))
    },
  }
}

type SubmitActions = { isSaving: boolean; test: () => void; save: () => void }

/**
 * Enter in a field tries what was not tried yet, and saves what works; pressed while it is being tried, it saves once that works. The button saves at
 * once.
 */
export function useSubmit(
  { trial, busy }: Pick<ConnectionTrial, 'trial' | 'busy'>,
  actions: SubmitActions,
): () => void {
  const [isWaiting, setWaiting] = useState(false)
  const works = trial?.isOver === true && trial.ok
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    if (!isWaiting || busy === 'test') return
    setWaiting(false)
    if (works) latest.current.save()
  }, [isWaiting, busy, works])
  return () => {
    const { isSaving, test, save } = actions
    if (isSaving) return
    if (works || !(document.activeElement instanceof HTMLInputElement)) return save()
    if (busy === 'test') setWaiting(true)
    else test()
  }
}
