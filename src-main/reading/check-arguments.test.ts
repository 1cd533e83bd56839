/** Arguments against schemas that strangers wrote: what fits, what is mended, what is said, and that nobody is held up. */
import { describe, expect, it, test } from 'vitest'
import { argumentsUnfit } from '../../src-shared/agents/prompts/misfit-words'
import type { Json, JsonObject } from '../../src-shared/flow/records'
import { plainForm } from '../../src-shared/json-schema/plain-form'
import { createCheckArguments } from './check-arguments'
import { createReader } from './reader'
import { createValidator } from './validator'

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more })
const fit = (schema: JsonObject, value: Json) => createValidator(plainForm(schema).schema)(value)
const faults = (schema: JsonObject, value: Json) => {
  const words = argumentsUnfit('en', 't', fit(schema, value).misfits)
  return words.replace(/^.*do not fit: (.*)\. Call it again.*$/, '$1').split('; ')
}

describe('what is mended (shared rule 6.11)', () => {
  const optional = (type: string): JsonObject => ({ anyOf: [{ type }, { type: 'null' }] })
  const cases: [string, JsonObject, Json, Json][] = [
    [
      'numbers, truth values and null',
      object({ n: { type: 'integer' }, b: { type: 'boolean' }, z: { type: 'null' } }),
      { n: '3', b: 'true', z: 'null' },
      { n: 3, b: true, z: null },
    ],
    [
      'a list as text, with numbers as text in it',
      object({ l: { type: 'array', items: { type: 'number' } } }),
      { l: '[1, "2"]' },
      { l: [1, 2] },
    ],
    ['an object as text', object({ o: object({ a: { type: 'integer' } }) }), { o: '{"a": "1"}' }, { o: { a: 1 } }],
    [
      'in a choice, also of whole objects',
      object({ n: optional('integer'), o: { anyOf: [object({ a: { type: 'integer' } }), { type: 'null' }] } }),
      { n: '3', o: { a: '4' } },
      { n: 3, o: { a: 4 } },
    ],
    [
      'the text of a number where text fits stays text',
      object({ a: { type: ['string', 'number'] }, b: optional('string') }),
      { a: '3', b: 'null' },
      { a: '3', b: 'null' },
    ],
    ['a whole number where text is wanted', object({ id: { type: 'string' } }), { id: 42 }, { id: '42' }],
    [
      'one of some values',
      object({ n: { enum: [1, 2] }, s: { type: 'string', enum: ['1', '2'] } }),
      { n: '2', s: 1 },
      { n: 2, s: '1' },
    ],
    [
      'null for what may be left out',
      object({ a: { type: 'string' }, n: { type: 'integer' } }, { required: ['a'] }),
      { a: 'x', n: null },
      { a: 'x' },
    ],
    [
      'behind references, and in branches that are told apart by a name',
      {
        $defs: {
          A: object({ kind: { const: 'a' }, n: { type: 'integer' } }),
          B: object({ kind: { const: 'b' }, n: { type: 'boolean' } }),
        },
        ...object({ x: { oneOf: [{ $ref: '#/$defs/A' }, { $ref: '#/$defs/B' }] } }),
      },
      { x: { kind: 'b', n: 'true' } },
      { x: { kind: 'b', n: true } },
    ],
    [
      'nothing else: extra properties and missing defaults stay as they are',
      object({ a: { type: 'integer', default: 5 } }),
      { b: '1' },
      { b: '1' },
    ],
  ]
  it.each(cases.map(([what, schema, ...values]) => ({ what, schema, values })))(
    '$what',
    ({ schema, values: [value, wanted] }) => {
      expect(fit(schema, value)).toEqual({ value: wanted, misfits: [] })
    },
  )

  it.each<[JsonObject, Json]>([
    [{ type: 'number' }, '3.0000000000000001'],
    [{ type: 'number' }, '12abc'],
    [{ type: 'number' }, ''],
    [{ type: 'integer' }, '3.5'],
    [{ type: 'integer' }, '007'],
    [{ type: 'integer' }, true],
    [{ type: 'boolean' }, 1],
    [{ type: 'boolean' }, 'yes'],
    [{ type: 'string' }, 1.1],
    [{ type: 'string' }, 2 ** 60],
    [{ type: 'string' }, true],
    [{ type: 'string' }, ['a']],
    [{ type: 'array' }, 'a'],
    [{ type: 'array' }, '{}'],
  ])('%j does not take %j', (schema, value) => {
    expect(fit(object({ a: schema }), { a: value })).toMatchObject({
      value: { a: value },
      misfits: [{ path: 'a', what: 'type' }],
    })
  })
})

