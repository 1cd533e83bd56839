/** MCP servers in whole flows: heard before each step, called like any tool, and what happens when they fail, change or clash. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ENGLISH } from '../../../src-shared/languages/translate'
import type { JsonObject } from '../../../src-shared/flow/records'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore } from '../../testing/core-bench'
import { everythingData, openMcpBench, startEverything, type McpBench } from '../../testing/mcp-bench'
import { warningWords } from '../../../src-shared/run/words/warnings'

let mcp: McpBench
let test: TestCore | null = null
beforeEach(() => {
  mcp = openMcpBench()
})
afterEach(async () => {
  expect(test?.server.violations ?? []).toEqual([])
  await test?.close()
  test = null
  mcp.close()
})

const call = (name: string, args: JsonObject = {}) => ({ calls: [{ name, arguments: args }] })
const agent = (fields: JsonObject = {}) =>
  flow('Desk')
    .start('a')
    .agent('a', { name: 'Helper', ...fields })
const open = async (builder: FlowBuilder) => (test = await openTestCore(builder.build()))

const offered = (core: TestCore) => core.server.requests.map(({ toolNames }) => toolNames.join(' '))
const results = async (core: TestCore) =>
  (await core.state()).log.flatMap((entry) => (entry.kind === 'result' ? [[entry.text, entry.isError] as const] : []))
const warnings = (events: Parameters<typeof eventsOfType>[0]) =>
  eventsOfType(events, 'warning').map((one) => ({
    node: one.node,
    code: one.code,
    message: warningWords(one, ENGLISH),
  }))

const saveSecret = (core: TestCore, secret: { name: string; value: string }) =>
  core.core().handlers['secrets.save'](secret, { signal: new AbortController().signal })

describe('an agent with a server', () => {
  it('is offered its tools with their schemas, and calls them', async () => {
    const core = await open(
      agent()
        .node('mcp-server', 's', everythingData({ include: ['echo', 'get-s*'] }))
        .use('a', 's'),
    )
    core.server.reply(call('get-sum', { a: 2, b: 3 }), call('echo', { message: 'hi' }), { text: 'Five.' })
    expect((await core.turn('2 + 3?')).said).toEqual(['Five.'])
    expect(offered(core)[0]).toBe('echo get-structured-content get-sum')
    const sum = core.server.requests[0]?.tools.find((tool) => tool.function.name === 'get-sum')
    expect(sum?.function).toMatchObject({
      description: 'Returns the sum of two numbers',
      parameters: { type: 'object', required: ['a', 'b'] },
    })
    expect(await results(core)).toEqual([
      ['The sum of 2 and 3 is 5.', false],
      ['Echo: hi', false],
    ])
  })

  it('wrong arguments are an error result, resources that a result links to are read, images are kept', async () => {
    const core = await open(agent().node('mcp-server', 's', everythingData()).use('a', 's'))
    const twoLinks = call('get-resource-links', { count: 2 })
    core.server.reply(call('get-sum', { a: 'two' }), twoLinks, call('get-tiny-image'), { text: 'Done.' })
    expect((await core.turn('go')).said).toEqual(['Done.'])
    const [wrong, links, image] = await results(core)
    expect(image?.[0]).toContain('image/png')
    expect(wrong?.[1]).toBe(true)
    expect(wrong?.[0]).toMatch(/^Error: .*get-sum/s)
    expect(links?.[0]).toMatch(
      /\n\[Resource .*: demo:\/\/resource\/dynamic\/blob\/1\]\nResource demo:\/\/resource\/dynamic\/text\/2:\nResource 2:/,
    )
  })

  it('a server that dies in mid-call is an error result; the next call starts it anew', async () => {
    const small = mcp.small()
    const core = await open(agent().node('mcp-server', 's', small.data).use('a', 's'))
    core.server.reply(call('die'), call('say', { text: 'hello' }), { text: 'Done.' })
    expect((await core.turn('go')).said).toEqual(['Done.'])
    const [first, second] = await results(core)
    const pids = small.pids()
    expect([first?.[1], pids.length, second]).toEqual([true, 2, [`${pids[1] ?? 0} says hello`, false]])
    expect(first?.[0]).toMatch(/^Error: /)
    await core.restart()
    await small.ends()
  })

  it('secrets are filled in when it is started, and are in no event, checkpoint or error', async () => {
    const small = mcp.small([], { env: { TOKEN: 'MY_TOKEN' } })
    const core = await open(agent().node('mcp-server', 's', small.data).use('a', 's'))
    core.server.reply({ text: 'Without.' })
    const before = await core.turn('go')
    expect(before.said).toEqual(['Without.'])
    expect(warnings(before.events)).toEqual([
      {
        node: 's',
        code: 'source-failed',
        message: 's cannot be used now: The secret "MY_TOKEN" is not stored here. Add it in Settings, Secrets.',
      },
    ])
    expect(small.pids()).toEqual([])
    await saveSecret(core, { name: 'MY_TOKEN', value: 'value-4711-abc' })
    core.server.reply(call('token'), call('die'), { text: 'Done.' })
    const { said, events } = await core.turn('again')
    expect(said).toEqual(['Done.'])
    expect(offered(core).slice(0, 2)).toEqual(['', 'say hang die grow token'])
    expect((await results(core))[0]).toEqual(['the token is ***', false])
    expect(JSON.stringify([events, await core.state()])).not.toContain('4711')
  })

  it('a server that cannot start is tried once in a run, however many steps would hear it', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'baton-tries-'))
    const tries = path.join(folder, 'tries')
    const program = `require('node:fs').appendFileSync(${JSON.stringify(tries)}, 'x')`
    const broken = { transport: { type: 'stdio', command: process.execPath, args: ['-e', program], env: {} } }
    const small = mcp.small()
    const core = await open(
      agent().node('mcp-server', 's', broken).node('mcp-server', 'n', small.data).use('a', 's').use('a', 'n'),
    )
    core.server.reply(call('say'), call('say'), { text: 'Fine.' }, { text: 'Again.' })
    await core.turn('go')
    const first = readFileSync(tries, 'utf8')
    await core.turn('again')
    expect([first, readFileSync(tries, 'utf8')]).toEqual(['x', 'xx'])
    rmSync(folder, { recursive: true, force: true })
  })

  it('a server that is down is told once, and the conversation goes on without it', async () => {
    const missing = { transport: { type: 'stdio', command: '/no/such/program', args: [], env: {} } }
    const small = mcp.small()
    const core = await open(
      agent().node('mcp-server', 's', missing).node('mcp-server', 'n', small.data).use('a', 's').use('a', 'n'),
    )
    core.server.reply(call('say'), { text: 'Fine.' })
    const { said, events } = await core.turn('go')
    expect(said).toEqual(['Fine.'])
    expect(offered(core)[0]).toBe('say hang die grow token')
    expect(warnings(events)).toMatchObject([{ node: 's', code: 'source-failed' }])
  })

  it('tools that the server adds are there in the next turn, and at once for the next call', async () => {
    const small = mcp.small()
    const core = await open(agent().node('mcp-server', 's', small.data).use('a', 's'))
    core.server.reply(call('grow', { text: 'fly' }), call('fly'), { text: 'One.' }, { text: 'Two.' })
    await core.turn('go')
    await core.turn('on')
    const grown = 'say hang die grow token fly'
    expect(offered(core)).toEqual(['say hang die grow token', grown, grown, grown])
    expect(await results(core)).toEqual([
      ['grew fly', false],
      ['fly did it', false],
    ])
    expect(small.heard().filter((method) => method === 'tools/list')).toHaveLength(2)
  })
})

describe.each([
  ['http', 'streamableHttp'],
  ['sse', 'sse'],
] as const)('a server over %s', (type, mode) => {
  it('is reached at its own address, this machine too where that is what was allowed; when it is gone, it is done without', async () => {
    const server = await startEverything(mode)
    try {
      const transport = { type, url: server.url, headers: { 'X-Key': 'key {MY_KEY}' } }
      const core = await open(
        agent()
          .node('mcp-server', 's', { transport, include: ['echo'] })
          .use('a', 's'),
      )
      await saveSecret(core, { name: 'MY_KEY', value: 'value-4711-abc' })
      core.server.reply(call('echo', { message: 'value-4711-abc' }), { text: 'Done.' }, { text: 'Without.' })
      expect((await core.turn('go')).said).toEqual(['Done.'])
      expect(await results(core)).toEqual([['Echo: ***', false]])
      await server.close()
      await core.restart()
      const { said, events } = await core.turn('again')
      expect([said, offered(core)]).toEqual([['Without.'], ['echo', 'echo', '']])
      expect(warnings(events)).toMatchObject([{ node: 's', code: 'source-failed' }])
    } finally {
      await server.close()
    }
  })
})

describe('a pool with a server', () => {
  const pool = (data: JsonObject, server: JsonObject) =>
    agent()
      .node('workbench', 'w', { name: 'Box', ...data })
      .use('a', 'w')
      .node('mcp-server', 's', server)
      .use('w', 's')

  it('finds among its tools; single ones are switched off and renamed', async () => {
    const overrides = { echo: { name: 'repeat', description: 'Repeats a message word for word' } }
    const core = await open(pool({ topK: 2, disabled: ['get-tiny-image'], overrides }, everythingData()))
    core.server.reply(call('repeat', { message: 'hi' }), { text: 'Done.' }, { text: 'No image.' })
    await core.turn('repeat this message, please')
    expect(offered(core)[0]?.split(' ')).toHaveLength(2)
    expect(offered(core)[0]).toContain('repeat')
    expect(await results(core)).toEqual([['Echo: hi', false]])
    await core.turn('tiny image')
    expect(offered(core)[2]).not.toContain('get-tiny-image')
  })

  it('two servers with the same tools: the first is used, one warning says so; a prefix mends it', async () => {
    const [first, second] = [mcp.small(), mcp.small(['sing'])]
    const drawn = (data: JsonObject) =>
      pool({ topK: 20 }, first.data)
        .node('workbench', 'v', { name: 'Other box', topK: 20, ...data })
        .use('a', 'v')
        .node('mcp-server', 'z', second.data)
        .use('v', 'z')
    const core = await open(drawn({}))
    core.server.reply(call('say', { text: 'hi' }), { text: 'Done.' })
    const { events } = await core.turn('say grow sing')
    expect(warnings(events)).toEqual([
      {
        node: 'a',
        code: 'duplicate-tool',
        message:
          '“s” of “Box” and “z” of “Other box” both offer “say”, “hang”, “die”, “grow”, “token”; what “s” of “Box” offers is used. Prefix with pool name: switch that on in “Other box”, or give one of them another tool name.',
      },
    ])
    expect(offered(core)[0]?.split(' ').sort()).toEqual(['die', 'grow', 'hang', 'say', 'sing', 'token'])
    expect(await results(core)).toEqual([[`${first.pids()[0] ?? 0} says hi`, false]])
    await core.close()
    const mended = await open(drawn({ prefix: true }))
    mended.server.reply(call('Other_box_say', { text: 'hi' }), { text: 'Done.' })
    expect(warnings((await mended.turn('say something')).events)).toEqual([])
    expect(await results(mended)).toEqual([[`${second.pids()[1] ?? 0} says hi`, false]])
  })

  it('two servers at one agent: no tool is offered twice, nor in the place of a hand-off', async () => {
    const [first, second] = [mcp.small(['transfer_Helper_to_b']), mcp.small()]
    const core = await open(
      agent()
        .agent('b')
        .handoff('a', 'b')
        .node('mcp-server', 's', first.data)
        .node('mcp-server', 'z', second.data)
        .use('a', 's')
        .use('a', 'z'),
    )
    core.server.reply(call('transfer_Helper_to_b'), { text: 'I am b.' })
    const { said, events } = await core.turn('go')
    expect([said, offered(core)[0]]).toEqual([['I am b.'], 'say hang die grow token transfer_Helper_to_b'])
    expect(warnings(events).map(({ message }) => message.split(';')[0])).toEqual([
      '“b” and “s” both offer “transfer_Helper_to_b”',
      '“s” and “z” both offer “say”, “hang”, “die”, “grow”, “token”',
    ])
    expect(small(first.heard())).toEqual([])
  })
})

const small = (heard: readonly string[]) => heard.filter((line) => line.startsWith('tools/call'))

it('a plan runs over the tools of a server', async () => {
  const drawn = flow('Plan')
    .start('p')
    .node('rewoo', 'p', { name: 'Planner' })
    .node('mcp-server', 's', everythingData({ include: ['echo', 'get-sum'] }))
    .use('p', 's')
  const core = await open(drawn)
  core.server.reply(
    { text: 'Plan: Add them.\n#E1 = get-sum[{"a": 2, "b": 3}]\nPlan: Say it.\n#E2 = echo[#E1]' },
    { text: 'It is five.' },
  )
  const { said, events } = await core.turn('2 + 3?')
  expect(said).toEqual(['It is five.'])
  expect(warnings(events)).toEqual([])
  const solver = core.server.requests.at(-1)
  expect(JSON.stringify(solver?.messages)).toContain('Echo: The sum of 2 and 3 is 5.')
})

describe('Stop', () => {
  it('while a tool call hangs: the turn ends all the same, and the server is told', async () => {
    const server = mcp.small()
    const core = await open(agent().node('mcp-server', 's', server.data).use('a', 's'))
    core.server.reply(call('hang'))
    const turn = core.turn('go')
    await server.hears('tools/call hang')
    const { runner, threads } = core.core().services
    const runId = threads.activeRun('t1')?.id ?? ''
    await runner.stop(runId)
    expect((await turn).outcome).toEqual({ state: 'stopped' })
    await server.hears('notifications/cancelled')
  })
})
