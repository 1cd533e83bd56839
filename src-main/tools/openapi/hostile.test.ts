/** Documents that mean harm: each is read, or refused in words, soon and without a trace on anything else. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { someRuns } from '../../../src-shared/testing/some-runs'
import { AppError } from '../../../src-shared/errors'
import type { Json, JsonObject } from '../../../src-shared/flow/records'
import { readOpenApi } from './read'
import { requestOf } from './request'
import { slimDocument } from './slim'
import { documentOf, oneOperation } from './testing/documents'

const head = '{"openapi":"3.0.0","paths":{"/a":{"post":{"requestBody":{"content":{"application/json":{"schema":'
const tail = '}}}}}}}'

/** Reads and slims; an AppError is a fine answer, its message is given back. */
function outcome(source: string | JsonObject): string {
  try {
    const { operations } = readOpenApi(source)
    JSON.stringify([operations, slimDocument(source)])
    return `${operations.length} operations`
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'bad-input') return cause.message
    throw cause
  }
}

it.each([
  ['{"items":', '}', 200_000],
  ['{"properties":{"a":', '}}', 100_000],
  ['{"allOf":[', ']}', 100_000],
  ['{"oneOf":[', ']}', 100_000],
  ['{"default":', '}', 100_000],
  ['[', ']', 200_000],
])('nested very deeply: %s', (open, close, depth) => {
  expect(outcome(`${head}${open.repeat(depth)}1${close.repeat(depth)}${tail}`)).toBe('1 operations')
})

it('nested YAML, flow and block', () => {
  expect(outcome(`openapi: 3.0.0\nx: ${'['.repeat(100_000)}`)).toMatch(/nests too deeply|breaks/)
  expect(outcome(`openapi: 3.0.0\npaths:\n  ${'- '.repeat(10_000)}1`)).toMatch(/nests too deeply|breaks|levels deep/)
})

it('a billion laughs, and an alias of itself', () => {
  const laughs = Array.from(
    { length: 10 },
    (_, at) => `x${at + 1}: &l${at + 1} [${Array(10).fill(`*l${at}`).join(', ')}]`,
  )
  expect(outcome(`openapi: 3.0.0\nx0: &l0 lol\n${laughs.join('\n')}\npaths: {/a: {get: {}}}`)).toMatch(
    /as YAML it breaks: Excessive alias count/,
  )
  expect(outcome('openapi: 3.0.0\npaths: &p {/a: {get: {x: *p}}}')).toMatch(/stands for itself|breaks/)
})

it('many anchors with many aliases, and merges of one large map', () => {
  const list = (length: number, item: (at: number) => string) => Array.from({ length }, (_, at) => item(at)).join(', ')
  const aliases = `x: [${list(100_000, (at) => `&a${at} 1`)}]\ny: [${list(9_000, (at) => `*a${at}`)}]`
  const merges = `x: &x {${list(20_000, (at) => `k${at}: 1`)}}\ny: [${list(20_000, () => '{<<: *x}')}]`
  for (const text of [aliases, merges])
    expect(outcome(`openapi: 3.0.0\npaths: {/a: {get: {}}}\n${text}`)).toMatch(/more anchors, aliases and merges/)
})

it('too many operations, too large', () => {
  const paths = Object.fromEntries(Array.from({ length: 100_000 }, (_, at): [string, Json] => [`/p${at}`, { get: {} }]))
  expect(outcome(documentOf(paths))).toMatch(/more than 20000 operations/)
  expect(outcome(`{${' '.repeat(64_000_000)}`)).toMatch(/at most 64000000 are read/)
  expect(outcome(`a: ${'b'.repeat(8_000_000)}`)).toMatch(/of YAML; convert it to JSON/)
})

it('references in circles of every kind', () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const all = ['A', 'B', 'C', 'D', 'E'].map(ref)
  const mixed = { oneOf: all, anyOf: all, allOf: all, properties: { a: ref('A'), b: ref('B') }, items: ref('C') }
  const schemas = { A: mixed, B: mixed, C: mixed, D: ref('E'), E: ref('D'), Self: ref('Self') }
  const components = {
    schemas,
    parameters: { P: { $ref: '#/components/parameters/P' } },
    requestBodies: { R: { $ref: '#/components/requestBodies/R' } },
  }
  const bodies = Object.keys(schemas).map((name): [string, Json] => [
    `/${name}`,
    {
      post: {
        requestBody: { content: { 'application/json': { schema: ref(name) } } },
        parameters: [{ $ref: '#/components/parameters/P' }],
      },
    },
  ])
  const paths = {
    ...Object.fromEntries(bodies),
    '/r': { put: { requestBody: { $ref: '#/components/requestBodies/R' } } },
    '/loop': { $ref: '#/paths/~1loop' },
  }
  expect(outcome(documentOf(paths, { components }))).toBe('7 operations')
  const sizes = readOpenApi(documentOf(paths, { components })).operations.map(
    ({ parameters }) => JSON.stringify(parameters).length,
  )
  expect(Math.max(...sizes)).toBeLessThan(20_000)
})

