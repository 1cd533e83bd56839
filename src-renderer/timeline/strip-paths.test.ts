import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Step } from '../../src-shared/run/moments/step-index'
import { laneMiddle, placeOf, stepAt, stripPaths } from './strip-paths'
import { stepOfKey } from './use-strip-slider'

function step(turn: number, lane: number, holder: number | null): Step {
  return { end: 1, event: 0, kind: 'message', at: '', turn, lane, to: null, holder }
}

const steps = [step(1, 0, 1), step(1, 1, 1), step(1, 1, 2), step(2, 0, 2), step(2, 2, 2)]

test('a strip has the steps of each lane, the way of the baton, and where turns begin', () => {
  const paths = stripPaths({ steps, lanes: ['user', 'a', 'b'] }, { width: 100, told: 1 }, ({ lane }) => lane === 2)
  const [user, a, b] = [0, 1, 2].map(laneMiddle)
  expect(paths).toEqual({
    lanes: [`M10 ${user}h0M70 ${user}h0`, `M30 ${a}h0M50 ${a}h0`, `M90 ${b}h0`],
    baton: `M10 ${a}H50V${b}H100`,
    failures: `M90 ${b}h0`,
    turns: 'M60 0V54',
  })
})

test('ten thousand steps are no more to draw than the screen has points', () => {
  const many = Array.from({ length: 10_000 }, (_, place) => step(1 + (place >> 5), place % 4, place % 4))
  const paths = stripPaths({ steps: many, lanes: ['a', 'b', 'c', 'd'] }, { width: 900, told: 1 }, () => false)
  for (const lane of paths.lanes) expect(lane.split('M').length - 1).toBeLessThanOrEqual(1801)
})

test('the step at the place of a step is that step', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20_000 }),
      fc.nat(),
      fc.integer({ min: 1, max: 2000 }),
      (count, pick, width) => {
        const place = pick % count
        expect(stepAt(placeOf(place, count, { width }), count, { width })).toBe(place)
        expect(stepAt(-5, count, { width })).toBe(0)
        expect(stepAt(width + 5, count, { width })).toBe(count - 1)
      },
    ),
  )
})

test('keys lead to the next step, the next turn or an end', () => {
  const ways = ['ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End', 'x']
  expect(ways.map((key) => stepOfKey(key, steps, 1))).toEqual([0, 2, 0, 3, 0, 4, null])
  expect(ways.map((key) => stepOfKey(key, steps, 4))).toEqual([3, 4, 3, 4, 0, 4, null])
  expect(stepOfKey('PageUp', steps, 3)).toBe(0)
})
