/** The command line with MCP servers: consent before anything starts, secrets from the environment, and nothing left behind. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src-shared/flow/records'
import { flow, type FlowBuilder } from '../../src-shared/testing/flow-builder'
import { buildProgram } from '../testing/killable'
import { everythingData, openMcpBench, type McpBench } from '../testing/mcp-bench'
import { startModelServer, type ModelServer } from '../testing/model-server'
import { openTerminal, type Terminal } from './testing/terminal'

let mcp: McpBench
let terminal: Terminal
beforeEach(() => {
  mcp = openMcpBench()
  terminal = openTerminal()
})
afterEach(() => {
  terminal.close()
  mcp.close()
})

const agent = (server: JsonObject) =>
  flow('Desk')
    .start('a')
    .agent('a', { name: 'Helper' })
    .node('mcp-server', 's', { name: 'Server', ...server })
const call = (name: string, args: JsonObject = {}) => ({ calls: [{ name, arguments: args }] })

describe('baton run', () => {
  const cli = path.resolve(import.meta.dirname, '../../out/main/cli.js')
  let server: ModelServer
  beforeAll(buildProgram, 300_000)
  beforeEach(async () => {
    server = await startModelServer()
  })
  afterEach(() => server.close())

  const argv = (builder: FlowBuilder, args: readonly string[]) => {
    const model = ['--base-url', server.baseUrl, '--api-key', 'k', '--model', 'm']
    return ['run', terminal.file(builder.build()), '-m', 'go', ...model, ...args]
  }
  /** The program, where it matters that it is one: what it leaves behind, and what a signal does. */
  const start = (builder: FlowBuilder, args: readonly string[]) => {
    const child = spawn(process.execPath, [cli, ...argv(builder, args), '--data', path.join(mcp.folder, 'data')], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said = { out: '', notes: '' }
    child.stdout.on('data', (data: Buffer) => (said.out += data.toString()))
    child.stderr.on('data', (data: Buffer) => (said.notes += data.toString()))
    const ended = once(child, 'close').then(() => ({ code: child.exitCode, ...said }))
    return { child, ended }
  }
  const run = async (builder: FlowBuilder, args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const ended = await terminal.baton(argv(builder, args), { env: { ...process.env, ...env } })
    return { ...ended, notes: ended.notes.map((line) => `${line}\n`).join('') }
  }

  const toolResults = () =>
    server.requests.at(-1)?.messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : []))

  it('refuses without --allow, naming the item, and starts nothing', async () => {
    const small = mcp.small()
    const { code, out, notes } = await run(agent(small.data).use('a', 's'), [])
    expect([code, out, small.pids(), server.calls]).toEqual([1, '', [], 0])
    expect(notes).toContain('command:')
    expect(notes).toContain('small-mcp-server.mjs')
    expect(notes).toContain('consent-needed')
  })

  it('runs with --allow all; afterwards no process is left', async () => {
    const small = mcp.small()
    server.reply(call('get-sum', { a: 2, b: 3 }), call('say', { text: 'hi' }), { text: 'Five.' })
    const drawn = agent(everythingData()).use('a', 's').node('mcp-server', 'n', small.data).use('a', 'n')
    expect(await start(drawn, ['--allow', 'all']).ended).toEqual({ code: 0, out: 'Five.\n', notes: '' })
    expect(server.requests.at(-1)?.messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : []))).toEqual(
      ['The sum of 2 and 3 is 5.', `${small.pids()[0] ?? 0} says hi`],
    )
    await small.ends()
  })

  it('takes secrets from the environment, and says which one is missing', async () => {
    const small = mcp.small([], { env: { TOKEN: 'BATON_TEST_TOKEN' } })
    const drawn = agent(small.data).use('a', 's')
    server.reply({ text: 'Without.' })
    expect(await run(drawn, ['--allow', 'all'])).toEqual({
      code: 0,
      out: 'Without.\n',
      notes:
        'Server cannot be used now: The secret "BATON_TEST_TOKEN" is not stored here. Set the environment variable BATON_TEST_TOKEN, or add the secret in the app, in Settings, Secrets.\n',
    })
    server.reply(call('token'), { text: 'With.' })
    const json = await run(drawn, ['--allow', 'all', '--json'], { BATON_TEST_TOKEN: 'value-4711-abc' })
    expect([json.code, json.out.includes('the token is ***'), json.out.includes('4711')]).toEqual([0, true, false])
    expect(filesWith(path.join(terminal.folder, 'data'), '4711')).toEqual([])
  })

  it('a server that is killed in mid-call is an error result; the next call works', async () => {
    const small = mcp.small()
    server.reply(call('hang'), call('say', { text: 'still here' }), { text: 'Done.' })
    const ended = run(agent(small.data).use('a', 's'), ['--allow', 'all'])
    await small.hears('tools/call hang')
    process.kill(small.pids()[0] ?? 0, 'SIGKILL')
    const { code, out } = await ended
    expect([code, out]).toEqual([0, 'Done.\n'])
    expect(toolResults()).toEqual([expect.stringMatching(/^Error: /), `${small.pids()[1] ?? 0} says still here`])
    await small.ends()
  })

  it('Ctrl-C while a tool call runs leaves no process', async () => {
    const small = mcp.small()
    server.reply(call('hang'))
    const { child, ended } = start(agent(small.data).use('a', 's'), ['--allow', 'all'])
    await small.hears('tools/call hang')
    child.kill('SIGINT')
    expect((await ended).code).not.toBe(0)
    await small.ends()
  })
})

