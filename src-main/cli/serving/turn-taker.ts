/**
 * Turns whose process was killed, or left them when it was stopped, go on in another one that serves the same Postgres: it takes the lease that
 * ended, which only one can, and goes on as after a restart. Who asked is gone; the answer is kept for the same message in the same thread.
 */
import { startTimeLimit } from '../../time-limit'
import { aborted } from '../../shared-store/holdings'
import type { SharedStore } from '../../shared-store/shared-store'
import type { Core } from '../../core'

export type TurnTaker = {
  /** Looks for such turns until the signal aborts. */
  begin: (core: Core, stopping: AbortSignal) => void
  /** Resolves when no such turn runs here in this thread, or when the signal aborts. */
  rested: (threadId: string, signal: AbortSignal) => Promise<void>
  /** Goes on with the thread's turn, where one was cut off, until its end. Within the lease. */
  endTurn: (threadId: string) => Promise<void>
}

/** How often it is looked for them. */
const LOOK_MS = 1000
/** So many are taken up at once. */
const AT_ONCE = 8
/** Another process was first. */
const ENTER_MS = 500

type TakerStore = Pick<SharedStore, 'cutOff' | 'isHeld' | 'enter' | 'leave' | 'finish' | 'noteUnheard'>

export function createTurnTaker(store: TakerStore): TurnTaker {
  const taken = new Map<string, Promise<void>>()
  let serving: { core: Core; stopping: AbortSignal } | null = null

  /** The run that came to its end; null: there was none to go on with, or it was left once more. */
  const goOn = async (threadId: string): Promise<string | null> => {
    if (serving === null) return null
    const { runner, threads } = serving.core.services
    const run = threads.unfinishedRun(threadId)
    if (run?.state !== 'interrupted') return null
    const { done } = await runner.resume({ threadId, flowText: run.flowText, revision: null })
    const { state } = await done
    return state === 'finished' ? run.id : null
  }
  const takeUp = async (threadId: string, stopping: AbortSignal): Promise<void> => {
    const limit = startTimeLimit(ENTER_MS, stopping)
    const stay = await store.enter(threadId, limit.signal).finally(() => limit.end())
    let isOver = false
    try {
      const ended = await goOn(threadId)
      if (ended !== null) await store.noteUnheard(threadId, ended)
      isOver = !stopping.aborted
      await store.finish(threadId, stay, !isOver)
    } finally {
      await store.leave(stay, !isOver)
    }
  }
  const look = async (stopping: AbortSignal): Promise<void> => {
    const found = await store.cutOff(AT_ONCE)
    for (const id of found) {
      if (taken.size >= AT_ONCE || stopping.aborted) return
      // Else a message for it came here, which goes on with it.
      if (store.isHeld(id)) continue
      const work = takeUp(id, stopping)
        .catch(() => undefined)
        .finally(() => taken.delete(id))
      taken.set(id, work)
    }
  }
  return {
    begin(core, stopping) {
      serving = { core, stopping }
      let isLooking = false
      const timer = setInterval(() => {
        if (isLooking) return
        isLooking = true
        // Where Postgres cannot be reached, it is looked again.
        void look(stopping)
          .catch(() => undefined)
          .finally(() => (isLooking = false))
      }, LOOK_MS).unref()
      stopping.addEventListener('abort', () => clearInterval(timer), { once: true })
    },
    async rested(threadId, signal) {
      const work = taken.get(threadId)
      if (work === undefined) return
      await Promise.race([work, aborted(signal)])
    },
    endTurn: async (threadId) => void (await goOn(threadId)),
  }
}
