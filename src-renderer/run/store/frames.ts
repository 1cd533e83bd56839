/** When what arrived is shown: once per animation frame, and also in a window that is hidden and draws no frames. */

/** Calls back once, soon; the returned function forgets it. `canWait`: what comes next may be shown with it. */
export type NextFrame = (run: () => void, canWait?: boolean) => () => void

const HIDDEN_AFTER_MS = 120
/** Words that come one by one flow as well ten times a second, for a sixth of what each frame would cost. */
const PATIENCE_MS = 100
/** Showing words takes at most about one part in so many of the time; layout and painting, several times as much, come on top. */
const REST = 80
/** Words never stand still for longer, in ms. */
const LONGEST_REST = 400

/** For one who shows things: what comes at once is shown at the next frame, and words wait for others, the longer the more the last ones cost. */
export function createFrames(): NextFrame {
  /** What it took to show the last words, in ms: a long paragraph is read anew with each of them. */
  let cost = 0
  return (run, canWait = false) => {
    if (!canWait) return nextFrame(run)
    let forget = (): void => clearTimeout(timer)
    const show = (): void => {
      const begun = performance.now()
      run()
      // After the page was drawn anew, which follows what is run at once.
      queueMicrotask(() => {
        cost = performance.now() - begun
      })
    }
    const wait = Math.min(LONGEST_REST, Math.max(PATIENCE_MS, cost * REST))
    const timer = setTimeout(() => {
      forget = nextFrame(show)
    }, wait)
    return () => forget()
  }
}

/** Once, at the next frame. */
export function nextFrame(run: () => void): () => void {
  const once = (): void => {
    forget()
    run()
  }
  const frame = requestAnimationFrame(once)
  const timer = setTimeout(once, HIDDEN_AFTER_MS)
  const forget = (): void => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
  return forget
}
