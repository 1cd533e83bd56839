/** Long work without holding up everybody else in this process: requests of other windows are answered between its slices. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Slices } from '../src-shared/slices'

/** How long one slice may grow before others are let in, in ms. */
const SLICE_MS = 12

/** Counts how long this process has been kept busy. */
export type SliceTimer = {
  /** Lets others in when it is time for that. */
  readonly breathe: () => Promise<void>
}

export function createBreather(now: () => number = () => performance.now()): SliceTimer {
  let since = now()
  return {
    async breathe() {
      if (now() - since < SLICE_MS) return
      await nextTurn()
      since = now()
    },
  }
}

/** Does the slices of a work one after the other, and lets others in between them. */
export async function inSlices<Result>(
  work: Slices<Result>,
  { breathe }: SliceTimer = createBreather(),
): Promise<Result> {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    await breathe()
  }
}
