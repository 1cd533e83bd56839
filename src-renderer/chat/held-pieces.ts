/** Which pieces of the column stay on the page wherever the view is: those that a person has a hand on. */
import { useEffect, useState, type RefObject } from 'react'

/** Fields, and what was unfolded: what was typed, and that it is open, is known to the page alone. */
const HANDLED = ['input:enabled', 'textarea:enabled', '[aria-expanded="true"]'].join()

/** The places of pieces that have the keyboard, a field, or something unfolded. */
export function heldPieces(column: HTMLElement): number[] {
  const parts = [document.activeElement, ...column.querySelectorAll(HANDLED)]
  const places = parts.map((part) => placeOf(column, part)).filter((place) => place !== null)
  return [...new Set(places)]
}

/** The places of pieces, in which what is marked begins and ends; the same where nothing is marked yet. */
export type MarkedPieces = { from: number; to: number }

/** What a person marks is marked whole, also where it is more than is in sight: else it could not be copied. */
export function useMarkedPieces(column: RefObject<HTMLElement | null>): MarkedPieces | null {
  const [marked, setMarked] = useState<MarkedPieces | null>(null)
  useEffect(() => {
    const look = (): void => {
      const now = column.current === null ? null : markedIn(column.current)
      setMarked((before) => (before?.from === now?.from && before?.to === now?.to ? before : now))
    }
    document.addEventListener('selectionchange', look)
    return () => document.removeEventListener('selectionchange', look)
  }, [column])
  return marked
}

function markedIn(column: HTMLElement): MarkedPieces | null {
  const selection = getSelection()
  if (selection === null) return null
  const [one, other] = [placeOf(column, selection.anchorNode), placeOf(column, selection.focusNode)]
  return one === null || other === null ? null : { from: Math.min(one, other), to: Math.max(one, other) }
}

/** The place of the piece that a part of the page is in. */
function placeOf(column: HTMLElement, part: Node | null): number | null {
  if (part === null || !column.contains(part)) return null
  const element = part instanceof Element ? part : part.parentElement
  const place = element?.closest('[data-index]')?.getAttribute('data-index')
  return place === null || place === undefined ? null : Number(place)
}
