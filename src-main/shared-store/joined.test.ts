/** Asks that are joined: none waits without need, none is lost, and each hears of its own. */
import { expect, test } from 'vitest'
import { joined } from './joined'

test('the first goes at once, those that come meanwhile go together, and all hear when it fails', async () => {
  const calls: { items: readonly string[]; end: PromiseWithResolvers<(item: string) => string> }[] = []
  const ask = joined((items: readonly string[]) => {
    const end = Promise.withResolvers<(item: string) => string>()
    calls.push({ items, end })
    return end.promise
  }, 1)
  const first = ask('a')
  await Promise.resolve()
  const others = [ask('b'), ask('c')]
  await Promise.resolve()
  expect(calls.map(({ items }) => items)).toEqual([['a']])
  calls[0]?.end.resolve((item) => item.toUpperCase())
  expect(await first).toBe('A')
  await expect.poll(() => calls.map(({ items }) => items)).toEqual([['a'], ['b', 'c']])
  const late = ask('d')
  calls[1]?.end.reject(new Error('no'))
  expect(await Promise.allSettled(others)).toMatchObject([{ reason: { message: 'no' } }, { reason: { message: 'no' } }])
  await expect.poll(() => calls.at(-1)?.items).toEqual(['d'])
  calls.at(-1)?.end.resolve((item) => item.toUpperCase())
  expect(await late).toBe('D')
})
