/** What the app sees of a flow's tools, through the core: with sources that were not asked, that were, and that nobody allowed. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ENGLISH } from '../../src-shared/languages/translate'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow, type FlowBuilder } from '../../src-shared/testing/flow-builder'
import type { SourceState, ViewedTool } from '../../src-shared/rpc/tools'
import { createCore, type Core } from '../core'
import { nodePlatform } from '../platform/node'
import { startEmbeddingServer } from '../testing/embedding-server'
import { filesystem } from '../tools/mcp/testing/servers'
import { layNewLibrary } from '../testing/new-library'

let dataDir = ''
let core: Core
beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'baton-view-'))
  layNewLibrary(dataDir)
  core = await createCore({ dataDir, platform: nodePlatform({ host: 'web', dataDir }) })
})
afterEach(async () => {
  await core.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const context = { signal: new AbortController().signal }
const store = async (builder: FlowBuilder): Promise<string> =>
  (await core.handlers['flows.import']({ text: saveFlow(builder.build()), fileName: null }, context)).id
const list = (flowId: string, node: string, connect = false) =>
  core.handlers['tools.list']({ flowId, node, connect }, context)
const search = (flowId: string, query: string, more: object = {}) =>
  core.handlers['tools.search']({ flowId, node: 'w', query, connect: false, ...more }, context)

const WEATHER = { toolName: 'weather', description: 'Tells the weather of a city.' }
const pool = (data = {}) =>
  flow('Desk')
    .start('a')
    .agent('a', { name: 'Helper' })
    .node('workbench', 'w', { name: 'Office', topK: 1, ...data })
    .use('a', 'w')
    .node('builtin-tool', 'clock', { name: 'Clock', tool: 'clock' })
    .node('builtin-tool', 'weather', { name: 'Sky', tool: 'clock', ...WEATHER })
    .use('w', 'clock', { enabled: false })
    .use('w', 'weather')

const brief = ({ name, given, source, enabled, renamed }: ViewedTool) => [name, given, source, enabled, renamed]

describe('tools.list', () => {
  it('tells the tools of a pool as models see them, and as they are given', async () => {
    const overrides = { weather: { name: 'forecast', description: 'Looks at the sky.' } }
    const { tools, sources } = await list(await store(pool({ overrides, prefix: true })), 'w')
    expect([tools.map(brief), sources]).toEqual([
      [
        ['Office_clock', 'clock', 'clock', false, false],
        ['forecast', 'weather', 'weather', true, true],
      ],
      [],
    ])
    expect(tools[1]).toMatchObject({
      description: 'Looks at the sky.',
      givenDescription: WEATHER.description,
      tool: 'weather',
      sourceName: 'Sky',
      parameters: { type: 'object' },
    })
  })

  it('tells those of a participant, drawn directly and in its pools', async () => {
    const drawn = pool().node('builtin-tool', 'sum', { name: 'Sum', tool: 'calculator' }).use('a', 'sum')
    const { tools } = await list(await store(drawn), 'a')
    expect(tools.map(({ name, enabled }) => [name, enabled])).toEqual([
      ['calculator', true],
      ['clock', false],
      ['weather', true],
    ])
  })

  it('knows what is in a sub-flow that it has no part in, and nodes that are not there', async () => {
    const broken = pool().node('subflow', 'sub', { name: 'Inner', flow: 'nowhere' })
    const flowId = await store(broken)
    expect((await list(flowId, 'w')).tools).toHaveLength(2)
    await expect(list(flowId, 'gone')).rejects.toMatchObject({
      code: expect.stringMatching(/not-found|flow-has-problems/) as string,
    })
  })
})

describe('tools.search', () => {
  it('finds what a run would find, by the pool or by what the caller says', async () => {
    const flowId = await store(pool())
    const found = await search(flowId, 'weather in Rome')
    expect([found.mode, found.fellBack]).toEqual(['hybrid', null])
    expect(found.candidates.map(({ name, rank, kept, reason }) => [name, rank, kept, reason])).toEqual([
      ['weather', 1, true, 'kept'],
      ['clock', 2, false, 'disabled'],
    ])
    const far = await search(flowId, 'weather in Rome', { minSimilarity: 1, mode: 'keyword' })
    expect(far.candidates).toMatchObject([{ name: 'weather', reason: 'too far' }])
    expect((await search(flowId, 'weather', { told: 1 })).candidates).toHaveLength(1)
    await expect(
      core.handlers['tools.search']({ flowId, node: 'a', query: 'x', connect: false }, context),
    ).rejects.toMatchObject({ code: 'not-found' })
  })

  it('vectors that an embedding model has to give are got first, told as it goes on', async () => {
    const model = await startEmbeddingServer({})
    try {
      const drawn = pool().settings({ embedding: { connection: 'vectors', model: 'v' } })
      for (let index = 0; index < 150; index += 1)
        drawn
          .node('builtin-tool', `t${index}`, { name: `Tool ${index}`, toolName: `tool_${index}` })
          .use('w', `t${index}`)
      const flowId = await store(drawn)
      await core.handlers['connections.save'](
        { name: 'vectors', provider: 'openai', baseUrl: model.baseUrl, model: '' },
        context,
      )
      const index = async () => {
        const told: unknown[] = []
        const asked = { flowId, node: 'w', connect: false }
        for await (const { item } of core.handlers['tools.index'](asked, { ...context, after: null })) told.push(item)
        return told
      }
      const first = await index()
      expect([first.at(-1), first.length > 1, await index()]).toEqual([{ done: 152, all: 152 }, true, []])
    } finally {
      await model.close()
    }
  })

  it('an embedding model that fails is told', async () => {
    const flowId = await store(pool().settings({ embedding: { connection: 'nowhere', model: 'v' } }))
    const found = await search(flowId, 'weather')
    expect(found.mode).toBe('keyword')
    expect(found.fellBack && ENGLISH.message(found.fellBack)).toMatch(/words alone.*"nowhere"/)
  })
})

describe('sources of many tools', () => {
  const folder = () => {
    const { command, args, env } = filesystem(dataDir)
    return { type: 'stdio', command, args: [...args], env: { ...env } }
  }
  const server = (transport = folder()) => pool().node('mcp-server', 'files', { name: 'Files', transport })
  const states = ({ sources }: { sources: SourceState[] }) =>
    sources.map(({ node, name, state, tools }) => [node, name, state, tools])
  const allowAll = async (flowId: string) => {
    const items = await core.handlers['consents.read']({ flowId, refused: false }, context)
    await core.handlers['consents.allow']({ flowId, hashes: items.map(({ hash }) => hash) }, context)
  }

  it('are not touched before they were allowed, are asked on demand, and are known from then on', async () => {
    const flowId = await store(server().use('w', 'files'))
    expect(states(await list(flowId, 'w'))).toEqual([['files', 'Files', 'needs-consent', 0]])
    await expect(list(flowId, 'w', true)).rejects.toMatchObject({
      code: 'consent-needed',
      details: { flowId, items: [{ key: expect.stringMatching(/^command:/) as string }] },
    })
    await allowAll(flowId)
    expect(states(await list(flowId, 'w'))).toEqual([['files', 'Files', 'not-asked', 0]])
    const asked = await list(flowId, 'w', true)
    const count = asked.tools.filter(({ source }) => source === 'files').length
    expect([states(asked), count > 5]).toEqual([[['files', 'Files', 'ready', count]], true])
    expect(states(await list(flowId, 'files'))).toEqual([['files', 'Files', 'ready', count]])
    expect((await search(flowId, 'read a text file')).candidates[0]?.name).toMatch(/^read/)
  })

  it('hold no secret that the person gave after they were listed', async () => {
    const value = 'sk-given-later-0123456789'
    const get = { operationId: 'look', summary: `Looks with the key ${value}.`, responses: {} }
    const info = { title: 'Api', version: '1' }
    const document = { openapi: '3.0.0', info, servers: [{ url: 'http://127.0.0.1:9' }], paths: { '/look': { get } } }
    const flowId = await store(pool().node('openapi-tools', 'api', { name: 'Api', document }).use('w', 'api'))
    const told = async () => (await list(flowId, 'w')).tools.map(({ description }) => description).join('\n')
    expect(await told()).toContain(value)
    await core.handlers['secrets.save']({ name: 'LATER', value }, context)
    expect(await told()).not.toContain(value)
    expect(await told()).toContain('Looks with the key ***')
  })

  it('say why they could not be asked', async () => {
    const transport = { type: 'stdio', command: path.join(dataDir, 'no-such-program'), args: [], env: {} }
    const drawn = pool().node('mcp-server', 'files', { name: 'Files', transport }).use('w', 'files')
    const flowId = await store(drawn)
    await allowAll(flowId)
    const { tools, sources } = await list(flowId, 'w', true)
    expect([tools.length, sources]).toEqual([
      2,
      [
        {
          node: 'files',
          name: 'Files',
          state: 'failed',
          tools: 0,
          message: expect.stringContaining('no-such-program') as string,
          said: {
            text: 'There is no command "{command}" here. {advice}',
            values: {
              command: transport.command,
              advice: { text: 'Install it, or give its full path in the MCP server.', values: {} },
            },
          },
        },
      ],
    ])
  })

  it('that nobody uses are connected by hand, with a consent of their own that no run counts', async () => {
    const refused = { code: 'consent-needed' }
    const flowId = await store(server())
    expect(states(await list(flowId, 'files'))).toEqual([['files', 'Files', 'needs-consent', 0]])
    await expect(list(flowId, 'files', true)).rejects.toMatchObject(refused)
    const asked = await core.handlers['consents.read']({ flowId, refused: true }, context)
    expect(asked.map(({ type, byHand, allowed, nodes }) => [type, byHand, allowed, nodes])).toEqual([
      ['command', true, false, [{ id: 'files', name: 'Files' }]],
    ])
    await core.handlers['consents.allow']({ flowId, hashes: asked.map(({ hash }) => hash) }, context)
    expect(states(await list(flowId, 'files', true))).toMatchObject([['files', 'Files', 'ready', expect.any(Number)]])
    const saved = async (builder: FlowBuilder) => {
      const { revision } = await core.handlers['flows.read']({ id: flowId }, context)
      const text = saveFlow({ ...builder.build(), id: flowId })
      await core.handlers['flows.save']({ id: flowId, baseRevision: revision, text }, context)
    }
    // Once somebody uses it the flow asks for itself, and the run too.
    await saved(server().use('w', 'files'))
    await expect(list(flowId, 'w', true)).rejects.toMatchObject(refused)
    const turn = { flowId, threadId: null, text: 'Hello', attachments: [], variables: {}, to: null }
    await expect(core.handlers['runs.start'](turn, context)).rejects.toMatchObject(refused)
    // Another command is another question.
    await saved(server({ ...folder(), args: [...folder().args, dataDir] }))
    await expect(list(flowId, 'files', true)).rejects.toMatchObject(refused)
    // The first one again is still allowed, until it is taken back.
    await saved(server())
    await list(flowId, 'files', true)
    expect(await core.handlers['consents.read']({ flowId, refused: false }, context)).toMatchObject([
      { byHand: true, allowed: true },
    ])
    await core.handlers['consents.revoke']({ flowId, hashes: asked.map(({ hash }) => hash) }, context)
    await expect(list(flowId, 'files', true)).rejects.toMatchObject(refused)
    // What was allowed to one flow is nothing to another with the same server.
    await core.handlers['consents.allow']({ flowId, hashes: asked.map(({ hash }) => hash) }, context)
    const other = await store(server())
    await expect(list(other, 'files', true)).rejects.toMatchObject(refused)
  })

  it('that are switched off are not connected with their pool', async () => {
    const off = await store(server().use('w', 'files', { enabled: false }))
    expect(states(await list(off, 'w', true))).toEqual([['files', 'Files', 'needs-consent', 0]])
  })
})
