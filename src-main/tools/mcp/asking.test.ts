import { expect, it } from 'vitest'
import { readQuestions } from './asking'

const form = (params: object = {}) => ({ method: 'elicitation/create', params: { message: 'Who?', ...params } })
const asking = (inputRequests: { [key: string]: unknown }, requestState?: string) =>
  readQuestions({
    resultType: 'input_required',
    inputRequests,
    ...(requestState === undefined ? {} : { requestState }),
  })

it.each([
  [
    'a page to be opened',
    { a: form({ mode: 'url', url: 'https://evil.example', elicitationId: '1' }) },
    /something else than a form/,
  ],
  ['a model', { a: { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } } }, /something else/],
  ['folders', { a: { method: 'roots/list' } }, /something else/],
  ['a form and a model', { a: form(), b: { method: 'sampling/createMessage' } }, /something else/],
  ['nothing that is known', { a: null }, /something else/],
  [
    '21 forms',
    Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`q${index}`, form()])),
    /asks 21 questions/,
  ],
  ['a large form', { a: form({ requestedSchema: { type: 'object', title: 'x'.repeat(60_000) } }) }, /too large/],
  [
    'a question of that name',
    JSON.parse(`{"__proto__":${JSON.stringify(form())}}`) as { [key: string]: unknown },
    /cannot be a name/,
  ],
])('a tool that wants %s is refused, with the reason', (_what, requests, reason) => {
  expect(() => asking(requests)).toThrow(reason)
})

it('what is to be sent back is bounded, a long question is cut, and a form changes no objects', () => {
  expect(() => asking({}, 'x'.repeat(100_001))).toThrow(/too large/)
  const requestedSchema: unknown = JSON.parse('{"__proto__":{"polluted":true}}')
  const { questions, state } = asking({ a: form({ message: 'x'.repeat(9000), requestedSchema }) }, 's')
  expect([questions[0]?.message.length, questions[0]?.form, state]).toEqual([5000, {}, 's'])
})
