/** Stepping through the items of a diagram. Without a place of its own it stays with the newest item. */
import { useCallback, useMemo, useState } from 'react'
import type { Sequence, SequenceItem } from '../../src-shared/run/sequence/sequence-parts'

export type Scrub = {
  /** The place of the current item; -1 when there is none. */
  index: number
  item: SequenceItem | null
  /** Whether it stays with the newest item. */
  isFollowing: boolean
  /** Goes to an item by its place; at or beyond the last one it follows again. */
  go: (index: number) => void
}

export function useScrub({ items }: Sequence): Scrub {
  const [key, setKey] = useState<string | null>(null)
  const found = useMemo(() => (key === null ? -1 : items.findIndex((item) => item.key === key)), [items, key])
  const index = found === -1 ? items.length - 1 : found
  const go = useCallback(
    (next: number) => setKey(next >= items.length - 1 ? null : (items[Math.max(0, next)]?.key ?? null)),
    [items],
  )
  return { index, item: items[index] ?? null, isFollowing: found === -1, go }
}

/** The first item of the turn before or after the current one, or the end. */
export function nextTurn(items: readonly SequenceItem[], index: number, direction: 1 | -1): number {
  const here = items[index]?.turn
  if (direction === 1) {
    const next = items.findIndex((item, place) => place > index && item.turn !== here)
    return next === -1 ? items.length - 1 : next
  }
  const first = items.findIndex((item) => item.turn === here)
  const target = index > first ? here : items[first - 1]?.turn
  return Math.max(
    0,
    items.findIndex((item) => item.turn === target),
  )
}

/** Where a key leads; null: it is not for stepping. */
export function stepOf(key: string, { items }: Sequence, index: number): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowUp':
      return Math.max(0, index - 1)
    case 'ArrowRight':
    case 'ArrowDown':
      return index + 1
    case 'Home':
      return 0
    case 'End':
      return items.length - 1
    case 'PageUp':
      return nextTurn(items, index, -1)
    case 'PageDown':
      return nextTurn(items, index, 1)
    default:
      return null
  }
}
