/**
 * Takes keys and secrets out of whatever comes back from outside: plain, in base64 (also as a part of more), URL-encoded or escaped as in
 * JSON, in whole texts and in texts that come in pieces. Cutting a text comes after this, or the beginning of a key would stay.
 */
import { AppError } from '../../src-shared/errors'
import { beginsEscape, needleEnd, needlesOf, NONE, OPEN, readEscape, type Needle } from './needles'
import { asWritten, ENGLISH, withValues, type Message } from '../../src-shared/languages/translate'

export type Redactor = {
  /** Takes a value out of everything from now on. What is too short to be a secret is left alone. */
  readonly learn: (value: string) => void
  /** How many values it knows: what was cleaned with fewer is to be cleaned again. */
  readonly count: () => number
  readonly text: (text: string) => string
  /** Texts and names in plain data; the same value where nothing is in it. */
  readonly json: <Value>(value: Value) => Value
  /** Bytes in base64, such as those of an image. */
  readonly base64: (base64: string) => string
  /** What is said to people. */
  readonly message: (said: Message) => Message
  /** The same failure without it. */
  readonly error: (cause: unknown) => unknown
  /** For a text in pieces: `tell` hears it as far as no secret may have begun. */
  readonly stream: (tell: (text: string) => void) => RedactedStream
}

export type RedactedStream = { push: (piece: string) => void; end: () => void }

/** What stands in the place of a secret. */
const HIDDEN = '***'

/** A redactor of some values and of all that it learns. */
export function createRedactor(values: Iterable<string | null | undefined> = []): Redactor {
  const known = new Set<string>()
  const needles = createNeedles()
  const learn = (value: string) => {
    if (known.has(value)) return
    known.add(value)
    for (const needle of needlesOf(value)) needles.add(needle)
  }
  for (const value of values) if (typeof value === 'string') learn(value)
  const text = (whole: string) => scan(needles, { text: whole, before: '', isWhole: true }).clean
  const json = <Value>(value: Value) => (needles.isEmpty() ? value : (cleanData(value, text) as Value))
  return {
    learn,
    count: () => known.size,
    text,
    json,
    base64(base64) {
      if (needles.isEmpty()) return base64
      const bytes = Buffer.from(base64, 'base64').toString('latin1')
      const clean = text(bytes)
      return clean === bytes ? base64 : Buffer.from(clean, 'latin1').toString('base64')
    },
    message: (said) => cleanMessage(said, text),
    error: (cause) => cleanError(cause, { text, json }),
    stream: (tell) => createStream(needles, tell),
  }
}

type Needles = ReturnType<typeof createNeedles>

/** Needles by how they begin: most places of a text are passed over by a look at two characters. */
function createNeedles() {
  const all: Needle[] = []
  const byFirst = new Map<number, Needle[]>()
  const pairs = new Uint8Array(65_536)
  const slot = (first: number, second: number) => ((first << 8) ^ second) & 0xffff
  const begunBy = (code: number): readonly Needle[] => byFirst.get(code) ?? []
  return {
    isEmpty: () => all.length === 0,
    add(needle: Needle) {
      all.push(needle)
      const [first = 0, second = 0] = needle.codes
      for (const one of spellings(first, needle)) {
        byFirst.set(one, [...begunBy(one), needle])
        for (const two of spellings(second, needle)) pairs[slot(firstUnit(one), firstUnit(two))] = 1
      }
    },
    /** The next place, from one on, at which one may begin; the length where there is none. */
    next(text: string, from: number): number {
      for (let place = from; place < text.length; place += 1) {
        const first = text.charCodeAt(place)
        const second = place + 1 < text.length ? text.charCodeAt(place + 1) : 0
        if (pairs[slot(first, second)] === 1 || second <= 13 || first >= 0xd800) return place
        if (beginsEscape(first) || beginsEscape(second)) return place
      }
      return text.length
    },
    /** Those that may begin at a place. */
    at(text: string, place: number): readonly Needle[] {
      const plain = begunBy(text.codePointAt(place) ?? 0)
      const escaped = readEscape(text, place)
      if (escaped === null) return plain
      return escaped === 'cut' ? all : [...plain, ...begunBy(escaped.code)]
    },
  }
}

