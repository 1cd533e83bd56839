/** Two values side by side: their lines in rows, with what both have left out where it is long. */
import { wholeValue } from '../../src-shared/flow/difference/field-labels'
import { lineChanges } from '../../src-shared/flow/difference/line-changes'
import type { Json } from '../../src-shared/flow/records'

/** A row; null: that side has no line there. `left`: so many lines that both have are left out. */
export type SideRow = { before: string | null; after: string | null; isSame: boolean } | { left: number }

/** Lines that both have are shown so many around what differs. */
const AROUND = 2

export function sideRows(before: Json | undefined, after: Json | undefined): SideRow[] {
  const rows: Exclude<SideRow, { left: number }>[] = []
  let gone: string[] = []
  let come: string[] = []
  const pair = (): void => {
    for (let index = 0; index < Math.max(gone.length, come.length); index += 1)
      rows.push({ before: gone[index] ?? null, after: come[index] ?? null, isSame: false })
    gone = []
    come = []
  }
  for (const { of, text } of lineChanges(wholeValue(before ?? undefined), wholeValue(after ?? undefined))) {
    if (of === 'before') gone.push(text)
    else if (of === 'after') come.push(text)
    else {
      pair()
      rows.push({ before: text, after: text, isSame: true })
    }
  }
  pair()
  return shortened(rows)
}

function shortened(rows: readonly Exclude<SideRow, { left: number }>[]): SideRow[] {
  const isNear = rows.map((_row, at) =>
    rows.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ isSame }) => !isSame),
  )
  const shown: SideRow[] = []
  rows.forEach((row, at) => {
    const last = shown.at(-1)
    if (isNear[at] === true) shown.push(row)
    else if (last !== undefined && 'left' in last) last.left += 1
    else shown.push({ left: 1 })
  })
  return shown
}
