/** The pool rule by rule (Workbench 2 to 6, 11, 13, 20; cases WB-1 to WB-6), with vectors at fixed distances and with the built-in ones. */
import { describe, expect, it } from 'vitest'
import { ENGLISH } from '../../../src-shared/languages/translate'
import type { Embed } from '../../documents/meaning'
import { createToolPool, type PoolOptions, type SearchRequest, type SearchResult, type ToolPool } from './pool'

const DISTANCES = { forecast: 0.1, geocode: 0.3, news: 0.55, mail: 0.9, bank: 1.2 }

/** Vectors in a plane, at an angle to the query's that makes the wanted cosine distance. */
function fixedDistances(distances: Readonly<Record<string, number>> = DISTANCES) {
  const asked: string[][] = []
  const embed = (texts: readonly string[]) => {
    asked.push([...texts])
    return Promise.resolve(
      texts.map((text) => {
        const cosine = 1 - (distances[text.split(':')[0] ?? ''] ?? 0)
        return [cosine, Math.sqrt(1 - cosine * cosine)]
      }),
    )
  }
  return { asked, embedding: { key: 'fixed', embed } }
}

const W = Object.keys(DISTANCES).map((name) => ({ name, description: `Does what ${name} does.` }))
const poolW = (options: PoolOptions = fixedDistances()): Promise<ToolPool> => createToolPool(W, options)

const search = (pool: ToolPool, request: Partial<SearchRequest> = {}) =>
  pool.search({ query: 'weather in Rome', mode: 'vector', ...request })
const kept = ({ candidates }: SearchResult) =>
  candidates.flatMap((candidate) => (candidate.kept ? [candidate.name] : []))
const told = ({ candidates }: SearchResult) => candidates.map(({ name, reason }) => `${name}: ${reason}`)

describe('Workbench 3, 4, 6: what is kept', () => {
  it.each<[string, Partial<SearchRequest>, string[]]>([
    ['WB-1: the two nearest, nearest first', { topK: 2 }, ['forecast', 'geocode']],
    ['WB-2: k is at most the size of the pool', { topK: 10 }, ['forecast', 'geocode', 'news', 'mail', 'bank']],
    ['WB-3: equal to the limit is kept', { topK: 10, maxDistance: 0.55 }, ['forecast', 'geocode', 'news']],
    ['WB-3: the same limit as a similarity', { topK: 10, minSimilarity: 0.45 }, ['forecast', 'geocode', 'news']],
    ['WB-4: nothing is near enough', { maxDistance: 0.05 }, []],
    ['no places, no tools', { topK: 0 }, []],
  ])('%s', async (_what, request, expected) => {
    const pool = await poolW()
    expect(kept(await search(pool, request))).toEqual(expected)
    expect(kept(await search(pool, { ...request, mode: 'hybrid' }))).toEqual(expected)
  })

  it('Workbench 20: tells every candidate with similarity, place and reason', async () => {
    const disabled = new Set(['geocode'])
    expect(await search(await poolW(), { topK: 1, maxDistance: 0.9, disabled })).toEqual({
      candidates: [
        { name: 'forecast', similarity: 0.9, rank: 1, kept: true, reason: 'kept' },
        { name: 'geocode', similarity: 0.7, rank: 2, kept: false, reason: 'disabled' },
        { name: 'news', similarity: 0.45, rank: 3, kept: false, reason: 'beyond k' },
        { name: 'mail', similarity: 0.1, rank: 4, kept: false, reason: 'beyond k' },
        { name: 'bank', similarity: 0, rank: 5, kept: false, reason: 'too far' },
      ],
      mode: 'vector',
      fellBack: null,
    })
  })

  it('Workbench 5: disabled tools take no place, unless the original order is wanted (WB-5)', async () => {
    const pool = await poolW()
    const one = new Set(['forecast'])
    expect(kept(await search(pool, { topK: 2, disabled: one }))).toEqual(['geocode', 'news'])
    const original = await search(pool, { topK: 2, filterAfterSearch: true, disabled: one })
    expect(told(original)).toEqual([
      'forecast: disabled',
      'geocode: kept',
      'news: beyond k',
      'mail: beyond k',
      'bank: beyond k',
    ])
    const two = new Set(['forecast', 'geocode', 'fax'])
    expect(kept(await search(pool, { topK: 3, filterAfterSearch: true, disabled: two }))).toEqual(['news'])
  })

  it('Workbench 6: ties stand in the order of the pool; of two of one name the first counts', async () => {
    const same = { c: 0.2, a: 0.2, b: 0.2, d: 0.2 }
    const tools = ['c', 'b', 'd', 'b', 'a'].map((name) => ({ name, description: 'x' }))
    const pool = await createToolPool(tools, fixedDistances(same))
    expect(pool.size).toBe(4)
    for (const mode of ['vector', 'hybrid'] as const)
      expect(kept(await search(pool, { mode, query: 'anything' }))).toEqual(['c', 'b', 'd', 'a'])
  })

  it('tells the nearest only, and the kept ones wherever they stand', async () => {
    const disabled = new Set(['forecast', 'geocode', 'news'])
    const { candidates } = await search(await poolW(), { topK: 1, told: 2, disabled })
    expect(candidates.map(({ name, rank }) => [name, rank])).toEqual([
      ['forecast', 1],
      ['geocode', 2],
      ['mail', 4],
    ])
  })
})

