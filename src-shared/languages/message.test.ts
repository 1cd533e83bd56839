/** Messages are read and filled as ICU says. */
import { expect, test } from 'vitest'
import { fillMessage, readMessage, valuesOfMessage } from './message'
import { RU } from './ru/index'
import { createTranslate } from './translate'

const say = (message: string, values: Record<string, string | number>, tag = 'en') =>
  fillMessage<string>(readMessage(message), values, tag).join('')

test('values, numbers and plurals are filled in', () => {
  expect(say('{name} has {count, number}', { name: 'Ann', count: 12000 })).toBe('Ann has 12,000')
  expect(say('{name}: {count}', { name: 'Ann', count: 12000 })).toBe('Ann: 12000')
  const tools = '{count, plural, =0 {no tool} one {# tool of {name}} other {# tools of {name}}}.'
  expect([0, 1, 2, 1200].map((count) => say(tools, { count, name: 'A' }))).toEqual([
    'no tool.',
    '1 tool of A.',
    '2 tools of A.',
    '1,200 tools of A.',
  ])
  expect([...valuesOfMessage(readMessage(tools))]).toEqual(['count', 'name'])
})

test('Russian counts in three ways', () => {
  const tools = '{count, plural, one {# узел} few {# узла} many {# узлов} other {# узла}}'
  expect([1, 2, 5, 11, 21, 22, 1.5].map((count) => say(tools, { count }, 'ru'))).toEqual([
    '1 узел',
    '2 узла',
    '5 узлов',
    '11 узлов',
    '21 узел',
    '22 узла',
    '1,5 узла',
  ])
})

test('what stands in values is never read as a message', () => {
  expect(say('{name}', { name: '{other} # }' })).toBe('{other} # }')
  expect(say('#{name}', {})).toBe('#{name}')
})

test('pieces that are no text stay pieces', () => {
  const key = { bold: true }
  expect(fillMessage(readMessage('Press {key} to go on'), { key }, 'en')).toEqual(['Press ', key, ' to go on'])
})

test.each(['{', '}', '{a', '{a, date}', '{a, plural, one {x}}', '{a, plural, other {x}', '{a b}'])(
  'the message %s cannot be read',
  (message) => {
    expect(() => readMessage(message)).toThrow('cannot be read')
  },
)

test('a text that an older Baton stored with straight quotation marks is found, and others stay as they are', () => {
  const t = createTranslate('ru', RU)
  const stored = { text: 'There is no thread "{id}". It may have been removed.', values: { id: 'say "hi"' } }
  const now = { ...stored, text: 'There is no thread “{id}”. It may have been removed.' }
  expect([t.message(stored), t.known('He said "hi".')]).toEqual([t.message(now), 'He said "hi".'])
  expect(t.message(now)).toContain('«say "hi"»')
})
