/** Reading, describing and mending by JSON schemas, also by those that a stranger wrote to do harm. */
import { describe, expect, it, test } from 'vitest'
import type { Json, JsonObject } from '../flow/json-values'
import { describeSchema, plainWords, SCHEMA_WORDS } from './describe'
import { textOfValue, valueInText } from './lossless'
import { isPlainPattern } from './patterns'
import { plainForm } from './plain-form'
import { ENGLISH } from '../languages/translate'

describe('values in texts (shared rule 6.11)', () => {
  it.each<[string, Json | undefined]>([
    ['3', 3],
    ['-3.50', -3.5],
    ['3.0', 3],
    ['1e3', 1000],
    ['0.1', 0.1],
    ['-0', 0],
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', undefined],
    ['3.0000000000000001', undefined],
    ['1e400', undefined],
    ['007', undefined],
    ['+3', undefined],
    ['.5', undefined],
    ['3.', undefined],
    [' 3', undefined],
    ['0x10', undefined],
    ['Infinity', undefined],
    ['12abc', undefined],
    ['', undefined],
    ['true', true],
    ['False', false],
    ['yes', undefined],
    ['null', null],
    ['[1, "2"]', [1, '2']],
    ['{"a": {"b": 1.5}}', { a: { b: 1.5 } }],
    ['["9007199254740993"]', ['9007199254740993']],
    ['[9007199254740993]', undefined],
    ['{"__proto__": {"a": 1}}', undefined],
    ['[1', undefined],
  ])('%j is %j', (text, wanted) => {
    expect(valueInText(text)).toEqual(wanted)
  })

  it.each<[Json, string | undefined]>([
    [7, '7'],
    [-12, '-12'],
    [1.1, undefined],
    [2 ** 53, undefined],
    [true, undefined],
    [null, undefined],
    [[1], undefined],
  ])('%j as text is %j', (value, wanted) => {
    expect(textOfValue(value)).toBe(wanted)
  })
})

test.each([
  ['^[A-Z]{3}$', true],
  ['^\\d{4}-\\d{2}-\\d{2}$', true],
  ['^[a-zA-Z0-9_.-]+@[a-z]+$', true],
  ['^https?://', true],
  ['\\S', true],
  ['(a+)+$', false],
  ['^(a|aa){2,}$', false],
  ['^(\\w+)\\1$', false],
  ['^(?=.*a).*$', false],
  ['a*a*b', false],
  ['^a*a*a*b', false],
  ['^a?a?a?a?a?a?aaaaaa$', false],
  ['^a*|b*c*$', false],
])('the pattern %j is plain: %j', (pattern, wanted) => {
  expect(isPlainPattern(pattern)).toBe(wanted)
})

