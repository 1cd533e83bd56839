/** Schemas of tools as servers take them: shapes that real MCP servers send, and what they become. */
import { expect, test } from 'vitest'
import type { JsonObject } from '../flow/json-values'
import { sentSchema } from './sent-schema'
import { schemaPart } from './walk'

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more })
const whole = (schema: JsonObject) => sentSchema(schema, 'whole').schema
const plain = (schema: JsonObject) => sentSchema(schema, 'plain').schema

test('what every server takes stays the very same object', () => {
  const schema = object({ tags: { type: 'array', items: { type: 'string' } }, n: { type: ['integer', 'null'] } })
  expect(whole(schema)).toBe(schema)
})

test('choices at the top are one object with what any of them may have, and what all must have', () => {
  const $defs = { Common: object({ id: { type: 'string' } }, { required: ['id'] }) }
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $defs,
    type: 'object',
    properties: { path: { type: 'string' } },
    allOf: [{ $ref: '#/$defs/Common' }],
    oneOf: [
      object({ kind: { const: 'a' }, size: { type: 'number' } }, { required: ['kind', 'size'] }),
      object({ kind: { const: 'b' } }, { required: ['kind'] }),
      object({ kind: { const: 'c' } }, { required: ['kind'] }),
    ],
  }
  expect(whole(schema)).toEqual({
    $defs,
    type: 'object',
    properties: {
      path: { type: 'string' },
      id: { type: 'string' },
      kind: { anyOf: [{ const: 'a' }, { const: 'b' }, { const: 'c' }] },
      size: { type: 'number' },
    },
    required: ['id', 'kind'],
  })
  const either = object({ route: {}, file: {} }, { anyOf: [{ required: ['route'] }, { required: ['file'] }] })
  expect(whole(either)).toEqual(object({ route: {}, file: {} }))
})

test('lists say what is in them, and old drafts are written anew', () => {
  const schema = object({
    names: { type: 'array' },
    either: { anyOf: [{ type: 'array' }, { type: 'null' }] },
    pair: { type: 'array', items: [{ type: 'string' }, { type: 'number' }] },
    share: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: false },
  })
  expect(whole(schema)).toEqual(
    object({
      names: { type: 'array', items: {} },
      either: { anyOf: [{ type: 'array', items: {} }, { type: 'null' }] },
      pair: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
      share: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
    }),
  )
})

test('names that Anthropic refuses get others, said in the description, each once', () => {
  const properties = { 'filter[id]': { type: 'string' }, filter_id: {}, имя: { type: 'string', description: 'Кто' } }
  const { schema, names } = sentSchema(object(properties, { required: ['имя', 'filter_id'] }), 'whole')
  expect(schema).toEqual(
    object(
      {
        filter_id_2: { type: 'string', description: 'filter[id]' },
        filter_id: {},
        value: { type: 'string', description: 'имя: Кто' },
      },
      { required: ['value', 'filter_id'] },
    ),
  )
  expect([...names]).toEqual([
    ['filter[id]', 'filter_id_2'],
    ['имя', 'value'],
  ])
})

test('the plain form has no references, one type each, and no keyword that Gemini does not read', () => {
  const schema = object(
    {
      who: { type: ['string', 'null'], description: 'Who', default: null, format: 'email', pattern: '^.*$' },
      kind: { const: 'x' },
      level: { type: 'integer', enum: [1, 2], description: 'How much' },
      size: { type: 'number', minimum: 1, exclusiveMaximum: 9 },
      either: { description: 'Either', oneOf: [{ type: 'string' }, { type: 'array' }, { type: 'null' }] },
      maybe: { anyOf: [{ $ref: '#/$defs/Place' }, { type: 'null' }] },
      map: { type: 'object', additionalProperties: { type: 'string' } },
      both: { allOf: [object({ a: {} }, { required: ['a'] }), object({ b: { type: 'boolean' } })] },
      many: { type: ['string', 'number'] },
    },
    {
      additionalProperties: false,
      required: ['who', 'gone'],
      $defs: { Place: object({ name: { type: 'string' }, within: { $ref: '#/$defs/Place' } }) },
    },
  )
  expect(plain(schema)).toEqual(
    object(
      {
        who: { type: 'string', nullable: true, description: 'Who' },
        kind: { type: 'string', enum: ['x'] },
        level: { type: 'integer', description: 'How much enum: 1, 2' },
        size: { type: 'number', minimum: 1 },
        either: {
          anyOf: [
            { type: 'string', nullable: true, description: 'Either' },
            { type: 'array', items: { type: 'string' }, nullable: true, description: 'Either' },
          ],
        },
        maybe: { ...object({ name: { type: 'string' }, within: { type: 'object' } }), nullable: true },
        map: { type: 'object' },
        both: object({ a: { type: 'string' }, b: { type: 'boolean' } }, { required: ['a'] }),
        many: { anyOf: [{ type: 'string' }, { type: 'number' }] },
      },
      { required: ['who'] },
    ),
  )
  expect(plain(object({}))).toEqual({ type: 'object' })
})

test('a schema that leads in a circle ends', () => {
  const round: JsonObject = { type: 'object', allOf: [{ $ref: '#' }], properties: { self: { $ref: '#' } } }
  expect(whole(round)).toEqual(object({ self: { $ref: '#' } }))
  expect(plain(round)['type']).toBe('object')
})

test('references that double at every step end in a moment', () => {
  const twice = (name: string) => ({ $ref: `#/$defs/${name}` })
  const $defs = Object.fromEntries(
    Array.from({ length: 28 }, (_, at): [string, JsonObject] => [
      `d${at}`,
      {
        ...object({ one: twice(`d${at + 1}`), two: twice(`d${at + 1}`) }),
        anyOf: [twice(`d${at + 1}`), twice(`d${at + 1}`)],
      },
    ]),
  )
  const schema = { ...object({ first: twice('d0') }), $defs, oneOf: [twice('d0'), twice('d0')] }
  expect(Object.keys(schemaPart(whole(schema)['properties']))).toEqual(['first', 'one', 'two'])
  expect(JSON.stringify(plain(schema)).length).toBeLessThan(200_000)
})
