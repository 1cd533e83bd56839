/**
 * What was typed in the form of a dialog and not saved: it is there again when the form is opened anew, however the dialog was closed. It stays in the
 * memory of the window, keys and secrets included, and goes with the window, with Cancel, and once it was saved.
 */
import { useCallback, useLayoutEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { useServices, type FormDrafts } from './services'

/** By what the form is about, such as the name of the connection that is edited. */
type DraftsBySubject<T> = Map<string, T>

/** One sort of form, whose drafts are all of one type. */
export type FormPlace<T> = { in: (drafts: FormDrafts) => DraftsBySubject<T> }

export function formPlace<T>(): FormPlace<T> {
  const all = new WeakMap<FormDrafts, DraftsBySubject<T>>()
  return {
    in(drafts) {
      const kept = all.get(drafts) ?? new Map<string, T>()
      all.set(drafts, kept)
      return kept
    },
  }
}

/** A draft that was kept, and what it is about. */
export type KeptDraft<T> = { about: string; value: T }

/** The draft of a sort of form into which was typed last, or null: a list of things offers it when it is opened. */
export function useNewestDraft<T>(place: FormPlace<T>): KeptDraft<T> | null {
  const { drafts } = useServices()
  const newest = [...place.in(drafts)].at(-1)
  return newest === undefined ? null : { about: newest[0], value: newest[1] }
}

/** What was typed about one thing, or null. */
export function useKeptDraft<T>(place: FormPlace<T>, about: string): T | null {
  const { drafts } = useServices()
  return place.in(drafts).get(about) ?? null
}

export type FormDraft<T> = {
  value: T
  set: Dispatch<SetStateAction<T>>
  /** What is shown was typed before the form was closed. */
  isBack: boolean
  startOver: () => void
  /** Goes on, and nothing of it is kept: it was saved, or the person said Cancel. */
  leave: (to: () => void) => void
}

/** `about`, together with the place, names what the form is about as long as it is open; `begin` is how it begins where nothing was typed. */
export function useFormDraft<T>(place: FormPlace<T>, about: string, begin: T): FormDraft<T> {
  const { drafts } = useServices()
  const kept = place.in(drafts)
  const [begun] = useState(begin)
  const [value, set] = useState(() => kept.get(about) ?? begin)
  const [isBack, setBack] = useState(() => kept.has(about))
  const isOver = useRef(false)
  useLayoutEffect(() => {
    // Taken out first, so that the newest is the last.
    kept.delete(about)
    if (!isOver.current && !isSame(value, begun)) kept.set(about, value)
  }, [kept, about, value, begun])
  return {
    value,
    set,
    isBack,
    startOver: useCallback(() => {
      set(begun)
      setBack(false)
    }, [begun]),
    leave: useCallback(
      (to) => {
        isOver.current = true
        kept.delete(about)
        to()
      },
      [kept, about],
    ),
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