it('a thousand operations share one very large body', () => {
  const properties = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, at): [string, Json] => [
      `p${at}`,
      { type: 'string', description: 'x'.repeat(50) },
    ]),
  )
  const R = { content: { 'application/json': { schema: { type: 'object', properties } } } }
  const paths = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, at): [string, Json] => [
      `/${at}`,
      { post: { requestBody: { $ref: '#/components/requestBodies/R' } } },
    ]),
  )
  expect(outcome(documentOf(paths, { components: { requestBodies: { R } } }))).toBe('1000 operations')
})

it('names that JavaScript treats specially do no harm and are not lost where they are meant', () => {
  const text = `{"openapi":"3.0.0","servers":[{"url":"https://x.test"}],"__proto__":{"polluted":1},"paths":{"__proto__":{"get":{}},"/a/{__proto__}":{
    "__proto__":{"get":{}},"post":{"operationId":"constructor","tags":["__proto__"],"parameters":[{"name":"constructor","in":"query","schema":{"type":"string"}}],
    "requestBody":{"required":true,"content":{"__proto__":{},"application/json":{"schema":{"type":"object","required":["__proto__","toString"],
    "properties":{"__proto__":{"type":"string"},"toString":{"type":"string"},"hasOwnProperty":{"$ref":"#/constructor/prototype"},"deep":{"properties":{"__proto__":{"x":1}}}}}}}}}}}}`
  const [operation] = readOpenApi(text).operations
  expect(operation?.parameters).toEqual({
    type: 'object',
    properties: {
      proto: { type: 'string' },
      constructor: { type: 'string' },
      toString: { type: 'string' },
      hasOwnProperty: {},
      deep: { type: 'object' },
    },
    required: ['proto', 'toString'],
  })
  if (operation === undefined) throw new Error('There is no operation.')
  const request = requestOf(operation, { proto: 'p', constructor: 'c', toString: 's' }, { baseUrl: null })
  expect([request.url.href, request.body]).toEqual(['https://x.test/a/p?constructor=c', '{"toString":"s"}'])
  expect(() => requestOf(operation, {}, { baseUrl: null })).toThrow(/"proto", "toString" must be given/)
  expect(readOpenApi(slimDocument(text)).operations).toEqual([operation])
  expect(Object.keys(Object.prototype)).toEqual([])
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})

const key = fc.constantFrom(
  'openapi',
  'paths',
  '/a',
  'get',
  'post',
  'parameters',
  'requestBody',
  'content',
  'schema',
  'properties',
  '$ref',
  'servers',
  '__proto__',
  'info',
  'allOf',
  'name',
  'in',
  'security',
  'components',
)
const leaf = fc.constantFrom<Json[]>(
  null,
  true,
  1,
  -1,
  '',
  '3.0.0',
  '#',
  '#/paths',
  '#/paths/~1a',
  'query',
  'path',
  'application/json',
  [],
)
const { garbage } = fc.letrec<{ garbage: Json }>((tie) => ({
  garbage: fc.oneof(
    { maxDepth: 8 },
    leaf,
    fc.array(tie('garbage'), { maxLength: 3 }),
    fc.dictionary(key, tie('garbage'), { maxKeys: 4 }),
  ),
}))

it('garbage: an AppError or a document, as text and as JSON', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string({ unit: 'binary' }),
        garbage.map((value) => JSON.stringify(value)),
      ),
      (text) => {
        expect(outcome(text)).toEqual(expect.any(String))
      },
    ),
    { numRuns: someRuns(200) },
  )
  fc.assert(
    fc.property(garbage, garbage, (operation, rest) => {
      const inner = typeof rest === 'object' && rest !== null && !Array.isArray(rest) ? rest : {}
      expect(
        outcome({ ...inner, openapi: '3.1.0', paths: { '/a/{b}': { post: operation, get: rest, parameters: rest } } }),
      ).toEqual(expect.any(String))
      expect(
        outcome({
          ...oneOperation('/a', 'put', { requestBody: operation, parameters: [operation, rest], security: rest }),
          components: rest,
        }),
      ).toEqual(expect.any(String))
    }),
    { numRuns: someRuns(200) },
  )
})
