/** A thread that has answered goes on to the next job; a large one does not, and none is kept for long. */
import { afterEach, expect, test, vi } from 'vitest'
import { packJob } from './packed-job'
import { createReadingThreads } from './threads'

afterEach(() => {
  vi.useRealTimers()
})

const ANSWER = packJob({ what: 'answer', schema: { type: 'string' }, value: 1 })
const roomy = () => createReadingThreads({ heapMegabytes: 400, idleBytes: 400_000_000 })

test('two jobs, one after the other, are of one thread; beside each other they are of two', async () => {
  const threads = roomy()
  const first = threads.take()
  const other = threads.take()
  expect(other).not.toBe(first)
  await other.end()
  const answer = await first.ask(ANSWER)
  expect(answer).toMatchObject({ ok: true })
  await threads.giveBack(first)
  const next = threads.take()
  expect(next).toBe(first)
  expect(await next.ask(ANSWER)).toEqual(answer)
  await next.end()
})

test('one that a job left large is ended', async () => {
  const threads = createReadingThreads({ heapMegabytes: 400, idleBytes: 1_000_000 })
  const first = threads.take()
  await first.ask(ANSWER)
  await threads.giveBack(first)
  expect(await first.size()).toBeNull()
  const next = threads.take()
  expect(next).not.toBe(first)
  await next.end()
})

test('one that nobody asks for ten seconds is ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const threads = roomy()
  const first = threads.take()
  await first.ask(ANSWER)
  await threads.giveBack(first)
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
  await expect.poll(() => first.size()).toBeNull()
})

test('one that ends without an answer is told as such', async () => {
  const thread = roomy().take()
  const answer = thread.ask(ANSWER)
  await thread.end()
  await expect(answer).rejects.toMatchObject({ code: 'internal' })
})
