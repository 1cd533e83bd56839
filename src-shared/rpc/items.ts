/** A stream with listeners, read as an async iterable. */

import type { AppError } from '../errors'
import type { ItemsOptions, StreamListener } from './listener'
import type { StreamItem } from './define'

/** Subscribes when the loop begins, stops when it is left, and throws the stream's error. An abort ends the loop. */
export async function* itemsOf<Item>(
  subscribe: (listener: StreamListener<Item>) => () => void,
  options: ItemsOptions,
): AsyncGenerator<StreamItem<Item>, void, undefined> {
  const { signal } = options
  let arrived: StreamItem<Item>[] = []
  let ending: { readonly error: AppError | null } | undefined
  let wake = (): void => undefined
  const finish = (error: AppError | null): void => {
    ending ??= { error }
    wake()
  }
  const onAbort = (): void => finish(null)
  const stop = subscribe({
    onItem(item, id, more) {
      arrived.push(more ? { id, item, more } : { id, item })
      wake()
    },
    onEnd: () => finish(null),
    onError: finish,
    signal,
    after: options.after,
  })
  signal?.addEventListener('abort', onAbort, { once: true })
  if (signal?.aborted === true) finish(null)
  try {
    for (;;) {
      const batch = arrived
      arrived = []
      yield* batch
      if (arrived.length > 0) continue
      if (ending !== undefined) break
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    if (ending.error !== null) throw ending.error
  } finally {
    signal?.removeEventListener('abort', onAbort)
    stop()
  }
}
