/** References such as `#E3` in a step's input: finding them, and putting evidence in their place in one pass (ReWOO 8 to 13). */
import { z } from 'zod'
import type { Json } from '../../flow/records'

/** `#E3`, `#e3`, `#E[3]`, and a full-width sign; `#E1` in `#E10` or `#E1a` is none (ReWOO 9, 15). */
const REFERENCE = /[#＃]E(?:(\d+)(?!\w)|\[[^\S\n]*(\d+)[^\S\n]*\])/gi

/** An input that is nothing but one reference. */
const WHOLE = /^\s*[#＃]E(?:(\d+)|\[[^\S\n]*(\d+)[^\S\n]*\])\s*$/i

/** What `JSON.parse` gives is JSON; there is nothing to check. */
const parsedJson = z.custom<Json>()

/** The id that a label's digits stand for: `#E01` is `E1`. */
export function idOf(digits: string): string {
  return `E${digits.replace(/^0+(?=\d)/, '')}`
}

/** The ids that an input refers to, each once, in order of first use. Keys of objects are not looked at. */
export function referencesIn(input: Json): string[] {
  const found = new Set<string>()
  collect(input, found)
  return [...found]
}

/**
 * An input with evidence in the place of its references: in one pass, so that put-in text is never looked through again.
 * A text that is nothing but a reference becomes the evidence itself and keeps its type; elsewhere texts go in bare and
 * anything else as JSON. Lists and objects are walked, their keys are not. A reference without evidence stays as written.
 */
export function fillInput(input: Json, evidence: (id: string) => Json | undefined): Json {
  if (typeof input === 'string') return fillText(input, evidence)
  if (Array.isArray(input)) return input.map((item) => fillInput(item, evidence))
  if (input === null || typeof input !== 'object') return input
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, fillInput(value, evidence)]))
}

/**
 * The value that a step's input stands for: the list or object that it writes as JSON, else the text itself. Fill the
 * value, not the text, so that quotes in the evidence cannot break the JSON.
 */
export function inputValue(input: string): Json {
  const text = input.trim()
  if (!/^(?:\{[^]*\}|\[[^]*\])$/.test(text)) return input
  try {
    return parsedJson.parse(JSON.parse(text))
  } catch {
    return input
  }
}

function collect(input: Json, found: Set<string>): void {
  if (typeof input === 'string') {
    if (input.includes('#') || input.includes('＃')) {
      for (const match of input.matchAll(REFERENCE)) found.add(idOf(match[1] ?? match[2] ?? ''))
    }
  } else if (Array.isArray(input)) {
    for (const item of input) collect(item, found)
  } else if (input !== null && typeof input === 'object') {
    for (const value of Object.values(input)) collect(value, found)
  }
}

function fillText(text: string, evidence: (id: string) => Json | undefined): Json {
  const whole = WHOLE.exec(text)
  if (whole !== null) return evidence(idOf(whole[1] ?? whole[2] ?? '')) ?? text
  // A function, so that `$&` and `$1` in evidence are plain text (ReWOO 10).
  return text.replace(REFERENCE, (written: string, digits: string | undefined, inBrackets: string | undefined) => {
    const value = evidence(idOf(digits ?? inBrackets ?? ''))
    return value === undefined ? written : asText(value)
  })
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
