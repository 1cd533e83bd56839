import { expect, test } from 'vitest'
import type { EmbeddingCache } from './embedding-cache'
import { createOpenPools } from './open-pools'

const named = (...names: string[]) => names.map((name) => ({ name, description: `Does ${name}.`, enabled: true }))
const vectors = { key: 'v', embed: (texts: readonly string[]) => Promise.resolve(texts.map(() => [1, 0])) }
const noCache = (): never => {
  throw new Error('the disk is full')
}

test('the same tools are one pool, on or off; other texts, another order or another model make another', async () => {
  const pools = createOpenPools(noCache)
  const first = await pools.open(named('a', 'b'), null)
  expect(await pools.open(named('a', 'b'), null)).toBe(first)
  const off = named('a', 'b').map((tool) => ({ ...tool, enabled: false }))
  expect(await pools.open(off, null)).toBe(first)
  const others = [
    await pools.open(named('b', 'a'), null),
    await pools.open([{ name: 'a', description: 'New.', enabled: true }, ...named('b')], null),
    await pools.open(named('a', 'b'), vectors),
  ]
  expect(new Set([first, ...others]).size).toBe(4)
})

test('a list is looked through once, however often its pool is searched', async () => {
  const pools = createOpenPools(noCache)
  let looks = 0
  const watched = new Proxy(named('a', 'b'), {
    get: (list, key, receiver): unknown => {
      looks += 1
      return Reflect.get(list, key, receiver)
    },
  })
  const first = await pools.open(watched, null)
  const once = looks
  expect(once).toBeGreaterThan(0)
  expect(await pools.open(watched, null)).toBe(first)
  expect(looks).toBe(once)
})

test('asked for twice at once, it is indexed once', async () => {
  const pools = createOpenPools(noCache)
  const tools = named(...Array.from({ length: 500 }, (_, at) => `tool_${at}`))
  const [first, second] = await Promise.all([pools.open(tools, null), pools.open(tools, null)])
  expect(first).toBe(second)
  expect(first.size).toBe(500)
})

test('the least used go when there are many', async () => {
  const pools = createOpenPools(noCache)
  const first = await pools.open(named('first'), null)
  const second = await pools.open(named('second'), null)
  for (let at = 0; at < 31; at += 1) {
    await pools.open(named(`more_${at}`), null)
    await pools.open(named('first'), null)
  }
  expect(await pools.open(named('first'), null)).toBe(first)
  expect(await pools.open(named('second'), null)).not.toBe(second)
})

test('the cache is opened for the first embedding, once, and closed; without one vectors are found all the same', async () => {
  let opened = 0
  let closed = 0
  const cache: EmbeddingCache = { get: () => new Map(), put: () => undefined, close: () => void (closed += 1) }
  const pools = createOpenPools(() => {
    opened += 1
    return cache
  })
  await pools.open(named('a'), null)
  expect(opened).toBe(0)
  await pools.open(named('a'), vectors)
  await pools.open(named('b'), vectors)
  pools.close()
  expect([opened, closed]).toEqual([1, 1])
  const without = await createOpenPools(noCache).open(named('a'), vectors)
  expect(await without.search({ query: 'a', mode: 'vector' })).toMatchObject({ fellBack: null })
})

test('of two tools of one name the one that is switched on is found, in its place', async () => {
  const [a, b] = [named('a'), named('b')].map(([tool]) => tool)
  if (a === undefined || b === undefined) throw new Error('no tools')
  const pool = await createOpenPools(noCache).open([{ ...a, description: 'Old.', enabled: false }, b, a], null)
  expect(pool.size).toBe(2)
  const { candidates } = await pool.search({ query: 'does', mode: 'vector', topK: 0 })
  expect(candidates.map(({ name }) => name)).toEqual(['b', 'a'])
})
