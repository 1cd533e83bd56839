/**
 * Finds what may open a step in a planner's reply: `Plan:` labels, `#E1 =` definitions and the tags round thoughts. One walk
 * over the characters; every look around a candidate ends at the candidate before or after it, so that the work stays linear.
 */
import { idOf } from './references'

/** A label of a plan text; `end` is where its text begins. */
export type LabelMark = { type: 'label'; at: number; end: number }

/** `#E1 =`; `end` is behind the sign, `cut` where the text before it ends: at its line, or at its sign in the middle of one. */
export type DefinitionMark = {
  type: 'definition'
  at: number
  end: number
  cut: number
  id: string
  /** Whether nothing but marks and numbering is before it in its line. */
  opensLine: boolean
  /** Whether a name and an opening bracket follow in the line. */
  isCall: boolean
}

/** A tag such as `<think>`; `isAlone`: it begins its line or, closing, ends it. */
export type ThoughtMark = { type: 'thought' | 'thought-end'; at: number; end: number; isAlone: boolean }

export type Mark = LabelMark | DefinitionMark | ThoughtMark

/** How much of a line before a label may be numbering and marks other than spaces. */
const MAX_NUMBERING = 60

const WORD = /plan|план|计划|計劃/iy
/** The digits of `Plan 1:`, `Plan #1:`, `Plan (1):`, `Plan 1.2:`. */
const COUNT = /[(#[№]?\d{1,4}(?:\.\d{1,4}){0,3}[)\]]?/y
const EVIDENCE = /[#＃]E(?:(\d+)|\[[^\S\n]*(\d+)[^\S\n]*\])/iy
const TAG = /<(\/?)(?:think|thinking|thought|reasoning)>/iy
const WORD_SIDE = /[\p{L}\p{N}_]/u

/** Spaces, and the signs that Markdown puts round a word; none of them a line's end. */
const isMark = (text: string, at: number): boolean => /[^\S\n]|[*_`~\u200b\u2060]/.test(text.charAt(at))
/** What may stand before a label in its line besides numbering: quotes, list and heading signs, table bars, check boxes. */
const SIGNS = /[\s*_`~>|"'“‘«#＃\-+•·‣◦▪●–—\\\u200b\u2060]+|\[[ xX]\]/g
const NUMBERING =
  /^(?:step|action|evidence|tool|toolcall|call|шаг|步骤|行动)?[([]?\d{0,3}(?:\.\d{1,3}){0,3}[.):：、\]]{0,2}$/i

/** Characters that a label in the middle of a line may follow: those that end a call or a table cell, and those that end a sentence. */
const AFTER_CALL = new Set(')]）］】|>')
const AFTER_SENTENCE = new Set('.;!?:,。；！？：，')

/** All marks of a reply, in order. Line ends must be `\n`. */
export function findMarks(text: string): Mark[] {
  const marks: Mark[] = []
  let lineStart = 0
  for (let at = 0; at < text.length; at += 1) {
    const mark = markAt(text, at, lineStart)
    if (mark !== null) {
      marks.push(mark)
      at = mark.end - 1
    } else if (text.charCodeAt(at) === NEWLINE) lineStart = at + 1
  }
  return marks
}

const NEWLINE = 10

function markAt(text: string, at: number, lineStart: number): Mark | null {
  switch (text.charCodeAt(at)) {
    case 0x23: // #
    case 0xff03: // ＃
      return readDefinition(text, at, lineStart)
    case 0x70: // p
    case 0x50: // P
    case 0x43f: // п
    case 0x41f: // П
    case 0x8ba1: // 计
    case 0x8a08: // 計
      return readLabel(text, at, lineStart)
    case 0x3c: // <
      return readTag(text, at, lineStart)
    default:
      return null
  }
}

/** What a sticky pattern matches at a place. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function readLabel(text: string, at: number, lineStart: number): LabelMark | null {
  const word = matchAt(WORD, text, at)
  if (word === null || WORD_SIDE.test(text.charAt(at - 1))) return null
  const counted = skipMarks(text, at + word[0].length)
  const count = matchAt(COUNT, text, counted)
  const end = count === null ? counted : skipMarks(text, counted + count[0].length)
  const after = text.charAt(end)
  const hasColon = after === ':' || after === '：'
  // `Plan 1` as a heading of its own, `Plan 1. Find ...`, `Plan 1 - Find ...`.
  const hasNumber = count !== null && (after === '' || after === '\n' || /^[-–—.)]\s/.test(text.slice(end, end + 2)))
  if (!hasColon && !hasNumber) return null
  const isHere = opensLine(text, at, lineStart) || (hasColon && followsSentence(text, at))
  return isHere ? { type: 'label', at, end: Math.min(end + (after === '\n' ? 0 : 1), text.length) } : null
}

function readDefinition(text: string, at: number, lineStart: number): DefinitionMark | null {
  const label = matchAt(EVIDENCE, text, at)
  if (label === null) return null
  const sign = skipMarks(text, at + label[0].length)
  const after = text.charAt(sign)
  if (after !== '=' && after !== '＝') return null
  if (/[=>~]/.test(text.charAt(sign + 1))) return null
  const opens = opensLine(text, at, lineStart)
  const end = sign + 1
  return {
    type: 'definition',
    at,
    end,
    cut: opens ? lineStart : at,
    id: idOf(label[1] ?? label[2] ?? ''),
    opensLine: opens,
    isCall: '[(［（'.includes(text.charAt(endOfName(text, end)) || ' '),
  }
}

function readTag(text: string, at: number, lineStart: number): ThoughtMark | null {
  const tag = matchAt(TAG, text, at)
  if (tag === null) return null
  const end = at + tag[0].length
  const opens = opensLine(text, at, lineStart)
  if (tag[1] === '') return { type: 'thought', at, end, isAlone: opens }
  const after = skipMarks(text, end)
  return { type: 'thought-end', at, end, isAlone: opens || after === text.length || text.charAt(after) === '\n' }
}

/** Where the name after a definition's sign ends: at a bracket, a further sign, the end of the line or of the text. */
export function endOfName(text: string, from: number): number {
  let at = from
  while (at < text.length && !ENDS_NAME.has(text.charCodeAt(at))) at += 1
  return at
}

const ENDS_NAME: ReadonlySet<number> = new Set([...'[(［（=＝\n'].map((character) => character.charCodeAt(0)))

/** The first place from here on that is neither a space in the line nor a sign of Markdown. */
export function skipMarks(text: string, from: number): number {
  let at = from
  while (at < text.length && isMark(text, at)) at += 1
  return at
}

/** Whether only signs and numbering are before a place in its line. */
function opensLine(text: string, at: number, lineStart: number): boolean {
  let start = at
  while (start > lineStart && isMark(text, start - 1)) start -= 1
  if (start === lineStart) return true
  if (start - lineStart > MAX_NUMBERING) return false
  return NUMBERING.test(text.slice(lineStart, start).replace(SIGNS, ''))
}

/** Whether a label in the middle of a line follows a call or, with a capital letter, a sentence. */
function followsSentence(text: string, at: number): boolean {
  let before = at - 1
  while (before >= 0 && isMark(text, before)) before -= 1
  const character = text.charAt(before)
  if (AFTER_CALL.has(character)) return true
  return AFTER_SENTENCE.has(character) && text.charAt(at) !== 'p' && text.charAt(at) !== 'п'
}
