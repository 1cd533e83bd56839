import { expect, it } from 'vitest'
import { answerSchema, questionSchema, readAnswer, type QuestionOf } from './questions'

const question: QuestionOf<'approve-plan'> = { kind: 'approve-plan', round: 1, steps: [], problem: null }

it('an answer that a checkpoint has without its kind is one to the question; one of another kind is none', () => {
  expect([
    readAnswer<'approve-plan'>(question, { approved: false }),
    readAnswer<'approve-plan'>(question, { kind: 'approve-plan', approved: true }),
  ]).toEqual([
    { kind: 'approve-plan', approved: false },
    { kind: 'approve-plan', approved: true },
  ])
  expect(() => readAnswer<'approve-plan'>(question, { kind: 'other', was: 'approve-call' })).toThrow()
  expect(() => readAnswer<'approve-plan'>(question, 'yes')).toThrow()
})

it('nobody asks or answers what is only read from a log', () => {
  const other = { kind: 'other', was: 'approve-call', problem: null }
  expect([questionSchema.safeParse(other).success, answerSchema.safeParse(other).success]).toEqual([false, false])
})
