import { expect, test } from 'vitest'
import type { Json, Variable } from './records'
import { fitsType, isVariableName, misfit, readValue, refusedValue } from './variables'
import { ENGLISH, type Message } from '../languages/translate'

const VALUES: readonly Json[] = ['', 'a', 0, 1.5, true, false, null, [], { a: 1 }]

test('which values fit a type', () => {
  const fitting = (type: Variable['type']) => VALUES.filter((value) => fitsType(type, value))
  expect([fitting('string'), fitting('number'), fitting('boolean'), fitting('json')]).toEqual([
    ['', 'a'],
    [0, 1.5],
    [true, false],
    VALUES,
  ])
})

test('texts as a person types them', () => {
  const read = (type: Variable['type'], texts: readonly string[]) =>
    texts.map((text) => {
      const result = readValue('x', type, text)
      return result.ok ? result.value : '-'
    })
  expect(read('string', ['', ' a ', '7'])).toEqual(['', ' a ', '7'])
  expect(read('number', ['7', ' -1.5 ', '1e3', '', ' ', '7 cakes', 'NaN', 'Infinity'])).toEqual([
    ...[7, -1.5, 1000],
    ...['-', '-', '-', '-', '-'],
  ])
  expect(read('boolean', ['true', 'Yes', ' FALSE ', 'no', '1', ''])).toEqual([true, true, false, false, '-', '-'])
  expect(read('json', ['{"a": [1]}', 'null', '"x"', '', '{a: 1}'])).toEqual([{ a: [1] }, null, 'x', '-', '-'])
  const issue = (...given: Parameters<typeof readValue>) => {
    const result = readValue(...given)
    return result.ok ? null : ENGLISH.message(result.issue)
  }
  expect(issue('people', 'number', 'six')).toBe('The variable "people" must be a number, and six is not.')
  expect(issue('cart', 'json', '')).toBe('The variable "cart" must be JSON, and nothing is not.')
})

test('refusals name variable, type and value; unknown names are known by the thread or not at all', () => {
  const declared = { ok: { type: 'boolean', description: '' } } as const
  const words = (issue: Message | null) => issue && ENGLISH.message(issue)
  expect(words(misfit('ok', 'boolean', 'x'.repeat(200)))).toBe(
    `The variable "ok" must be true or false, and "${'x'.repeat(78)}… is not.`,
  )
  expect(refusedValue(declared, { old: 1 }, { ok: true, old: ['anything'] })).toBe(null)
  expect(words(refusedValue(declared, {}, { toString: 1 }))).toBe(
    'The flow declares no variable "toString". It declares ok.',
  )
  expect(words(refusedValue({}, {}, { a: 1 }))).toBe('The flow declares no variable "a". It declares none.')
})

test('names', () => {
  expect(['a', '_a1', 'größe', 'имя', '1a', 'a b', '', 'a'.repeat(65)].map(isVariableName)).toEqual([
    ...[true, true, true, true],
    ...[false, false, false, false],
  ])
})
