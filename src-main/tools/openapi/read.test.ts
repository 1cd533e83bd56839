/** Documents as operations: GitHub's real one, both versions, names, schemas, and what people take for documents. */
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { AppError } from '../../../src-shared/errors'
import type { Json, JsonObject } from '../../../src-shared/flow/records'
import { readOpenApi } from './read'
import { documentOf, githubText, oneOperation } from './testing/documents'
import { ENGLISH } from '../../../src-shared/languages/translate'

function parametersOf(operation: JsonObject, rest: JsonObject = {}, path = '/x'): Json | undefined {
  return readOpenApi({ ...oneOperation(path, 'post', operation), ...rest }).operations[0]?.parameters
}

function bodySchema(schema: Json, rest: JsonObject = {}): Json | undefined {
  const requestBody = { required: true, content: { 'application/json': { schema } } }
  return parametersOf({ requestBody }, rest)
}

describe("GitHub's document", () => {
  const document = readOpenApi(githubText())
  const byName = new Map(document.operations.map((operation) => [operation.name, operation]))

  it('every operation is a tool with a name of its own that providers take', () => {
    expect({ ...document, operations: document.operations.length, names: byName.size }).toEqual({
      title: "GitHub's official OpenAPI spec + Octokit extension",
      version: '23.0.2',
      servers: ['https://api.github.com'],
      operations: 1223,
      names: 1223,
      notes: [],
    })
    expect([...byName.keys()].filter((name) => !/^[A-Za-z0-9_-]{1,64}$/.test(name))).toEqual([])
    expect(JSON.stringify(document.operations)).not.toContain('$ref')
    expect(Math.max(...document.operations.map(({ parameters }) => JSON.stringify(parameters).length))).toBeLessThan(
      20_000,
    )
    expect(Math.max(...document.operations.map(({ description }) => description.length))).toBeLessThanOrEqual(1000)
  })

  it('a GET with a shared and an own parameter', () => {
    expect(byName.get('issues_list-labels-for-repo')).toMatchObject({
      operationId: 'issues/list-labels-for-repo',
      method: 'GET',
      path: '/repos/{owner}/{repo}/labels',
      description: 'List labels for a repository\n\nLists all labels for a repository.',
      parameters: {
        type: 'object',
        properties: {
          owner: {
            type: 'string',
            description: 'The account owner of the repository. The name is not case sensitive.',
          },
          repo: {
            type: 'string',
            description: 'The name of the repository without the `.git` extension. The name is not case sensitive.',
          },
          per_page: { type: 'integer', default: 30 },
          page: { type: 'integer', default: 1 },
        },
        required: ['owner', 'repo'],
      },
      tags: ['issues'],
      deprecated: false,
      servers: ['https://api.github.com'],
      body: null,
      key: null,
    })
  })

  it('a POST whose body stands among the arguments, one that clashes, one to another server', () => {
    expect(byName.get('issues_create')?.parameters['required']).toEqual(['owner', 'repo', 'title'])
    expect(byName.get('issues_create')?.body).toMatchObject({
      key: null,
      contentType: 'application/json',
      required: true,
    })
    expect(byName.get('actions_update-repo-variable')?.parameters).toMatchObject({
      properties: { name: { type: 'string' }, body: { type: 'object', properties: { name: { type: 'string' } } } },
      required: ['owner', 'repo', 'name', 'body'],
    })
    expect(byName.get('repos_upload-release-asset')).toMatchObject({
      servers: ['https://uploads.github.com'],
      body: { key: 'body', format: 'bytes', contentType: 'application/octet-stream' },
    })
  })
})

