/** One start of a server for all who wait for it, each with a deadline and a stop of its own; it is given up when nobody waits any more. */
import { AppError } from '../../../src-shared/errors'
import type { CallOptions, PendingConnection, Connection } from './connection'
import { LONGEST_TIMER } from './limits'

type Start = { pending: Promise<PendingConnection>; ready: Promise<Connection>; waiting: number; isDone: boolean }

export type SharedStart = {
  /** The connection that is being made, or a new one. Throws AppError `tool-failed`, or the signal's reason. */
  readonly wait: (call: CallOptions) => Promise<Connection>
  /** Ends the start that goes on, if any. */
  readonly giveUp: () => Promise<void>
}

type Options = {
  begin: () => Promise<PendingConnection>
  onReady: (connection: Connection) => void
  onFailure: (error: AppError) => void
  /** Told of what is to be ended without anybody waiting for it. */
  end: (what: { close: () => Promise<void> }) => void
}

/** Starts nothing yet. */
export function createSharedStart({ begin, onReady, onFailure, end }: Options): SharedStart {
  let current: Start | null = null

  const start = (): Start => {
    const pending = begin()
    const ready = pending.then((connecting) => connecting.ready)
    const made: Start = { pending, ready, waiting: 0, isDone: false }
    const leave = () => {
      made.isDone = true
      const isCurrent = current === made
      if (isCurrent) current = null
      return isCurrent
    }
    ready.then(
      (connection) => (leave() ? onReady(connection) : end(connection)),
      (cause: unknown) => {
        if (leave() && cause instanceof AppError) onFailure(cause)
      },
    )
    return made
  }
  const abandon = async (made: Start) => {
    if (current === made) current = null
    end(await made.pending)
  }
  return {
    async wait(call) {
      const made = (current ??= start())
      made.waiting += 1
      try {
        return await within(made.ready, call, async () => {
          const error = (await made.pending).tooSlow(call.timeout)
          onFailure(error)
          return error
        })
      } finally {
        made.waiting -= 1
        if (made.waiting === 0 && !made.isDone) await abandon(made)
      }
    },
    async giveUp() {
      if (current !== null) await abandon(current)
    },
  }
}

/** A promise that somebody waits for only so long. */
async function within<T>(promise: Promise<T>, call: CallOptions, onLate: () => Promise<AppError>): Promise<T> {
  const { signal, timeout } = call
  signal.throwIfAborted()
  const stopped = Promise.withResolvers<never>()
  const stop = () => stopped.reject(signal.reason)
  const late = () => void onLate().then(stopped.reject, stopped.reject)
  const timer = setTimeout(late, Math.min(timeout, LONGEST_TIMER))
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([promise, stopped.promise])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}
