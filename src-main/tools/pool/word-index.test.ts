/** The index of very many words is finished in slices. */
import { expect, test } from 'vitest'
import { atOnce } from '../../../src-shared/slices'
import { toolFeatures } from './features'
import { startWordIndex } from './word-index'

test('others get in while the index of very many words is finished', () => {
  const indexing = startWordIndex()
  const each = (from: number) => new Map(Array.from({ length: 1000 }, (_, n) => [`w${from + n}`, 1] as const))
  for (let from = 0; from < 50_000; from += 1000) indexing.add({ weights: each(from), length: 1000 })
  const finishing = indexing.finish()
  let slices = 1
  while (finishing.next().done !== true) slices += 1
  // Once for every 10,000 terms, and once for as many numbers in their postings.
  expect(slices).toBeGreaterThanOrEqual(10)
})

test('done at once, it finds the tools of a word', () => {
  const indexing = startWordIndex()
  for (const name of ['weather', 'mail']) indexing.add(toolFeatures({ name, description: '' }))
  const { share } = atOnce(indexing.finish()).score('weather')
  expect([...share].map((value) => value > 0)).toEqual([true, false])
})
