import { ENGLISH } from '../../../src-shared/languages/translate'
import { expect, test } from 'vitest'
import { MAX_TEXT } from '../../../src-shared/flow/editing/open'
import type { JsonObject } from '../../../src-shared/flow/records'
import { chosenBy, filtered, isTooLarge, operationsIn, sizeInFile, sizeText, tagsOf, wishesOf } from './api-operations'

const DOCUMENT: JsonObject = {
  openapi: '3.0.3',
  paths: {
    '/cakes': {
      parameters: [],
      get: { operationId: 'cakes/list', description: 'Lists cakes\n\nAll of them.', tags: ['cakes'] },
      post: { summary: 'Bakes a cake', tags: ['cakes', 'kitchen'] },
    },
    '/odd': 'no path item',
    '/orders': { delete: { operationId: 'drop*', tags: [7] } },
  },
}
const operations = operationsIn(DOCUMENT)

test('operations of a document, each with a wish that names it alone', () => {
  expect(operations.map(({ wish, method, path, summary, tags }) => [wish, method, path, summary, tags])).toEqual([
    ['cakes/list', 'GET', '/cakes', 'Lists cakes', ['cakes']],
    ['POST /cakes', 'POST', '/cakes', 'Bakes a cake', ['cakes', 'kitchen']],
    ['DELETE /orders', 'DELETE', '/orders', '', []],
  ])
  for (const operation of operations) {
    expect([...chosenBy(operations, [operation.wish])]).toEqual([operation])
    expect(wishesOf(operations, new Set([operation]))).toEqual([operation.wish])
  }
  expect(operationsIn({ paths: 7 })).toEqual([])
})

test('wishes by name, tag and pattern, however many there are', () => {
  const wishes = ['cakes_list', 'tag:kitchen', '/orders']
  const many = [...wishes, ...Array.from({ length: 60 }, (_, at) => `other-${at}`)]
  expect(chosenBy(operations, wishes).size).toBe(3)
  expect(chosenBy(operations, ['cakes/list', 'tag:kitchen', ...many.slice(3)]).size).toBe(2)
})

test('filtered by words and tag', () => {
  const found = (words: string, tag: string | null) => filtered(operations, words, tag).map(({ wish }) => wish)
  expect(found('CAKES post', null)).toEqual(['POST /cakes'])
  expect(found('', 'cakes')).toEqual(['cakes/list', 'POST /cakes'])
  expect(found('order', 'cakes')).toEqual([])
  expect(tagsOf(operations)).toEqual([
    { tag: 'cakes', count: 2 },
    { tag: 'kitchen', count: 1 },
  ])
})

test('sizes as the file has them', () => {
  expect(sizeInFile({ a: [1] })).toBe(JSON.stringify({ a: [1] }, null, 2).length + 5 * 8)
  expect([sizeText(900, ENGLISH), sizeText(12_345, ENGLISH), sizeText(2_340_000, ENGLISH)]).toEqual([
    '900 bytes',
    '12 kB',
    '2.3 MB',
  ])
  expect([isTooLarge(MAX_TEXT / 2), isTooLarge(MAX_TEXT)]).toEqual([false, true])
})
