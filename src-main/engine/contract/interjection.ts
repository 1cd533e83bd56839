/** What a person says while a turn goes on, as steps hear of it. */

/**
 * `isWaiting`: something is to be heard before anything else begins. `endsBefore`: the same for a step, by the number of its super-step; the first
 * one of a turn that goes on is done all the same, since parts of it may have run. `cut`: aborted when it is not to wait for what is under way.
 */
export type Interjection = {
  isWaiting: () => boolean
  endsBefore: (step: number) => boolean
  cut: AbortSignal
}

/** The same for one step: `endsHere`: it is not to begin. */
export type StepInterjection = Pick<Interjection, 'isWaiting' | 'cut'> & { endsHere: () => boolean }

/** How a step hears of a person. `signal`: aborted when the turn is stopped, or cut off by what they say. */
export type StepListener = { signal: AbortSignal; interjection: StepInterjection }

type SpeechContext = { isWaiting: () => boolean; cut: AbortSignal; goesOn: boolean }

/** `goesOn`: the turn had begun before, and was killed or waited for a person. */
export function createInterjection({ isWaiting, cut, goesOn }: SpeechContext): Interjection {
  let first: number | null = null
  return {
    isWaiting,
    cut,
    endsBefore(step) {
      first ??= step
      return (!goesOn || step > first) && isWaiting()
    },
  }
}

/** Nobody can say anything meanwhile, as inside of a tool. */
export function noInterjection(): Interjection & StepInterjection {
  const isWaiting = () => false
  return { isWaiting, endsBefore: isWaiting, endsHere: isWaiting, cut: new AbortController().signal }
}
