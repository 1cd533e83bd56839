/** Finds things that lead back to themselves: files that import each other, rooms too. */

/** @typedef {{ from: string, to: string }} Arrow */

/**
 * A way round for everything that is part of one, each way once: the shortest from its first name, which stands at both ends.
 * @param {readonly Arrow[]} arrows
 * @returns {string[][]}
 */
export function circlesOf(arrows) {
  /** @type {Map<string, Set<string>>} */
  const next = new Map()
  for (const { from, to } of arrows) next.set(from, (next.get(from) ?? new Set()).add(to))
  const leading = withoutEnds(next)
  /** @type {Set<string>} */
  const told = new Set()
  /** @type {string[][]} */
  const circles = []
  for (const start of [...leading.keys()].sort()) {
    if (told.has(start)) continue
    const way = wayBack(start, leading)
    if (way === null) continue
    for (const name of way) told.add(name)
    circles.push(way)
  }
  return circles
}

/** What leads on to something that leads on, and so for ever. @param {ReadonlyMap<string, ReadonlySet<string>>} next */
function withoutEnds(next) {
  let left = next
  for (;;) {
    const present = left
    const kept = [...present].flatMap(([name, others]) => {
      const onward = [...others].filter((other) => present.has(other))
      return onward.length === 0 ? [] : [/** @type {const} */ ([name, new Set(onward)])]
    })
    const changed = kept.length !== present.size
    left = new Map(kept)
    if (!changed) return left
  }
}

/** @param {string} start @param {ReadonlyMap<string, ReadonlySet<string>>} next */
function wayBack(start, next) {
  /** @type {Map<string, string>} */
  const cameFrom = new Map()
  const queue = [start]
  for (const name of queue) {
    for (const other of next.get(name) ?? []) {
      if (other === start) return wayTo(name, { start, cameFrom })
      if (cameFrom.has(other)) continue
      cameFrom.set(other, name)
      queue.push(other)
    }
  }
  return null
}

/** @param {string} last @param {{ start: string, cameFrom: ReadonlyMap<string, string> }} found */
function wayTo(last, { start, cameFrom }) {
  const way = [start]
  for (let name = last; name !== start; name = cameFrom.get(name) ?? start) way.unshift(name)
  return [start, ...way]
}
