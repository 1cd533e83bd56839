/** Long work in slices: others have their turn in between, and it can be left in the middle. */
import { expect, it } from 'vitest'
import type { Slices } from '../../src-shared/slices'
import { inTurns, inTurnsUntil } from './in-turns'
import type { Clock } from './saver'

/** A clock whose waiting calls are made by hand. */
function handClock() {
  const waiting = new Set<() => void>()
  const clock: Clock = {
    now: () => 0,
    after(_ms, run) {
      waiting.add(run)
      return () => void waiting.delete(run)
    },
  }
  const tick = (): void => {
    const due = [...waiting]
    waiting.clear()
    for (const run of due) run()
  }
  return { clock, tick, waiting }
}

function* counting(said: number[], to: number): Slices<string> {
  for (let at = 1; at <= to; at += 1) {
    said.push(at)
    if (at === 7) throw new Error('seven')
    yield
  }
  return 'counted'
}

it('does a slice at once, and each of the others in a turn of its own', () => {
  const { clock, tick, waiting } = handClock()
  const [said, done]: [number[], string[]] = [[], []]
  inTurns(counting(said, 2), clock, (result) => done.push(result))
  expect([said, done]).toEqual([[1], []])
  tick()
  expect([said, done]).toEqual([[1, 2], []])
  tick()
  expect([done, waiting.size]).toEqual([['counted'], 0])
})

it('is left in the middle', () => {
  const { clock, tick, waiting } = handClock()
  const said: number[] = []
  const leave = inTurns(counting(said, 3), clock, () => expect.unreachable())
  tick()
  leave()
  tick()
  expect([said, waiting.size]).toEqual([[1, 2], 0])
})

it('as a promise tells what comes of it, that it failed, and that it was stopped', async () => {
  const { clock, tick } = handClock()
  /** Turns follow each other as long as somebody waits for one. */
  const run = async (to: number, stopAfter = Number.POSITIVE_INFINITY) => {
    const stop = new AbortController()
    const said: number[] = []
    const result = inTurnsUntil(counting(said, to), clock, stop.signal).then(
      (value) => value,
      (cause: unknown) => (cause instanceof Error ? cause.message : ''),
    )
    for (let at = 0; at < 10; at += 1) {
      if (said.length >= stopAfter) stop.abort()
      tick()
      await Promise.resolve()
      await Promise.resolve()
    }
    return [await result, said.length]
  }
  expect(await run(3)).toEqual(['counted', 3])
  expect(await run(9)).toEqual(['seven', 7])
  expect(await run(9, 2)).toEqual(['It was stopped.', 2])
})
