/** When what arrived is shown: once per animation frame, and also in a window that is hidden and draws no frames. */

/** Calls back once, soon; the returned function forgets it. `canWait`: what comes next may be shown with it. */
export type NextFrame = (run: () => void, canWait?: boolean) => () => void

const HIDDEN_AFTER_MS = 120
/** Words that come one by one flow as well some fifteen times a second, for a third of what each frame would cost. */
const PATIENCE_MS = 50

export const animationFrame: NextFrame = (run, canWait = false) => {
  if (!canWait) return nextFrame(run)
  let forget = (): void => clearTimeout(timer)
  const timer = setTimeout(() => {
    forget = nextFrame(run)
  }, PATIENCE_MS)
  return () => forget()
}

function nextFrame(run: () => void): () => void {
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