describe('the plain form of a schema', () => {
  const form = (schema: JsonObject) => plainForm(schema).schema

  it('says what older drafts and OpenAPI say in their own way', () => {
    expect(form({ type: 'number', minimum: 1, exclusiveMinimum: true, id: 'urn:x', title: 'X' })).toEqual({
      type: 'number',
      exclusiveMinimum: 1,
    })
    expect(form({ items: [{ type: 'string' }], additionalItems: false })).toEqual({
      prefixItems: [{ type: 'string' }],
      items: false,
    })
    expect(form({ dependencies: { a: ['b'], c: { required: ['d'] } } })).toEqual({
      dependentRequired: { a: ['b'] },
      dependentSchemas: { c: { required: ['d'] } },
    })
    expect(form({ type: 'string', enum: ['a'], nullable: true })).toEqual({
      type: ['string', 'null'],
      enum: ['a', null],
    })
  })

  it('leaves out what cannot be read, and what leads out of it', () => {
    const odd: JsonObject = {
      type: 'strin',
      required: true,
      enum: [],
      minimum: '3',
      pattern: '(',
      anyOf: [],
      multipleOf: 0,
    }
    expect(form(odd)).toEqual({})
    const away = {
      a: { $ref: 'https://example.com/x.json' },
      b: { $ref: '#/$defs/gone' },
      c: { $ref: '#/constructor' },
    }
    expect(form({ properties: away, patternProperties: { '(': {} }, additionalProperties: false })).toEqual({
      properties: { a: {}, b: {}, c: {} },
    })
  })

  it('keeps references within it, by pointer, by name and by its own address', () => {
    const text = { type: 'string' }
    const properties = { a: { $ref: '#/definitions/T' }, b: { $ref: 'urn:me#/definitions/T' }, c: { $ref: '#t' } }
    const whole = { $id: 'urn:me', properties, definitions: { T: { ...text, $anchor: 't' } } }
    expect(form(whole)).toEqual({
      properties: { a: { $ref: '#/$defs/d0' }, b: { $ref: '#/$defs/d0' }, c: { $ref: '#/$defs/d1' } },
      $defs: { d0: text, d1: text },
    })
  })

  it('keeps references between schemas of which it is bundled', () => {
    const inner = {
      $id: 'https://a.example/inner.json',
      $defs: { T: { type: 'string' } },
      items: { $ref: '#/$defs/T' },
    }
    const properties = {
      a: { $ref: 'inner.json' },
      b: { $ref: 'https://a.example/inner.json#/$defs/T' },
      c: { $ref: '#/$defs/T' },
    }
    const whole = { $id: 'https://a.example/whole.json', properties, $defs: { inner, T: { type: 'number' } } }
    expect(form(whole)).toEqual({
      properties: { a: { $ref: '#/$defs/d0' }, b: { $ref: '#/$defs/d1' }, c: { $ref: '#/$defs/d2' } },
      $defs: { d0: { items: { $ref: '#/$defs/d1' } }, d1: { type: 'string' }, d2: { type: 'number' } },
    })
    const careless = { $defs: { T: { type: 'string' } }, properties: { a: { $id: 'A', items: { $ref: '#/$defs/T' } } } }
    expect(form(careless)).toEqual({
      properties: { a: { items: { $ref: '#/$defs/d0' } } },
      $defs: { d0: { type: 'string' } },
    })
  })

  it.each<[string, JsonObject, 'none' | 'short' | 'never']>([
    [
      'optional parts, as most servers write them',
      { properties: { a: { anyOf: [{ type: 'string' }, { type: 'null' }] } } },
      'none',
    ],
    ['a reference', { properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: { type: 'string' } } }, 'none'],
    ['a plain pattern', { properties: { a: { pattern: '^[a-z]+$' } } }, 'short'],
    ['a pattern that may take for ever', { properties: { a: { pattern: '^(a+)+$' } } }, 'never'],
    ['a tree', { properties: { children: { items: { $ref: '#' } } } }, 'never'],
    ['lists of objects that are all different', { properties: { a: { uniqueItems: true, items: {} } } }, 'never'],
    [
      'lists of texts that are all different',
      { properties: { a: { uniqueItems: true, items: { type: 'string' } } } },
      'none',
    ],
  ])('%s: %s', (_what, schema, danger) => {
    expect(plainForm(schema).danger).toBe(danger)
  })

  it('references that unfold to any size, nesting and size without end are read in a moment', () => {
    const levels = Array.from({ length: 40 }, (_, n): [string, JsonObject] => [
      `L${n}`,
      { allOf: [{ $ref: `#/$defs/L${n + 1}` }, { $ref: `#/$defs/L${n + 1}` }] },
    ])
    const bomb = { $ref: '#/$defs/L0', $defs: { ...Object.fromEntries(levels), L40: { type: 'object' } } }
    expect(plainForm(bomb).danger).toBe('never')
    let deep: JsonObject = {}
    for (let level = 0; level < 5000; level += 1) deep = { properties: { a: deep } }
    expect(JSON.stringify(plainForm(deep).schema).length).toBeLessThan(2000)
    const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`p${n}`, { type: 'string' }]))
    expect(plainForm({ properties: wide }).danger).toBe('never')
    const many = Array.from({ length: 10_000 }, (_, n): [string, JsonObject] => [
      `D${n}`,
      { $id: `https://a.example/${n}` },
    ])
    const asked = Array.from({ length: 2500 }, (_, n): [string, JsonObject] => [`p${n}`, { $ref: `gone-${n}` }])
    const named = Array.from({ length: 2500 }, (_, n): [string, JsonObject] => [`p${n}`, { $ref: `#gone-${n}` }])
    const large = Object.fromEntries(Array.from({ length: 1400 }, (_, n) => [`q${n}`, { type: 'string' }]))
    const refused = Array.from({ length: 1400 }, (_, n): [string, JsonObject] => [
      `p${n}`,
      { not: { $ref: '#/$defs/L' } },
    ])
    const from = process.cpuUsage()
    plainForm({
      properties: { ...Object.fromEntries(refused), f: { format: 'x' } },
      $defs: { L: { properties: large, not: { type: 'null' } } },
    })
    for (const properties of [asked, named])
      plainForm({
        $id: 'https://a.example/',
        properties: Object.fromEntries(properties),
        $defs: Object.fromEntries(many),
      })
    // Processor time in microseconds: the clock also counts what else the machine does.
    expect(process.cpuUsage(from).user).toBeLessThan(2_000_000)
    const round = { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }
    expect(plainForm(round).danger).toBe('never')
  })
})

test('a schema in words, for models and for people', () => {
  const schema = {
    type: 'object',
    properties: {
      tags: { type: 'array', items: { type: 'string' } },
      n: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    },
    required: ['tags'],
  }
  expect(describeSchema(schema, SCHEMA_WORDS)).toBe('object {tags: array of string, n?: integer | null}')
  expect(describeSchema(schema.properties.tags, plainWords(ENGLISH))).toBe('list of text')
  expect(describeSchema({ enum: ['a', 1] }, plainWords(ENGLISH))).toBe('"a" | 1')
  const round = { $ref: '#' }
  expect(describeSchema(round, SCHEMA_WORDS)).toBe('any value')
})
