/** The order of ids that both sides of a merge changed: what each side put in stands where that side put it, whichever side comes first. */

type Sides = { base: readonly string[]; ours: readonly string[]; theirs: readonly string[] }

/**
 * All ids of both sides, each once. Ids of both stand as in the side that reordered them, else as they stood; where both did, as in ours.
 * Ids of one side only follow whatever they follow there.
 */
export function mergeOrder({ base, ours, theirs }: Sides): string[] {
  const [inBase, inOurs, inTheirs] = [new Set(base), new Set(ours), new Set(theirs)]
  const shared = ours.filter((id) => inTheirs.has(id))
  const before = base.filter((id) => inOurs.has(id) && inTheirs.has(id))
  const isAsBefore = isSameOrder(
    shared.filter((id) => inBase.has(id)),
    before,
  )
  const order = isAsBefore ? theirs.filter((id) => inOurs.has(id)) : shared
  const [own, other] = [runsOf(ours, inTheirs), runsOf(theirs, inOurs)]
  return [null, ...order].flatMap((anchor) => {
    const runs = [own.get(anchor) ?? [], other.get(anchor) ?? []].sort(([first = ''], [second = '']) =>
      compareIds(first, second),
    )
    return [...(anchor === null ? [] : [anchor]), ...runs.flat()]
  })
}

/** The ids that the other side does not have, by the shared one that they follow; null: none. */
function runsOf(ids: readonly string[], others: ReadonlySet<string>): Map<string | null, string[]> {
  const runs = new Map<string | null, string[]>()
  let anchor: string | null = null
  for (const id of ids) {
    if (others.has(id)) anchor = id
    else runs.set(anchor, [...(runs.get(anchor) ?? []), id])
  }
  return runs
}

function isSameOrder(first: readonly string[], second: readonly string[]): boolean {
  return first.length === second.length && first.every((id, index) => id === second[index])
}

function compareIds(first: string, second: string): number {
  return first < second ? -1 : first > second ? 1 : 0
}
