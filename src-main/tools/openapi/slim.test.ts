/** A slim document is read with the same outcome, and holds nothing that is not read. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { someRuns } from '../../../src-shared/testing/some-runs'
import { AppError } from '../../../src-shared/errors'
import { findForbidden } from '../../../src-shared/flow/json'
import { readOpenApi } from './read'
import { slimDocument } from './slim'
import { documentOf, githubText, randomDocument } from './testing/documents'

it("GitHub's slim document makes the same operations, is a tenth as large and may stand in a flow", () => {
  const text = githubText()
  const slim = slimDocument(text)
  const json = JSON.stringify(slim)
  expect(json.length).toBeLessThan(text.length / 9)
  expect(findForbidden(slim, 90)).toBeNull()
  expect(readOpenApi(json)).toEqual(readOpenApi(text))
  expect(slimDocument(slim)).toEqual(slim)
})

it('any document: the same operations, and slimming twice changes nothing', () => {
  fc.assert(
    fc.property(randomDocument, (document) => {
      const slim = slimDocument(document)
      expect(readOpenApi(JSON.stringify(slim)).operations).toEqual(readOpenApi(document).operations)
      expect(readOpenApi(slimDocument(slim)).operations).toEqual(readOpenApi(document).operations)
      expect(findForbidden(slim, 90)).toBeNull()
    }),
    { numRuns: someRuns(60) },
  )
})

it('keeps what is read and drops the rest', () => {
  const slim = slimDocument(
    documentOf(
      {
        '/a': {
          post: {
            operationId: 'make',
            summary: 'Make it',
            externalDocs: { url: 'https://x.test' },
            requestBody: {
              content: {
                'application/json': {
                  example: { a: 1 },
                  schema: { $ref: '#/paths/~1a/post/responses/200/content/application~1json/schema' },
                },
              },
            },
            responses: {
              200: { description: 'made', content: { 'application/json': { schema: { type: 'object', example: 1 } } } },
            },
          },
        },
      },
      { components: { schemas: { Unused: {} } }, 'x-logo': 'y' },
    ),
  )
  expect(slim).toEqual({
    openapi: '3.0.3',
    info: { title: 'Shop', version: '1.2' },
    servers: [{ url: 'https://shop.test/api' }],
    paths: {
      '/a': {
        post: {
          operationId: 'make',
          description: 'Make it',
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/part_1' } } } },
        },
      },
    },
    components: { schemas: { part_1: { type: 'object' } } },
  })
})

it('refuses what cannot be read in the same words', () => {
  expect(() => slimDocument('{"swagger": "2.0"}')).toThrow(AppError)
  expect(() => slimDocument({ openapi: '3.0.0', paths: { '/a': {} } })).toThrow(/hold no operation/)
})
