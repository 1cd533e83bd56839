/** How much of what others send is looked at before it is refused, counted in signs and not in time. */
import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { JSON_BOUNDS, readJson, sizeOfJson } from './bounded-json'
import { readChatRequest } from './request'

const MB = 1024 * 1024
const { depth, values } = JSON_BOUNDS

it.each([
  ['lists', '['.repeat(4 * MB), depth + 1],
  ['objects', '{"a":'.repeat(MB), 5 * depth + 1],
  ['values', `[${'1,'.repeat(2 * MB)}1]`, 2 * values],
  ['empty objects', `[${'{},'.repeat(MB)}1]`, 2 * values],
  ['fields', `{${Array.from({ length: 100_000 }, (_none, at) => `"k":${at % 10}`).join(',')}}`, 3 * values],
])('of too many %s no more is looked at than the bounds need', (_what, text, most) => {
  const { looked, ...size } = sizeOfJson(text, JSON_BOUNDS)
  expect(size.deepest > depth || size.values > values).toBe(true)
  expect(looked).toBeLessThanOrEqual(most)
})

it('parses nothing of what is too much', () => {
  const parse = vi.spyOn(JSON, 'parse')
  try {
    const extra = '['.repeat(2 * MB) + ']'.repeat(2 * MB)
    const body = `{"model":"host","messages":[{"role":"user","content":"Hi"}],"more":${extra}}`
    expect(() => readChatRequest(body)).toThrow('more than 100 deep')
    expect(() => readChatRequest(`{"model":"host","messages":[${'1,'.repeat(2 * MB)}1]}`)).toThrow('50000 values')
    expect(parse).not.toHaveBeenCalled()
    readChatRequest('{"model":"host","messages":[{"role":"user","content":"Hi"}]}')
    expect(parse).toHaveBeenCalledTimes(1)
  } finally {
    parse.mockRestore()
  }
})

it('looks at no message behind the first that is wrong, and at no part of one', () => {
  let looked = 0
  const wrong = Array.from({ length: 20_000 }, () => ({
    get role() {
      looked += 1
      return 'nobody'
    },
    get type() {
      looked += 1
      return 1
    },
  }))
  const parse = vi.spyOn(JSON, 'parse')
  try {
    parse.mockReturnValueOnce({ model: 'host', messages: [{ role: 'user', content: 'Hi' }, ...wrong] })
    expect(() => readChatRequest('{}')).toThrow('messages.1.role: must be one of')
    parse.mockReturnValueOnce({ model: 'host', messages: [{ role: 'user', content: wrong }] })
    expect(() => readChatRequest('{}')).toThrow('messages.0.content.0.type: must be text')
  } finally {
    parse.mockRestore()
  }
  expect(looked).toBeLessThan(10)
})

it('takes a long text for one value, whatever stands in it', () => {
  const long = JSON.stringify({ text: '[{",:\\"]}\\'.repeat(100_000) })
  expect(sizeOfJson(long, JSON_BOUNDS)).toMatchObject({ deepest: 1, values: 3, looked: long.length })
  expect(readJson(long)).toEqual(JSON.parse(long))
})

it('reads all JSON that is not too much, and counts at least its values', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      const size = sizeOfJson(text, { depth: 1000, values: 1_000_000 })
      expect(readJson(text)).toEqual(JSON.parse(text))
      expect([size.deepest, size.values >= countOf(JSON.parse(text))]).toEqual([depthOf(JSON.parse(text)), true])
    }),
    { numRuns: 100 },
  )
})

function partsOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : []
}

function depthOf(value: unknown): number {
  const isHolder = typeof value === 'object' && value !== null
  return isHolder ? 1 + Math.max(0, ...partsOf(value).map(depthOf)) : 0
}

function countOf(value: unknown): number {
  return 1 + partsOf(value).reduce<number>((sum, part) => sum + countOf(part), 0)
}

it('says what is wrong with what is no JSON', () => {
  for (const text of ['', '"', '[', ']]]]', '{"a"', '"\\'])
    expect(() => readJson(text)).toThrow('The body is not JSON.')
})
