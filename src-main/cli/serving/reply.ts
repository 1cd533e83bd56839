/** The one reply of a turn as a chat client reads it: everything that the flow says, messages parted by a blank line. */
import type { RunEvent } from '../../../src-shared/run/events'
import { isInner } from '../../../src-shared/run/log'
import { spokenText } from '../../../src-shared/run/spoken'

export type Usage = { input: number; output: number }

/** Grows while the run goes on; `text` only ever gets longer. */
export type Reply = {
  readonly text: string
  readonly usage: Usage
  readonly hear: (event: RunEvent) => void
}

/**
 * Listens to one run. `skip`: so many entries at its beginning were said elsewhere. `onText` is called when there is more.
 * A message streams as its tokens arrive; what its entry has beyond them, or a message that did not stream, comes whole.
 */
export function createReply({ skip, onText }: { skip: number; onText: () => void }): Reply {
  let text = ''
  let usage: Usage = { input: 0, output: 0 }
  let toSkip = skip
  let current = ''
  /** Text of each message so far; a message counts as begun when more than blanks have come. */
  const said = new Map<string, string>()
  const add = (entryId: string, piece: string) => {
    const before = said.get(entryId) ?? ''
    const all = before + piece
    said.set(entryId, all)
    if (all.trim() === '') return
    const fresh = before.trim() === '' ? all : piece
    text += entryId === current || text === '' ? fresh : `\n\n${fresh}`
    current = entryId
    onText()
  }
  return {
    get text() {
      return text
    },
    get usage() {
      return usage
    },
    hear(event) {
      if (event.type === 'token') {
        if (!isInner(event.path)) add(event.entryId, event.text)
      } else if (event.type === 'run.finished') usage = event.usage
      else if (event.type === 'entry') {
        const spoken = toSkip > 0 ? null : spokenText(event)
        toSkip = Math.max(0, toSkip - 1)
        const before = said.get(event.entry.id) ?? ''
        if (spoken !== null && spoken.startsWith(before)) add(event.entry.id, spoken.slice(before.length))
      }
    },
  }
}
