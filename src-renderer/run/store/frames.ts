/** When what arrived is shown: once per animation frame, and also in a window that is hidden and draws no frames. */

/** Calls back once, soon; the returned function forgets it. */
export type NextFrame = (run: () => void) => () => void

const HIDDEN_AFTER_MS = 120

export const animationFrame: NextFrame = (run) => {
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
