/** JSON that others send, read only where it is no deeper and has no more values than any client needs: what walks it afterwards takes as long as it is large. */
import { AppError } from '../../../src-shared/errors'
import { inEnglish } from '../../../src-shared/languages/translate'

/** `depth`: lists and objects within each other; `values`: all that stand in the text, names of fields among them. */
export type JsonBounds = { depth: number; values: number }

/** Schemas of tools, which clients send along, are the deepest; long conversations have the most. */
export const JSON_BOUNDS: JsonBounds = { depth: 100, values: 50_000 }

/** How large a text is, as far as it was looked at: up to its end, or to where it is too much. */
export type JsonSize = { deepest: number; values: number; looked: number }

const [QUOTE, BACKSLASH] = ['"'.charCodeAt(0), '\\'.charCodeAt(0)]
const OPENING = new Set(['[', '{'].map((sign) => sign.charCodeAt(0)))
const CLOSING = new Set([']', '}'].map((sign) => sign.charCodeAt(0)))
const PARTING = new Set([',', ':'].map((sign) => sign.charCodeAt(0)))

/** Throws `bad-input` for what is too much, and for what is no JSON. */
export function readJson(text: string, bounds = JSON_BOUNDS): unknown {
  const { deepest, values } = sizeOfJson(text, bounds)
  if (deepest > bounds.depth)
    throw refused(`The body has lists and objects within each other more than ${bounds.depth} deep.`)
  if (values > bounds.values) throw refused(`The body has more than ${bounds.values} values.`)
  try {
    return JSON.parse(text)
  } catch {
    throw refused('The body is not JSON.')
  }
}

/** Looks at the signs between texts, and no further than to the first that is too much. What is no JSON has a size, too. */
export function sizeOfJson(text: string, { depth, values: most }: JsonBounds): JsonSize {
  let [open, deepest, values] = [0, 0, 1]
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) at = endOfText(text, at)
    else if (OPENING.has(sign)) {
      open += 1
      // An empty one counts one too many, which is one for each.
      values += 1
      deepest = Math.max(deepest, open)
    } else if (CLOSING.has(sign)) open -= 1
    else if (PARTING.has(sign)) values += 1
    if (deepest > depth || values > most) return { deepest, values, looked: at + 1 }
  }
  return { deepest, values, looked: text.length }
}

/** Where a text ends that begins with a quote: at the next one that has an even number of backslashes before it. */
function endOfText(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at
    while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1
    if ((at - before) % 2 === 0) return at
  }
  return text.length
}

function refused(what: string): AppError {
  return new AppError('bad-input', inEnglish(what))
}
