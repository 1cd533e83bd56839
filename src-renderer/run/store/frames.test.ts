/** How long words wait for what comes next: as showing them costs. */
import { afterEach, expect, it, vi } from 'vitest'
import { createFrames } from './frames'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('words wait the longer the more the last ones cost, and what is no words waits for a frame alone', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, 16))
  vi.stubGlobal('cancelAnimationFrame', (timer: NodeJS.Timeout) => clearTimeout(timer))
  const frame = createFrames()
  /** Shows something that costs so many ms; how long that had waited. */
  const waited = async (costMs: number, canWait = true): Promise<number> => {
    const asked = performance.now()
    let shown = 0
    frame(() => {
      shown = performance.now() - asked
      vi.advanceTimersByTime(costMs)
    }, canWait)
    await vi.advanceTimersByTimeAsync(2000)
    return shown
  }
  const times = [
    await waited(1),
    await waited(3),
    await waited(100),
    await waited(1, false),
    await waited(1),
    await waited(1),
  ]
  expect(times).toEqual([116, 116, 256, 16, 416, 116])
})
