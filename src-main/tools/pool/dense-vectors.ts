/**
 * Vectors of an embedding model by place in the pool. Small pools are compared in full; when the numbers become many, vectors are kept in bytes,
 * signs are compared first, and only the nearest by signs in full.
 */

export type DenseVectors = {
  /** How many numbers a vector has; 0 before the first. */
  readonly dimensions: number
  has: (place: number) => boolean
  /** Throws an Error when its length is not that of the others. */
  set: (place: number, vector: Float32Array) => void
  /** Cosines by place, 0 where there is no vector; valid until the next call. In large pools those of far ones are estimates. */
  cosines: (query: Float32Array, nearest: number) => Float32Array
}

/** Up to so many numbers in all are kept in full, 32 MB. */
const KEPT_IN_FULL = 8_000_000

/** Room for the vectors of `count` tools. */
export function createDenseVectors(count: number, keptInFull = KEPT_IN_FULL): DenseVectors {
  let dimensions = 0
  const known = new Uint8Array(count)
  const sums = new Float32Array(count)
  let rows: Rows | null = null
  return {
    get dimensions() {
      return dimensions
    },
    has: (place) => known[place] === 1,
    set: (place, vector) => {
      if (dimensions === 0) dimensions = vector.length
      if (vector.length !== dimensions)
        throw new Error(`it gives vectors of different lengths (${dimensions} and ${vector.length})`)
      rows ??= count * dimensions > keptInFull ? createCompactRows(dimensions) : createFullRows(dimensions, count)
      rows.set(place, unit(vector))
      known[place] = 1
    },
    cosines: (query, nearest) => {
      if (rows === null) sums.fill(0)
      else rows.cosines({ query: unit(query), known, nearest }, sums)
      return sums
    },
  }
}

type Question = { query: Float32Array; known: Uint8Array; nearest: number }

type Rows = {
  set: (place: number, vector: Float32Array) => void
  cosines: (question: Question, into: Float32Array) => void
}

function createFullRows(dimensions: number, count: number): Rows {
  const numbers = new Float32Array(count * dimensions)
  return {
    set: (place, vector) => numbers.set(vector, place * dimensions),
    cosines: ({ query, known }, into) => {
      for (let place = 0; place < known.length; place += 1)
        into[place] = known[place] === 1 ? product(query, numbers, place * dimensions) : 0
    },
  }
}

/** Rows of 1,024 vectors in bytes, each with its scale and the signs of its numbers. */
const BLOCK = 1_024
type Block = { bytes: Int8Array; scales: Float32Array; signs: Int32Array }

function createCompactRows(dimensions: number): Rows {
  const words = Math.ceil(dimensions / 32)
  const blocks: Block[] = []
  const blockOf = (place: number): Block => {
    const at = Math.floor(place / BLOCK)
    while (blocks.length <= at)
      blocks.push({
        bytes: new Int8Array(BLOCK * dimensions),
        scales: new Float32Array(BLOCK),
        signs: new Int32Array(BLOCK * words),
      })
    return blocks[at] ?? { bytes: new Int8Array(0), scales: new Float32Array(0), signs: new Int32Array(0) }
  }
  return {
    set: (place, vector) => {
      const { bytes, scales, signs } = blockOf(place)
      const row = place % BLOCK
      const scale = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127
      scales[row] = scale
      for (let at = 0; at < dimensions; at += 1)
        bytes[row * dimensions + at] = scale === 0 ? 0 : Math.round((vector[at] ?? 0) / scale)
      signs.set(signsOf(vector, words), row * words)
    },
    cosines: ({ query, known, nearest }, into) => {
      const asked = signsOf(query, words)
      const byDifference = new Int32Array(words * 32 + 2)
      for (let place = 0; place < known.length; place += 1) {
        into[place] = 0
        if (known[place] !== 1) continue
        const different = differentBits(asked, blockOf(place).signs, (place % BLOCK) * words)
        into[place] = Math.cos((Math.PI * different) / dimensions)
        byDifference[different] = (byDifference[different] ?? 0) + 1
      }
      const limit = Math.cos((Math.PI * furthest(byDifference, nearest)) / dimensions) - 1e-6
      let lowest = 1
      for (let place = 0; place < known.length; place += 1) {
        const estimate = into[place] ?? 0
        if (known[place] !== 1 || estimate < limit) continue
        const { bytes, scales } = blockOf(place)
        const row = place % BLOCK
        const exact = product(query, bytes, row * dimensions) * (scales[row] ?? 0)
        lowest = Math.min(lowest, exact)
        // Marked by 4, so that the estimates can be told from what was compared in full.
        into[place] = exact + 4
      }
      for (let place = 0; place < known.length; place += 1) {
        const value = into[place] ?? 0
        if (value > 2) into[place] = value - 4
        else if (known[place] === 1) into[place] = Math.min(value, lowest)
      }
    },
  }
}

/** The difference of signs within which the `nearest` vectors lie. */
function furthest(byDifference: Int32Array, nearest: number): number {
  let sum = 0
  for (const [different, count] of byDifference.entries()) {
    sum += count
    if (sum >= nearest) return different
  }
  return byDifference.length
}

function product(query: Float32Array, numbers: Float32Array | Int8Array, from: number): number {
  let sum = 0
  for (let at = 0; at < query.length; at += 1) sum += (query[at] ?? 0) * (numbers[from + at] ?? 0)
  return sum
}

function signsOf(vector: Float32Array, words: number): Int32Array {
  const signs = new Int32Array(words)
  vector.forEach((value, at) => {
    if (value < 0) signs[at >>> 5] = (signs[at >>> 5] ?? 0) | (1 << (at & 31))
  })
  return signs
}

function differentBits(asked: Int32Array, signs: Int32Array, from: number): number {
  let sum = 0
  for (let at = 0; at < asked.length; at += 1) {
    let bits = (asked[at] ?? 0) ^ (signs[from + at] ?? 0)
    bits -= (bits >>> 1) & 0x55555555
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
    sum += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return sum
}

/** The vector with length 1; one of zeros stays. */
function unit(vector: Float32Array): Float32Array {
  let square = 0
  for (const value of vector) square += value * value
  const length = Math.sqrt(square)
  return length === 0 ? vector : vector.map((value) => value / length)
}
