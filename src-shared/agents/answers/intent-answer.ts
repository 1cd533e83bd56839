/** Reads which intent a model recognised (DefaultWorker 17): a number, the intent's text, or `others`. */
import { jsonAnswer } from './answer-forms'
import { cleanAnswer } from '../../match'
import { findWholeNames, foldSpaces } from './whole-words'

/** The word for "none of them" that every language's prompt names. */
export const OTHERS = 'others'

/** How an answer was read. `unclear`: it says nothing usable. */
export const INTENT_READINGS = ['number', 'text', 'others', 'unclear'] as const

/** `index` counts from 0 into the intents as listed; null for none of them. */
export type IntentAnswer = { index: number | null; rule: (typeof INTENT_READINGS)[number] }

const LONGEST_ANSWER = 5_000
const OTHERS_WORDS = /^(?:others?|none(?: of (?:them|these|the above))?|其他|其它|другое|остальное)(?![\p{L}\p{N}])/u
const LABEL = '(?:intent|number|option|answer|намерение|номер|вариант|ответ|意图|选项|编号|答案|第)'
const BEFORE_NUMBER = '(?:\\s+(?:is|number|no))*[\\s:.#№*"\'`(\\[：是为]*'
/** What must not follow a number: more of it, or letters that make it something else, such as "2nd" or "2x". */
const GLUED = '\\d|[.,]\\d|\\p{Script=Latin}|\\p{Script=Cyrillic}'
/** A number at the beginning, marked or labelled. */
const LEADING = new RegExp(`^(?:${LABEL}${BEFORE_NUMBER}|[#№(\\[\\s*]*)(\\d{1,9})(?!${GLUED})`, 'u')
/** A labelled number further on: "the answer is 2". */
const LABELLED = new RegExp(`(?<![\\p{L}\\p{N}])${LABEL}${BEFORE_NUMBER}(\\d{1,9})(?!${GLUED})`, 'gu')
/** What follows a number when it is only one of several: "1, 2", "1 or 3", "1/2". */
const ANOTHER_NUMBER = /^[\s*)\].]*(?:,|;|\/|&|\+|-|–|and|or|и|или|和|或|、)\s*[#№(]*\d+(?!\p{L})/u

/**
 * Reads an answer against the intents in the order in which the prompt numbered them, from 1. Of intents with the same text
 * the first is meant; a number out of range, several numbers, or a number beside another intent's text is unclear.
 */
export function readIntent(answer: string, intents: readonly string[]): IntentAnswer {
  const text = foldIntent(jsonAnswer(answer.slice(0, LONGEST_ANSWER)) ?? answer.slice(0, LONGEST_ANSWER))
  const folded = intents.map(foldIntent)
  const exact = text === '' ? -1 : folded.indexOf(text)
  if (exact !== -1) return { index: exact, rule: 'text' }
  if (OTHERS_WORDS.test(text)) return { index: null, rule: 'others' }
  return readNumber(text, folded) ?? readText(text, folded)
}

function foldIntent(text: string): string {
  return foldSpaces(cleanAnswer(text).replaceAll('_', ' '))
}

/** What a number in the answer says; null where there is none. */
function readNumber(text: string, intents: readonly string[]): IntentAnswer | null {
  const leading = LEADING.exec(text)
  const found = [...(leading === null ? [] : [leading]), ...text.matchAll(LABELLED)]
  const numbers = new Set(found.map((match) => Number(match[1])))
  const [match] = found
  const [number] = numbers
  if (match === undefined || number === undefined) return null
  const rest = text.slice(match.index + match[0].length)
  const intent = intents[number - 1]
  if (numbers.size > 1 || intent === undefined || ANOTHER_NUMBER.test(rest)) return { index: null, rule: 'unclear' }
  const said = cleanAnswer(rest.replace(/^[\s:.)\]*\-–—、：]+/u, ''))
  const isOther = said !== '' && said !== intent && intents.includes(said)
  return isOther ? { index: null, rule: 'unclear' } : { index: number - 1, rule: 'number' }
}

/** The one intent whose text stands in the answer. */
function readText(text: string, intents: readonly string[]): IntentAnswer {
  const [only, ...others] = findWholeNames(text, intents)
  if (only === undefined || others.length > 0) return { index: null, rule: 'unclear' }
  return { index: intents.indexOf(only), rule: 'text' }
}
