/** Consent on the command line: nothing happens before every item is allowed, and HTTP goes where it was allowed to. */
import { existsSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { flow } from '../../src-shared/testing/flow-builder'
import { startModelServer } from '../testing/model-server'
import { openTerminal, type Terminal } from './testing/terminal'

let terminal: Terminal
let first: Server
let second: Server
let asked: string[]
const portOf = (server: Server) => {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
beforeEach(async () => {
  terminal = openTerminal()
  asked = []
  second = createServer((request, response) => {
    asked.push(`second ${request.url ?? ''}`)
    response.end('inside')
  })
  first = createServer((request, response) => {
    asked.push(`first ${request.url ?? ''}`)
    if (request.url === '/away') response.writeHead(302, { location: `http://127.0.0.1:${portOf(second)}/in` }).end()
    else response.end('sunny')
  })
  for (const server of [first, second]) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
})
afterEach(() => {
  for (const server of [first, second]) {
    server.close()
    server.closeAllConnections()
  }
  terminal.close()
})

/** An agent that calls its tool and says what came of it. */
const desk = (url: string, args = {}) =>
  flow('Desk')
    .start('a')
    .agent('a')
    .httpTool('h', {
      name: 'Weather',
      toolName: 'weather',
      url,
      parameters: { type: 'object', properties: { host: { type: 'string' } } },
    })
    .use('a', 'h')
    .rehearsal({ when: { user: '/weather/', nth: 1 }, call: { tool: 'weather', arguments: args } })
    .build()

const run = (file: string, ...allow: string[]) =>
  terminal.baton(['run', file, '-m', 'weather', '--json', ...allow.flatMap((item) => ['--allow', item])])
const results = (out: string) => /"text":"(sunny|inside|Error: [^"]*)"/.exec(out)?.[1]

test('without --allow nothing is done; the line that it names makes it run', async () => {
  const file = terminal.file(desk(`http://127.0.0.1:${portOf(first)}/`))
  const item = `host:127.0.0.1:${portOf(first)}`
  const refusal = {
    code: 1,
    out: '',
    notes: [
      'The flow wants to use what was not allowed:',
      `  --allow ${item}   (Weather)`,
      'Allow each of these, or everything with --allow all. Nothing was run. (consent-needed)',
    ],
  }
  expect(await run(file)).toEqual(refusal)
  expect(await terminal.baton(['chat', file], { stdin: ['weather'] })).toEqual(refusal)
  expect(await terminal.baton(['serve', file])).toEqual(refusal)
  expect(asked).toEqual([])
  expect(existsSync(path.join(terminal.folder, 'data'))).toBe(false)
  const allowed = await run(file, item)
  expect([allowed.code, results(allowed.out), allowed.notes, asked]).toEqual([0, 'sunny', [], ['first /']])
  expect((await run(file, 'all')).code).toBe(0)
})

test('a flow that cannot run leaves no data folder, by whichever command', async () => {
  const broken = flow('Broken').start('a').agent('a').agent('lost').handoff('a', 'gone')
  const named = flow('Named').start('a').agent('a').node('flow-tool', 't', { flow: 'nowhere' }).use('a', 't')
  for (const drawn of [broken, named]) {
    const file = terminal.file(drawn.build())
    for (const command of [
      ['run', file, '-m', 'hi'],
      ['chat', file],
      ['serve', file],
      ['mcp', file],
    ]) {
      const { code, notes } = await terminal.baton([...command, '--allow', 'all'], { stdin: ['hi'] })
      expect([command[0], code, notes.at(-1)]).toEqual([
        command[0],
        1,
        expect.stringMatching(/^The flow cannot run yet: .*\(flow-has-problems\)$/),
      ])
    }
  }
  expect(existsSync(path.join(terminal.folder, 'data'))).toBe(false)
})

test('a thread is not made for a run that was refused', async () => {
  const file = terminal.file(desk(`http://127.0.0.1:${portOf(first)}/`))
  await terminal.baton(['run', file, '-m', 'weather', '--thread', 't'])
  const resumed = await terminal.baton(['run', file, '--thread', 't', '--allow', 'all'])
  expect(resumed.notes.join()).toContain('Nothing to do')
})

test('serve asks for all of its flows at once', async () => {
  const files = [desk('https://one.example/'), desk('https://two.example/')].map((drawn, index) =>
    terminal.file({ ...drawn, id: `f${index}` }, `f${index}.flow.json`),
  )
  const { code, notes } = await terminal.baton(['serve', ...files, '--allow', 'host:one.example'])
  expect([code, notes[1]]).toEqual([1, '  --allow host:two.example   (Weather)'])
})

test('an item that nothing in the flow has use for is told', async () => {
  const file = terminal.file(flow('Calm').start('a').agent('a').build())
  const { code, notes } = await run(file, 'hosts:example.com', 'host:127.0.0.1:1')
  expect([code, notes]).toEqual([
    0,
    [
      'Nothing in the flow is called hosts:example.com, as --allow names it. It changes nothing. "baton check" lists what a flow uses.',
      'Nothing in the flow is called host:127.0.0.1:1, as --allow names it. It counts only where a request is led there. "baton check" lists what a flow uses.',
    ],
  ])
})

