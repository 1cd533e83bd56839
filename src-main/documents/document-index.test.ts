/** Search in documents by words and by meaning, and the indexes that are kept. */
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ENGLISH } from '../../src-shared/languages/translate'
import { createDocumentIndex, titleOf, type ExcerptSearchResult } from './document-index'
import { ruleWords } from '../../src-shared/run/words/decisions'
import { createDocumentIndexes } from './document-indexes'
import type { EmbeddingModel } from './meaning'

/** A text that a pattern matches, without the `any` of Vitest. */

const section = (heading: string, text: string) =>
  `## ${heading}\n${text} ${'It is written here so that everybody knows. '.repeat(6)}\n\n`
const HANDBOOK = {
  name: 'Handbook',
  text:
    section('Opening hours', 'The shop is open from 8 to 18, on Sundays from 10 to 14.') +
    section('Delivery', 'Orders placed before noon are delivered on the same day. Deliveries cost 5 euros.') +
    section('Allergens', 'All our cakes may contain nuts. We bake two cakes without gluten.'),
}
const RUSSIAN = { name: 'Памятка', text: 'Доставка заказов стоит пятьсот рублей.\n\nМагазин открыт с восьми утра.' }
const CHINESE = {
  name: '手册',
  text: section('配送', '中午之前的订单当天送达。') + section('退货', '蛋糕可以在当天退回。'),
}

const headings = ({ excerpts }: ExcerptSearchResult) => excerpts.map(({ heading }) => heading)

describe('createDocumentIndex by words', () => {
  const made = createDocumentIndex([HANDBOOK, RUSSIAN, CHINESE])
  const first = async (query: string) => {
    const { excerpts } = await (await made).search(query, 1)
    return excerpts.map(({ name, heading }) => [name, heading].join(': '))
  }

  it.each([
    ['When do you open on Sunday?', 'Handbook: Opening hours'],
    ['what does delivering cost', 'Handbook: Delivery'],
    ['glutenfree? allergen', 'Handbook: Allergens'],
    ['allergnes', 'Handbook: Allergens'],
    ['Сколько стоят доставки заказа?', 'Памятка: '],
    ['今天的订单什么时候配送？', '手册: 配送'],
    ['可以退货吗', '手册: 退货'],
    ['退', '手册: 退货'],
  ])('%s', async (query, expected) => expect(await first(query)).toEqual([expected]))

  it('gives whole excerpts with numbers, and where they stand', async () => {
    const { excerpts, ...rest } = await (await made).search('cost of delivery', 2)
    const [best] = excerpts
    expect(rest).toEqual({ by: 'words', wordsAlone: null })
    expect(best).toEqual({
      name: 'Handbook',
      heading: 'Delivery',
      text: HANDBOOK.text.slice(HANDBOOK.text.indexOf('## Delivery'), HANDBOOK.text.indexOf('## Allergens')).trim(),
      number: 1,
      part: 2,
      at: HANDBOOK.text.indexOf('## Delivery'),
      score: best?.score,
    })
    expect(excerpts.map(({ number }) => number)).toEqual(excerpts.map((_, at) => at + 1))
    expect([titleOf({ name: 'A', heading: '' }), titleOf({ name: 'A', heading: 'B' })]).toEqual(['A', 'A – B'])
  })

  it('finds nothing where nothing fits, for a question of stop words, and in no documents', async () => {
    const index = await made
    const nothing = { excerpts: [], by: 'words', wordsAlone: null }
    expect([
      await index.search('xylophone', 4),
      await index.search('what is the', 4),
      await index.search('  ', 4),
    ]).toEqual([nothing, nothing, nothing])
    expect(await (await createDocumentIndex([])).search('delivery', 4)).toEqual(nothing)
    expect(await index.search('delivery', 0)).toEqual(nothing)
  })

  it('is the same every time, and keeps the order of the documents among equals', async () => {
    const same = await createDocumentIndex(['B', 'A', 'C'].map((name) => ({ name, text: 'Cake.' })))
    const { excerpts } = await same.search('cake', 3)
    expect(excerpts.map(({ name }) => name)).toEqual(['B', 'A', 'C'])
    const query = 'is the cake delivered on sunday'
    const again = await createDocumentIndex([HANDBOOK, RUSSIAN, CHINESE])
    expect(await (await made).search(query, 9)).toEqual(await again.search(query, 9))
  })
})

