/** The pool rule by rule (Workbench 2 to 6, 10 to 13; cases WB-1 to WB-6), with vectors at fixed distances and with the built-in ones. */
import { describe, expect, it } from 'vitest'
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

async function poolW(options: PoolOptions = fixedDistances()): Promise<ToolPool> {
  const pool = createToolPool(options)
  await pool.addAll(Object.keys(DISTANCES).map((name) => ({ name, description: `Does what ${name} does.` })))
  return pool
}

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
    const pool = await poolW()
    pool.disable('geocode')
    expect(await search(pool, { topK: 1, maxDistance: 0.9 })).toEqual({
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
    pool.disable('forecast')
    expect(kept(await search(pool, { topK: 2 }))).toEqual(['geocode', 'news'])
    const original = await search(pool, { topK: 2, filterAfterSearch: true })
    expect(told(original)).toEqual([
      'forecast: disabled',
      'geocode: kept',
      'news: beyond k',
      'mail: beyond k',
      'bank: beyond k',
    ])
    pool.disable('geocode')
    expect(kept(await search(pool, { topK: 3, filterAfterSearch: true }))).toEqual(['news'])
  })

  it('Workbench 6: ties stand in the order of adding, also after removing and changing', async () => {
    const same = { c: 0.2, a: 0.2, b: 0.2, d: 0.2 }
    const pool = createToolPool(fixedDistances(same))
    for (const name of ['c', 'a', 'b']) pool.add({ name, description: 'x' })
    pool.remove('a')
    pool.add({ name: 'd', description: 'x' })
    pool.add({ name: 'a', description: 'x' })
    pool.update({ name: 'c', description: 'y' })
    expect(pool.names()).toEqual(['c', 'b', 'd', 'a'])
    for (const mode of ['vector', 'hybrid'] as const)
      expect(kept(await search(pool, { mode, query: 'anything' }))).toEqual(['c', 'b', 'd', 'a'])
  })

  it('tells the nearest only, and the kept ones wherever they stand', async () => {
    const pool = await poolW()
    for (const name of ['forecast', 'geocode', 'news']) pool.disable(name)
    const { candidates } = await search(pool, { topK: 1, told: 2 })
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
    asked.length = 0
    expect(await search(pool, { query })).toEqual({ candidates: [], mode: 'vector', fellBack: null })
    expect(await createToolPool({ embedding }).search({ query: 'x' })).toEqual({
      candidates: [],
      mode: 'hybrid',
      fellBack: null,
    })
    expect(asked).toEqual([])
  })
})

