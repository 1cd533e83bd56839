import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { missingSlots, renderTemplate, slotsOf } from './template'

describe('renderTemplate', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['Hello {name}, {name}!', { name: 'Ann' }, 'Hello Ann, Ann!'],
    ['{имя} и {名字}', { имя: 'Аня', 名字: '安' }, 'Аня и 安'],
    ['{n} {yes} {list} {nothing}', { n: 2, yes: true, list: [1, 'a'], nothing: null }, '2 true [1,"a"] null'],
    ['{unknown} and {absent} stay', { absent: undefined }, '{unknown} and {absent} stay'],
    ['{{name}} is literal', { name: 'Ann' }, '{name} is literal'],
    ['{{{name}}}', { name: 'Ann' }, '{Ann}'],
    ['{"a": 1}', {}, '{"a": 1}'],
    ['{"a": {"b": {"c": 1}}}', {}, '{"a": {"b": {"c": 1}}}'],
    ['{"a":{"b":"{name}"}}', { name: 'Ann' }, '{"a":{"b":"Ann"}}'],
    ['{{"a": {{"b": {name}}}}}', { name: 'Ann' }, '{"a": {"b": Ann}}'],
    ['{{"a": {"b": 1}}}', {}, '{"a": {"b": 1}}'],
    ['a lone }} and a lone }', {}, 'a lone } and a lone }'],
    ['{} {0} { name } {a-b}', { name: 'Ann' }, '{} {0} { name } {a-b}'],
    ['{__proto__} {constructor} {toString}', {}, '{__proto__} {constructor} {toString}'],
  ])('%s', (template, values, expected) => {
    expect(renderTemplate(template, values)).toBe(expected)
  })

  it('never scans a value again, nor takes it for a replacement pattern', () => {
    expect(renderTemplate('{a} {b}', { a: '{b} $& $1 $$ {{', b: '{a}' })).toBe('{b} $& $1 $$ {{ {a}')
  })

  it('puts any value in word for word', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        expect(renderTemplate('<{slot}>', { slot: value })).toBe(`<${value}>`)
      }),
    )
  })

  it('leaves any JSON as it is', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        fc.pre(slotsOf(json).length === 0 && !/[{}]/.test(JSON.stringify(textsIn(JSON.parse(json)))))
        expect(renderTemplate(json, {})).toBe(json)
      }),
    )
  })
})

describe('slotsOf and missingSlots', () => {
  it('names each slot once and skips literal braces', () => {
    expect(slotsOf('{b} {a} {b} {{c}} {"d": 1} {0}')).toEqual(['b', 'a'])
    expect(missingSlots('{{dialogs}} {tools}', ['dialogs', 'tools'])).toEqual(['dialogs'])
  })
})

function textsIn(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textsIn).join(' ')
  if (typeof value !== 'object' || value === null) return ''
  return Object.entries(value)
    .map(([name, part]) => `${name} ${textsIn(part)}`)
    .join(' ')
}
