/** A secret as texts may hold it, plain or in base64, and where in a text one of these stands however its characters are escaped. */

/**
 * One thing to look for, as code points without backslashes: these are doubled with each JSON text that holds another, so they are passed
 * over wherever they stand. `isBase64`: in either alphabet, over line ends. `isWord`: only where it stands alone.
 */
export type Needle = { codes: readonly number[]; isBase64: boolean; isWord: boolean }

/** Not here, and: the text ends before that can be told. */
export const NONE = -1
export const OPEN = -2

/** Below this a value is no secret, and taking it out would make a text unreadable; a little longer ones count as words only. */
const SHORTEST = 6
const SHORTEST_WITHIN_WORDS = 8

/** What servers that want no key are given in its place; these are words, not secrets. */
const STAND_INS = new Set(
  'ollama lm-studio lmstudio not-needed not_needed no-key no-key-required sk-no-key-required unused dummy-key placeholder anything'.split(
    ' ',
  ),
)

/** Every form of a value; none for what is no secret. */
export function needlesOf(value: string): Needle[] {
  const secret = value.trim()
  if (secret.length < SHORTEST || STAND_INS.has(secret.toLowerCase())) return []
  const bytes = Buffer.from(secret, 'utf8')
  const isWord = secret.length < SHORTEST_WITHIN_WORDS
  const forms = new Set([secret, bytes.toString('latin1')])
  return [
    ...[...forms].map((form) => ({ codes: codePoints(form.replaceAll('\\', '')), isBase64: false, isWord })),
    ...[0, 1, 2].map((before) => ({ codes: codePoints(withinBase64(bytes, before)), isBase64: true, isWord: false })),
  ]
}

/** The characters that are the same whatever stands before and behind, where so many bytes of a group of three are before it. */
function withinBase64(bytes: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
  return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
}

function codePoints(text: string): number[] {
  return [...text].map((character) => character.codePointAt(0) ?? 0)
}

type NeedleSearch = { needle: Needle; isWhole: boolean; from?: number }

/** Where the needle ends that begins at a place; `NONE`, or `OPEN` where more of the text (`isWhole` false) would have to be known. */
export function needleEnd(text: string, at: number, { needle, isWhole, from = 0 }: NeedleSearch): number {
  const { codes, isBase64 } = needle
  let place = at
  for (let index = from; index < codes.length;) {
    if (place >= text.length) return isWhole ? NONE : OPEN
    const wanted = codes[index] ?? 0
    const isPassed = (code: number) => index > 0 && (code === BACKSLASH || (isBase64 && isLineEnd(code)))
    const plain = text.codePointAt(place) ?? 0
    const after = place + (plain > 0xffff ? 2 : 1)
    const isPlain = isSame(plain, wanted, isBase64)
    const escaped = readEscape(text, place)
    // A percent sign, or the letter behind a backslash, may also stand for itself.
    if (escaped !== null && (isPlain || isPassed(plain))) {
      const rest = needleEnd(text, after, { needle, isWhole, from: isPlain ? index + 1 : index })
      if (rest !== NONE) return rest
    }
    if (escaped === 'cut') return isWhole ? NONE : OPEN
    const [code, end] = escaped === null ? [plain, after] : [escaped.code, escaped.end]
    if (isSame(code, wanted, isBase64)) index += 1
    else if (!isPassed(code)) return NONE
    place = end
  }
  return place
}

function isSame(code: number, wanted: number, isBase64: boolean): boolean {
  return (
    code === wanted || (isBase64 && ((code === DASH && wanted === PLUS) || (code === LOW_LINE && wanted === SLASH)))
  )
}

function isLineEnd(code: number): boolean {
  return code === 10 || code === 13
}

const PLUS = 0x2b
const DASH = 0x2d
const SLASH = 0x2f
const BACKSLASH = 0x5c
const LOW_LINE = 0x5f
const PERCENT = 0x25

/** Whether an escaped character may begin with this one. */
export function beginsEscape(code: number): boolean {
  return code === PERCENT || code === BACKSLASH || code === PLUS
}

type EscapedCharacter = { code: number; end: number }

/** The character that is written here as `%2F`, `\n`, `\u002f` or, for a blank, `+`; `cut`: the text may end within one. */
export function readEscape(text: string, at: number): EscapedCharacter | 'cut' | null {
  const code = text.charCodeAt(at)
  if (code === PLUS) return { code: 0x20, end: at + 1 }
  if (code === PERCENT) return readPercent(text, at)
  return code === BACKSLASH ? readBackslash(text, at) : null
}

function readPercent(text: string, at: number): EscapedCharacter | 'cut' | null {
  const first = hexAt(text, at + 1, 2)
  if (typeof first !== 'number') return first
  if (first < 0x80) return { code: first, end: at + 3 }
  const more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1
  const bytes = [first]
  for (let index = 1; index <= more; index += 1) {
    const place = at + 3 * index
    if (place >= text.length) return 'cut'
    const next = text.charCodeAt(place) === PERCENT ? hexAt(text, place + 1, 2) : null
    if (typeof next !== 'number') return next
    bytes.push(next)
  }
  return { code: Buffer.from(bytes).toString('utf8').codePointAt(0) ?? 0, end: at + 3 * (more + 1) }
}

const SHORT_ESCAPES: ReadonlyMap<string, number> = new Map(
  Object.entries({ n: 10, r: 13, t: 9, b: 8, f: 12, '"': 0x22, "'": 0x27, '/': SLASH }),
)

/** However many backslashes: each JSON text round it doubles them. */
function readBackslash(text: string, at: number): EscapedCharacter | 'cut' | null {
  let last = at
  while (text.charCodeAt(last + 1) === BACKSLASH) last += 1
  const next = text.charAt(last + 1)
  if (next === '') return 'cut'
  if (next !== 'u') {
    const code = SHORT_ESCAPES.get(next)
    return code === undefined ? null : { code, end: last + 2 }
  }
  const first = hexAt(text, last + 2, 4)
  if (typeof first !== 'number') return first
  if (first < 0xd800 || first > 0xdbff) return { code: first, end: last + 6 }
  return readSecondHalf(text, { first, at: last + 6 })
}

function readSecondHalf(text: string, { first, at }: { first: number; at: number }): EscapedCharacter | 'cut' {
  let place = at
  while (text.charCodeAt(place) === BACKSLASH) place += 1
  if (place >= text.length) return 'cut'
  const second = place > at && text.charAt(place) === 'u' ? hexAt(text, place + 1, 4) : null
  if (typeof second !== 'number') return second ?? { code: first, end: at }
  return { code: 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00), end: place + 5 }
}

function hexAt(text: string, at: number, digits: number): number | 'cut' | null {
  const found = text.slice(at, at + digits)
  if (!/^[0-9a-f]*$/i.test(found)) return null
  return found.length < digits ? 'cut' : Number.parseInt(found, 16)
}