function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder).filter((name) => readFileSync(path.join(folder, name)).includes(text))
}

describe('baton tools', () => {
  const lines = (out: string) => out.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as unknown]))

  it('list tells the tools of servers and others, as they are offered', async () => {
    const small = mcp.small(['fs.read'])
    const pool = { name: 'Box', disabled: ['die'], overrides: { say: { name: 'speak', description: 'Speaks' } } }
    const drawn = agent({ ...small.data, include: ['say', 'die', 'fs.*'] })
      .builtinTool('clock')
      .use('a', 'clock')
      .node('workbench', 'w', pool)
      .use('a', 'w')
      .use('w', 's')
    const file = terminal.file(drawn.build())
    const { code, out, notes } = await terminal.baton(['tools', 'list', file, '--allow', 'all'])
    const own = { source: 'Server', enabled: true }
    const inBox = [
      { ...own, name: 'speak', tool: 'say', description: 'Speaks' },
      { ...own, name: 'die', tool: 'die', description: 'Does die.', enabled: false },
      { ...own, name: 'fs_read', tool: 'fs.read', description: 'Does fs.read.' },
    ]
    expect([code, notes]).toEqual([0, []])
    expect(lines(out)).toEqual([expect.objectContaining({ name: 'clock', source: 'clock', enabled: true }), ...inBox])
    const ofPool = await terminal.baton(['tools', 'list', file, '--allow', 'all', '--agent', 'helper', '--pool', 'box'])
    expect(lines(ofPool.out)).toEqual(inBox)
    const found = await terminal.baton(['tools', 'search', file, 'speaks', '--allow', 'all'])
    expect(lines(found.out)[0]).toMatchObject({ name: 'speak', pool: 'Box', rank: 1 })
    await small.ends()
  })

  it.each([[['list']], [['search', 'x']]])(
    '%s: refuses what was not allowed, and starts nothing',
    async ([what = '', ...more]) => {
      const small = mcp.small()
      const drawn = agent(small.data).node('workbench', 'w', { name: 'Box' }).use('a', 'w').use('w', 's')
      const { code, out, notes } = await terminal.baton(['tools', what, terminal.file(drawn.build()), ...more])
      expect([code, out, small.pids()]).toEqual([1, '', []])
      expect(notes.join('\n')).toContain('small-mcp-server.mjs')
    },
  )

  it.each([[['list']], [['search', 'x']]])('%s: says which server cannot be asked', async ([what = '', ...more]) => {
    const missing = agent({ transport: { type: 'stdio', command: '/no/such/program' } })
    const drawn = missing.node('workbench', 'w', { name: 'Box' }).use('a', 'w').use('w', 's')
    const args = ['tools', what, terminal.file(drawn.build()), ...more, '--allow', 'all']
    const { code, out, notes } = await terminal.baton(args)
    expect([code, out]).toEqual([0, ''])
    expect(notes).toEqual([expect.stringMatching(/^Server cannot be used now: /)])
  })

  it('list: names that nobody has are told', async () => {
    const file = terminal.file(flow('None').start('a').agent('a').build())
    const notes = async (...more: string[]) => (await terminal.baton(['tools', 'list', file, ...more])).notes
    expect([await notes('--agent', 'b'), await notes('--pool', 'b')]).toEqual([
      ['Nobody in the flow is called "b". Give the name of a node that uses tools. (not-found)'],
      ['The flow has no tool pool "b". (not-found)'],
    ])
  })
})
