/** Long work in slices: a generator that yields wherever something else may have its turn. Whoever runs it says whether that happens. */

/** Work that pauses between its slices; its return value is what comes of it. */
export type Slices<Result> = Generator<undefined, Result, undefined>

/** Does all slices in one go. */
export function atOnce<Result>(work: Slices<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}
