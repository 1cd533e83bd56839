/** A question to the core that is asked once nobody changed it for a while: of several in a row only the last one is asked, or heard. */

export type LaterQuestion<Answer> = {
  pauseMs: number
  ask: (signal: AbortSignal) => Promise<Answer>
  onAnswer: (answer: Answer) => void
  /** Absent: the link says by itself that it is down. */
  onError?: (cause: unknown) => void
}

/** Asks after the pause. The returned function takes the question back: it is not asked, or its answer not heard. */
export function askLater<Answer>({ pauseMs, ask, onAnswer, onError }: LaterQuestion<Answer>): () => void {
  const abort = new AbortController()
  const { signal } = abort
  const timer = setTimeout(() => {
    ask(signal).then(
      (answer) => {
        if (!signal.aborted) onAnswer(answer)
      },
      (cause: unknown) => {
        if (!signal.aborted) onError?.(cause)
      },
    )
  }, pauseMs)
  return () => {
    clearTimeout(timer)
    abort.abort()
  }
}
