import { expect, test } from 'vitest'
import type { EmbeddingCache } from './embedding-cache'
import { createOpenPools } from './open-pools'

const named = (...names: string[]) => names.map((name) => ({ name, description: `Does ${name}.` }))
const vectors = { key: 'v', embed: (texts: readonly string[]) => Promise.resolve(texts.map(() => [1, 0])) }
const noCache = (): never => {
  throw new Error('the disk is full')
}

test('the same tools are one pool; other texts, another state or another model make another', async () => {
  const pools = createOpenPools(noCache)
  const first = await pools.open(named('a', 'b'), null)
  expect(await pools.open(named('a', 'b'), null)).toBe(first)
  const others = [
    await pools.open(named('b', 'a'), null),
    await pools.open([{ name: 'a', description: 'New.' }, ...named('b')], null),
    await pools.open(
      named('a', 'b').map((tool) => ({ ...tool, isEnabled: false })),
      null,
    ),
    await pools.open(named('a', 'b'), vectors),
  ]
  expect(new Set([first, ...others]).size).toBe(5)
  expect(others[2]?.enabledNames()).toEqual([])
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

test('two tools of one name are an error, and the next try is a new one', async () => {
  const pools = createOpenPools(noCache)
  await expect(pools.open(named('a', 'a'), null)).rejects.toMatchObject({ code: 'bad-input' })
  await expect(pools.open(named('a', 'a'), null)).rejects.toMatchObject({ code: 'bad-input' })
})
