/**
 * Vectors of an embedding model by slot. Small pools are compared in full; when the numbers become many, vectors are kept in bytes, signs are
 * compared first, and only the nearest by signs in full.
 */
import { roomFor } from './numbers'

export type DenseVectors = {
  /** How many numbers a vector has; 0 before the first. */
  readonly dimensions: number
  has: (slot: number) => boolean
  /** Throws an Error when its length is not that of the others. */
  set: (slot: number, vector: Float32Array) => void
  remove: (slot: number) => void
  /** Cosines by slot, 0 where there is no vector; valid until the next call. In large pools those of far ones are estimates. */
  cosines: (query: Float32Array, nearest: number) => Float32Array
}

/** Up to so many numbers in all are kept in full, 32 MB. */
const KEPT_IN_FULL = 8_000_000

export function createDenseVectors(keptInFull = KEPT_IN_FULL): DenseVectors {
  let dimensions = 0
  let known = new Uint8Array(64)
  let sums = new Float32Array(64)
  let rows: Rows | null = null
  const grow = (slots: number): void => {
    const room = roomFor(slots, known.length)
    if (room === known.length) return
    const grown = new Uint8Array(room)
    grown.set(known)
    known = grown
    sums = new Float32Array(room)
  }
  return {
    get dimensions() {
      return dimensions
    },
    has: (slot) => known[slot] === 1,
    set: (slot, vector) => {
      if (dimensions === 0) dimensions = vector.length
      if (vector.length !== dimensions)
        throw new Error(`it gives vectors of different lengths (${dimensions} and ${vector.length})`)
      grow(slot + 1)
      rows ??= createFullRows(dimensions)
      if (!rows.isCompact && (slot + 1) * dimensions > keptInFull) rows = compacted(rows, dimensions, known)
      rows.set(slot, unit(vector))
      known[slot] = 1
    },
    remove: (slot) => {
      known[slot] = 0
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
  readonly isCompact: boolean
  set: (slot: number, vector: Float32Array) => void
  get: (slot: number) => Float32Array
  cosines: (question: Question, into: Float32Array) => void
}

function createFullRows(dimensions: number): Rows {
  let numbers = new Float32Array(16 * dimensions)
  return {
    isCompact: false,
    set: (slot, vector) => {
      const room = roomFor((slot + 1) * dimensions, numbers.length)
      if (room > numbers.length) {
        const grown = new Float32Array(room)
        grown.set(numbers)
        numbers = grown
      }
      numbers.set(vector, slot * dimensions)
    },
    get: (slot) => numbers.subarray(slot * dimensions, (slot + 1) * dimensions),
    cosines: ({ query, known }, into) => {
      for (let slot = 0; slot < known.length; slot += 1) {
        into[slot] = known[slot] === 1 ? product(query, numbers, slot * dimensions) : 0
      }
    },
  }
}

/** Rows of 1,024 vectors in bytes, each with its scale and the signs of its numbers. */
const BLOCK = 1_024
type Block = { bytes: Int8Array; scales: Float32Array; signs: Int32Array }

function compacted(full: Rows, dimensions: number, known: Uint8Array): Rows {
  const compact = createCompactRows(dimensions)
  known.forEach((isKnown, slot) => {
    if (isKnown === 1) compact.set(slot, full.get(slot))
  })
  return compact
}

function createCompactRows(dimensions: number): Rows {
  const words = Math.ceil(dimensions / 32)
  const blocks: Block[] = []
  const blockOf = (slot: number): Block => {
    const at = Math.floor(slot / BLOCK)
    while (blocks.length <= at)
      blocks.push({
        bytes: new Int8Array(BLOCK * dimensions),
        scales: new Float32Array(BLOCK),
        signs: new Int32Array(BLOCK * words),
      })
    return blocks[at] ?? { bytes: new Int8Array(0), scales: new Float32Array(0), signs: new Int32Array(0) }
  }
  return {
    isCompact: true,
    set: (slot, vector) => {
      const { bytes, scales, signs } = blockOf(slot)
      const row = slot % BLOCK
      const scale = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127
      scales[row] = scale
      for (let at = 0; at < dimensions; at += 1)
        bytes[row * dimensions + at] = scale === 0 ? 0 : Math.round((vector[at] ?? 0) / scale)
      signs.set(signsOf(vector, words), row * words)
    },
    get: (slot) => {
      const { bytes, scales } = blockOf(slot)
      const row = slot % BLOCK
      return Float32Array.from(
        bytes.subarray(row * dimensions, (row + 1) * dimensions),
        (value) => value * (scales[row] ?? 0),
      )
    },
    cosines: ({ query, known, nearest }, into) => {
      const asked = signsOf(query, words)
      const byDifference = new Int32Array(words * 32 + 2)
      for (let slot = 0; slot < known.length; slot += 1) {
        into[slot] = 0
        if (known[slot] !== 1) continue
        const different = differentBits(asked, blockOf(slot).signs, (slot % BLOCK) * words)
        into[slot] = Math.cos((Math.PI * different) / dimensions)
        byDifference[different] = (byDifference[different] ?? 0) + 1
      }
      const limit = Math.cos((Math.PI * furthest(byDifference, nearest)) / dimensions) - 1e-6
      let lowest = 1
      for (let slot = 0; slot < known.length; slot += 1) {
        const estimate = into[slot] ?? 0
        if (known[slot] !== 1 || estimate < limit) continue
        const { bytes, scales } = blockOf(slot)
        const row = slot % BLOCK
        const exact = product(query, bytes, row * dimensions) * (scales[row] ?? 0)
        lowest = Math.min(lowest, exact)
        // Marked by 4, so that the estimates can be told from what was compared in full.
        into[slot] = exact + 4
      }
      for (let slot = 0; slot < known.length; slot += 1) {
        const value = into[slot] ?? 0
        if (value > 2) into[slot] = value - 4
        else if (known[slot] === 1) into[slot] = Math.min(value, lowest)
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
