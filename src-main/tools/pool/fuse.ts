/** Two rankings joined into one by ranks: what an embedding model finds near and what the words find. */
import { best } from './choose'

/** How far each ranking is looked at; behind that only nearness counts. */
const DEPTH = 256
const CALM = 60
const WORDS_COUNT = 0.5

type Rankings = { size: number; nearness: Float32Array; share: Float32Array }

/**
 * Writes scores by place into `into`. Tools that no word of the query hits stand together, one rank behind the last that is hit: in a small
 * pool a chance hit moves a tool by a rank, not to the top.
 */
export function fuseRanks({ size, nearness, share }: Rankings, into: Float32Array): void {
  const isHit = (tool: number) => (share[tool] ?? 0) > 0
  let hits = 0
  for (let tool = 0; tool < size; tool += 1) {
    if (isHit(tool)) hits += 1
    // All that is in neither head comes after the heads, by nearness: between -2 and 0.
    into[tool] = (nearness[tool] ?? 0) - 1
  }
  const near = ranksOf(best({ size, score: nearness, accepts: () => true }, DEPTH))
  const said = ranksOf(best({ size, score: share, accepts: isHit }, DEPTH))
  for (const tool of new Set([...near.keys(), ...said.keys()])) {
    const byNearness = near.get(tool) ?? DEPTH + 1
    const byWords = said.get(tool) ?? (isHit(tool) ? DEPTH : hits) + 1
    into[tool] = 1 / (CALM + byNearness) + WORDS_COUNT / (CALM + byWords)
  }
}

function ranksOf(tools: readonly number[]): Map<number, number> {
  return new Map(tools.map((tool, at) => [tool, at + 1]))
}
