/** Documents for tests: GitHub's real one, small ones by hand, and random ones with references, compositions and circles. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import type { Json, JsonObject } from '../../../../src-shared/flow/records'

/** GitHub's document as a text. */
export function githubText(): string {
  return gunzipSync(readFileSync(new URL('api.github.com.json.gz', import.meta.url))).toString()
}

/** A document of 3.0 with these paths. */
export function documentOf(paths: JsonObject, rest: JsonObject = {}): JsonObject {
  return {
    openapi: '3.0.3',
    info: { title: 'Shop', version: '1.2' },
    servers: [{ url: 'https://shop.test/api' }],
    paths,
    ...rest,
  }
}

/** A document of 3.0 with one operation. */
export function oneOperation(path: string, method: string, operation: JsonObject): JsonObject {
  return documentOf({ [path]: { [method]: operation } })
}

const NAMES = ['id', 'name', 'size', 'filter[x]', 'constructor', 'toString', 'body', 'type', '$ref'] as const
const name = fc.constantFrom(...NAMES)
const reference = fc
  .constantFrom('schemas/A', 'schemas/B', 'schemas/C', 'schemas/A/properties/name', 'parameters/P', 'schemas/none')
  .map((place): JsonObject => ({ $ref: `#/components/${place}` }))

const { schema } = fc.letrec<{ schema: Json; leaf: Json; object: Json; mixed: Json }>((tie) => ({
  schema: fc.oneof({ maxDepth: 3, depthSize: 'small' }, tie('leaf'), tie('object'), tie('mixed')),
  leaf: fc.oneof(
    reference,
    fc.constantFrom<Json[]>(
      true,
      false,
      {},
      { $ref: 'other.json#/A' },
      { $ref: '#' },
      { type: 'string', readOnly: true },
    ),
    fc.record({
      type: fc.constantFrom<Json[]>('string', 'integer', 'array', 'object', ['string', 'null']),
      nullable: fc.boolean(),
      description: fc.string({ maxLength: 600 }),
      enum: fc.array(fc.constantFrom<Json[]>('a', 1, null, { x: 1 }), { maxLength: 3 }),
      minimum: fc.integer(),
      exclusiveMinimum: fc.boolean(),
      default: fc.constantFrom<Json[]>('x', 5, [1], { a: [1] }),
    }),
  ),
  object: fc.record(
    {
      type: fc.constant('object'),
      properties: fc.dictionary(name, tie('schema'), { maxKeys: 4 }),
      required: fc.array(name, { maxLength: 3 }),
      readOnly: fc.boolean(),
      additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
      'x-more': fc.constant(1),
      example: fc.constant({ a: 1 }),
    },
    { requiredKeys: ['type', 'properties'] },
  ),
  mixed: fc.record(
    {
      allOf: fc.array(tie('schema'), { maxLength: 3 }),
      oneOf: fc.array(tie('schema'), { maxLength: 3 }),
      anyOf: fc.array(tie('schema'), { maxLength: 3 }),
      items: tie('schema'),
      prefixItems: fc.array(tie('schema'), { maxLength: 2 }),
      nullable: fc.boolean(),
      $ref: fc.constantFrom('#/components/schemas/B', '#/components/schemas/C'),
    },
    { requiredKeys: [] },
  ),
}))

const parameter = fc.oneof(
  fc.constantFrom<JsonObject[]>({ $ref: '#/components/parameters/P' }, { $ref: '#/components/parameters/none' }),
  fc.record(
    {
      name,
      in: fc.constantFrom('path', 'query', 'header', 'cookie'),
      required: fc.boolean(),
      description: fc.string({ maxLength: 500 }),
      style: fc.constantFrom('form', 'simple', 'label', 'matrix', 'deepObject', 'pipeDelimited', 'odd'),
      explode: fc.boolean(),
      schema,
    },
    { requiredKeys: ['name', 'in'] },
  ),
)

const contentTypes = [
  'application/json',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'text/csv',
  'image/png',
] as const

const operation = fc.record(
  {
    operationId: fc.constantFrom('list', 'get/it', '__proto__', 'größe', ''),
    summary: fc.string({ maxLength: 40 }),
    description: fc.string({ maxLength: 1500 }),
    tags: fc.array(name, { maxLength: 2 }),
    parameters: fc.array(parameter, { maxLength: 4 }),
    requestBody: fc.oneof(
      fc.constantFrom<JsonObject[]>({ $ref: '#/components/requestBodies/R' }),
      fc.record(
        {
          required: fc.boolean(),
          content: fc.dictionary(fc.constantFrom(...contentTypes), fc.record({ schema }), { maxKeys: 2 }),
        },
        { requiredKeys: ['content'] },
      ),
    ),
    security: fc.constantFrom<Json[]>([], [{ key: [] }], [{ none: [] }, { 'a/b': [] }]),
    responses: fc.constant({ 200: { description: 'fine' } }),
  },
  { requiredKeys: [] },
)

/** Documents that are odd in every place and still documents. */
export const randomDocument: fc.Arbitrary<JsonObject> = fc
  .record({
    first: operation,
    second: operation,
    third: operation,
    shared: fc.array(parameter, { maxLength: 2 }),
    A: schema,
    B: schema,
    C: schema,
    P: parameter,
  })
  .map(({ first, second, third, shared, A, B, C, P }) =>
    documentOf(
      {
        '/things': { get: first, post: second },
        '/things/{id}/{name}.json': { parameters: shared, put: third, summary: 'A thing' },
        '/other': { $ref: '#/paths/~1things' },
      },
      {
        components: {
          schemas: { A, B, C, unused: { type: 'string' } },
          parameters: { P },
          requestBodies: { R: { content: { 'application/json': { schema: A } } } },
          securitySchemes: {
            key: { type: 'apiKey', in: 'header', name: 'X-Key' },
            'a/b': { type: 'http', scheme: 'Basic' },
          },
        },
      },
    ),
  )
