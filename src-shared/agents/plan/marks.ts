/**
 * Finds what may open a step in a planner's reply: `Plan:` labels, `#E1 =` definitions and the tags round thoughts. One walk
 * over the characters; every look around a candidate ends at the candidate before or after it, so that the work stays linear.
 */
import { readReference } from './references'

/** A label of a plan text; `end` is where its text begins. */
export type LabelMark = { type: 'label'; at: number; end: number }

/** `#E1 =`; `end` is behind the sign, `cut` where the text before it ends: at its line, or at its sign in the middle of one. */
export type DefinitionMark = {
  type: 'definition'
  at: number
  end: number
  cut: number
  id: string
  /** Whether nothing but signs and numbering is before it in its line. */
  opensLine: boolean
  /** Whether a name and an opening bracket follow in the line. */
  isCall: boolean
}

/** A tag such as `<think>`; `isAlone`: it begins its line or, closing, ends it. */
export type ThoughtMark = { type: 'thought' | 'thought-end'; at: number; end: number; isAlone: boolean }

export type Mark = LabelMark | DefinitionMark | ThoughtMark

const NEWLINE = 0x0a

/** All marks of a reply, in order. Line ends must be `\n`. */
export function findMarks(text: string): Mark[] {
  const marks: Mark[] = []
  let lineStart = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === NEWLINE) lineStart = at + 1
    else if (isCandidate(code)) {
      const mark = markAt(text, at, lineStart)
      if (mark !== null) {
        marks.push(mark)
        at = mark.end - 1
      }
    }
  }
  return marks
}

/** # < P p, and from there on ＃ П п 计 計. */
function isCandidate(code: number): boolean {
  if (code < 0x80) return code === 0x70 || code === 0x23 || code === 0x50 || code === 0x3c
  return code === 0xff03 || code === 0x43f || code === 0x41f || code === 0x8ba1 || code === 0x8a08
}

function markAt(text: string, at: number, lineStart: number): Mark | null {
  const code = text.charCodeAt(at)
  if (code === 0x23 || code === 0xff03) return readDefinition(text, at, lineStart)
  return code === 0x3c ? readTag(text, at, lineStart) : readLabel(text, at, lineStart)
}

const WORD = /plan|план|计划|計劃/iy
/** The digits of `Plan 1:`, `Plan #1:`, `Plan (1):`, `Plan 1.2:`. */
const COUNT = /[(#[№]?\d{1,4}(?:[./]\d{1,4}){0,3}[)\]]?/y
const TAG = /<(\/?)(?:think|thinking|thought|reasoning)>/iy
const WORD_SIDE = /[\p{L}\p{N}]/u

function readLabel(text: string, at: number, lineStart: number): LabelMark | null {
  // L or l, л or Л, 划 or 劃: most words that begin with p are none of these.
  if (!'lLлЛ划劃'.includes(text.charAt(at + 1) || ' ')) return null
  const word = matchAt(WORD, text, at)
  if (word === null || (at > lineStart && WORD_SIDE.test(text.charAt(at - 1)))) return null
  const afterWord = skipSigns(text, at + word.length)
  const isPlain = isColon(text, afterWord)
  const count = isPlain ? null : matchAt(COUNT, text, afterWord)
  const end = count === null ? afterWord : skipSigns(text, afterWord + count.length)
  const hasColon = isPlain || isColon(text, end)
  if (!hasColon && (count === null || !endsHeading(text, end))) return null
  const isHere = opensLine(text, at, lineStart) || (hasColon && followsSentence(text, at))
  if (!isHere) return null
  return { type: 'label', at, end: end === text.length || text.charCodeAt(end) === NEWLINE ? end : end + 1 }
}

/** `Plan 1` as a heading of its own, `Plan 1. Find ...`, `Plan 1 - Find ...`. */
function endsHeading(text: string, at: number): boolean {
  const after = text.charAt(at)
  return after === '' || after === '\n' || (/[-–—.)]/.test(after) && /\s/.test(text.charAt(at + 1)))
}

function readDefinition(text: string, at: number, lineStart: number): DefinitionMark | null {
  const reference = readReference(text, at)
  if (reference === null) return null
  const sign = skipSigns(text, reference.end)
  const code = text.charCodeAt(sign)
  if (code !== 0x3d && code !== 0xff1d) return null
  if (/[=>~]/.test(text.charAt(sign + 1))) return null
  const end = sign + 1
  const opens = opensLine(text, at, lineStart)
  const isCall = isBracket(text.charCodeAt(endOfName(text, end)))
  return { type: 'definition', at, end, cut: opens ? lineStart : at, id: reference.id, opensLine: opens, isCall }
}

function readTag(text: string, at: number, lineStart: number): ThoughtMark | null {
  const tag = matchAt(TAG, text, at)
  if (tag === null) return null
  const end = at + tag.length
  const opens = opensLine(text, at, lineStart)
  if (!tag.startsWith('</')) return { type: 'thought', at, end, isAlone: opens }
  const after = skipSigns(text, end)
  return { type: 'thought-end', at, end, isAlone: opens || after === text.length || text.charAt(after) === '\n' }
}

/** What a sticky pattern matches at a place. */
function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}

