/** What is typed as the answer to an approval, and what is read of it. */
import { expect, it } from 'vitest'
import { ENGLISH } from '../../languages/translate'
import type { QuestionOf } from '../log/questions'
import { answerWords, questionText } from './questions'
import { typedAnswer } from './typed-answers'

const form = { type: 'object', properties: { amount: { type: 'number' }, note: {} }, required: ['amount'] }
const question: QuestionOf<'approval'> = {
  kind: 'approval',
  problem: null,
  message: 'Refund 5?\nTo Ann.',
  form,
  values: { amount: 5 },
  until: '2026-01-01T12:01:00.000Z',
}

it('says what an approval asks, with its form and its time', () => {
  expect(questionText({ ...question, problem: 'amount is missing' }, ENGLISH).split('\n')).toEqual([
    'What was filled in cannot be taken. amount is missing',
    'The turn waits for you to approve or refuse:',
    '  Refund 5?',
    '  To Ann.',
    'To be filled in: amount, note (optional)',
    '  {"amount":5}',
    'Without an answer it goes on at 2026-01-01 12:01 (UTC).',
  ])
  const over = questionText(question, ENGLISH, Date.parse('2026-01-01T12:01:00Z')).split('\n').at(-1)
  expect(over).toMatch(/^The time to answer ended at 2026-01-01 12:01 \(UTC\)\. Whatever you answer now/)
})

it('reads yes, no, and a form that is filled in; nobody can type that the time is over', () => {
  const typed = typedAnswer('approval')
  const line = (text: string) => typed?.line(text) ?? null
  expect([line('y'), line('N'), line('{"amount": 7}'), line('timeout'), line('{7}')]).toEqual([
    { kind: 'approval', outcome: 'approved' },
    { kind: 'approval', outcome: 'refused' },
    { kind: 'approval', outcome: 'approved', values: { amount: 7 } },
    null,
    null,
  ])
  expect(typed?.file?.read({ values: { amount: 7 } })).toEqual(line('{"amount": 7}'))
  expect([typed?.file?.read({ refuse: 'no' }), typed?.file?.read({ values: 7 })]).toEqual([null, null])
  expect(
    ['y', 'n'].flatMap((text) => {
      const answer = line(text)
      return answer === null ? [] : [ENGLISH.message(answerWords(answer, question))]
    }),
  ).toEqual(['You approved: Refund 5?\nTo Ann.', 'You refused: Refund 5?\nTo Ann.'])
  expect(ENGLISH.message(answerWords({ kind: 'approval', outcome: 'timeout' }, null))).toBe('Nobody answered in time.')
})