describe('names and descriptions', () => {
  it('operation ids, made fit and unique; without one, method and path', () => {
    const long = 'a'.repeat(70)
    const ids = ['get/it', 'get it', 'get_it', '__proto__', 'constructor', 'größe.Lesen', '', '!!!', long, long]
    const paths = Object.fromEntries(
      ids.map((operationId, at): [string, Json] => [`/p${at}/{id}`, { get: { operationId } }]),
    )
    const names = readOpenApi(documentOf(paths)).operations.map(({ name }) => name)
    expect(names.slice(0, 7)).toEqual([
      'get_it',
      'get_it_2',
      'get_it_3',
      'proto',
      'constructor',
      'grosse_Lesen',
      'get_p6_id',
    ])
    expect(names.slice(7).map((name) => name.length)).toEqual([8, 64, 64])
    expect(new Set(names).size).toBe(names.length)
  })

  it('parameters of the same name in two places, and names that providers refuse', () => {
    const parameters = [
      { name: 'id', in: 'query' },
      { name: 'id', in: 'header', required: true },
      { name: 'filter[name]', in: 'query' },
      { name: '__proto__', in: 'query' },
      ...['Accept', 'content-type', 'Authorization', 'Cookie', 'Host', 'bad name'].map((name) => ({
        name,
        in: 'header',
      })),
      { name: 'sid', in: 'cookie', required: true },
    ]
    const { operations, notes } = readOpenApi(oneOperation('/x/{id}/{more}', 'get', { parameters }))
    expect(operations[0]?.fields.map(({ key, name, place }) => [key, name, place])).toEqual([
      ['id', 'id', 'path'],
      ['more', 'more', 'path'],
      ['id_query', 'id', 'query'],
      ['filter_name', 'filter[name]', 'query'],
      ['proto', '__proto__', 'query'],
      ['id_header', 'id', 'header'],
    ])
    expect(operations[0]?.parameters['required']).toEqual(['id', 'more', 'id_header'])
    expect(notes.map(ENGLISH.message)).toEqual([
      'GET /x/{id}/{more}: the cookie "sid" was left out, since no cookies are sent.',
    ])
  })

  it('own parameters replace those of the path; summaries of the path stand in', () => {
    const [operation] = readOpenApi(
      documentOf({
        '/x': {
          summary: 'Things',
          parameters: [
            { name: 'a', in: 'query', schema: { type: 'string' } },
            { name: 'b', in: 'query', deprecated: true, description: 'Bee', schema: { type: 'string' } },
          ],
          get: { parameters: [{ name: 'a', in: 'query', schema: { type: 'integer' } }] },
        },
      }),
    ).operations
    expect([operation?.description, operation?.parameters]).toEqual([
      'Things',
      {
        type: 'object',
        properties: { a: { type: 'integer' }, b: { type: 'string', description: 'Bee', deprecated: true } },
      },
    ])
  })

  it('long descriptions end after a whole word', () => {
    const [operation] = readOpenApi(
      oneOperation('/x', 'get', { summary: 'Find.', description: 'word '.repeat(1000) }),
    ).operations
    expect(operation?.description).toMatch(/^Find\.\n\n(word )+word…$/)
    expect(operation?.description.length).toBeLessThanOrEqual(1000)
  })
})

describe('schemas', () => {
  it('3.0 and 3.1 become the same', () => {
    const old = {
      type: 'object',
      properties: {
        a: { type: 'string', nullable: true, enum: ['x'], example: 'x' },
        b: { type: 'integer', minimum: 1, exclusiveMinimum: true, maximum: 9 },
        c: { allOf: [{ $ref: '#/components/schemas/C' }], nullable: true, description: 'See' },
        id: { type: 'string', readOnly: true },
      },
      required: ['a', 'id'],
    }
    const C = { type: 'object', properties: { d: { type: 'number' } }, description: 'Cee' }
    const expected = {
      type: 'object',
      properties: {
        a: { type: ['string', 'null'], enum: ['x', null] },
        b: { type: 'integer', maximum: 9, exclusiveMinimum: 1 },
        c: { type: ['object', 'null'], properties: { d: { type: 'number' } }, description: 'See' },
      },
      required: ['a'],
    }
    const modern = {
      type: 'object',
      properties: {
        a: { type: ['string', 'null'], enum: ['x', null], examples: ['x'] },
        b: { type: 'integer', exclusiveMinimum: 1, maximum: 9 },
        c: { $ref: '#/components/schemas/C', type: ['object', 'null'], description: 'See' },
        id: { type: 'string', readOnly: true },
      },
      required: ['a', 'id'],
    }
    expect(bodySchema(old, { components: { schemas: { C } } })).toEqual(expected)
    const nullable = { ...C, type: ['object', 'null'] }
    expect(bodySchema(modern, { openapi: '3.1.0', components: { schemas: { C: nullable } } })).toEqual(expected)
  })

  it('allOf is merged: properties, required, read-only fields of a part', () => {
    const A = { type: 'object', properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } } }
    const schema = {
      allOf: [
        { $ref: '#/components/schemas/A' },
        { required: ['id', 'name'], properties: { size: { type: 'integer' } } },
      ],
    }
    expect(bodySchema(schema, { components: { schemas: { A } } })).toEqual({
      type: 'object',
      properties: { name: { type: 'string' }, size: { type: 'integer' } },
      required: ['name'],
    })
  })

  it('a choice stays a choice, in one argument; a choice of required fields does not hinder', () => {
    const branch = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } } })
    expect(bodySchema({ oneOf: [branch('a'), branch('b')] })).toEqual({
      type: 'object',
      properties: { body: { oneOf: [branch('a'), branch('b')] } },
      required: ['body'],
    })
    expect(bodySchema({ ...branch('a'), anyOf: [{ required: ['a'] }, { required: ['b'] }] })).toEqual({
      type: 'object',
      properties: { a: { type: 'string' } },
    })
  })

  it('circles end after five levels, in an open object', () => {
    const Node = {
      type: 'object',
      properties: { next: { $ref: '#/components/schemas/Node' }, name: { type: 'string' } },
    }
    const text = JSON.stringify(
      bodySchema({ $ref: '#/components/schemas/Node' }, { components: { schemas: { Node } } }),
    )
    expect(text.split('"next"').length - 1).toBe(5)
    expect(text).toContain('"next":{"type":"object"}')
  })

  it('what is elsewhere or missing is open, and told where it matters', () => {
    const properties = { a: { $ref: 'https://evil.test/a.json' }, b: { $ref: '#/none' }, c: { $ref: '#/%E0%A4%A' } }
    expect(bodySchema({ type: 'object', properties })).toEqual({ type: 'object', properties: { a: {}, b: {}, c: {} } })
    const { operations, notes } = readOpenApi(
      documentOf({
        '/a': { get: { parameters: [{ $ref: 'p.yaml#/P' }] } },
        '/b': { $ref: 'b.yaml' },
        c: { get: {} },
        '/d': { post: { requestBody: { $ref: 'https://evil.test/body' } } },
      }),
    )
    expect(operations.map(({ name, parameters }) => [name, parameters['properties']])).toEqual([
      ['get_a', {}],
      ['post_d', { body: {} }],
    ])
    expect(notes.map(ENGLISH.message)).toEqual([
      'The path "/b" was left out: it refers to something outside of the document, which is never fetched.',
      'The path "c" was left out: it does not begin with "/".',
      'GET /a: a parameter was left out, since it refers to something outside of the document or has no name.',
    ])
  })

  it('a body that may be left out asks for nothing', () => {
    const requestBody = { content: { 'application/json': { schema: { properties: { a: {} }, required: ['a'] } } } }
    expect(parametersOf({ requestBody })).toEqual({ type: 'object', properties: { a: {} } })
  })
})

