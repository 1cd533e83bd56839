/**
 * What tasks have written and no checkpoint follows yet. A step that runs alone is followed by its checkpoint before the process turns to the
 * outside world, so that the two are one transaction; all else is stored by itself as soon as it does.
 */
import { setImmediate } from 'node:timers'
import type { TaskWrites } from './pending'

type WaitingEntry = { writes: TaskWrites; stored: PromiseWithResolvers<void> }

export class WaitingWrites {
  readonly #store: (all: readonly TaskWrites[]) => void
  #waiting: readonly WaitingEntry[] = []

  /** `store` stores them in a transaction of its own. */
  constructor(store: (all: readonly TaskWrites[]) => void) {
    this.#store = store
  }

  /** Resolves when they are stored; rejects with why they could not be. */
  add(writes: TaskWrites): Promise<void> {
    if (this.#waiting.length === 0) setImmediate(() => this.#storeRest())
    const stored = Promise.withResolvers<void>()
    this.#waiting = [...this.#waiting, { writes, stored }]
    return stored.promise
  }

  /** All that waits, and what to call once a transaction has stored it. */
  take(): { all: readonly TaskWrites[]; settle: () => void } {
    const taken = this.#waiting
    return {
      all: taken.map(({ writes }) => writes),
      settle: () => {
        this.#waiting = this.#waiting.filter((one) => !taken.includes(one))
        for (const { stored } of taken) stored.resolve()
      },
    }
  }

  /** Stores them now. Throws why that could not be, which whoever waits for them is told too. */
  storeNow(): void {
    if (this.#waiting.length === 0) return
    const taken = this.#waiting
    this.#waiting = []
    try {
      this.#store(taken.map(({ writes }) => writes))
    } catch (cause) {
      for (const { stored } of taken) stored.reject(cause)
      throw cause
    }
    for (const { stored } of taken) stored.resolve()
  }

  #storeRest(): void {
    try {
      this.storeNow()
    } catch {
      // Whoever waits is told.
    }
  }
}
