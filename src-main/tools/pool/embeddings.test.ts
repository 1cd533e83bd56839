/** Vectors of tools: the cache on disk, going on after a stop, and large pools in bytes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asWritten } from '../../../src-shared/languages/translate'
import { createDenseVectors } from './dense-vectors'
import { embeddingCachePath, openEmbeddingCache } from './embedding-cache'
import { createToolPool } from './pool'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pool-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const file = () => embeddingCachePath(folder)

/** Counts what it is asked; fails at the call of that number. */
function counted(failsAt = Infinity) {
  const asked: number[] = []
  const embed = (texts: readonly string[]) => {
    asked.push(texts.length)
    return asked.length === failsAt
      ? Promise.reject(new Error('cut off'))
      : Promise.resolve(texts.map((text) => [text.length, 1]))
  }
  return { asked, embed }
}

const TOOLS = Array.from({ length: 150 }, (_, at) => ({ name: `t${at}`, description: `does ${'x'.repeat(at % 50)}` }))

describe('the embedding cache', () => {
  it('goes on where an embedding broke off, also in another process, and asks for each text once', async () => {
    const first = openEmbeddingCache(file())
    const cut = counted(3)
    const seen: string[] = []
    const pool = await createToolPool(TOOLS, { embedding: { key: 'm', embed: cut.embed }, cache: first })
    const failure = await pool.prepare({ onProgress: (done, all) => seen.push(`${done}/${all}`) })
    expect([failure, cut.asked, seen]).toEqual([asWritten('cut off'), [64, 64, 22], ['64/150', '128/150']])
    first.close()

    const second = openEmbeddingCache(file())
    const rest = counted()
    const again = await createToolPool(TOOLS, { embedding: { key: 'm', embed: rest.embed }, cache: second })
    expect((await again.search({ query: 'q' })).fellBack).toBeNull()
    expect(rest.asked).toEqual([22, 1])
    const other = counted()
    await (await createToolPool(TOOLS, { embedding: { key: 'other', embed: other.embed }, cache: second })).prepare()
    expect(other.asked).toEqual([64, 64, 22])
    second.close()
  })

  it('keeps vectors exactly, the newest when there are too many, and is begun anew when damaged', () => {
    const vector = Float32Array.from([0.1, -2, 3e-9])
    const cache = openEmbeddingCache(file(), 2)
    cache.put('m', new Map([['a', vector]]))
    expect(cache.get('m', ['a', 'b'])).toEqual(new Map([['a', vector]]))
    cache.put('m', new Map(['b', 'c'].map((text) => [text, vector])))
    expect([...cache.get('m', ['a', 'b', 'c']).keys()]).toEqual(['b', 'c'])
    cache.close()
    writeFileSync(file(), 'this is no database, although it is long enough to be taken for one '.repeat(100))
    const fresh = openEmbeddingCache(file())
    expect(fresh.get('m', ['b'])).toEqual(new Map())
    fresh.close()
  })

  it('that fails is done without', async () => {
    const cache = openEmbeddingCache(file())
    cache.close()
    const { embed, asked } = counted()
    const pool = await createToolPool(TOOLS.slice(0, 3), { embedding: { key: 'm', embed }, cache })
    expect((await pool.search({ query: 'q' })).fellBack).toBeNull()
    expect(asked).toEqual([3, 1])
  })
})

describe('dense vectors', () => {
  /** Random directions, the same on every run. */
  const directions = (count: number, dimensions: number) => {
    let state = 1
    const next = () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
      return state / 0x3fffffff - 1
    }
    return Array.from({ length: count }, () => Float32Array.from({ length: dimensions }, next))
  }
  const nearest = (cosines: Float32Array, count: number) =>
    [...cosines.keys()].sort((first, second) => (cosines[second] ?? 0) - (cosines[first] ?? 0)).slice(0, count)

  it('in bytes find the same nearest as in full, with the same cosines but for a little', () => {
    const [query = new Float32Array(), ...all] = directions(3_001, 100)
    // Every 30th lies near the query, so that there is something to find.
    const vectors = all.map((vector, at) =>
      at % 30 === 0 ? vector.map((value, place) => value + (1 + at / 3_000) * (query[place] ?? 0)) : vector,
    )
    const full = createDenseVectors(3_000)
    const bytes = createDenseVectors(3_000, 1_000)
    for (const [slot, vector] of vectors.entries()) for (const kept of [full, bytes]) kept.set(slot, vector)
    const exact = full.cosines(query, 200)
    const close = bytes.cosines(query, 200)
    const best = nearest(exact, 20)
    expect(nearest(close, 20).filter((slot) => best.includes(slot)).length).toBeGreaterThanOrEqual(19)
    for (const slot of best) expect(close[slot]).toBeCloseTo(exact[slot] ?? 0, 2)
  })

  it('have one length', () => {
    const vectors = createDenseVectors(6)
    vectors.set(3, Float32Array.of(3, 4))
    expect(() => vectors.set(4, Float32Array.of(1))).toThrow(/different lengths/)
    expect([...vectors.cosines(Float32Array.of(0, 2), 5).slice(2, 5)]).toEqual([0, expect.closeTo(0.8, 6), 0])
  })
})
