/**
 * How a JSON text is cut into segments, which requests have in common: where lists of its outermost object have their elements, and
 * within long strings before each new line. How a text is cut depends on the text alone, and a longer conversation is cut the same way up to where it goes on.
 */
import type { Json } from '../../src-shared/flow/records'

/** Shorter strings, in characters as JSON writes them, stay within what is round them. */
const LONG = 40
/** Lists of the outermost object are cut between their elements, and so is nothing deeper. */
const LISTS = 2
/** A text of more lines is one segment: that many are not worth finding again. */
const MOST_LINES = 5000

/** Joined they are the text, whatever it is. */
export function segmentsOf(text: string): string[] {
  const value = parsed(text)
  if (value === undefined) return linesOf(text)
  const segments = cutValue(value)
  // Whoever wrote the text may space or escape it in another way.
  return segments.join('') === text ? segments : linesOf(text)
}

/** A text within a JSON string, without the quotation marks, line by line; each but the first begins with its line break. */
export function linesOf(escaped: string): string[] {
  const lines = escaped.split(/(?=\\n)/)
  return lines.length > MOST_LINES ? [escaped] : lines.filter((line) => line !== '')
}

/** A text as it stands between quotation marks in JSON. */
export function escapedText(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

function cutValue(value: Json): string[] {
  const segments: string[] = []
  let glue = ''
  const flush = () => {
    if (glue !== '') segments.push(glue)
    glue = ''
  }
  const write = (part: Json, depth: number): void => {
    if (typeof part === 'string') return writeText(part)
    if (Array.isArray(part)) {
      glue += '['
      for (const [at, element] of part.entries()) {
        if (depth < LISTS) flush()
        if (at > 0) glue += ','
        write(element, depth + 1)
      }
      if (depth < LISTS && part.length > 0) flush()
      glue += ']'
    } else if (part !== null && typeof part === 'object') {
      glue += '{'
      for (const [at, [name, inner]] of Object.entries(part).entries()) {
        glue += `${at > 0 ? ',' : ''}${JSON.stringify(name)}:`
        write(inner, depth + 1)
      }
      glue += '}'
    } else glue += JSON.stringify(part)
  }
  const writeText = (text: string): void => {
    const escaped = escapedText(text)
    glue += '"'
    if (escaped.length < LONG) glue += escaped
    else {
      flush()
      segments.push(...linesOf(escaped))
    }
    glue += '"'
  }
  write(value, 0)
  flush()
  return segments
}
