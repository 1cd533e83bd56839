/**
 * Values that were sent as text, and the other way round, where nothing of what was written is lost: `"3"` is 3, but neither
 * `"3.0000000000000001"` nor `"007"` is a number.
 */
import { findForbidden } from '../flow/json'
import type { Json } from '../flow/json-values'

const NUMBER = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,6}))?$/
const WORDS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['null', null],
])
/** Text of a list or an object, which is looked into. */
const MOST_TEXT = 1_000_000

/** The number, truth value, null, list or object that a text writes; undefined: it writes none, or not all of it can be kept. */
export function valueInText(text: string): Json | undefined {
  const word = WORDS.get(text)
  if (word !== undefined) return word
  if (/^\s*[[{]/.test(text)) return structureInText(text)
  return numberInText(text)
}

/** The text of a value, where it can have been written in one way only; undefined: else. A fraction is none, since 1.10 has become 1.1. */
export function textOfValue(value: Json): string | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : undefined
}

/** The number that a text writes as JSON does, if the number says the same as the text. */
export function numberInText(text: string): number | undefined {
  const value = Number(text)
  if (!NUMBER.test(text) || !Number.isFinite(value)) return undefined
  return isSameDecimal(decimalOf(text), decimalOf(String(value))) ? value + 0 : undefined
}

type Decimal = { isNegative: boolean; digits: string; exponent: number }

/** A number as digits without zeros round them, and the power of ten of the last. */
function decimalOf(text: string): Decimal | null {
  const match = NUMBER.exec(text)
  if (match === null) return null
  const [, sign = '', whole = '', fraction = '', power = '0'] = match
  const all = (whole + fraction).replace(/^0+/, '')
  const digits = all.replace(/0+$/, '')
  if (digits === '') return { isNegative: false, digits, exponent: 0 }
  const exponent = Number(power) - fraction.length + (all.length - digits.length)
  return { isNegative: sign === '-', digits, exponent }
}

function isSameDecimal(first: Decimal | null, second: Decimal | null): boolean {
  if (first === null || second === null) return false
  return first.isNegative === second.isNegative && first.digits === second.digits && first.exponent === second.exponent
}

/** A list or an object, if no number in it loses a digit. */
function structureInText(text: string): Json | undefined {
  if (text.length > MOST_TEXT) return undefined
  let value: Json
  try {
    value = JSON.parse(text) as Json
  } catch {
    return undefined
  }
  if (findForbidden(value) !== null) return undefined
  const numbers = text.replace(/"(?:[^"\\]|\\.)*"/g, '""').match(/-?\d[\d.eE+-]*/g) ?? []
  return numbers.every((number) => numberInText(number) !== undefined) ? value : undefined
}
