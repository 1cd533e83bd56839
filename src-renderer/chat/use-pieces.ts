/** The pieces of all turns of the thread, by their place. */
import { useCallback, useMemo } from 'react'
import type { ThreadView, TurnView } from '../../src-shared/run/fold/fold-view'
import { pieceKey, turnPieces, type TurnPiece } from './pieces'

export type ThreadPieces = {
  count: number
  at: (index: number) => TurnPiece | undefined
  /** The same function until a turn begins. */
  keyAt: (index: number) => string
}

const NONE: readonly TurnPiece[] = []

/** Turns that are over are cut once; while one runs, that one is cut anew. */
export function usePieces({ earlier, latest }: Pick<ThreadView, 'earlier' | 'latest'>, showVerdicts: boolean) {
  const past = useMemo(() => keptPieces(showVerdicts), [showVerdicts])
  const before = useMemo(() => earlier.flatMap(past), [earlier, past])
  const recent = useMemo(
    () => (latest === null ? NONE : turnPieces(latest, { showVerdicts, isLatest: true })),
    [latest, showVerdicts],
  )
  const newest = latest?.turn ?? 0
  const keyAt = useCallback(
    (index: number) => before[index]?.key ?? pieceKey(newest, index - before.length),
    [before, newest],
  )
  const pieces: ThreadPieces = {
    count: before.length + recent.length,
    at: (index) => before[index] ?? recent[index - before.length],
    keyAt,
  }
  return pieces
}

function keptPieces(showVerdicts: boolean): (turn: TurnView) => readonly TurnPiece[] {
  const kept = new WeakMap<TurnView, readonly TurnPiece[]>()
  return (turn) => {
    const pieces = kept.get(turn) ?? turnPieces(turn, { showVerdicts, isLatest: false })
    kept.set(turn, pieces)
    return pieces
  }
}
