import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ENGLISH } from '../../languages/translate'
import { editPlan, isRefused, type StepEdit } from './edit-plan'
import type { PlanStep } from './plan'

const step = (id: string, input: string, ...deps: string[]): PlanStep => ({ id, plan: 'p', tool: 'T', input, deps })
const PLAN = [
  step('E1', 'one'),
  step('E2', 'two'),
  step('E3', '#E1', 'E1'),
  step('E4', '#E2 and #E3', 'E2', 'E3'),
  step('E5', '#E2', 'E2'),
]
const again = (...edits: StepEdit[]): readonly string[] | string => {
  const edited = editPlan(PLAN, edits)
  return isRefused(edited) ? ENGLISH.message(edited.refused) : edited.again
}

test('a changed step runs again, and whoever needs it, near or far', () => {
  expect(again({ id: 'E1', input: 'other' })).toEqual(['E1', 'E3', 'E4'])
  expect(again({ id: 'E2', tool: 'U' })).toEqual(['E2', 'E4', 'E5'])
  expect(again({ id: 'E5' })).toEqual(['E5'])
  expect(again({ id: 'E2', isRemoved: true })).toEqual(['E4', 'E5'])
})

test('evidence written by hand is not looked up, not even when what it needs changed', () => {
  expect(again({ id: 'E2', evidence: 'so' })).toEqual(['E4', 'E5'])
  expect(again({ id: 'E3', evidence: 'so' }, { id: 'E1', input: 'other' })).toEqual(['E1', 'E4'])
})

test('the plan after the changes, and what was changed', () => {
  expect(editPlan(PLAN.slice(0, 3), [{ id: 'E3', input: ' #E2! ', tool: 'T' }])).toEqual({
    steps: [step('E1', 'one'), step('E2', 'two'), step('E3', '#E2!', 'E2')],
    changes: [{ id: 'E3', what: ['input'] }],
    again: ['E3'],
  })
  expect(editPlan(PLAN.slice(0, 3), [{ id: 'E1', isRemoved: true }])).toMatchObject({
    steps: [step('E2', 'two'), step('E3', '#E1', 'E1')],
    changes: [{ id: 'E1', what: ['removed'] }],
  })
})

test('changes that cannot be made are refused in words', () => {
  expect([
    again({ id: 'E9' }),
    again({ id: 'E1', input: 'one' }),
    again({ id: 'E1', input: '#E4' }),
    again({ id: 'E1', input: '#E1' }),
    again({ id: 'E1', input: '#E9' }),
    again(...PLAN.map(({ id }) => ({ id, isRemoved: true }))),
  ]).toEqual([
    'The plan has no step #E9.',
    'Nothing was changed.',
    'These steps would wait for each other: #E1, #E4, #E3.',
    '#E1 would use its own result.',
    '#E1 uses #E9, but no step gives #E9.',
    'A plan needs at least one step.',
  ])
})

test('in any plan, a step runs again exactly when it or something that it needs was changed', () => {
  const plan = fc
    .integer({ min: 1, max: 12 })
    .chain((size) =>
      fc.tuple(
        ...Array.from({ length: size }, (_none, at) => fc.subarray(Array.from({ length: at }, (_n, one) => one))),
      ),
    )
  fc.assert(
    fc.property(plan, fc.nat(), (needs, pick) => {
      const steps = needs.map((deps, at) => step(`E${at}`, '', ...deps.map((dep) => `E${dep}`)))
      const changed = `E${pick % steps.length}`
      const reaches = (id: string): boolean =>
        id === changed || (steps.find((one) => one.id === id)?.deps.some(reaches) ?? false)
      const edited = editPlan(steps, [{ id: changed }])
      if (isRefused(edited)) throw new Error(edited.refused.text)
      expect(edited.again).toEqual(steps.map(({ id }) => id).filter(reaches))
    }),
  )
})
