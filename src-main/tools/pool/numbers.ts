/** Typed arrays that grow: places by number, all zero until set. */

/** A copy with room for `capacity` numbers. */
export function grownFloats(values: Float32Array, capacity: number): Float32Array {
  const grown = new Float32Array(capacity)
  grown.set(values)
  return grown
}

export function grownInts(values: Int32Array, capacity: number): Int32Array {
  const grown = new Int32Array(capacity)
  grown.set(values)
  return grown
}

/** Room for at least `wanted` numbers, with some to spare; never less than there is. */
export function roomFor(wanted: number, present: number): number {
  return wanted <= present ? present : Math.max(wanted, Math.ceil(present * 1.5), 4)
}

/** As a person reads it, and as limits are compared: six digits after the point, so that 0.45 in 32 bits is 0.45. */
export function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0
}