it('YAML says the same as JSON, with anchors, merges, comments and unquoted codes', () => {
  const document = oneOperation('/x/{id}', 'get', { operationId: 'x', responses: { 200: { description: 'fine' } } })
  expect(readOpenApi(`\uFEFF# Shop\n${stringify(document)}`)).toEqual(readOpenApi(document))
  const text = `openapi: 3.1
info: {title: T, version: 1.0}
x-base: &base {parameters: [&p {name: q, in: query, schema: {type: string}}]}
paths:
  /a: {get: {<<: *base, operationId: a, responses: {200: {description: ok}}}}
  /b: {get: {parameters: [*p], operationId: b}}
`
  const { operations, version } = readOpenApi(text)
  expect([version, operations.map(({ parameters }) => parameters['properties'])]).toEqual([
    '1',
    [{ q: { type: 'string' } }, { q: { type: 'string' } }],
  ])
})

it.each([
  ['', /It is empty/],
  ['<!doctype html><p>', /a web page or XML/],
  ['hello', /neither JSON nor YAML/],
  ['a: b: c', /as YAML it breaks: .*line 1/],
  ['{"openapi": "3.0.0",\n "paths": {', /breaks at line 2, column 12/],
  ['[1]', /a list or a single value/],
  ['- 1', /a list or a single value/],
  ['{"swagger": "2.0", "paths": {}}', /It is Swagger 2\.0.*swagger2openapi/],
  ['swagger: 2.0', /It is Swagger 2/],
  ['{"openapi": "4.0.0"}', /version is "4\.0\.0"; 3\.0 and 3\.1/],
  ['{"openapi": {}}', /of an unknown version/],
  ['{"asyncapi": "2.0"}', /AsyncAPI/],
  ['{"info": {"_postman_id": "x"}}', /Postman/],
  ['{"message": "Not Found"}', /answer of a server: "Not Found"/],
  ['{"a": 1}', /first field should be "openapi"/],
  ['{"openapi": "3.0.0", "info": {}}', /has no "paths"/],
  ['{"openapi": "3.0.0", "paths": {"/a": {}}}', /hold no operation/],
  ['{"openapi": "3.0.0", "paths": {"/a": {"$ref": "a.yaml"}}}', /redocly bundle/],
])('%j is refused in words', (text, words) => {
  expect(() => readOpenApi(text)).toThrow(words)
  expect(() => readOpenApi(text)).toThrow(AppError)
})
