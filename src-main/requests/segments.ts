/**
 * How a JSON text is cut into segments, which requests have in common: where lists of its outermost object have their elements, and
 * within long strings before each new line. How a text is cut depends on the text alone, and a longer conversation is cut the same way up to where it goes on.
 */

/** Shorter strings, in characters as JSON writes them, stay within what is round them. */
const LONG = 40
/** A text of more lines is one segment: that many are not worth finding again. */
const MOST_LINES = 5000

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** Joined they are the text, whatever it is; where it is no JSON they may be any pieces of it. */
export function segmentsOf(text: string): string[] {
  const segments: string[] = []
  const opened: number[] = []
  let from = 0
  const cut = (at: number) => {
    if (at > from) segments.push(text.slice(from, at))
    from = at
  }
  /** Whether a list of the outermost object, or the outermost list, is open, and nothing in it. */
  const isInList = () => opened.length <= 2 && opened.at(-1) === OPEN_LIST
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at)
        if (end - at > LONG) {
          cut(at + 1)
          segments.push(...linesOf(text.slice(from, end)))
          from = end
        }
        at = end
        break
      }
      case OPEN_LIST:
        opened.push(OPEN_LIST)
        if (isInList()) cut(at + 1)
        break
      case OPEN_OBJECT:
        opened.push(OPEN_OBJECT)
        break
      case COMMA:
        if (isInList()) cut(at)
        break
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        if (isInList()) cut(at)
        opened.pop()
        break
    }
  }
  cut(text.length)
  return segments
}

/** The place of the quotation mark that ends the string which begins at one; the length of the text where none does. */
function endOfString(text: string, begin: number): number {
  for (let at = text.indexOf('"', begin + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1
    while (text.charCodeAt(before) === BACKSLASH) before -= 1
    if ((at - before) % 2 === 1) return at
  }
  return text.length
}

/** A text within a JSON string, without the quotation marks, line by line; each but the first begins with its line break. */
export function linesOf(escaped: string): string[] {
  const lines: string[] = []
  let from = 0
  for (let at = escaped.indexOf('\\n', 1); at !== -1; at = escaped.indexOf('\\n', at + 2)) {
    lines.push(escaped.slice(from, at))
    if (lines.length >= MOST_LINES) return [escaped]
    from = at
  }
  return from < escaped.length ? [...lines, escaped.slice(from)] : lines
}

/** A text as it stands between quotation marks in JSON. */
export function escapedText(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
