/** Numbers by chance that are the same for the same seed. */

/** From 0 to below 1 (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export type Dice = {
  /** From 0 to below `sides`. */
  roll: (sides: number) => number
  pick: <T>(from: readonly T[]) => T | undefined
  chance: (share: number) => boolean
}

export function diceOf(seed: number): Dice {
  const random = randomOf(seed)
  const roll = (sides: number) => Math.floor(random() * sides)
  return { roll, pick: (from) => from[roll(from.length)], chance: (share) => random() < share }
}
