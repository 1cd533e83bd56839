import { expect, test } from 'vitest'
import { ENGLISH } from '../languages/translate'
import { answeringModel, answeringWords } from './model-answers'

const connections = [
  { name: 'work', provider: 'openai', model: 'gpt-5' },
  { name: 'bare', provider: 'openai', model: '' },
  { name: 'dry', provider: 'rehearsal', model: '' },
] as const

test.each([
  ['default', '', 'rehearsal', 'Rehearsal'],
  ['Rehearsal', 'gpt-5', 'rehearsal', 'Rehearsal'],
  ['dry', '', 'rehearsal', 'Rehearsal'],
  ['WORK', '', 'connected', 'gpt-5 · work'],
  ['work', 'gpt-5-mini', 'connected', 'gpt-5-mini · work'],
  ['bare', '', 'connected', 'bare'],
  ['gone', 'gpt-5', 'missing', 'gone (not connected)'],
])('%s with %j is %s: %s', (connection, model, status, words) => {
  const answering = answeringModel(connections, { connection, model })
  expect([answering.status, answeringWords(answering, ENGLISH)]).toEqual([status, words])
})

test('default is the rehearsal only until there is a connection of that name', () => {
  const own = [{ name: 'default', provider: 'openai', model: 'm' }] as const
  expect(answeringWords(answeringModel(own, { connection: 'default', model: '' }), ENGLISH)).toBe('m · default')
})
