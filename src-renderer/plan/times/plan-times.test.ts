import { expect, test } from 'vitest'
import { planTimes } from './plan-times'

const at = (ms: number): string => new Date(Date.UTC(2026, 2, 1) + ms).toISOString()
const step = (id: string, [start, ms]: [number | null, number | null], ...deps: string[]) => ({
  ...{ id, deps, ms, startedAt: start === null ? null : at(start) },
  state: ms === null ? (start === null ? ('waiting' as const) : ('running' as const)) : ('done' as const),
})

test('steps stand where they ran; the path that took longest, and all one after another', () => {
  const steps = [
    step('E1', [0, 100]),
    step('E2', [0, 300]),
    step('E3', [300, 200], 'E1', 'E2'),
    step('E4', [null, null], 'E3'),
  ]
  expect(planTimes(steps, 0)).toEqual({
    rows: [
      { id: 'E1', from: 0, ms: 100 },
      { id: 'E2', from: 0, ms: 300 },
      { id: 'E3', from: 300, ms: 200 },
      { id: 'E4', from: null, ms: 0 },
    ],
    total: 500,
    sequential: 600,
    critical: { path: ['E2', 'E3'], length: 500 },
  })
})

test('no step begins before what it needs is through; steps that were kept are on no path', () => {
  const late = [step('E1', [120, 200]), step('E2', [150, 50], 'E1')]
  const times = planTimes(late, 0)
  expect([times.rows, times.total, times.critical.length]).toEqual([
    [
      { id: 'E1', from: 0, ms: 200 },
      { id: 'E2', from: 200, ms: 50 },
    ],
    250,
    250,
  ])
  const kept = { ...step('E1', [null, null]), state: 'done' as const, ms: 300 }
  expect(planTimes([kept, step('E2', [10, 50], 'E1')], 0)).toMatchObject({
    rows: [{ from: null }, { from: 0 }],
    critical: { path: ['E2'], length: 50 },
  })
})

test('a step that runs grows; hours in which the app was closed are left out', () => {
  const hour = 3_600_000
  const times = planTimes([step('E1', [0, 100]), step('E2', [hour, null], 'E1')], Date.parse(at(hour + 40)))
  expect(times.rows).toEqual([
    { id: 'E1', from: 0, ms: 100 },
    { id: 'E2', from: 100, ms: 40 },
  ])
  expect(times.total).toBe(140)
})