describe('Workbench 10, 11, 12: upkeep', () => {
  it('an existing name is an error, and nothing of a list with one is added', async () => {
    const pool = await poolW()
    expect(() => pool.add({ name: 'mail', description: '' })).toThrow(/^tool mail already exists/)
    for (const names of [
      ['fax', 'mail'],
      ['fax', 'fax'],
    ])
      await expect(pool.addAll(names.map((name) => ({ name, description: '' })))).rejects.toMatchObject({
        code: 'bad-input',
      })
    expect(pool.names()).toEqual(Object.keys(DISTANCES))
  })

  it('an unknown name is an error everywhere', async () => {
    const pool = await poolW()
    const { enable, disable, remove, get, isEnabled } = pool
    for (const use of [
      enable,
      disable,
      remove,
      get,
      isEnabled,
      (name: string) => pool.update({ name, description: '' }),
    ])
      expect(() => use('fax')).toThrow(
        expect.objectContaining({ code: 'not-found', message: 'tool fax does not exist' }),
      )
    expect(() => pool.get('__proto__')).toThrow('tool __proto__ does not exist')
  })

  it('enabling and disabling what is so already does nothing; a disabled tool can still be read', async () => {
    const pool = await poolW()
    pool.disable('mail')
    pool.disable('mail')
    pool.enable('bank')
    expect([pool.enabledNames(), pool.isEnabled('mail'), pool.get('mail').description]).toEqual([
      ['forecast', 'geocode', 'news', 'bank'],
      false,
      'Does what mail does.',
    ])
    pool.enable('mail')
    expect(pool.enabledNames()).toEqual(pool.names())
  })

  it('removing keeps the order of the others; a state makes the same pool again', async () => {
    const pool = await poolW()
    pool.remove('geocode')
    pool.disable('news')
    const again = createToolPool(fixedDistances())
    await again.addAll(pool.state())
    expect([again.names(), again.enabledNames(), again.size]).toEqual([
      ['forecast', 'news', 'mail', 'bank'],
      ['forecast', 'mail', 'bank'],
      4,
    ])
    expect(await search(again)).toEqual(await search(pool))
    pool.removeAll()
    expect([pool.size, kept(await search(pool))]).toEqual([0, []])
  })

  it('embeds on adding and on a change, not per query', async () => {
    const { asked, embedding } = fixedDistances()
    const pool = await poolW({ embedding })
    await search(pool)
    await search(pool)
    pool.update({ name: 'mail', description: 'Sends letters.' })
    await search(pool, { query: 'post' })
    expect(asked).toEqual([
      Object.keys(DISTANCES).map((name) => `${name}: Does what ${name} does.`),
      ['weather in Rome'],
      ['mail: Sends letters.'],
      ['post'],
    ])
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
    expect(found.fellBack).toMatch(why)
    expect(kept(await search(pool, { query: 'xylophone' }))).toEqual([])
  })

  it('is asked again at the next search', async () => {
    const { embedding } = fixedDistances()
    let isDown = true
    const embed: typeof embedding.embed = (texts) =>
      isDown ? Promise.reject(new Error('down')) : embedding.embed(texts)
    const pool = await poolW({ embedding: { key: 'flaky', embed } })
    expect((await search(pool)).fellBack).toMatch(/: down$/)
    isDown = false
    expect(await search(pool)).toEqual(await search(await poolW()))
  })

  it('a search that is stopped throws', async () => {
    const stop = new AbortController()
    const embed = () => {
      stop.abort()
      return Promise.reject(new Error('gone'))
    }
    const pool = createToolPool({ embedding: { key: 'x', embed } })
    pool.add({ name: 'a', description: '' })
    await expect(pool.search({ query: 'a', signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('adding many', () => {
  const many = Array.from({ length: 3_000 }, (_, at) => ({ name: `tool_${at}`, description: `Does number ${at}.` }))

  it('pauses, tells how far it is, and stops when told to, leaving whole tools', async () => {
    const pool = createToolPool()
    const stop = new AbortController()
    const adding = pool.addAll(many, { signal: stop.signal, onProgress: () => stop.abort() })
    await expect(adding).rejects.toMatchObject({ name: 'AbortError' })
    expect(pool.size).toBeGreaterThan(0)
    expect(pool.size).toBeLessThan(many.length)
    const seen: number[] = []
    await pool.addAll(
      many.filter(({ name }) => !pool.has(name)),
      { onProgress: (done) => seen.push(done) },
    )
    expect(pool.names()).toEqual(many.map(({ name }) => name))
    expect(seen).toEqual(seen.toSorted((first, second) => first - second))
    expect(kept(await pool.search({ query: 'tool_2718', mode: 'keyword', topK: 1 }))).toEqual(['tool_2718'])
  })
})

describe('the built-in search', () => {
  const pool = createToolPool()
  pool.add({ name: 'getWeatherForecast', description: 'Weather for a town.', parameters: { properties: { city: {} } } })
  pool.add({ name: 'send_email', description: 'Sends a message from the mailbox.' })
  pool.add({ name: 'convert_currency', description: "Converts money at today's rate." })
  pool.add({ name: 'search_pdfs', description: 'Looks for words in documents.' })
  pool.add({ name: 'доставка', description: 'Где находится заказ и когда его привезут.' })
  pool.add({ name: '退货', description: '退回商品并退款。' })

  it.each([
    ['Do I need an umbrella tomorrow?', 'getWeatherForecast'],
    ['forcast', 'getWeatherForecast'],
    ['which city', 'getWeatherForecast'],
    ['write a letter to Tom', 'send_email'],
    ['40 € in yen', 'convert_currency'],
    ['PDFs', 'search_pdfs'],
    ['когда привезут мои заказы?', 'доставка'],
    ['我要退货', '退货'],
  ])('%s', async (query, expected) => expect(kept(await pool.search({ query, topK: 1 }))).toEqual([expected]))

  it('is the same every time, and the same for the same words', async () => {
    const query = 'the weather in town and the mailbox'
    const first = await pool.search({ query })
    await pool.search({ query: 'money' })
    expect(await pool.search({ query })).toEqual(first)
    const self = await pool.search({ query: 'send email send email sends a message from the mailbox', mode: 'vector' })
    expect(self.candidates[0]).toMatchObject({ name: 'send_email', similarity: 1 })
  })

  it('by words finds only what has one of them', async () => {
    expect(told(await pool.search({ query: 'umbrella', mode: 'keyword' }))).toEqual([])
    expect(told(await pool.search({ query: 'the message', mode: 'keyword' }))).toEqual(['send_email: kept'])
  })

  it('bears hostile tools and queries', async () => {
    const hostile = createToolPool()
    const deep: Record<string, unknown> = {}
    deep['properties'] = { deep }
    hostile.add({ name: 'constructor', description: 'x '.repeat(1_000_000), parameters: deep })
    hostile.add({ name: '__proto__', description: '', parameters: { properties: 'nonsense' } })
    const found = await hostile.search({ query: '\u0000 constructor __proto__ '.repeat(50_000) })
    expect(kept(found).toSorted()).toEqual(['__proto__', 'constructor'])
  })
})
