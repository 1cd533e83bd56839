/** Words of a vocabulary that a mistyped word may have been meant as: one letter more, less, other or swapped. */

export type Vocabulary = {
  add: (word: string) => void
  /** At most three words, in the order in which they were added. */
  near: (word: string) => string[]
}

const SHORTEST = 5
const MOST = 3

/** An empty vocabulary. Words of other scripts are taken too; short ones are never corrected. */
export function createVocabulary(): Vocabulary {
  const byStart = new Map<string, string[]>()
  return {
    add: (word) => {
      if (word.length < SHORTEST - 1) return
      const same = byStart.get(word.slice(0, 1))
      if (same === undefined) byStart.set(word.slice(0, 1), [word])
      else same.push(word)
    },
    near: (word) => {
      if (word.length < SHORTEST || /\d/.test(word)) return []
      const found: string[] = []
      for (const candidate of byStart.get(word.slice(0, 1)) ?? []) {
        if (!isOneStepAway(word, candidate)) continue
        found.push(candidate)
        if (found.length === MOST) break
      }
      return found
    },
  }
}

/** Whether one letter was added, left out, changed or swapped with its neighbour. */
function isOneStepAway(first: string, second: string): boolean {
  const more = first.length - second.length
  if (more > 1 || more < -1 || first === second) return false
  const least = Math.min(first.length, second.length)
  let at = 0
  while (at < least && first.charCodeAt(at) === second.charCodeAt(at)) at += 1
  if (more === 1) return first.slice(at + 1) === second.slice(at)
  if (more === -1) return first.slice(at) === second.slice(at + 1)
  if (first.slice(at + 1) === second.slice(at + 1)) return true
  const isSwapped = first[at] === second[at + 1] && first[at + 1] === second[at]
  return isSwapped && first.slice(at + 2) === second.slice(at + 2)
}
