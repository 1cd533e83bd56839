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
