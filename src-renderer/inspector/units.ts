/** Numbers in the units that people use; the file keeps its own. */
import type { FieldUnit } from '../../src-shared/kinds/kind'
import type { PlainText, Translate } from '../../src-shared/languages/translate'

type ShownUnit = {
  /** What stands behind the number: a word, or a sign that is the same in every language. */
  sign: PlainText | '%' | 'px'
  /** How many of the file's units one of these is. */
  of: number
  /** The file keeps whole numbers. */
  isWhole: boolean
}

const SHOWN_UNITS = {
  ms: { sign: 's', of: 1000, isWhole: true },
  bytes: { sign: 'MB', of: 1_048_576, isWhole: true },
  share: { sign: '%', of: 0.01, isWhole: false },
  px: { sign: 'px', of: 1, isWhole: true },
  seconds: { sign: 's', of: 1, isWhole: false },
  characters: { sign: 'characters', of: 1, isWhole: true },
} as const satisfies { readonly [U in FieldUnit]: ShownUnit }

/** What stands behind a number in the language of the person. */
export function signOf(unit: FieldUnit, t: Translate): string {
  const { sign }: ShownUnit = SHOWN_UNITS[unit]
  return sign === '%' || sign === 'px' ? sign : t(sign)
}

/** A number of the file as it is shown; without a unit it is the same. */
export function toShown(kept: number, unit: FieldUnit | undefined): number {
  return unit === undefined ? kept : rounded(kept / SHOWN_UNITS[unit].of)
}

/** A number that was typed as the file keeps it. */
export function toKept(shown: number, unit: FieldUnit | undefined): number {
  if (unit === undefined) return shown
  const { of, isWhole }: ShownUnit = SHOWN_UNITS[unit]
  return isWhole ? Math.round(shown * of) : rounded(shown * of)
}

/** Without the noise of binary fractions. */
function rounded(number: number): number {
  return Number(number.toFixed(6))
}