function spellings(code: number, { isBase64 }: Needle): number[] {
  if (isBase64 && code === 0x2b) return [code, 0x2d]
  return isBase64 && code === 0x2f ? [code, 0x5f] : [code]
}

function firstUnit(code: number): number {
  return String.fromCodePoint(code).charCodeAt(0)
}

type ScanResult = { clean: string; rest: string; before: string }

/** A text without what is known. `before`: the character in front of it; `rest`: what is not decided, of a text that is not whole. */
function scan(
  needles: Needles,
  { text, before, isWhole }: { text: string; before: string; isWhole: boolean },
): ScanResult {
  if (needles.isEmpty()) return { clean: text, rest: '', before: text.slice(-1) || before }
  const parts: string[] = []
  let kept = 0
  for (let place = 0; place < text.length;) {
    place = needles.next(text, place)
    const end = place === text.length ? NONE : endAt(needles, { text, before, isWhole }, place)
    if (end === OPEN)
      return {
        clean: parts.join('') + text.slice(kept, place),
        rest: text.slice(place),
        before: place === 0 ? before : text.charAt(place - 1),
      }
    if (end === NONE) place += 1
    else {
      parts.push(text.slice(kept, place), HIDDEN)
      place = end
      kept = end
    }
  }
  const clean = kept === 0 ? text : parts.join('') + text.slice(kept)
  return { clean, rest: '', before: text.slice(-1) || before }
}

type ScanInput = { text: string; before: string; isWhole: boolean }

/** Where what begins at a place ends, with whatever else begins within it. */
function endAt(needles: Needles, scanning: ScanInput, place: number): number {
  let end = longestAt(needles, scanning, place)
  for (let inside = place + 1; inside < end; inside += 1) {
    const other = longestAt(needles, scanning, inside)
    if (other === OPEN) return OPEN
    end = Math.max(end, other)
  }
  return end
}

function longestAt(needles: Needles, { text, before, isWhole }: ScanInput, place: number): number {
  let longest = NONE
  for (const needle of needles.at(text, place)) {
    if (needle.isWord && isWordCharacter(place === 0 ? before : text.charAt(place - 1))) continue
    const end = needleEnd(text, place, { needle, isWhole })
    if (end === OPEN || (needle.isWord && end === text.length && !isWhole)) return OPEN
    if (end > longest && !(needle.isWord && isWordCharacter(text.charAt(end)))) longest = end
  }
  return longest
}

function isWordCharacter(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character)
}

function createStream(needles: Needles, tell: (text: string) => void): RedactedStream {
  let held = ''
  let before = ''
  const go = (text: string, isWhole: boolean) => {
    const scanned = scan(needles, { text, before, isWhole })
    held = scanned.rest
    before = scanned.before
    if (scanned.clean !== '') tell(scanned.clean)
  }
  return {
    push: (piece) => go(held + piece, false),
    end() {
      if (held !== '') go(held, true)
    },
  }
}

function cleanData(value: unknown, text: Redactor['text']): unknown {
  if (typeof value === 'string') return text(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => cleanData(item, text))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  const entries: [string, unknown][] = Object.entries(value)
  const clean = entries.map(([name, item]): [string, unknown] => [text(name), cleanData(item, text)])
  const isSame = clean.every(([name, item], index) => name === entries[index]?.[0] && item === entries[index]?.[1])
  return isSame ? value : Object.fromEntries(clean)
}

function cleanError(cause: unknown, { text, json }: Pick<Redactor, 'text' | 'json'>): unknown {
  if (!(cause instanceof Error)) return typeof cause === 'string' ? text(cause) : cause
  const message = text(cause.message)
  if (cause instanceof AppError) {
    const details = json(cause.details)
    if (message === cause.message && details === cause.details) return cause
    return new AppError(cause.code, cleanMessage(cause.said, text), details)
  }
  return message === cause.message ? cause : new Error(message)
}

function cleanMessage(said: Message, text: Redactor['text']): Message {
  const whole = text(ENGLISH.message(said))
  const clean = withValues(said, text)
  // What is known may reach beyond one value, and then only the whole says where.
  return ENGLISH.message(clean) === whole ? clean : asWritten(whole)
}
