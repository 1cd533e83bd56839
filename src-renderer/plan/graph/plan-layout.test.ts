import { expect, test } from 'vitest'
import { CARD, layoutPlan, PLANNER, SOLVER, type LayoutStep } from './plan-layout'

const step = (id: string, level: number, ...deps: string[]): LayoutStep => ({ id, level, deps })

test('a column for each level; the planner gives to steps that need nothing, the rest goes to the solver', () => {
  const { places, lines, levels } = layoutPlan([
    step('E1', 1),
    step('E2', 1),
    step('E3', 2, 'E1', 'E2'),
    step('E4', 3, 'E3', 'E1'),
  ])
  const columns = [PLANNER, 'E1', 'E2', 'E3', 'E4', SOLVER].map((id) => places.get(id)?.x ?? 0)
  expect(columns[1]).toBe(columns[2])
  expect(new Set(columns).size).toBe(5)
  expect(columns.toSorted((one, other) => one - other)).toEqual(columns)
  expect(lines.map(({ from, to }) => `${from} ${to}`)).toEqual([
    'planner E1',
    'planner E2',
    'E1 E3',
    'E2 E3',
    'E3 E4',
    'E1 E4',
    'E4 solver',
  ])
  expect(levels.map(({ level }) => level)).toEqual([1, 2, 3])
})

test('cards of a column do not overlap, and a line that goes past a column does not go through its cards', () => {
  const { places, lines } = layoutPlan([step('E1', 1), step('E2', 2, 'E1'), step('E3', 3, 'E2', 'E1')])
  const middle = places.get('E2') ?? { x: 0, y: 0 }
  const past = lines.find(({ key }) => key === 'E1 E3')?.path ?? ''
  const [, level = ''] = /(\S+) H/.exec(past) ?? []
  expect(Number(level) < middle.y || Number(level) > middle.y + CARD.height).toBe(true)
  const all = layoutPlan(Array.from({ length: 4 }, (_none, index) => step(`E${index + 1}`, 1)))
  const tops = ['E1', 'E2', 'E3', 'E4'].map((id) => all.places.get(id)?.y ?? 0)
  expect(tops.every((top, index) => index === 0 || top - (tops[index - 1] ?? 0) > CARD.height)).toBe(true)
})

test('no steps, needs that nobody gives, and steps that wait for each other are drawn too', () => {
  expect(layoutPlan([]).lines).toHaveLength(1)
  const odd = layoutPlan([step('E1', 1, 'E9'), step('E2', 2, 'E3'), step('E3', 2, 'E2')])
  expect(odd.lines.map(({ from, to }) => `${from} ${to}`)).toEqual([
    'planner E1',
    'planner E2',
    'planner E3',
    'E1 solver',
    'E2 solver',
    'E3 solver',
  ])
  expect(odd.lines.every(({ path }) => !path.includes('NaN'))).toBe(true)
})
