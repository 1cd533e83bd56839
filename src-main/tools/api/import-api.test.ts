/** Taking API documents over, through the rpc: GitHub's real one, from a text and from the web; cut to chosen operations; what may be fetched. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { AppError } from '../../../src-shared/errors'
import { createCore, type Core } from '../../core'
import { nodePlatform } from '../../platform/node'
import { documentOf, githubText } from '../openapi/testing/documents'

let core: Core
let dataDir = ''
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'baton-import-'))
  core = await createCore({ dataDir, platform: nodePlatform({ host: 'web', dataDir }) })
})
afterAll(async () => {
  await core.close()
  rmSync(dataDir, { recursive: true, force: true })
})
let server: Server | null = null
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = null
})

const readApi = (given: { text: string } | { url: string }, include: string[] = []) =>
  core.handlers['documents.readApi']({ ...given, include }, { signal: new AbortController().signal })
async function serve(listener: RequestListener): Promise<string> {
  const started = createServer(listener).listen(0, '127.0.0.1')
  server = started
  await once(started, 'listening')
  const address = started.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}
const shop = () =>
  JSON.stringify(
    documentOf(
      {
        '/orders': {
          get: { operationId: 'listOrders', summary: 'Lists orders', tags: ['orders'] },
          post: {
            operationId: 'order',
            requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } },
          },
        },
        '/cakes/{id}': { parameters: [{ name: 'id', in: 'path', required: true }], get: { tags: ['cakes'] } },
      },
      {
        servers: [{ url: '/api' }],
        components: { schemas: { Order: { type: 'object', properties: { cake: { type: 'string' } } } } },
      },
    ),
  )

it("GitHub's document: all of its operations, and 40 of them, which are small", async () => {
  const text = githubText()
  const all = await readApi({ text })
  expect([all.title, all.servers, all.operations.length > 1000]).toEqual([
    "GitHub's official OpenAPI spec + Octokit extension",
    ['https://api.github.com'],
    true,
  ])
  expect(all.operations.find(({ name }) => name === 'issues_create')).toEqual({
    name: 'issues_create',
    method: 'POST',
    path: '/repos/{owner}/{repo}/issues',
    summary: 'Create an issue',
    tags: ['issues'],
  })
  const wanted = all.operations.filter(({ tags }) => tags.includes('issues')).slice(0, 40)
  const some = await readApi(
    { text: JSON.stringify(all.document) },
    wanted.map(({ method, path: at }) => `${method} ${at}`),
  )
  expect(some.operations).toEqual(wanted)
  expect(JSON.stringify(some.document).length).toBeLessThan(100_000)
})

it('only the chosen operations stay, with what they refer to', async () => {
  const { document, operations } = await readApi({ text: shop() }, ['tag:cakes', 'listOrders'])
  expect(operations.map(({ name }) => name)).toEqual(['listOrders', 'get_cakes_id'])
  expect(document).toMatchObject({
    paths: {
      '/orders': { get: { operationId: 'listOrders' } },
      '/cakes/{id}': { get: {}, parameters: [{ name: 'id' }] },
    },
  })
  expect(JSON.stringify(document)).not.toMatch(/Order"|post/)
  await expect(readApi({ text: shop() }, ['nothing'])).rejects.toThrow('has none of these operations')
})

it('from an address: servers that are relative are told from there; what fails is said in words', async () => {
  const origin = await serve((request, response) => {
    if (request.url === '/docs/openapi.json') response.end(shop())
    else response.writeHead(404).end()
  })
  const read = await readApi({ url: ` ${origin}/docs/openapi.json ` })
  expect([read.servers, read.document['servers']]).toEqual([[`${origin}/api`], [{ url: `${origin}/api` }]])
  const failure = (url: string) =>
    readApi({ url }).catch((cause: unknown) => (cause instanceof AppError ? cause.message : cause))
  expect(await failure(`${origin}/other.json`)).toBe(`${new URL(origin).host} answered with the status 404.`)
  expect(await failure('file:///etc/passwd')).toContain('is not an address')
  expect(await failure('example.com/openapi.json')).toContain('is not an address')
})

it('from an address, but not where it redirects to within the private network', async () => {
  let reached = 0
  const inner = createServer(() => (reached += 1)).listen(0, '127.0.0.1')
  await once(inner, 'listening')
  const address = inner.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const origin = await serve((_request, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${port}/openapi.json` }).end(),
  )
  await expect(readApi({ url: `${origin}/openapi.json` })).rejects.toThrow(AppError)
  expect(reached).toBe(0)
  inner.close()
})
