/** What models read of values that a variable does not take, in the three languages. */
import { expect, it } from 'vitest'
import { LANGUAGES } from '../../flow/records'
import { variablesUnfit } from './variable-words'

const DECLARED = {
  n: { type: 'number', description: '' },
  ok: { type: 'boolean', description: '' },
  any: { type: 'json', description: '' },
} as const

it('says which variable, what it takes and what it was given, in the language of the flow', () => {
  const faults = LANGUAGES.map((language) => variablesUnfit(language, DECLARED, { n: 'many' }))
  expect(new Set(faults).size).toBe(3)
  for (const fault of faults) expect(fault).toMatch(/n.*"many"/)
  expect(variablesUnfit('ru', DECLARED, { ok: 1 })).toBe('Переменная «ok»: нужно true или false, а дано 1.')
  expect(variablesUnfit('zh', DECLARED, { n: null })).toBe('变量“n”必须是数字，而 null 不是。')
})

it('takes what fits, JSON of any kind, and names that nobody declared; a long value is shown by its beginning', () => {
  expect(variablesUnfit('en', DECLARED, { n: 1, ok: false, any: [{}], fresh: 'x' })).toBeNull()
  expect(variablesUnfit('en', DECLARED, { 'no name': 1 })).toBe('"no name" cannot be the name of a variable.')
  expect(variablesUnfit('en', DECLARED, Object.fromEntries([['__proto__', 1]]))).toContain('__proto__')
  expect(variablesUnfit('en', DECLARED, { n: 'x'.repeat(500) })).toBe(
    `The variable "n" must be a number, and "${'x'.repeat(78)}… is not.`,
  )
})