describe('what a model is told (shared rule 6.10)', () => {
  it.each<[JsonObject, Json, string[]]>([
    [object({ a: { type: 'integer' } }, { required: ['a'] }), {}, ['a is missing (integer)']],
    [
      object({ a: object({ b: { type: 'array', items: object({ c: { type: 'number' } }) } }) }),
      { a: { b: [{}, { c: 'x' }] } },
      ['a.b[1].c must be number, not string'],
    ],
    [object({ a: {} }, { additionalProperties: false }), { a: 1, z: 2 }, ['z is not allowed there (allowed: a)']],
    [object({ unit: { enum: ['C', 'F'] } }), { unit: 'K' }, ['unit must be "C" | "F"']],
    [object({ n: { minimum: 1 } }), { n: 0 }, ['n must fit "minimum": 1']],
    [object({ a: { pattern: '^[A-Z]{3}$' } }), { a: 'x' }, ['a must fit "pattern": "^[A-Z]{3}$"']],
    [
      object({ a: { anyOf: [{ type: 'integer' }, { type: 'null' }] } }),
      { a: 'x' },
      ['a must be integer | null, not string'],
    ],
    [
      object({ a: { anyOf: [object({ b: { type: 'integer' } }, { required: ['b'] }), { type: 'null' }] } }),
      { a: {} },
      ['a.b is missing (integer)'],
    ],
    [
      object({
        a: { oneOf: [object({ b: { type: 'integer' } }, { required: ['b'] }), object({ c: {} }, { required: ['c'] })] },
      }),
      { a: {} },
      ['a must be one of: object {b: integer} | object {c: any value}'],
    ],
    [
      { type: 'object', oneOf: [object({ a: {} }, { required: ['a'] }), object({ b: {} }, { required: ['b'] })] },
      { a: 1, b: 2 },
      ['the arguments must be exactly one of these, and fits several: object {a: any value} | object {b: any value}'],
    ],
    [object({}, { minProperties: 1 }), {}, ['the arguments must fit "minProperties": 1']],
    [object({ price: { multipleOf: 0.01 } }), { price: 19.99 }, ['']],
  ])('%j, %j', (schema, value, wanted) => {
    expect(fit(schema, value).misfits.length === 0 ? [''] : faults(schema, value)).toEqual(wanted)
  })

  it('in the language of the prompts, and so many places at most', () => {
    const { misfits } = fit(object({ a: { type: 'integer' } }), { a: 'x' })
    expect(argumentsUnfit('ru', 't', misfits)).toContain('a: нужно integer, а дано string')
    expect(argumentsUnfit('zh', 't', misfits)).toContain('a 必须是 integer，而不是 string')
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`p${n}`, { type: 'integer' }]))
    expect(fit(object(many), Object.fromEntries(Object.keys(many).map((name) => [name, 'x']))).misfits).toHaveLength(8)
  })
})

