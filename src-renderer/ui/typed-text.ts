/** A text that is typed for a value: it stays as it was typed for as long as it means the value that is there. */
import { useState } from 'react'

/** What the field shows and how it is typed into. `present`: the value as a text; `isSame`: whether a typed text stands for it. */
export function useTypedText(
  present: string,
  isSame: (typed: string) => boolean,
): readonly [shown: string, type: (typed: string) => void] {
  const [typed, setTyped] = useState(present)
  return [isSame(typed) ? typed : present, setTyped]
}
