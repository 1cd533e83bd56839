/** Tools that are tried by themselves, through the core: what comes back is what a model reads in a run, with the consent of a run, and nothing is kept. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src-shared/flow/records'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow, type FlowBuilder } from '../../src-shared/testing/flow-builder'
import { createCore, type Core } from '../core'
import { nodePlatform } from '../platform/node'
import { openTestCore } from '../testing/core-bench'
import { startToolServer, type ToolServer } from '../testing/tool-server'
import { everything } from '../tools/mcp/testing/servers'
import { layNewLibrary } from '../testing/new-library'

let dataDir = ''
let core: Core
let server: ToolServer
beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'baton-trial-'))
  layNewLibrary(dataDir)
  core = await createCore({ dataDir, platform: nodePlatform({ host: 'web', dataDir }) })
  server = await startToolServer()
})
afterEach(async () => {
  await core.close()
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const context = { signal: new AbortController().signal }
const store = async (builder: FlowBuilder): Promise<string> =>
  (await core.handlers['flows.import']({ text: saveFlow(builder.build()), fileName: null }, context)).id
type TrialRequest = { tool?: string; args?: JsonObject; variables?: JsonObject; signal?: AbortSignal }
const tryTool = async (
  flowId: string,
  node: string,
  { tool, args = {}, variables = {}, signal }: TrialRequest = {},
) => {
  const asked = { flowId, node, tool: tool ?? null, arguments: args, variables }
  const tried = await core.handlers['tools.try'](asked, signal === undefined ? context : { signal })
  if (tried.is === 'asks') throw new Error(`The tool asks: ${JSON.stringify(tried.questions)}`)
  return tried
}
/** Allows what the flow was refused last, as the sheet does. */
const allowRefused = async (flowId: string) => {
  const items = await core.handlers['consents.read']({ flowId, refused: true }, context)
  await core.handlers['consents.allow']({ flowId, hashes: items.map(({ hash }) => hash) }, context)
}
/** Allows what the flow would use. */
const allowAll = async (flowId: string) => {
  const items = await core.handlers['consents.read']({ flowId, refused: false }, context)
  await core.handlers['consents.allow']({ flowId, hashes: items.map(({ hash }) => hash) }, context)
}

const desk = () => flow('Desk').start('a').agent('a', { name: 'Helper' })
const CODE = `export function run(args: any, baton: any) {
  console.log('from', baton.sender, 'n was', baton.variables.n)
  baton.set('n', baton.variables.n + args.by)
  return 'n grows'
}`
const BY = { type: 'object', properties: { by: { type: 'number' } }, required: ['by'] }
const withCode = () =>
  desk()
    .variable('n', { type: 'number', default: 1 })
    .node('code-tool', 't', { name: 'Count', description: 'Counts.', code: CODE, parameters: BY })
    .use('a', 't')

