/**
 * Tells what a model says from what it thinks aloud in the same text, whole or while it streams: `<think>...</think>` and its
 * relatives, also where the server swallowed the opening tag.
 */

/** A piece of a reply, sorted. `takesBack`: all that was said before it turned out to be a thought. */
export type SortedPiece = { said: string; thought: string; takesBack: boolean }

export type ThinkingSplitter = {
  /** Takes the next piece of the reply; text that may be the beginning of a tag waits for the next one. */
  add: (piece: string) => SortedPiece
  /** What still waited. */
  end: () => SortedPiece
}

const TAG = /^(?:<(\/?)(?:think|thinking|thought|thoughts|reasoning)>|\[(\/?)THINK\])/i
/** What a tag may still become once more text arrives. */
const TAG_BEGINNING = /^(?:<\/?[a-z]{0,9}|\[\/?[a-z]{0,5})$/i
const FENCE = /^\s*(?:```|~~~)/

type State = {
  waiting: string
  isThinking: boolean
  /** Whether an opening tag was seen: a closing one without it turns round what was said. */
  sawOpening: boolean
  sawClosing: boolean
  hasSaid: boolean
  /** The said line so far; a tag within a code block, or in the middle of a sentence, is text. */
  line: string
  isInFence: boolean
}

/** A splitter for one reply. */
export function createThinkingSplitter(): ThinkingSplitter {
  const state: State = {
    waiting: '',
    isThinking: false,
    sawOpening: false,
    sawClosing: false,
    hasSaid: false,
    line: '',
    isInFence: false,
  }
  return {
    add: (piece) => sort(state, piece, false),
    end: () => sort(state, '', true),
  }
}

/** A whole reply without its thoughts, and the thoughts, each block on lines of its own. */
export function splitThinking(text: string): { said: string; thoughts: string } {
  if (!/[<[]\/?(?:think|thought|reasoning)/i.test(text)) return { said: text, thoughts: '' }
  const splitter = createThinkingSplitter()
  const { said, thoughts } = [splitter.add(text), splitter.end()].reduce(withPiece, { said: '', thoughts: '' })
  return { said, thoughts: thoughts.trim() }
}

/** What was said and thought after one more piece. */
export function withPiece(
  before: { said: string; thoughts: string },
  { said, thought, takesBack }: SortedPiece,
): { said: string; thoughts: string } {
  if (!takesBack) return { said: before.said + said, thoughts: before.thoughts + thought }
  return { said, thoughts: before.thoughts + before.said + thought }
}

function sort(state: State, piece: string, isEnd: boolean): SortedPiece {
  const out: SortedPiece = { said: '', thought: '', takesBack: false }
  const text = state.waiting + piece
  state.waiting = ''
  let at = 0
  while (at < text.length) {
    const next = nextSign(text, at)
    pass(state, out, text.slice(at, next))
    at = next
    if (at === text.length) break
    const tag = TAG.exec(text.slice(at, at + 16))
    if (tag !== null) {
      const after = text.charAt(at + tag[0].length)
      // Whether a closing tag ends its line is known with the character after it.
      if (after === '' && !isEnd && needsNext(state, tag)) break
      takeTag(state, out, { tag: tag[0], isClosing: tag[1] === '/' || tag[2] === '/', after })
      at += tag[0].length
    } else if (!isEnd && TAG_BEGINNING.test(text.slice(at))) break
    else {
      pass(state, out, text.charAt(at))
      at += 1
    }
  }
  state.waiting = text.slice(at)
  return out
}

function needsNext(state: State, tag: RegExpExecArray): boolean {
  return (tag[1] === '/' || tag[2] === '/') && !state.isThinking
}

function nextSign(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) if (text[at] === '<' || text[at] === '[') return at
  return text.length
}

function takeTag(
  state: State,
  out: SortedPiece,
  { tag, isClosing, after }: { tag: string; isClosing: boolean; after: string },
): void {
  const opensLine = state.line.trim() === ''
  if (state.isThinking) {
    if (!isClosing) return pass(state, out, tag)
    Object.assign(state, { isThinking: false, sawClosing: true, line: '' })
    out.thought += '\n'
  } else if (!isClosing && opensLine && !state.isInFence) {
    Object.assign(state, { isThinking: true, sawOpening: true })
  } else if (isClosing && isOrphan(state) && (opensLine || after === '' || after === '\n' || after === '\r')) {
    const before = out.said
    Object.assign(state, { sawClosing: true, hasSaid: false, line: '' })
    Object.assign(out, { said: '', thought: `${out.thought}${before}\n`, takesBack: true })
  } else pass(state, out, tag)
}

/** Templates that begin the model's answer with an opening tag leave only the closing one in the reply. */
function isOrphan(state: State): boolean {
  return !state.sawOpening && !state.sawClosing && !state.isInFence && !state.line.endsWith('`')
}

/** Text that is no tag: said or thought, as it is by now. The space between thoughts and the first word belongs to neither. */
function pass(state: State, out: SortedPiece, text: string): void {
  if (state.isThinking) {
    out.thought += text
    return
  }
  const isFirst = !state.hasSaid && state.sawClosing
  const said = isFirst ? text.trimStart() : text
  if (said === '') return
  state.hasSaid ||= said.trim() !== ''
  out.said += said
  // A long line comes in many pieces, and is read when it is whole.
  if (!said.includes('\n')) {
    state.line += said
    return
  }
  const lines = (state.line + said).split('\n')
  for (const line of lines.slice(0, -1)) if (FENCE.test(line)) state.isInFence = !state.isInFence
  state.line = lines.at(-1) ?? ''
}
