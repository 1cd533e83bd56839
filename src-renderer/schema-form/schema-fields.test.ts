/** Fields of a tool's arguments, and the way between what is typed and JSON. */
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src-shared/flow/records'
import {
  argumentFields,
  argumentsIn,
  firstTexts,
  isGivenEmpty,
  textsOf,
  typedArguments,
  unreadable,
  withEmpty,
  withText,
} from './schema-fields'

const SCHEMA = {
  type: 'object',
  properties: {
    city: { type: 'string', description: 'Which city' },
    days: { type: 'integer', default: 3 },
    unit: { type: 'string', enum: ['C', 'F'] },
    loud: { type: 'boolean' },
    near: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    tags: { type: 'array', items: { type: 'string' } },
    level: { enum: [1, 2] },
  },
  required: ['city'],
}
const fields = argumentFields(SCHEMA) ?? []

describe('the fields of a schema', () => {
  it('have the control that their type needs', () => {
    expect(fields.map(({ name, control, isRequired }) => [name, control.is, isRequired])).toEqual([
      ['city', 'text', true],
      ['days', 'number', false],
      ['unit', 'choice', false],
      ['loud', 'yes-no', false],
      ['near', 'text', false],
      ['tags', 'json', false],
      ['level', 'json', false],
    ])
    expect(firstTexts(fields)).toEqual({ texts: { days: '3' }, more: {} })
    expect(argumentFields({ type: 'object', properties: { a: true } })).toBeNull()
    expect(argumentFields({})).toEqual([])
  })
})

describe('what is typed', () => {
  it('becomes arguments, and what is empty is left out', () => {
    const texts = { city: 'Rome', days: '2', unit: 'C', loud: 'false', near: '', tags: '["a"]', level: '2' }
    const args = { city: 'Rome', days: 2, unit: 'C', loud: false, tags: ['a'], level: 2 }
    expect(typedArguments(fields, { texts, more: {} })).toEqual({ args, issues: new Map() })
    expect(textsOf(fields, args)).toEqual({ texts: { ...texts, near: undefined, tags: '[\n  "a"\n]' }, more: {} })
  })

  it('says at which field it cannot be read', () => {
    const typed = { texts: { days: 'many', tags: 'a, b' }, more: {} }
    const { issues } = typedArguments(fields, typed)
    expect([...issues].map(([name, { is }]) => [name, is])).toEqual([
      ['city', 'missing'],
      ['days', 'unreadable'],
      ['tags', 'unreadable'],
    ])
    expect([...unreadable(issues).keys()]).toEqual(['days', 'tags'])
  })

  it('loses nothing that no field can show', () => {
    const args = { city: 4, days: '3', other: [1], loud: null, near: '' }
    const typed = textsOf(fields, args)
    expect(typed).toEqual({ texts: {}, more: args })
    expect(typedArguments(fields, typed)).toEqual({ args, issues: new Map() })
    expect([argumentsIn(''), argumentsIn('[1]'), argumentsIn('{"a": 1}'), argumentsIn('{')]).toEqual([
      {},
      null,
      { a: 1 },
      null,
    ])
  })
})

describe('a needed text that is empty', () => {
  const fieldOf = (city: JsonObject) =>
    argumentFields({ type: 'object', properties: { city }, required: ['city'] })?.[0]

  it('is missing until it was typed, or given as empty on purpose', () => {
    const nothing = { texts: {}, more: {} }
    expect([...typedArguments(fields, nothing).issues.keys()]).toEqual(['city'])
    const given = withEmpty(nothing, 'city')
    expect(isGivenEmpty(given, 'city')).toBe(true)
    expect(typedArguments(fields, given)).toEqual({ args: { city: '' }, issues: new Map() })
    const typed = withText(given, 'city', 'Rome')
    expect(typedArguments(fields, typed)).toEqual({ args: { city: 'Rome' }, issues: new Map() })
    expect([...typedArguments(fields, withText(typed, 'city', '')).issues.keys()]).toEqual(['city'])
  })

  it('can be given where the schema is known to take it', () => {
    const parts: [JsonObject, boolean][] = [
      [{ type: 'string' }, true],
      [{ type: 'string', minLength: 0, pattern: '^[a-z]*$' }, true],
      [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, true],
      [{ type: 'string', enum: ['', 'C'] }, true],
      [{ type: 'string', minLength: 1 }, false],
      [{ type: 'string', pattern: '^[a-z]+$' }, false],
      [{ type: 'string', pattern: '(' }, false],
      [{ type: 'string', format: 'email' }, false],
      [{ anyOf: [{ type: 'string', minLength: 2 }, { type: 'null' }] }, false],
      [{ type: 'string', enum: ['C'] }, false],
      [{ type: 'integer' }, false],
    ]
    expect(parts.map(([part]) => fieldOf(part)?.canBeEmpty)).toEqual(parts.map(([, can]) => can))
  })
})
