/** Finds the bracket that closes a tool's input: brackets in pairs, quoted ones and those behind a backslash aside (ReWOO 16). */

const BACKSLASH = 0x5c
const DOUBLE_QUOTE = 0x22
const SINGLE_QUOTE = 0x27
const NEWLINE = 10

/** How far the search for a closing bracket may go. */
export type Bounds = {
  /** Where the next definition of any kind is: a pair that heeds quotes must be found before it. */
  nextDefinition: number
  /** Where the next line opens with a definition: no input reaches beyond. */
  nextAction: number
  /** Where the next step may begin: the last bracket before it closes an input that cannot be paired. */
  nextStep: number
}

/**
 * Finds closing brackets in one text. It remembers what it could not pair, so that the work stays linear in the text. With
 * `isPartial` a bracket that may still be closed by what comes is not.
 */
export function createInputReader(text: string, isPartial: boolean): (open: number, bounds: Bounds) => number | null {
  // Brackets that stay open up to `searchedTo`.
  let unclosed: ReadonlySet<number> = new Set()
  let searchedTo = 0

  const pairPlainly = (open: number, end: number): number | null => {
    if (open < searchedTo && unclosed.has(open)) return null
    const stack: number[] = []
    for (let at = open; at < end; at += 1) {
      const code = text.charCodeAt(at)
      if (code === BACKSLASH) at += 1
      else if (isOpening(code)) stack.push(at)
      else if (isClosing(code)) {
        stack.pop()
        if (stack.length === 0) return at
      }
    }
    unclosed = new Set(stack)
    searchedTo = end
    return null
  }

  return (open, { nextDefinition, nextAction, nextStep }) => {
    const paired = pairAroundQuotes(text, open, nextDefinition) ?? pairPlainly(open, nextAction)
    if (paired !== null) return paired
    if (isPartial && nextStep === text.length) return null
    const stretch = text.slice(open + 1, nextStep)
    const last = Math.max(stretch.lastIndexOf(']'), stretch.lastIndexOf('］'))
    return last === -1 ? null : open + 1 + last
  }
}

/** The closing bracket before `end` where brackets in quoted texts do not count; null when there is none. */
function pairAroundQuotes(text: string, open: number, end: number): number | null {
  let depth = 0
  for (let at = open; at < end; at += 1) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at += 1
    else if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) at = endOfQuoted(text, at, end) ?? at
    else if (isOpening(code)) depth += 1
    else if (isClosing(code)) {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return null
}

/**
 * Where the quoted text that begins here ends. It begins behind a space, a bracket or a separator, ends before one, and keeps
 * to its line; anything else is an apostrophe or a sign for inches.
 */
function endOfQuoted(text: string, at: number, end: number): number | null {
  if (!/[\s[({,:=]/.test(text.charAt(at - 1))) return null
  const quote = text.charCodeAt(at)
  for (let next = at + 1; next < end; next += 1) {
    const code = text.charCodeAt(next)
    if (code === NEWLINE) return null
    if (code === BACKSLASH) next += 1
    else if (code === quote) return /[\s\])},:;.+]|^$/.test(text.charAt(next + 1)) ? next : null
  }
  return null
}

/** [ and its full-width form. */
function isOpening(code: number): boolean {
  return code === 0x5b || code === 0xff3b
}

/** ] and its full-width form. */
function isClosing(code: number): boolean {
  return code === 0x5d || code === 0xff3d
}
