/** Two threads of one conversation beside each other, in words. */
import type { Translate } from '../../languages/translate'
import type { ThreadComparison } from '../moments/parting'
import { tailWords, type DifferencePart } from './difference-words'
import type { NameOf } from './trace-words'

/** A heading with what each of the two says under it. */
export type ComparisonRow = {
  readonly title: DifferencePart['title']
  readonly one: Pick<DifferencePart, 'lines' | 'more'>
  readonly other: Pick<DifferencePart, 'lines' | 'more'>
}

const TITLES = ['Said and done', 'Variables', 'Baton', 'Spent'] as const satisfies readonly DifferencePart['title'][]
const NOTHING = { lines: [], more: 0 }

/** Headings under which neither says something are not there. */
export function comparisonRows({ one, other }: ThreadComparison, nameOf: NameOf, t: Translate): ComparisonRow[] {
  const [left, right] = [one, other].map(({ difference, ms }) => tailWords(difference, { ms, nameOf }, t))
  return TITLES.flatMap((title) => {
    const [mine, theirs] = [left, right].map((parts) => parts?.find((part) => part.title === title))
    return mine === undefined && theirs === undefined ? [] : [{ title, one: mine ?? NOTHING, other: theirs ?? NOTHING }]
  })
}

/** `They diverge before turn 2.` */
export function partingWords({ turn, isMid, one, other }: ThreadComparison, t: Translate): string {
  const isSame = [one, other].every(({ difference }) => difference.rows.length === 0)
  if (isSame) return t('They are the same so far.')
  return isMid ? t('They diverge in turn {turn}.', { turn }) : t('They diverge before turn {turn}.', { turn })
}
