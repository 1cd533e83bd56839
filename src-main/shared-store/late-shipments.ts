/**
 * What a process still sends of a thread whose lease it could not renew: the result of a call that acted is lost, and the call made again, only where
 * somebody else had the thread meanwhile. Postgres refuses it then, by the fence.
 */
import { startTimeLimit } from '../time-limit'
import { aborted, type Holding } from './holdings'

export type LateShipments = {
  /** Sends what there is until Postgres has it, or somebody else the thread. The lease ends with it. */
  add: (one: Holding) => void
  /** Whether something of the thread is still on its way: nobody here takes its lease before. */
  has: (threadId: string) => boolean
  close: () => void
}

/** `send` resolves when it has arrived or is refused; rejects when nothing was heard. */
export function createLateShipments(send: (one: Holding) => Promise<void>, againMs: number): LateShipments {
  const waiting = new Set<string>()
  const closed = new AbortController()
  const sendUntilHeard = async (one: Holding): Promise<void> => {
    while (!closed.signal.aborted) {
      try {
        return await send(one)
      } catch {
        const pause = startTimeLimit(againMs, closed.signal)
        await aborted(pause.signal)
        pause.end()
      }
    }
  }
  return {
    add(one) {
      waiting.add(one.id)
      void sendUntilHeard(one).finally(() => waiting.delete(one.id))
    },
    has: (threadId) => waiting.has(threadId),
    close: () => closed.abort(),
  }
}
