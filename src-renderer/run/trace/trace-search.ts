/** The rows of the trace with some words in what is read on them: who, what, and why. They stand one below the other, out of their folds. */
import type { TraceRow } from '../../../src-shared/run/fold/fold-view'
import { traceWords, type NameOf } from '../../../src-shared/run/trace/trace-words'
import type { Translate } from '../../../src-shared/languages/translate'
import { keyOf, type TraceLine } from './trace-tree'

export function foundLines(
  rows: readonly TraceRow[],
  sought: string,
  { nameOf, t }: { nameOf: NameOf; t: Translate },
): TraceLine[] {
  const words = sought.trim().toLowerCase()
  return rows.flatMap((row, index): TraceLine[] => {
    const { what, text } = traceWords(row, nameOf, t)
    const read = [row.node === null ? '' : nameOf(row.node), what, text].join('\n').toLowerCase()
    if (!read.includes(words)) return []
    return [{ kind: 'row', key: keyOf(row), row, number: index + 1, part: null, depth: 0 }]
  })
}
