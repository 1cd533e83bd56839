/** How long a row of the trace took, in words. */
import type { Translate } from '../../../src-shared/languages/translate'
import type { TraceRow } from '../../../src-shared/run/fold/fold-view'
import { durationWords } from '../store/words'

/** `1.2 s`, or nothing. */
export function timeWords(row: TraceRow, t: Translate): string {
  return row.ms === null ? '' : durationWords(row.ms, t)
}