test('check asks for nothing, and says what a run would', async () => {
  const file = terminal.file(desk('https://{host}/'))
  const { code, notes } = await terminal.baton(['check', file])
  expect([code, notes]).toEqual([
    0,
    [
      'No problems.',
      'To run, the flow must be allowed:',
      expect.stringMatching(/^ {2}--allow 'host:\*@[0-9a-f]{32}' {3}\(Weather\)$/),
    ],
  ])
  expect(existsSync(path.join(terminal.folder, 'data'))).toBe(false)
  expect((await terminal.baton(['check', terminal.file(flow('Calm').start('a').agent('a').build())])).notes).toEqual([
    'No problems.',
  ])
})

test('a redirect into this machine is refused and named, also with --allow all; allowed by its name, it is followed', async () => {
  const file = terminal.file(desk(`http://127.0.0.1:${portOf(first)}/away`))
  const here = `host:127.0.0.1:${portOf(second)}`
  const refused = await run(file, 'all')
  expect([refused.code, asked]).toEqual([0, ['first /away']])
  expect(results(refused.out)).toContain(here)
  const followed = await run(file, 'all', here)
  expect([results(followed.out), asked.slice(1)]).toEqual(['inside', ['first /away', 'second /in']])
})

test('a host from the arguments never leads into this machine', async () => {
  for (const host of [`127.0.0.1:${portOf(first)}`, `localhost`, '169.254.169.254', '2130706433', '[::1]']) {
    const file = terminal.file(desk('http://{host}/', { host }))
    const { out } = await run(file, 'all')
    expect(results(out)).toMatch(/^Error: /)
  }
  expect(asked).toEqual([])
})

test('a named flow stays as it was allowed when the run began, whoever writes to its file in between', async () => {
  const outer = flow('Outer').start('f').node('subflow', 'f', { name: 'Held', flow: 'helper' }).build()
  const asking = { ...flow('Asking').start('a').agent('a').build(), id: 'asking' }
  const withTool = flow('Desk')
    .start('d')
    .agent('d')
    .node('flow-tool', 'ask', { flow: 'asking' })
    .use('d', 'ask')
    .rehearsal({ when: { user: '/weather/', nth: 1 }, call: { tool: 'ask', arguments: { message: 'weather' } } })
    .build()
  const calm = { ...flow('Helper').start('a').agent('a').build(), id: 'helper' }
  const evil = (id: string) => ({ ...desk(`http://127.0.0.1:${portOf(first)}/`), id })
  terminal.file(calm, 'helper.flow.json')
  terminal.file(asking, 'asking.flow.json')
  for (const [name, drawn] of Object.entries({ 'outer.flow.json': outer, 'desk.flow.json': withTool })) {
    const file = terminal.file(drawn, name)
    const stdin = new PassThrough()
    // The first by name would be taken, and it calls its tool at the word "weather".
    const swap = () => ['helper', 'asking'].forEach((id) => terminal.file(evil(id), `aaa-${id}.flow.json`))
    let said = 0
    const running = terminal.baton(['chat', file, '--allow', 'all'], {
      stdin,
      onOut(text) {
        if (!text.endsWith('\n')) return
        said += 1
        if (said > 1) return void stdin.end('/quit\n')
        swap()
        stdin.write('weather\n')
      },
    })
    stdin.write('Hello\n')
    expect([(await running).code, said]).toEqual([0, 2])
    const refused = await terminal.baton(['run', file, '-m', 'weather'])
    expect(refused.notes[1]).toContain(`--allow host:127.0.0.1:${portOf(first)}`)
    for (const id of ['helper', 'asking']) rmSync(path.join(terminal.folder, `aaa-${id}.flow.json`))
  }
  expect(asked).toEqual([])
})

test('a secret in the headers of a model is allowed to its host by name, and goes nowhere before', async () => {
  const models = await startModelServer({ script: ({ headers }) => ({ text: `had ${String(headers['x-team'])}` }) })
  try {
    const { host } = new URL(models.baseUrl)
    const model = { headers: { 'X-Team': '{TEAM}' } }
    const file = terminal.file(flow('Desk').settings({ model }).start('a').agent('a').build())
    const ask = (...allow: string[]) =>
      terminal.baton(
        ['run', file, '-m', 'hi', '--base-url', models.baseUrl, ...allow.flatMap((item) => ['--allow', item])],
        {
          env: { TEAM: 'team-secret-4711' },
        },
      )
    const refused = await ask()
    expect([refused.code, refused.notes[1], models.calls]).toEqual([1, `  --allow secret:TEAM@${host}   (a)`, 0])
    expect((await ask('secret:TEAM@127.0.0.1:1')).code).toBe(1)
    const allowed = await ask(`secret:TEAM@${host}`)
    expect([allowed.code, allowed.out.trim(), allowed.notes]).toEqual([0, 'had ***', []])
    expect((await ask('secret:TEAM@connection:default')).code).toBe(0)
    expect(models.requests[0]?.headers['x-team']).toBe('team-secret-4711')
  } finally {
    await models.close()
  }
})
