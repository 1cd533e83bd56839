/** Reading a result while a component shows it: how far it is, what came, why it did not. */
import { useEffect, useState } from 'react'
import { toAppError } from '../../src-shared/errors'
import type { Client } from '../../src-shared/rpc/client'
import type { BatonContract } from '../../src-shared/rpc/contract'
import { useServices } from '../ui/services'
import { type Message } from '../../src-shared/languages/translate'

export type ResultState<T> = { value: T | null; error: Message | null; read: number; length: number }

type ResultReader<T> = (
  client: Client<BatonContract>,
  asked: { threadId: string; id: string; signal: AbortSignal; onPart: (read: number, length: number) => void },
) => Promise<T>

/** Reads while it is drawn. `read` must be a stable function. */
export function useResult<T>(threadId: string, id: string, read: ResultReader<T>): ResultState<T> {
  const { client } = useServices()
  const [reading, setReading] = useState<ResultState<T>>({ value: null, error: null, read: 0, length: 0 })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const onPart = (done: number, length: number) => {
      if (!signal.aborted) setReading((before) => ({ ...before, read: done, length }))
    }
    read(client, { threadId, id, signal, onPart }).then(
      (value) => {
        if (!signal.aborted) setReading((before) => ({ ...before, value, error: null }))
      },
      (cause: unknown) => {
        if (!signal.aborted) setReading((before) => ({ ...before, error: toAppError(cause).said }))
      },
    )
    return () => controller.abort()
  }, [client, threadId, id, read])
  return reading
}