describe('createDocumentIndex by words and meaning', () => {
  /** Two axes: money and time; "price" is money although no document has the word. */
  const axes = (text: string) => [/cost|price/i.test(text) ? 1 : 0, /open|hours/i.test(text) ? 1 : 0, 0.01]
  const counted = (
    answer = (texts: readonly string[]): Promise<readonly (readonly number[])[]> => Promise.resolve(texts.map(axes)),
  ) => {
    const asked: number[] = []
    const embedding: EmbeddingModel = {
      key: 'test',
      embed: (texts) => {
        asked.push(texts.length)
        return answer(texts)
      },
    }
    return { asked, embedding }
  }

  it('finds by meaning what the words miss, and asks for each text once', async () => {
    const { asked, embedding } = counted()
    const index = await createDocumentIndex([HANDBOOK])
    const found = await index.search('What is the price?', 2, { embedding })
    expect([found.by, found.wordsAlone, headings(found)[0]]).toEqual(['words-and-meaning', null, 'Delivery'])
    await index.search('What is the price?', 2, { embedding })
    await index.search('hours', 2, { embedding })
    expect(asked).toEqual([4, 1])
  })

  it.each<[string, () => Promise<readonly (readonly number[])[]>, RegExp]>([
    [
      'fails',
      () => Promise.reject(new Error('no such model.')),
      /by words alone, because the embedding model failed: no such model\.$/,
    ],
    ['gives too few vectors', () => Promise.resolve([[1]]), /1 vectors for 4 texts/],
    ['gives broken vectors', () => Promise.resolve([[NaN], [1], [1], [1]]), /broken vector/],
    ['gives vectors of different lengths', () => Promise.resolve([[1], [1, 2], [1], [1]]), /different lengths/],
  ])('a model that %s leaves the words, and says so', async (_what, answer, words) => {
    const index = await createDocumentIndex([HANDBOOK])
    const found = await index.search('cost of delivery', 2, { embedding: counted(answer).embedding })
    const { wordsAlone, ...rest } = found
    expect({ ...rest, wordsAlone: null }).toEqual(await index.search('cost of delivery', 2))
    expect(ruleWords({ by: 'documents', how: found.by, wordsAlone }, ENGLISH)).toMatch(words)
  })

  it('stops when it is told to', async () => {
    const stop = new AbortController()
    const { embedding } = counted(() => {
      stop.abort()
      return Promise.reject(new Error('gone'))
    })
    const index = await createDocumentIndex([HANDBOOK])
    await expect(index.search('cost', 1, { embedding, signal: stop.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})

describe('createDocumentIndexes', () => {
  it('keeps the indexes used last, by what the documents say', async () => {
    const indexes = createDocumentIndexes(2)
    const of = (name: string, text: string) => indexes.of([{ name, text }])
    const a = await of('a', 'x')
    const b = await of('b', 'x')
    expect(await of('a', 'x')).toBe(a)
    await of('ab', '')
    expect(await of('a', 'x')).toBe(a)
    expect(await of('b', 'x')).not.toBe(b)
  })

  it.each([
    ['one line', 'x'],
    ['blank lines', '\n'],
    ['headings', '# A\n'],
    ['sentences', 'A cake costs 5 euros. '],
  ])('cuts %s in slices', async (_what, part) => {
    let slices = 0
    const breather = { breathe: () => Promise.resolve(void (slices += 1)) }
    await createDocumentIndex([{ name: 'Large', text: part.repeat(500_000 / part.length) }], { breather })
    expect(slices).toBeGreaterThan(400)
  })

  it('may let others in after each piece whose words it takes in', async () => {
    let slices = 0
    const breather = { breathe: () => Promise.resolve(void (slices += 1)) }
    const text = Array.from({ length: 20_000 }, (_none, index) => `word${index * 7919}. `).join('')
    const index = await createDocumentIndex([{ name: 'Large', text }], { breather })
    const cut = slices
    expect((await index.search('word7919', 1)).excerpts).toHaveLength(1)
    expect(index.size).toBeGreaterThan(100)
    expect(slices - cut).toBe(index.size)
  })

  it('lets others in while it cuts 20 MB', async () => {
    const order: string[] = []
    setImmediate(() => order.push('somebody else'))
    const { size } = await createDocumentIndexes().of([
      { name: 'Large', text: 'A cake costs 5 euros. '.repeat(909_090) },
    ])
    expect([order, size > 10_000]).toEqual([['somebody else'], true])
  })

  it('reads a file again only when it changed', async () => {
    const baseDir = mkdtempSync(path.join(tmpdir(), 'documents-'))
    try {
      const file = path.join(baseDir, 'a.md')
      const write = (text: string, seconds: number) => {
        writeFileSync(file, text)
        utimesSync(file, seconds, seconds)
      }
      const indexes = createDocumentIndexes()
      const open = () => indexes.open([{ name: 'A', path: 'a.md' }, HANDBOOK], { baseDir })
      write('One cake.', 1)
      const first = await open()
      expect(await open()).toBe(first)
      write('Two buns.', 2)
      const { excerpts } = await (await open()).search('bun', 1)
      expect(excerpts.map(({ name, text }) => [name, text])).toEqual([['A', 'Two buns.']])
      await expect(indexes.open([{ name: 'A', path: '../a.md' }], { baseDir })).rejects.toMatchObject({
        code: 'consent-needed',
      })
    } finally {
      rmSync(baseDir, { recursive: true, force: true })
    }
  })
})
