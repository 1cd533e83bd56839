/** Long work of the page, a slice at a time: what is pressed, painted or received meanwhile has its turn. */
import { AppError } from '../../src-shared/errors'
import type { Slices } from '../../src-shared/slices'
import type { Clock } from './saver'

/** Begins at once, with the first slice. `onDone` is called with what comes of it; the returned function leaves it in the middle. */
export function inTurns<Result>(work: Slices<Result>, clock: Clock, onDone: (result: Result) => void): () => void {
  let forget: () => void = () => undefined
  const goOn = (): void => {
    const step = work.next()
    if (step.done === true) onDone(step.value)
    else forget = clock.after(0, goOn)
  }
  goOn()
  return () => forget()
}

/** The same as a promise, which is rejected where the work fails, and with `cancelled` where it is stopped. */
export async function inTurnsUntil<Result>(work: Slices<Result>, clock: Clock, signal: AbortSignal): Promise<Result> {
  for (;;) {
    if (signal.aborted) throw stopped()
    const step = work.next()
    if (step.done === true) return step.value
    await new Promise<void>((resolve) => void clock.after(0, resolve))
  }
}

export function stopped(): AppError {
  return new AppError('cancelled', 'It was stopped.')
}
