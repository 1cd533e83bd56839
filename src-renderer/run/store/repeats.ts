/** What a person decides on calls that would be made again, before anything runs again. */
import type { RepeatDecision } from '../../../src-shared/run/log/repeats'
import type { RepeatsInput } from '../../../src-shared/rpc/repeats'
import type { OpenThread } from './open-thread'
import type { RunParts } from './run-state'

export type Repeats = {
  /** Asks where calls would be made again. Null: the person wants nothing to run, or opened another thread. Rejects with what the core throws. */
  ask(what: RepeatsInput): Promise<RepeatDecision[] | null>
  /** The answer of the person; null: nothing is to run. */
  decide(decisions: readonly RepeatDecision[] | null): void
}

export function createRepeats({ store, options: { client } }: RunParts, thread: Pick<OpenThread, 'visit'>): Repeats {
  let answer: (decisions: RepeatDecision[] | null) => void = () => undefined
  return {
    async ask(what) {
      const before = thread.visit()
      const { calls } = await client.call('runs.repeats', what)
      if (before !== thread.visit()) return null
      if (calls.length === 0) return []
      // One question at a time: a second one takes the place of the first, which then comes to nothing.
      answer(null)
      return await new Promise((resolve) => {
        answer = resolve
        store.setState({ repeating: { verb: what.how, calls } })
      })
    },
    decide(decisions) {
      store.setState({ repeating: null })
      answer(decisions === null ? null : [...decisions])
    },
  }
}
