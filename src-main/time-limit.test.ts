/** Limits of time: when they fire, and that nothing of them is left once they have ended. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTimeLimit } from './time-limit'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('fires when the time is up, as a TimeoutError', () => {
  const limit = startTimeLimit(1000, new AbortController().signal)
  vi.advanceTimersByTime(999)
  expect([limit.signal.aborted, limit.hasPassed()]).toEqual([false, false])
  vi.advanceTimersByTime(1)
  expect([limit.signal.aborted, limit.hasPassed()]).toEqual([true, true])
  expect(limit.signal.reason).toMatchObject({ name: 'TimeoutError' })
})

it('fires when any of the signals round it does, with its reason, and the time counts no more', () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const limit = startTimeLimit(1000, first.signal, second.signal)
  second.abort(new Error('stopped'))
  vi.advanceTimersByTime(2000)
  expect(limit.signal.reason).toEqual(new Error('stopped'))
  expect(limit.hasPassed()).toBe(false)
})

it('has fired where a signal has fired already', () => {
  expect(startTimeLimit(1000, AbortSignal.abort(new Error('over'))).signal.reason).toEqual(new Error('over'))
})

it('leaves no timer and no listener behind when it ends', () => {
  const stop = new AbortController()
  const added = vi.spyOn(stop.signal, 'addEventListener')
  const removed = vi.spyOn(stop.signal, 'removeEventListener')
  const limit = startTimeLimit(1000, stop.signal)
  expect(vi.getTimerCount()).toBe(1)
  limit.end()
  expect(vi.getTimerCount()).toBe(0)
  expect(removed.mock.calls.map(([type, listener]) => [type, listener])).toEqual(
    added.mock.calls.map(([type, listener]) => [type, listener]),
  )
  stop.abort()
  expect(limit.signal.aborted).toBe(false)
})

it('a limit of years is one of the longest wait, never one that is over at once', () => {
  const limit = startTimeLimit(10 ** 12)
  vi.advanceTimersByTime(2 ** 31 - 2)
  expect(limit.signal.aborted).toBe(false)
})