function isColon(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code === 0x3a || code === 0xff1a
}

/** ( [ and their full-width forms. */
function isBracket(code: number): boolean {
  return code === 0x5b || code === 0x28 || code === 0xff3b || code === 0xff08
}

/** Where the name after a definition's sign ends: at a bracket, a further sign, the end of the line or of the text. */
export function endOfName(text: string, from: number): number {
  let at = from
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isBracket(code) || code === 0x3d || code === 0xff1d || code === NEWLINE) break
  }
  return at
}

/** The first place from here on that is neither a space in the line nor a sign that Markdown puts round a word. */
export function skipSigns(text: string, from: number): number {
  let at = from
  while (at < text.length && isSign(text.charCodeAt(at))) at += 1
  return at
}

/** A space in a line, or one of * _ ` ~ and the characters without a width. */
function isSign(code: number): boolean {
  if (code < 0x80)
    return code === 0x20 || code === 0x2a || code === 0x60 || code === 0x5f || code === 0x7e || code === 9
  return code === 0xa0 || code === 0x3000 || (code >= 0x2000 && code <= 0x200d) || code === 0x2060 || code === 0xfeff
}

/** How much of a line before a label may be numbering and signs other than spaces. */
const MAX_NUMBERING = 60
/** What may stand before a label besides numbering: quotes, list and heading signs, table bars, check boxes, pictures. */
const BEFORE_LABEL = /[\s*_`~>|"'“‘«#＃\-+•·‣◦▪●–—→\\\u200b\u2060\p{Extended_Pictographic}\ufe0f\u20e3]|\[[ xX]\]/gu
const NUMBERING =
  /^(?:step|action|evidence|tool|toolcall|call|шаг|步骤|行动)?[([]?\d{0,3}(?:\.\d{1,3}){0,3}[.):：、\]]{0,2}$/i

/** Whether only signs and numbering are before a place in its line. */
function opensLine(text: string, at: number, lineStart: number): boolean {
  let start = at
  while (start > lineStart && isSign(text.charCodeAt(start - 1))) start -= 1
  if (start === lineStart) return true
  if (start - lineStart > MAX_NUMBERING) return false
  return NUMBERING.test(text.slice(lineStart, start).replace(BEFORE_LABEL, ''))
}

/** Characters that a label in the middle of a line may follow: those that end a call or a cell, and those that end a sentence. */
const AFTER_CALL = ')]）］】|>'
const AFTER_SENTENCE = '.;!?:,。；！？：，'

/** Whether a label in the middle of a line follows a call or, with a capital letter, a sentence. */
function followsSentence(text: string, at: number): boolean {
  let before = at - 1
  while (before >= 0 && isSign(text.charCodeAt(before))) before -= 1
  const character = text.charAt(before)
  if (character === '') return false
  if (AFTER_CALL.includes(character)) return true
  return AFTER_SENTENCE.includes(character) && text.charAt(at) !== 'p' && text.charAt(at) !== 'п'
}