describe('Workbench 2: an empty query', () => {
  it.each(['', '  \n '])('finds nothing and asks no embedding model (WB-6): %j', async (query) => {
    const { asked, embedding } = fixedDistances()
    const pool = await poolW({ embedding })
    expect(await search(pool, { query })).toEqual({ candidates: [], mode: 'vector', fellBack: null })
    expect(await (await createToolPool([], { embedding })).search({ query: 'x' })).toEqual({
      candidates: [],
      mode: 'hybrid',
      fellBack: null,
    })
    expect(asked).toEqual([])
  })
})

describe('Workbench 11: vectors', () => {
  it('are made once for each tool, not for each query', async () => {
    const { asked, embedding } = fixedDistances()
    const pool = await poolW({ embedding })
    await search(pool)
    await search(pool)
    await search(pool, { query: 'post' })
    expect(asked).toEqual([
      Object.keys(DISTANCES).map((name) => `${name}: Does what ${name} does.`),
      ['weather in Rome'],
      ['post'],
    ])
  })

  it('are got ahead of the first query where that is wanted', async () => {
    const { asked, embedding } = fixedDistances()
    const pool = await poolW({ embedding })
    expect(await pool.prepare()).toBeNull()
    await search(pool)
    expect(asked.map((texts) => texts.length)).toEqual([5, 1])
  })
})

