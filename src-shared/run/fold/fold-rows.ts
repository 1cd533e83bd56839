/** Rows of the trace and lists that are changed in one place: the small tools of the fold. */
import type { RunEvent } from '../log/events'
import type { TraceRow, TraceStep, TurnView } from './fold-view'

/** What a row says beyond its event; what is absent is empty. */
export type RowPart = { step: TraceStep } & Partial<Pick<TraceRow, 'node' | 'path' | 'span' | 'state' | 'usage' | 'ms'>>

/** A row for an event. */
export function rowOf(turn: TurnView, event: RunEvent, part: RowPart): TraceRow {
  const { runId, seq, at } = event
  const empty = { node: null, path: null, span: null, state: 'done', usage: null, ms: null } as const
  return { key: `${runId}:${seq}`, at, runId, seq, turn: turn.turn, ...empty, ...part }
}

/** The turn with one more row. */
export function addRow(turn: TurnView, event: RunEvent, part: RowPart): TurnView {
  return { ...turn, trace: [...turn.trace, rowOf(turn, event, part)] }
}

/** The newest row of a model call, whether it turned out to be a reply or a decision. */
export function rowOfSpan(trace: readonly TraceRow[], span: string): { index: number; row: TraceRow } | null {
  const index = lastIndex(
    trace,
    (row) => row.span === span && (row.step.what === 'model' || row.step.what === 'decision'),
  )
  const row = trace[index]
  return row === undefined ? null : { index, row }
}

/** The index of the last item that fits, or -1. */
export function lastIndex<T>(list: readonly T[], fits: (item: T) => boolean): number {
  for (let index = list.length - 1; index >= 0; index -= 1) {
    const item = list[index]
    if (item !== undefined && fits(item)) return index
  }
  return -1
}

/** The list with one item replaced; the list itself when there is no such place. */
export function replaceAt<T>(list: readonly T[], index: number, item: T): readonly T[] {
  return index in list ? list.with(index, item) : list
}
