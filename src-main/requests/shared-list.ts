/**
 * A list of numbers that goes on from the beginning of another one without being copied: both have their whole chunks in common. A request of a long
 * conversation has thousands of segments, of which the next request has all but the last few.
 */

const CHUNK = 256

export class SharedList implements Iterable<number> {
  readonly #chunks: number[][]
  #length: number

  private constructor(chunks: number[][], length: number) {
    this.#chunks = chunks
    this.#length = length
  }

  static of(numbers: Iterable<number>): SharedList {
    const list = new SharedList([], 0)
    for (const number of numbers) list.push(number)
    return list
  }

  get length(): number {
    return this.#length
  }

  /** The number at a place from 0 on; undefined where the list has none. */
  at(place: number): number | undefined {
    return this.#chunks[Math.floor(place / CHUNK)]?.[place % CHUNK]
  }

  last(): number | undefined {
    return this.at(this.#length - 1)
  }

  push(number: number): void {
    // Only the last chunk is ever shorter than a whole one, and that is never shared.
    if (this.#length % CHUNK === 0) this.#chunks.push([number])
    else this.#chunks.at(-1)?.push(number)
    this.#length += 1
  }

  /** A new list of the first so many; what is pushed onto one of the two is not in the other. */
  upTo(count: number): SharedList {
    const length = Math.min(count, this.#length)
    const whole = Math.floor(length / CHUNK)
    const chunks = this.#chunks.slice(0, whole)
    if (length % CHUNK > 0) chunks.push((this.#chunks[whole] ?? []).slice(0, length % CHUNK))
    return new SharedList(chunks, length)
  }

  /** How many numbers both have from their beginnings on. Chunks that are shared are not looked into. */
  inCommonWith(other: SharedList): number {
    let at = 0
    while (at < this.#length && this.#chunks[at / CHUNK] === other.#chunks[at / CHUNK]) at += CHUNK
    const most = Math.min(this.#length, other.#length)
    at = Math.min(at, most)
    while (at < most && this.at(at) === other.at(at)) at += 1
    return at
  }

  *[Symbol.iterator](): Iterator<number> {
    for (const chunk of this.#chunks) yield* chunk
  }
}