describe('trying a tool', () => {
  it('calls a built-in tool, and makes no thread, no version and no change of the flow', async () => {
    const flowId = await store(desk().node('builtin-tool', 't', { name: 'Sum', tool: 'calculator' }).use('a', 't'))
    const before = await core.handlers['flows.read']({ id: flowId }, context)
    const said = await tryTool(flowId, 't', { args: { expression: '6 * 7' } })
    expect(said).toMatchObject({ text: '42', isError: false, variables: {}, kept: [] })
    expect(await core.handlers['flows.read']({ id: flowId }, context)).toEqual(before)
    expect(await core.handlers['threads.list']({ flowId }, context)).toEqual([])
  })

  it('tells what code wrote and would set, with the variables that it was given', async () => {
    const flowId = await store(withCode())
    await allowAll(flowId)
    const first = await tryTool(flowId, 't', { args: { by: 2 } })
    expect(first).toMatchObject({ text: 'n grows', output: 'from Helper n was 1', variables: { n: 3 } })
    const again = await tryTool(flowId, 't', { args: { by: 2 }, variables: { n: 10 } })
    expect(again).toMatchObject({ output: 'from Helper n was 10', variables: { n: 12 } })
  })

  it('asks for consent as a run does, by the very same items, before any of it runs', async () => {
    const flowId = await store(withCode())
    const items = await core.handlers['consents.read']({ flowId, refused: false }, context)
    const asked = { code: 'consent-needed', details: { items: items.map(({ key, hash }) => ({ key, hash })) } }
    await expect(tryTool(flowId, 't', { args: { by: 1 } })).rejects.toMatchObject(asked)
  })

  it('asks for what a flow that is a tool would use inside', async () => {
    const inner = desk()
      .node('http-tool', 'h', { toolName: 'h', url: `${server.url}/h` })
      .use('a', 'h')
      .build()
    const flowId = await store(
      desk()
        .node('flow-tool', 't', { flow: JSON.parse(saveFlow(inner)) as JsonObject })
        .use('a', 't'),
    )
    const items = await core.handlers['consents.read']({ flowId, refused: false }, context)
    expect(items).toHaveLength(1)
    await expect(tryTool(flowId, 't', { args: { message: 'hi' } })).rejects.toMatchObject({
      code: 'consent-needed',
      details: { items: items.map(({ key, hash }) => ({ key, hash })) },
    })
  })

  it('calls a tool that nobody uses with a consent of its own; a flow in it counts', async () => {
    const inner = desk()
      .node('http-tool', 'h', { toolName: 'h', url: `${server.url}/h` })
      .use('a', 'h')
      .build()
    const flowId = await store(
      desk()
        .node('builtin-tool', 'sum', { tool: 'calculator' })
        .node('http-tool', 't', { toolName: 't', url: `${server.url}/t` })
        .node('flow-tool', 'f', { flow: JSON.parse(saveFlow(inner)) as JsonObject }),
    )
    const refused = { code: 'consent-needed' }
    await expect(tryTool(flowId, 't')).rejects.toMatchObject(refused)
    await expect(tryTool(flowId, 'f', { args: { message: 'hi' } })).rejects.toMatchObject(refused)
    expect(await tryTool(flowId, 'sum', { args: { expression: '1+1' } })).toMatchObject({ text: '2' })
    expect(server.calls).toHaveLength(0)
    await expect(tryTool(flowId, 't')).rejects.toMatchObject(refused)
    await allowRefused(flowId)
    server.on('t', () => 'tried')
    expect(await tryTool(flowId, 't')).toMatchObject({ text: expect.stringContaining('tried') as string })
    expect(server.calls).toHaveLength(1)
  })

  it('asks for a tool that nobody uses whatever its file calls it', async () => {
    const named = ['user', 'use', 'tools']
    const drawn = named.reduce(
      (all, id) => all.node('http-tool', id, { name: id, toolName: 't', url: `${server.url}/t` }),
      desk(),
    )
    const flowId = await store(drawn)
    for (const id of named) await expect(tryTool(flowId, id)).rejects.toMatchObject({ code: 'consent-needed' })
    expect(server.calls).toHaveLength(0)
  })

  it('sends a secret where it belongs and shows it nowhere', async () => {
    const tool = { toolName: 't', url: `${server.url}/t`, headers: { 'x-key': '{TEAM_KEY}' }, secrets: ['TEAM_KEY'] }
    const flowId = await store(desk().node('http-tool', 't', tool).use('a', 't'))
    await core.handlers['secrets.save']({ name: 'TEAM_KEY', value: 'swordfish-4711' }, context)
    await allowAll(flowId)
    server.on('t', () => 'it said swordfish-4711')
    const said = await tryTool(flowId, 't')
    expect(said).toMatchObject({ isError: false })
    expect(JSON.stringify(said)).not.toContain('swordfish')
    expect(server.calls).toHaveLength(1)
  })

  it('says in words which arguments do not fit, and calls nothing then', async () => {
    const flowId = await store(withCode())
    await allowAll(flowId)
    const said = await tryTool(flowId, 't', { args: { by: 'many' } })
    expect(said).toMatchObject({ isError: true, why: 'unfit', output: '', variables: {} })
    expect(said.text).toContain('by')
  })

  it('stops when it is told to', async () => {
    const flowId = await store(
      desk()
        .node('http-tool', 't', { toolName: 't', url: `${server.url}/t` })
        .use('a', 't'),
    )
    await allowAll(flowId)
    server.on('t', () => ({ hang: true }))
    const stop = new AbortController()
    const trying = tryTool(flowId, 't', { signal: stop.signal })
    await server.waitForCalls(1)
    stop.abort()
    await expect(trying).rejects.toThrow()
  })

  it('calls one tool of a server, whose form is known once it was asked', async () => {
    const { type, command, args } = everything()
    const transport = { type, command, args: [...args], env: {} }
    const flowId = await store(desk().node('mcp-server', 's', { name: 'All', transport }).use('a', 's'))
    await allowAll(flowId)
    expect(await tryTool(flowId, 's', { tool: 'echo', args: { message: 'hello' } })).toMatchObject({
      text: 'Echo: hello',
    })
    await expect(tryTool(flowId, 's', { tool: 'gone' })).rejects.toMatchObject({ code: 'not-found' })
  })

  it('runs a flow that is a tool without keeping a conversation', async () => {
    const inner = desk().build()
    const flowId = await store(
      desk()
        .node('flow-tool', 't', { flow: JSON.parse(saveFlow(inner)) as JsonObject })
        .use('a', 't'),
    )
    const said = await tryTool(flowId, 't', { args: { message: 'hello' } })
    expect(said).toMatchObject({ isError: false, modelCalls: 1 })
    expect(said.text).toContain('hello')
    expect(await core.handlers['threads.list']({ flowId }, context)).toEqual([])
  })

  it('gives a long result as a model of a run reads it, and whole beside it', async () => {
    const long = 'word '.repeat(20_000)
    server.on('t', () => long)
    const drawn = desk()
      .node('http-tool', 't', { toolName: 't', url: `${server.url}/t` })
      .use('a', 't')
    const flowId = await store(drawn)
    await allowAll(flowId)
    const { text, kept, trial } = await tryTool(flowId, 't')
    const [whole] = kept
    const read = await core.handlers['results.read'](
      { threadId: trial, id: whole?.id ?? '', offset: 0, limit: 1_000_000 },
      context,
    )
    expect(read.text).toBe(long)
    const bench = await openTestCore(drawn.build())
    try {
      bench.server.reply({ calls: [{ name: 't', arguments: {} }] }, { text: 'Done.' })
      await bench.turn('go')
      const results = (await bench.state()).log.flatMap((entry) => (entry.kind === 'result' ? [entry.text] : []))
      expect(results).toEqual([text])
    } finally {
      await bench.close()
    }
  })

  it('says why a tool cannot be tried: it is not there, or something about it is wrong', async () => {
    const flowId = await store(desk().node('http-tool', 't', { toolName: 't', url: '' }).use('a', 't'))
    await expect(tryTool(flowId, 'gone')).rejects.toMatchObject({ code: 'not-found' })
    await expect(tryTool(flowId, 'a')).rejects.toMatchObject({ code: 'not-found' })
    await expect(tryTool(flowId, 't')).rejects.toMatchObject({ code: 'flow-has-problems' })
  })
})

describe('the form of a tool', () => {
  it('is what models are offered', async () => {
    const flowId = await store(withCode())
    expect(await core.handlers['tools.form']({ flowId, node: 't', tool: null }, context)).toEqual({
      name: 'Count',
      description: 'Counts.',
      parameters: BY,
    })
  })
})
