/** Bundles the items of a stream: all that is there before the process turns to the outside world again comes at once. */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Items that came together. `isLast`: the stream has ended with them. */
export type Batch<Item> = { readonly items: readonly Item[]; readonly isLast: boolean }

/** What computes without a pause must not be held back until it is through. */
const LARGEST = 256

/** The stream in batches, none of them empty. What it throws comes after the items that it yielded before. */
export async function* inBatches<Item>(source: AsyncIterable<Item>): AsyncGenerator<Batch<Item>, void, undefined> {
  const iterator = source[Symbol.asyncIterator]()
  let next = iterator.next()
  try {
    for (;;) {
      const first = await next
      if (first.done === true) return
      const items = [first.value]
      const pause = nextTurn(null)
      let isLast = false
      while (items.length < LARGEST) {
        next = iterator.next()
        // A failure is thrown by the `await next` above, after these items are out.
        const result = await Promise.race([next.catch(() => null), pause])
        isLast = result?.done === true
        if (result === null || result.done === true) break
        items.push(result.value)
      }
      if (items.length === LARGEST) next = iterator.next()
      yield { items, isLast }
    }
  } finally {
    await iterator.return?.()
  }
}
