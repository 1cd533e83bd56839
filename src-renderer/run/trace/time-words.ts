/** How long a row of the trace took, and what it cost, in words. */
import type { Translate } from '../../../src-shared/languages/translate'
import type { TraceRow } from '../../../src-shared/run/fold/fold-view'
import { dollarsOf } from '../../../src-shared/run/fold/fold-cost'
import { dollarWords, durationWords } from '../../../src-shared/run/words/figures'

/** `1.2 s`, or nothing. */
export function timeWords(row: TraceRow, t: Translate): string {
  return row.ms === null ? '' : durationWords(row.ms, t)
}

/** `$0.0021`, or nothing. */
export function rowCostWords(row: TraceRow, t: Translate): string {
  const dollars = dollarsOf(row)
  return dollars === null ? '' : dollarWords(dollars, t)
}
