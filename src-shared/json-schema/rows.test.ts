/** Rows of a schema: what nobody changed comes back byte for byte, and an edit changes its own place alone. */
import { inEnglish } from '../testing/in-english'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../flow/json-values'
import { fromRows, rowNameIssue, rowsOf, saysMore, schemaOfExample, withNewRow, withoutRow, withRow } from './rows'
import { schemaFault } from './schema-fault'

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] as const

const anyJson = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as Json)
const names = fc.string({ minLength: 1, maxLength: 6 }).filter((name) => name !== '__proto__')

const part = fc
  .record(
    {
      type: fc.constantFrom<Json>(...TYPES, 'numbr'),
      description: fc.oneof(fc.string(), anyJson),
      enum: fc.oneof(fc.array(fc.string(), { maxLength: 3 }), anyJson),
      items: anyJson,
      default: anyJson,
    },
    { requiredKeys: [] },
  )
  .map((keys): JsonObject => keys)

const schema = fc
  .tuple(fc.dictionary(names, part, { maxKeys: 4 }), fc.boolean(), anyJson, fc.boolean())
  .map(([properties, isRequired, more, isTyped]): JsonObject => ({
    ...(isTyped ? { type: 'object' } : {}),
    title: more,
    properties,
    ...(isRequired ? { required: Object.keys(properties).slice(1) } : {}),
    additionalProperties: false,
  }))

describe('a schema as rows', () => {
  test('comes back byte for byte, whatever it says beside the columns', () => {
    fc.assert(
      fc.property(fc.oneof(schema, anyJson), (given) => {
        const rows = rowsOf(given)
        if (rows === null || given === null) return
        expect(JSON.stringify(fromRows(given, rows))).toBe(JSON.stringify(given))
      }),
    )
  })

  test('an edit of one row leaves all others and the rest as they are, and taking it back does so byte for byte', () => {
    fc.assert(
      fc.property(schema, fc.nat(), fc.string({ minLength: 1 }), (given, at, words) => {
        const rows = rowsOf(given) ?? []
        fc.pre(rows.length > 0)
        const index = at % rows.length
        const row = rows[index]
        fc.pre(row !== undefined && row.description !== '' && typeof row.part['description'] === 'string')
        const told = withRow(given, index, { description: words })
        expect(
          (rowsOf(told) ?? []).map((one, place) => (place === index ? { ...one, description: '', part: {} } : one)),
        ).toEqual(rows.map((one, place) => (place === index ? { ...one, description: '', part: {} } : one)))
        const back = withRow(told, index, { description: row?.description ?? '' })
        expect(JSON.stringify(back)).toBe(JSON.stringify(given))
      }),
    )
  })

  test('rows are added, renamed in their place, told what they take, and removed', () => {
    let now = withNewRow({})
    expect(now).toEqual({ type: 'object', properties: { field_1: { type: 'string' } }, required: ['field_1'] })
    now = withRow(now, 0, { name: 'cake', description: 'Which one', choices: ['apple', 'nut'] })
    now = withRow(withNewRow(now), 1, { name: 'count', type: 'integer', isRequired: false })
    now = withRow(now, 0, { name: 'kind' })
    expect(JSON.stringify(now)).toBe(
      JSON.stringify({
        type: 'object',
        properties: {
          kind: { type: 'string', description: 'Which one', enum: ['apple', 'nut'] },
          count: { type: 'integer' },
        },
        required: ['kind'],
      }),
    )
    expect(withoutRow(withoutRow(now, 0), 0)).toEqual({ type: 'object', properties: {} })
    expect(inEnglish([rowNameIssue(' ', []), rowNameIssue('a', ['a']), rowNameIssue('b', ['a'])])).toEqual([
      'A row needs a name.',
      'Another row is called “a”.',
      null,
    ])
  })

  test('what a table cannot show is said: no object, parts that are true, types of several, values that are no texts', () => {
    expect([rowsOf({ type: 'array' }), rowsOf({ properties: { a: true } }), rowsOf({ required: ['a'] })]).toEqual([
      null,
      null,
      null,
    ])
    const parts = {
      a: { type: ['string', 'null'] },
      b: { type: 'number', enum: [1] },
      c: { type: 'array', items: {} },
      d: { type: 'string' },
    }
    expect((rowsOf({ properties: parts }) ?? []).map(saysMore)).toEqual([true, true, true, false])
  })
})

describe('a schema from an example', () => {
  test('is one that the example fits', () => {
    fc.assert(
      fc.property(fc.dictionary(names, anyJson), (value) => {
        const example = value as JsonObject
        const inferred = schemaOfExample(example)
        expect(schemaFault(inferred)).toBeNull()
        expect((rowsOf(inferred) ?? []).map(({ name, isRequired }) => [name, isRequired])).toEqual(
          Object.keys(example).map((name) => [name, true]),
        )
      }),
    )
  })

  test('names what each row takes; of several items what some have only is not required', () => {
    const example = { id: 7, price: 1.5, tags: ['a'], lines: [{ a: 1, b: 'x' }, { a: 1.5 }], none: [] }
    expect(schemaOfExample(example)).toEqual({
      type: 'object',
      properties: {
        id: { type: 'integer' },
        price: { type: 'number' },
        tags: { type: 'array', items: { type: 'string' } },
        lines: {
          type: 'array',
          items: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'string' } }, required: ['a'] },
        },
        none: { type: 'array' },
      },
      required: ['id', 'price', 'tags', 'lines', 'none'],
    })
  })
})
