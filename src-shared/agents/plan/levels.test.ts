/** Levels, loops and the critical path of plans. */
import { expect, test } from 'vitest'
import { criticalPath, findCycle, planLevels } from './levels'

const plan = (...steps: string[]) =>
  steps.map((text) => {
    const [id = '', ...deps] = text.split(' ')
    return { id, deps }
  })

test('levels: a step is one behind the last that it needs, in plan order within a level (RW-8)', () => {
  expect(planLevels(plan('E1', 'E2', 'E3 E1 E2'))).toEqual([['E1', 'E2'], ['E3']])
  expect(planLevels(plan('E3 E1', 'E1', 'E5 E1 E3', 'E2', 'E4 E2'))).toEqual([['E1', 'E2'], ['E3', 'E4'], ['E5']])
  expect(planLevels([])).toEqual([])
})

test('levels of faulty plans: unknown ids do not hold up, loops and what is behind them come last, an id counts once', () => {
  expect(planLevels(plan('E1 E9', 'E2 E1 E9'))).toEqual([['E1'], ['E2']])
  expect(planLevels(plan('E1', 'E2 E3', 'E3 E2', 'E4 E3', 'E5 E5'))).toEqual([['E1'], ['E2', 'E3', 'E4', 'E5']])
  expect(planLevels(plan('E1', 'E1 E2', 'E2'))).toEqual([['E1', 'E2']])
})

test('a loop is found without what is only behind it or before it', () => {
  expect(findCycle(plan('E1', 'E2 E1'))).toBeNull()
  expect(findCycle(plan('E1 E2', 'E2 E1'))).toEqual(['E1', 'E2'])
  expect(findCycle(plan('E9 E3', 'E1', 'E2 E4 E1', 'E3 E2', 'E4 E3'))).toEqual(['E2', 'E4', 'E3'])
  expect(findCycle(plan('E1 E1'))).toEqual(['E1'])
})

test('the critical path: the chain that takes longest; what has no duration takes none', () => {
  const steps = plan('E1', 'E2', 'E3 E1 E2', 'E4 E2', 'E5')
  expect(criticalPath(steps, { E1: 10, E2: 20, E3: 5, E4: 1, E5: 24 })).toEqual({ path: ['E2', 'E3'], length: 25 })
  expect(criticalPath(steps, { E5: 1 })).toEqual({ path: ['E5'], length: 1 })
  expect(criticalPath([], { E1: 4 })).toEqual({ path: [], length: 0 })
})

test('chains of any length', () => {
  const steps = Array.from({ length: 20_000 }, (_, index) => ({
    id: `E${index}`,
    deps: index === 0 ? [] : [`E${index - 1}`],
  }))
  expect(planLevels(steps)).toHaveLength(20_000)
  expect(criticalPath(steps, Object.fromEntries(steps.map(({ id }) => [id, 1]))).length).toBe(20_000)
  expect(findCycle([...steps, { id: 'E20000', deps: ['E20000'] }])).toEqual(['E20000'])
})
