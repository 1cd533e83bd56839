/** The rows of the trace of one node, or with some words in what is read on them: who, what, and why. They stand one below the other, out of their folds. */
import { drawnNode } from '../../../src-shared/flow/inner-ids'
import type { TraceRow } from '../../../src-shared/run/fold/fold-view'
import { traceWords, type NameOf } from '../../../src-shared/run/trace/trace-words'
import type { Translate } from '../../../src-shared/languages/translate'
import { keyOf, type TraceLine } from './trace-tree'

/** `only`: the node as it is drawn, with all that is inside of it; null: any. */
export type TraceSearch = { sought: string; only: string | null }

export function foundLines(
  rows: readonly TraceRow[],
  { sought, only }: TraceSearch,
  { nameOf, t }: { nameOf: NameOf; t: Translate },
): TraceLine[] {
  const words = sought.trim().toLowerCase()
  return rows.flatMap((row, index): TraceLine[] => {
    if (only !== null && drawnNode(row.node ?? '') !== only) return []
    const { what, text } = traceWords(row, nameOf, t)
    const read = [row.node === null ? '' : nameOf(row.node), what, text].join('\n').toLowerCase()
    if (!read.includes(words)) return []
    return [{ kind: 'row', key: keyOf(row), row, number: index + 1, part: null, depth: 0 }]
  })
}
