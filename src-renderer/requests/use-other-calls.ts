/** The other model calls of the thread, for comparing: those of the same node first, the newest on top. */
import { useMemo } from 'react'
import type { Translate } from '../../src-shared/languages/translate'
import type { TraceRow } from '../../src-shared/run/fold/fold-view'
import { purposeWords } from '../../src-shared/run/words/calls'
import { useNameOf } from '../run/participants'
import { useRun } from '../run/store/run-context'
import { useT } from '../ui/language'

const NO_ROWS: readonly TraceRow[] = []

type CallChoice = { value: string; label: string }
type CallGroup = { group: string; items: CallChoice[] }

export function useOtherCalls(span: string): CallGroup[] {
  const t = useT()
  const earlier = useRun((state) => state.view.earlier)
  const recent = useRun((state) => state.view.latest?.trace ?? NO_ROWS)
  const nameOf = useNameOf()
  return useMemo(() => {
    const rows = [...earlier.flatMap(({ trace }) => trace), ...recent].filter(isCall)
    const node = rows.find((row) => row.span === span)?.node ?? null
    const others = rows.filter((row) => row.span !== span).reverse()
    const choices = (of: readonly CallRow[]) =>
      of.map((row) => ({
        value: row.span,
        label: t('Turn {turn}: {name}, {what}', {
          turn: row.turn,
          name: nameOf(row.node ?? 'flow'),
          what: whatOf(row, t),
        }),
      }))
    const groups = [
      { group: t('Same node'), items: choices(others.filter((row) => row.node === node)) },
      { group: t('Others'), items: choices(others.filter((row) => row.node !== node)) },
    ]
    return groups.filter(({ items }) => items.length > 0)
  }, [earlier, recent, nameOf, span, t])
}

type CallRow = TraceRow & { span: string }

function isCall(row: TraceRow): row is CallRow {
  return row.span !== null && (row.step.what === 'model' || (row.step.what === 'decision' && row.step.call !== null))
}

function whatOf({ step }: TraceRow, t: Translate): string {
  const call = step.what === 'model' || step.what === 'decision' ? step.call : null
  return call === null ? '' : purposeWords(call.purpose, t)
}
