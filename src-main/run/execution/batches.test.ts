import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inBatches } from './batches'

async function* numbers(count: number): AsyncGenerator<number> {
  for (let number = 1; number <= count; number += 1) yield number
}

async function batchesOf<Item>(
  source: AsyncIterable<Item>,
): Promise<{ items: Item[][]; last: boolean[]; failure: unknown }> {
  const items: Item[][] = []
  const last: boolean[] = []
  try {
    for await (const batch of inBatches(source)) {
      items.push([...batch.items])
      last.push(batch.isLast)
    }
    return { items, last, failure: null }
  } catch (failure) {
    return { items, last, failure }
  }
}

test('what comes without a pause is one batch, and the end belongs to it', async () => {
  expect(await batchesOf(numbers(3))).toEqual({ items: [[1, 2, 3]], last: [true], failure: null })
  expect(await batchesOf(numbers(0))).toEqual({ items: [], last: [], failure: null })
})

test('a pause ends a batch', async () => {
  async function* pausing() {
    yield* numbers(2)
    await nextTurn()
    await nextTurn()
    yield 3
    await nextTurn()
    await nextTurn()
  }
  expect(await batchesOf(pausing())).toEqual({ items: [[1, 2], [3]], last: [false, false], failure: null })
})

test('a stream that never pauses comes in pieces', async () => {
  const { items, last } = await batchesOf(numbers(600))
  expect({ sizes: items.map((batch) => batch.length), last, all: items.flat() }).toEqual({
    sizes: [256, 256, 88],
    last: [false, false, true],
    all: Array.from({ length: 600 }, (_, index) => index + 1),
  })
})

test('what came before a failure is not lost', async () => {
  async function* failing() {
    yield* numbers(2)
    throw new Error('cut')
  }
  expect(await batchesOf(failing())).toEqual({ items: [[1, 2]], last: [false], failure: new Error('cut') })
})

test('who stops listening ends the stream', async () => {
  let isClosed = false
  async function* open() {
    try {
      yield* numbers(2)
      await nextTurn()
      yield* numbers(1000)
    } finally {
      isClosed = true
    }
  }
  for await (const { items } of inBatches(open())) {
    expect(items).toEqual([1, 2])
    break
  }
  expect(isClosed).toBe(true)
})
