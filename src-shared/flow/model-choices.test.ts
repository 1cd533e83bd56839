/** The choices of a model: what answers is said, and the rehearsal is always among them. */
import { expect, test } from 'vitest'
import { ENGLISH } from '../languages/translate'
import { modelChoices, type KnownConnection } from './model-choices'

const openai = (name: string, model: string): KnownConnection => ({ name, model, provider: 'openai' })
const labels = (...given: Parameters<typeof modelChoices>): string[] =>
  modelChoices(...given).map(({ label }) => ENGLISH.message(label))

test('without a connection, default says that it is the rehearsal', () => {
  expect(labels([], 'default')).toEqual(['default: rehearsal', 'Rehearsal (no key)'])
  expect(modelChoices([], 'default').map(({ value }) => value)).toEqual(['default', 'rehearsal'])
})

test('a connection called default is what it leads to, and the rehearsal stays', () => {
  const connections = [openai('Default', 'gpt-5'), openai('lab', ''), openai('work', 'large')]
  expect(labels(connections, 'default')).toEqual(['default · gpt-5', 'lab', 'work · large', 'Rehearsal (no key)'])
  expect(labels(connections, 'work', 'small')).toEqual(['default · gpt-5', 'lab', 'work · small', 'Rehearsal (no key)'])
})

test('a connection of the reserved name does not hide the rehearsal, nor come twice', () => {
  const connections: KnownConnection[] = [
    { name: 'Rehearsal', provider: 'rehearsal', model: '' },
    openai('rehearsal', 'x'),
  ]
  expect(labels(connections, 'rehearsal')).toEqual(['default: rehearsal', 'Rehearsal (no key)'])
  const own = modelChoices([], 'Rehearsal').at(-1)
  expect([own?.value, own && ENGLISH.message(own.label)]).toEqual(['Rehearsal', 'Rehearsal (no key)'])
})

test('what is chosen and not connected is shown as that', () => {
  expect(labels([openai('lab', 'm')], 'gone')).toContain('gone (not connected)')
  expect(labels([{ name: 'practice', provider: 'rehearsal', model: '' }])).toContain('practice: rehearsal')
})
