/** References such as `#E3` in a step's input: finding them, and putting evidence in their place in one pass (ReWOO 8 to 13). */
import { z } from 'zod'
import type { Json } from '../../flow/records'

/** What `JSON.parse` gives is JSON; there is nothing to check. */
const parsedJson = z.custom<Json>()

/** A reference in a text: the id that it names and where it ends. */
export type Reference = { id: string; end: number }

/** `#E3`, `#e3`, `#E[3]`, also with a full-width sign or a Cyrillic letter, beginning at a place; the digits may go on as a word, as in `#E3rd`. */
export function readReference(text: string, at: number): Reference | null {
  const sign = text.charCodeAt(at)
  if (sign !== 0x23 && sign !== 0xff03) return null
  if (!isLetter(text.charCodeAt(at + 1))) return null
  const isBracketed = text.charCodeAt(at + 2) === 0x5b
  const start = isBracketed ? skipSpaces(text, at + 3) : at + 2
  let end = start
  while (isDigit(text.charCodeAt(end))) end += 1
  if (end === start) return null
  const id = idOf(text.slice(start, end))
  if (!isBracketed) return { id, end }
  const close = skipSpaces(text, end)
  return text.charCodeAt(close) === 0x5d ? { id, end: close + 1 } : null
}

/** The id that a label's digits stand for: `#E01` is `E1`. */
export function idOf(digits: string): string {
  return `E${digits.startsWith('0') ? digits.replace(/^0+(?=\d)/, '') : digits}`
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
    for (let at = findReference(input, 0); at !== null; at = findReference(input, at.end)) found.add(at.id)
  } else if (Array.isArray(input)) {
    for (const item of input) collect(item, found)
  } else if (input !== null && typeof input === 'object') {
    for (const value of Object.values(input)) collect(value, found)
  }
}

/** The next reference from a place on; `#E1` in `#E10` or `#E1a` is none (ReWOO 9). */
function findReference(text: string, from: number): (Reference & { at: number }) | null {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code !== 0x23 && code !== 0xff03) continue
    const reference = readReference(text, at)
    if (reference === null) continue
    const isWhole = text.charCodeAt(reference.end - 1) === 0x5d || !isWordSide(text.charCodeAt(reference.end))
    if (isWhole) return { ...reference, at }
    at = reference.end - 1
  }
  return null
}

/** Puts evidence in by going along the text once: what was put in is never read, and `$&` in it is plain text (ReWOO 9, 10). */
function fillText(text: string, evidence: (id: string) => Json | undefined): Json {
  const first = findReference(text, 0)
  if (first === null) return text
  const isAll = text.slice(0, first.at).trim() === '' && text.slice(first.end).trim() === ''
  if (isAll) return orElse(evidence(first.id), text)
  const parts: string[] = []
  let done = 0
  for (let found: (Reference & { at: number }) | null = first; found !== null; found = findReference(text, found.end)) {
    const value = evidence(found.id)
    if (value === undefined) continue
    parts.push(text.slice(done, found.at), asText(value))
    done = found.end
  }
  return parts.join('') + text.slice(done)
}

function skipSpaces(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 9) at += 1
  return at
}

/** E or e, also the Cyrillic ones that look the same, and the full-width one. */
function isLetter(code: number): boolean {
  return code === 0x45 || code === 0x65 || code === 0x415 || code === 0x435 || code === 0xff25
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** Letters, digits and the low line of ASCII: a Chinese text may go on right behind a reference. */
function isWordSide(code: number): boolean {
  return isDigit(code) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code === 0x5f
}

/** Null is evidence too. */
function orElse(value: Json | undefined, text: string): Json {
  return value === undefined ? text : value
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
