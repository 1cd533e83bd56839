import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ToolProgress } from '../../../src-shared/run/fold/fold-view'
import { tellProgress } from './tool-progress'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

const at = (done: number): ToolProgress => ({ done, total: 100, message: null })

test('the first is told at once, then the newest ten times a second, and nothing after the end', () => {
  const told: ToolProgress[] = []
  const progress = tellProgress(Date.now, (said) => told.push(said))
  for (let done = 1; done <= 25; done += 1) {
    progress.hear(at(done))
    vi.advanceTimersByTime(10)
  }
  expect(told.map(({ done }) => done)).toEqual([1, 10, 20])
  vi.advanceTimersByTime(1000)
  expect(told.map(({ done }) => done)).toEqual([1, 10, 20, 25])
  progress.hear(at(26))
  progress.hear(at(27))
  progress.end()
  progress.hear(at(28))
  vi.advanceTimersByTime(1000)
  expect(told.map(({ done }) => done)).toEqual([1, 10, 20, 25, 26])
})

test('numbers that are none and texts that are too long do not get into events', () => {
  const told: ToolProgress[] = []
  const message = `\ud800${'x'.repeat(1000)}`
  tellProgress(Date.now, (said) => told.push(said)).hear({ done: NaN, total: Infinity, message })
  expect(told).toEqual([{ done: 0, total: null, message: `\ufffd${'x'.repeat(299)}` }])
})