describe('Workbench 13: an embedding model that fails', () => {
  const broken: [string, Embed, RegExp][] = [
    ['throws', () => Promise.reject(new Error('no such model')), /words alone.*: no such model$/],
    ['gives too few', () => Promise.resolve([]), /0 vectors for/],
    ['gives nonsense', () => Promise.resolve([[NaN], [1], [1], [1], [1]]), /broken vector/],
    [
      'gives lengths that differ',
      (texts) => Promise.resolve(texts.map((_, at) => (at === 1 ? [1, 2] : [1]))),
      /different lengths/,
    ],
  ]
  it.each(broken)('that %s leaves the words and says so; never all tools', async (_what, embed, why) => {
    const pool = await poolW({ embedding: { key: 'broken', embed } })
    const found = await search(pool, { query: 'news, please', minSimilarity: 0.99 })
    expect([kept(found), found.mode]).toEqual([['news'], 'keyword'])
    expect(found.fellBack && ENGLISH.message(found.fellBack)).toMatch(why)
    expect(kept(await search(pool, { query: 'xylophone' }))).toEqual([])
  })

  it('is asked again at the next search', async () => {
    const { embedding } = fixedDistances()
    let isDown = true
    const embed: typeof embedding.embed = (texts) =>
      isDown ? Promise.reject(new Error('down')) : embedding.embed(texts)
    const pool = await poolW({ embedding: { key: 'flaky', embed } })
    const { fellBack } = await search(pool)
    expect(fellBack && ENGLISH.message(fellBack)).toMatch(/: down$/)
    isDown = false
    expect(await search(pool)).toEqual(await search(await poolW()))
  })

  it('a search that is stopped throws', async () => {
    const stop = new AbortController()
    const embed = () => {
      stop.abort()
      return Promise.reject(new Error('gone'))
    }
    const pool = await createToolPool([{ name: 'a', description: '' }], { embedding: { key: 'x', embed } })
    await expect(pool.search({ query: 'a', signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('a large pool', () => {
  it('leaves pauses for everything else while it is indexed', async () => {
    const many = Array.from({ length: 3_000 }, (_, at) => ({ name: `tool_${at}`, description: `Does number ${at}.` }))
    let pauses = 0
    let isOver = false
    const count = (): void => {
      pauses += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const pool = await createToolPool(many)
    isOver = true
    expect(pauses).toBeGreaterThan(0)
    expect(kept(await pool.search({ query: 'tool_2718', mode: 'keyword', topK: 1 }))).toEqual(['tool_2718'])
  })
})

describe('the built-in search', () => {
  const tools = [
    { name: 'getWeatherForecast', description: 'Weather for a town.', parameters: { properties: { city: {} } } },
    { name: 'send_email', description: 'Sends a message from the mailbox.' },
    { name: 'convert_currency', description: "Converts money at today's rate." },
    { name: 'search_pdfs', description: 'Looks for words in documents.' },
    { name: 'доставка', description: 'Где находится заказ и когда его привезут.' },
    { name: '退货', description: '退回商品并退款。' },
  ]
  const builtIn = () => createToolPool(tools)

  it.each([
    ['Do I need an umbrella tomorrow?', 'getWeatherForecast'],
    ['forcast', 'getWeatherForecast'],
    ['which city', 'getWeatherForecast'],
    ['write a letter to Tom', 'send_email'],
    ['40 € in yen', 'convert_currency'],
    ['PDFs', 'search_pdfs'],
    ['когда привезут мои заказы?', 'доставка'],
    ['我要退货', '退货'],
  ])('%s', async (query, expected) =>
    expect(kept(await (await builtIn()).search({ query, topK: 1 }))).toEqual([expected]),
  )

  it('is the same every time, and the same for the same words', async () => {
    const pool = await builtIn()
    const query = 'the weather in town and the mailbox'
    const first = await pool.search({ query })
    await pool.search({ query: 'money' })
    expect(await pool.search({ query })).toEqual(first)
    const self = await pool.search({ query: 'send email send email sends a message from the mailbox', mode: 'vector' })
    expect(self.candidates[0]).toMatchObject({ name: 'send_email', similarity: 1 })
  })

  it('by words finds only what has one of them', async () => {
    const pool = await builtIn()
    expect(told(await pool.search({ query: 'umbrella', mode: 'keyword' }))).toEqual([])
    expect(told(await pool.search({ query: 'the message', mode: 'keyword' }))).toEqual(['send_email: kept'])
  })

  it('bears hostile tools and queries', async () => {
    const deep: Record<string, unknown> = {}
    deep['properties'] = { deep }
    const hostile = await createToolPool([
      { name: 'constructor', description: 'x '.repeat(1_000_000), parameters: deep },
      { name: '__proto__', description: '', parameters: { properties: 'nonsense' } },
    ])
    const found = await hostile.search({ query: '\u0000 constructor __proto__ '.repeat(50_000) })
    expect(kept(found).toSorted()).toEqual(['__proto__', 'constructor'])
  })
})
