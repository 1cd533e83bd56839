/** The one reply of a turn as a chat client reads it: everything that the flow says, messages parted by a blank line. */
import { ENGLISH } from '../../../src-shared/languages/translate'
import type { RunEvent } from '../../../src-shared/run/log/events'
import type { ReplyEnd } from '../../../src-shared/run/log/facts'
import { isInner } from '../../../src-shared/run/log/log'
import { spokenText } from '../../../src-shared/run/sequence/spoken'
import { warningWords } from '../../../src-shared/run/words/warnings'

export type Usage = { input: number; output: number }

/** Grows while the run goes on; `text` and `refusal` only ever get longer. */
export type Reply = {
  readonly text: string
  /** The words in which models refused, which are no part of `text`. */
  readonly refusal: string
  /** What both have got since this was asked last; for one reader. To look into the whole of them with each piece would take longer and longer. */
  readonly takeNew: () => { text: string; refusal: string }
  readonly usage: Usage
  /** How the last reply ended; null: by itself, or nobody replied. */
  readonly end: ReplyEnd | null
  /** Of each budget that the turn went over with its last call: what whoever runs the flow should know of it. */
  readonly overBudget: readonly string[]
  readonly hear: (event: RunEvent) => void
}

/** All that the flow said, as it stands in the conversation that a client sends with its next message. */
export function wordsOf({ text, refusal }: Pick<Reply, 'text' | 'refusal'>): string {
  return [text, refusal].filter((words) => words !== '').join('\n\n')
}

/** Words that get longer, those of one message in one piece and a blank line between messages. */
type GrowingText = { readonly text: string; takeNew: () => string; add: (entryId: string, piece: string) => void }

function createWords(onText: () => void): GrowingText {
  let text = ''
  let fresh = ''
  let current = ''
  /** The blanks of each message that is not begun: it is when more than blanks have come; null: it is. */
  const blanks = new Map<string, string | null>()
  return {
    get text() {
      return text
    },
    takeNew() {
      const taken = fresh
      fresh = ''
      return taken
    },
    add(entryId, piece) {
      const before = blanks.get(entryId) ?? ''
      const isBegun = blanks.get(entryId) === null || piece.trim() !== ''
      blanks.set(entryId, isBegun ? null : before + piece)
      if (!isBegun) return
      const more = `${entryId === current || text === '' ? '' : '\n\n'}${before}${piece}`
      text += more
      fresh += more
      current = entryId
      onText()
    },
  }
}

/**
 * Listens to one run. `skip`: so many entries at its beginning were said elsewhere. `onText` is called when there is more.
 * A message streams as its tokens arrive; what its entry has beyond them, or a message that did not stream, comes whole.
 */
export function createReply({ skip, onText }: { skip: number; onText: () => void }): Reply {
  const words = createWords(onText)
  const refusals = createWords(onText)
  let usage: Usage = { input: 0, output: 0 }
  let toSkip = skip
  /** What of each message has streamed. */
  const streamed = new Map<string, string>()
  let end: ReplyEnd | null = null
  const overBudget: string[] = []
  const hearEntry = (event: Extract<RunEvent, { type: 'entry' }>) => {
    const spoken = toSkip > 0 ? null : spokenText(event)
    toSkip = Math.max(0, toSkip - 1)
    if (spoken === null) return
    const { entry } = event
    const before = streamed.get(entry.id) ?? ''
    const entryEnd = entry.kind === 'text' || entry.kind === 'calls' ? (entry.end ?? null) : null
    end = entryEnd
    if (!spoken.startsWith(before)) return
    const into = entryEnd === 'refusal' ? refusals : words
    into.add(entry.id, spoken.slice(before.length))
  }
  return {
    get text() {
      return words.text
    },
    get refusal() {
      return refusals.text
    },
    takeNew: () => ({ text: words.takeNew(), refusal: refusals.takeNew() }),
    get usage() {
      return usage
    },
    get end() {
      return end
    },
    overBudget,
    hear(event) {
      if (event.type === 'token' && !isInner(event.path)) {
        streamed.set(event.entryId, (streamed.get(event.entryId) ?? '') + event.text)
        words.add(event.entryId, event.text)
      } else if (event.type === 'model.finished' && event.purpose === 'reply' && !isInner(event.path))
        // A reply without words has no entry that could say it.
        end = event.end ?? null
      else if (event.type === 'run.finished') usage = event.usage
      else if (event.type === 'entry') hearEntry(event)
      else if (event.type === 'warning' && event.code === 'over-budget') overBudget.push(warningWords(event, ENGLISH))
    },
  }
}
