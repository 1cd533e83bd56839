/** How often a tool's progress is told: a tool may say it as often as it likes. */
import type { ToolProgress } from '../../../src-shared/run/fold/fold-view'

const EVERY_MS = 100
const MESSAGE_LENGTH = 300

export type ProgressTeller = { hear: (said: ToolProgress) => void; end: () => void }

/** Tells at most ten times a second what is heard, the newest in any case unless `end` comes first; nothing after it. */
export function tellProgress(now: () => number, tell: (progress: ToolProgress) => void): ProgressTeller {
  let told = -Infinity
  let held: ToolProgress | null = null
  let timer: ReturnType<typeof setTimeout> | null = null
  let isOver = false
  const tellNow = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (held === null || isOver) return
    told = now()
    tell(held)
    held = null
  }
  return {
    hear(said: ToolProgress) {
      if (isOver) return
      held = cleanProgress(said)
      const wait = told + EVERY_MS - now()
      if (wait <= 0) tellNow()
      else timer ??= setTimeout(tellNow, wait)
    },
    end() {
      isOver = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}

/** What servers say is not to be trusted: events hold finite numbers and short texts. */
function cleanProgress({ done, total, message }: ToolProgress): ToolProgress {
  return {
    done: Number.isFinite(done) ? done : 0,
    total: total !== null && Number.isFinite(total) ? total : null,
    message: message === null ? null : message.slice(0, MESSAGE_LENGTH).toWellFormed(),
  }
}
