/**
 * Rows of the trace and lists that are changed in one place: the small tools of the fold. While several events are folded, what a turn lists has no
 * other reader: such a list grows in its place, until it is handed out.
 */
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
  return { ...turn, trace: append(turn.trace, rowOf(turn, event, part)) }
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

/** The lists that this fold made, and nobody has been given yet. */
const growing = new WeakSet<readonly unknown[]>()

function isGrowing<T>(list: readonly T[]): list is T[] {
  return growing.has(list)
}

function own<T>(list: readonly T[]): T[] {
  if (isGrowing(list)) return list
  const copy = [...list]
  growing.add(copy)
  return copy
}

/** From now on these lists of a turn stay as they are, so that anybody may keep them. */
export function handOut({ items, trace }: Pick<TurnView, 'items' | 'trace'>): void {
  growing.delete(items)
  growing.delete(trace)
}

/** Items or rows of a turn with more at their end. */
export function append<T>(list: readonly T[], ...more: readonly T[]): readonly T[] {
  const next = own(list)
  next.push(...more)
  return next
}

/** Items or rows of a turn with one replaced; the list itself when there is no such place. */
export function put<T>(list: readonly T[], index: number, item: T): readonly T[] {
  if (!(index in list)) return list
  const next = own(list)
  next[index] = item
  return next
}

/** The list with one item replaced; the list itself when there is no such place. */
export function replaceAt<T>(list: readonly T[], index: number, item: T): readonly T[] {
  return index in list ? list.with(index, item) : list
}