describe('strangers’ schemas', () => {
  const { signal } = new AbortController()
  const checkWith = (seconds: number) => createCheckArguments(createReader({ seconds, megabytes: 400, atOnce: 1 }))

  it('a tree is held against its schema in the reading thread', async () => {
    const tree = object({ name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } })
    const check = checkWith(60)
    expect(await check(tree, { children: [{ name: 7 }] }, signal)).toEqual({
      args: { children: [{ name: '7' }] },
      misfits: [],
      unchecked: false,
    })
    expect(await check(tree, { children: [{ name: [] }] }, signal)).toMatchObject({
      misfits: [{ path: 'children[0].name', what: 'type' }],
    })
  })

  it('a pattern that takes for ever holds up one call, and no further one; other schemas are checked meanwhile', async () => {
    const slow = object({ a: { type: 'string', pattern: '^(a+)+$' } })
    const args = { a: `${'a'.repeat(60)}!` }
    const check = checkWith(1)
    const held = check(slow, args, signal)
    expect(await check(object({ a: { type: 'integer' } }), { a: '1' }, signal)).toMatchObject({ args: { a: 1 } })
    const given = { args, misfits: [], unchecked: true }
    expect(await held).toEqual(given)
    const before = performance.now()
    expect(await check(object({ a: { type: 'string', pattern: '^(a+)+$' } }), args, signal)).toEqual(given)
    expect(performance.now() - before).toBeLessThan(500)
  })

  it('stopped in the middle, it rejects', async () => {
    const stop = new AbortController()
    const held = checkWith(60)(object({ a: { pattern: '^(a+)+$' } }), { a: `${'a'.repeat(60)}!` }, stop.signal)
    stop.abort(new Error('stopped'))
    await expect(held).rejects.toThrow('stopped')
  })

  it('what no validator can read is not checked', async () => {
    const odd = object(
      { a: { type: 'whatever', $ref: 'https://example.com', minimum: 'x' } },
      { required: 'a', $id: 'not a uri %%' },
    )
    expect(await checkWith(60)(odd, { a: 1 }, signal)).toEqual({ args: { a: 1 }, misfits: [], unchecked: false })
  })

  const whole = { $schema: 'http://json-schema.org/draft-04/schema#', id: 'https://example.com/order#' }
  const drafts: [string, JsonObject, Json, string[]][] = [
    [
      'draft 4, with its bounds, its ids and its lists',
      {
        ...whole,
        ...object({
          n: { type: 'integer', minimum: 0, exclusiveMinimum: true },
          m: { $ref: '#count' },
          o: { $ref: 'https://example.com/order#/definitions/C' },
          l: { type: 'array', items: [{ type: 'string' }], additionalItems: false },
        }),
        definitions: { C: { id: '#count', type: 'integer' } },
      },
      { n: 0, m: 'x', o: 'y', l: ['a', 'b'] },
      [
        'm must be integer, not string',
        'o must be integer, not string',
        'l must fit "items": false',
        'n must fit "exclusiveMinimum": 0',
      ],
    ],
    [
      'draft 7, with a condition',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        ...object({ by: { type: 'string' }, floor: { type: 'integer' } }),
        if: { properties: { by: { const: 'stairs' } }, required: ['by'] },
        then: { required: ['floor'] },
      },
      { by: 'stairs' },
      ['floor is missing (any value)'],
    ],
    [
      'draft 2020-12, with a dynamic reference and no further names',
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        ...object({ n: { $dynamicRef: '#node' } }),
        $defs: { N: { $dynamicAnchor: 'node', type: 'integer' } },
        unevaluatedProperties: false,
      },
      { n: 'x', z: 1 },
      ['n must be integer, not string', 'z is not allowed there (allowed: n)'],
    ],
    [
      'one that nobody knows',
      { $schema: 'https://example.com/own', ...object({ n: { type: 'integer', nullable: true } }) },
      { n: 'x' },
      ['n must be integer | null, not string'],
    ],
  ]
  it.each(drafts.map(([what, schema, ...values]) => ({ what, schema, values })))(
    '$what',
    ({ schema, values: [value, wanted] }) => {
      expect(faults(schema, value).toSorted()).toEqual(wanted.toSorted())
    },
  )

  it.each<[string, JsonObject, Json]>([
    [
      'formats',
      {
        oneOf: [
          { type: 'string', format: 'date' },
          { type: 'string', format: 'date-time' },
        ],
      },
      '2026-01-01',
    ],
    ['whole numbers and numbers', { oneOf: [{ type: 'integer' }, { type: 'number' }] }, 3],
    ['known words and any', { oneOf: [{ enum: ['a'] }, { type: 'string' }] }, 'a'],
    ['what leads elsewhere', { oneOf: [{ $ref: 'https://example.com/x.json' }, { type: 'integer' }] }, 3],
    ['what is no schema', { oneOf: [{ type: 'strin' }, { type: 'integer' }], anyOf: [{ minimum: 1 }] }, 3],
    ['what must not be', { not: { $ref: 'https://example.com/x.json' } }, 3],
    ['what must not be, behind a reference', { not: { $ref: '#/$defs/Email' } }, 'x'],
    ['a condition', { if: { properties: { a: { format: 'uri' } } }, then: { required: ['b'] } }, { a: 'x' }],
    ['a count', { type: 'array', contains: { format: 'ipv4' }, maxContains: 1 }, ['a', 'b']],
    ['further names', { allOf: [{ $ref: 'https://example.com/x.json' }], unevaluatedProperties: false }, { a: 1 }],
  ])('what is not checked forbids nothing either: %s', (_what, part, value) => {
    const schema = { ...object({ a: part }), $defs: { Email: { type: 'string', format: 'email' } } }
    expect(fit(schema, { a: value })).toEqual({ value: { a: value }, misfits: [] })
  })

  it.each<[string, JsonObject, Json]>([
    [
      'one of two objects',
      { oneOf: [object({}, { required: ['a'] }), object({}, { required: ['b'] })] },
      { a: 1, b: 1 },
    ],
    ['what must not be', { not: { type: 'string' } }, 'x'],
    [
      'further names beside one with a format',
      { ...object({ a: { type: 'string', format: 'uri' } }), unevaluatedProperties: false },
      { b: 1 },
    ],
  ])('what is checked forbids what it says: %s', (_what, part, value) => {
    expect(fit(object({ a: part }), { a: value }).misfits).toHaveLength(1)
  })

  it('what leads to itself alone is not checked, and does not end the tool', async () => {
    const round = { type: 'object', $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }
    expect(await checkWith(60)(round, { a: 1 }, signal)).toEqual({ args: { a: 1 }, misfits: [], unchecked: true })
  })

  it('as deep as it is read, the path is said; beyond, anything fits', () => {
    const nested = (levels: number): JsonObject =>
      Array.from({ length: levels }).reduce<JsonObject>((inner) => object({ a: inner }), { type: 'integer' })
    const value = (levels: number): Json => Array.from({ length: levels }).reduce<Json>((inner) => ({ a: inner }), 'x')
    const path = Array.from({ length: 59 }, () => 'a').join('.')
    expect(fit(nested(59), value(59)).misfits).toEqual([{ path, what: 'type', wanted: 'integer', given: 'string' }])
    expect(fit(nested(3000), value(3000)).misfits).toEqual([])
  })

  it('names that are something in JavaScript are names', () => {
    const schema = object(
      { constructor: { type: 'string' }, toString: { type: 'integer' } },
      { required: ['hasOwnProperty'] },
    )
    expect(fit(schema, {}).misfits).toEqual([{ path: 'hasOwnProperty', what: 'missing', wanted: 'any value' }])
    const code = object({ '"];process.exit();//': { type: 'integer' } })
    expect(fit(code, { '"];process.exit();//': 'x' }).misfits).toMatchObject([
      { path: '"];process.exit();//', what: 'type' },
    ])
  })
})

test('the same schema is made ready once, whichever object it comes as', async () => {
  const check = createCheckArguments(createReader())
  const { signal } = new AbortController()
  const large = () =>
    object(
      Object.fromEntries(
        Array.from({ length: 300 }, (_, n) => [`p${n}`, { type: 'array', items: object({ a: { type: 'integer' } }) }]),
      ),
    )
  const time = async (schema: JsonObject) => {
    const before = performance.now()
    await check(schema, { p1: [{ a: 1 }] }, signal)
    return performance.now() - before
  }
  const first = await time(large())
  const schema = large()
  await time(schema)
  const again = Math.min(...(await Promise.all(Array.from({ length: 20 }, () => time(schema)))))
  expect(again).toBeLessThan(first / 4)
})
