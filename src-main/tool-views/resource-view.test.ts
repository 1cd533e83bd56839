/** What the app sees of the resources of a flow's servers, through the core: not asked, not allowed, connected, down. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AppError } from '../../src-shared/errors'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow } from '../../src-shared/testing/flow-builder'
import { createCore, type Core } from '../core'
import { nodePlatform } from '../platform/node'
import { openMcpBench, type McpBench } from '../testing/mcp-bench'
import { layNewLibrary } from '../testing/new-library'

let dataDir = ''
let core: Core
let mcp: McpBench
beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'baton-resources-'))
  layNewLibrary(dataDir)
  core = await createCore({ dataDir, platform: nodePlatform({ host: 'web', dataDir }) })
  mcp = openMcpBench()
})
afterEach(async () => {
  await core.close()
  mcp.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const context = { signal: new AbortController().signal }
const list = (flowId: string, connect = false, node: string | null = null) =>
  core.handlers['tools.resources']({ flowId, connect, node }, context)
const brief = async (asked: ReturnType<typeof list>) =>
  (await asked).servers.map(({ name, state, resources }) => [name, state, resources.map(({ uri }) => uri)])
const RESOURCES = ['test://picture.png', 'test://bytes.txt']

it('starts nothing unasked, asks for consent server by server, and remembers what it heard', async () => {
  const small = mcp.small()
  const down = { transport: { type: 'stdio', command: '/no/such/program', args: [], env: {} } }
  const drawn = flow('Desk')
    .start('a')
    .agent('a', { name: 'Clerk' })
    .node('mcp-server', 's', { name: 'Small', ...small.data })
    .use('a', 's')
    .node('mcp-server', 'down', { name: 'Down', ...down })
    .use('a', 'down')
    .node('mcp-server', 'off', { name: 'Off', transport: { ...down.transport, command: '/other' } })
    .use('a', 'off', { enabled: false })
  const text = saveFlow(drawn.build())
  const { id } = await core.handlers['flows.import']({ text, fileName: null }, context)
  expect(await brief(list(id))).toEqual([
    ['Small', 'needs-consent', []],
    ['Down', 'needs-consent', []],
  ])
  const refusal: unknown = await list(id, true, 's').catch((cause: unknown) => cause)
  if (!(refusal instanceof AppError)) throw new Error('it was not refused')
  expect([refusal.code, small.pids()]).toEqual(['consent-needed', []])
  const items = await core.handlers['consents.read']({ flowId: id, refused: false }, context)
  const hashes = items.map(({ hash }) => hash)
  const own = items.filter(({ nodes }) => nodes.some((node) => node.id === 's')).map(({ hash }) => hash)
  expect(refusal.details['items']).toMatchObject(own.map((hash) => ({ hash })))
  await core.handlers['consents.allow']({ flowId: id, hashes: own }, context)
  expect(await brief(list(id))).toEqual([
    ['Small', 'not-asked', []],
    ['Down', 'needs-consent', []],
  ])
  expect(await brief(list(id, true, 's'))).toEqual([
    ['Small', 'ready', RESOURCES],
    ['Down', 'needs-consent', []],
  ])
  await core.handlers['consents.allow']({ flowId: id, hashes }, context)
  const { servers } = await list(id, true)
  expect(servers.map(({ state }) => state)).toEqual(['ready', 'failed'])
  expect(servers[1]?.message).toContain('/no/such/program')
  expect(await brief(list(id))).toEqual([
    ['Small', 'ready', RESOURCES],
    ['Down', 'failed', []],
  ])
  expect(small.heard().filter((line) => line.startsWith('resources/'))).toEqual(['resources/list', 'resources/list'])
  await expect(list(id, true, 'off')).rejects.toMatchObject({ code: 'not-found' })
})

it('knows those of a flow that is drawn into it', async () => {
  const small = mcp.small()
  const inner = flow('Inner')
    .start('a')
    .agent('a', { name: 'Clerk' })
    .node('mcp-server', 's', { name: 'Small', ...small.data })
  const outer = flow('Outer')
    .start('sub')
    .node('subflow', 'sub', { name: 'Desk', flow: inner.use('a', 's').build() })
  const { id } = await core.handlers['flows.import']({ text: saveFlow(outer.build()), fileName: null }, context)
  expect((await list(id)).servers.map(({ node, state }) => [node, state])).toEqual([['sub~s', 'needs-consent']])
})
