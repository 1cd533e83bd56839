/** What is said to the other side: at once, or when those that hold it back have looked at it. */
import { append, topFrame, type Draft } from '../state/draft'
import type { HeldReply, ReplyText } from '../state/state'

/** Says something for a node to the other side. */
export function say(draft: Draft, node: string, said: string | ReplyText): string {
  const { text, output, end, by = node, speaker } = typeof said === 'string' ? { text: said } : said
  const given = {
    ...(output === undefined ? {} : { output }),
    ...(end === undefined ? {} : { end }),
    ...(speaker === undefined ? {} : { speaker }),
  }
  return append(draft, { kind: 'text', author: by, scope: topFrame(draft).scope, text, ...given })
}

/**
 * Says what the one on top has held back; where it holds nothing back, nothing. `goesOn`: what the words stand beside is carried out next;
 * else the words are all that is left of them.
 */
export function sayHeld(draft: Draft, { goesOn }: { goesOn: boolean }): void {
  const { held, node, scope } = topFrame(draft)
  delete topFrame(draft).held
  if (held === undefined) return
  const { text, asks, end } = held
  if (goesOn && asks !== undefined) {
    append(draft, { kind: 'calls', author: node, scope, text, ...asks, ...(end === undefined ? {} : { end }) })
  } else if (text.trim() !== '') say(draft, node, held)
}

/** What is said in the place of something that is held back. */
export function replaced({ by, speaker, asks, until }: HeldReply, text: string): HeldReply {
  return { text, by, speaker, asks, until }
}
