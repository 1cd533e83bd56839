/** Two rankings joined into one by ranks: what an embedding model finds near and what the words find. */
import { best } from './choose'

/** How far each ranking is looked at; behind that only nearness counts. */
const DEPTH = 256
const CALM = 60
const WORDS_COUNT = 0.5

type Rankings = {
  size: number
  nearness: Float32Array
  share: Float32Array
  accepts: (slot: number) => boolean
  added: Float64Array
}

/**
 * Writes scores by slot into `into`. Tools that no word of the query hits stand together, one place behind the last that is hit: in a small
 * pool a chance hit moves a tool by a place, not to the top.
 */
export function fuseRanks({ size, nearness, share, accepts, added }: Rankings, into: Float32Array): void {
  const before = (values: Float32Array) => (first: number, second: number) => {
    const more = (values[first] ?? 0) - (values[second] ?? 0)
    return more === 0 ? (added[first] ?? 0) < (added[second] ?? 0) : more > 0
  }
  let hits = 0
  for (let slot = 0; slot < size; slot += 1) {
    if ((share[slot] ?? 0) > 0 && accepts(slot)) hits += 1
    // All that is in neither head comes after the heads, by nearness: between -2 and 0.
    into[slot] = (nearness[slot] ?? 0) - 1
  }
  const isHit = (slot: number) => (share[slot] ?? 0) > 0 && accepts(slot)
  const near = placesOf(best({ size, isBefore: before(nearness), accepts }, DEPTH))
  const said = placesOf(best({ size, isBefore: before(share), accepts: isHit }, DEPTH))
  for (const slot of new Set([...near.keys(), ...said.keys()])) {
    const byNearness = near.get(slot) ?? DEPTH + 1
    const byWords = said.get(slot) ?? (isHit(slot) ? DEPTH : hits) + 1
    into[slot] = 1 / (CALM + byNearness) + WORDS_COUNT / (CALM + byWords)
  }
}

function placesOf(slots: readonly number[]): Map<number, number> {
  return new Map(slots.map((slot, at) => [slot, at + 1]))
}
