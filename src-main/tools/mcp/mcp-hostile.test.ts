/** MCP servers that misbehave: each is a clear error, and neither a hang nor a process left behind. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { manualClock } from '../../clock'
import { openLibraryDatabase } from '../../store/database'
import { createProcessStore } from '../../store/mcp-processes'
import { createMcpServers, type McpServer, type McpServers } from './mcp-servers'
import { endLeftServers, type ProcessRecord } from './process-records'
import { placeOfProcesses, readPsLine } from './process-table'
import { createShare } from './share'
import { calling, INFO, isAlive, never, odd, opening, pidOf, signalOf, partsOf } from './testing/servers'
import { eventually } from '../../../src-shared/testing/eventually'

const clock = manualClock()
let servers: McpServers
let folder: string
beforeEach(async () => {
  servers = createMcpServers({ info: INFO, clock })
  folder = await mkdtemp(path.join(tmpdir(), 'baton-mcp-'))
})
afterEach(async () => {
  await servers.close()
  await rm(folder, { recursive: true })
})

const open = (mode: string, timeout = 5000) => servers.open(odd(mode), opening({ timeout }))
const failure = (message: string | RegExp) => ({
  code: 'tool-failed',
  message: typeof message === 'string' ? message : (expect.stringMatching(message) as string),
})
const textOf = async (server: McpServer, name: string) => {
  const [part] = partsOf(await server.callTool(name, {}, calling()))
  return part?.type === 'text' ? part.text : ''
}
const pidsIn = async (file: string) => (await readFile(file, 'utf8')).trim().split('\n').map(Number)

it.each([
  [
    'exits at once',
    odd('exit'),
    /^The MCP server "node" ended before it was ready: it exited with code 3\..*\nno licence$/s,
  ],
  [
    'does not exist',
    { ...odd('exit'), command: 'baton-no-such-command' },
    /^There is no command "baton-no-such-command" here\. Install it/,
  ],
  ['has no folder', { ...odd('exit'), cwd: '/no/such/folder' }, /the folder \/no\/such\/folder does not exist\.$/],
  [
    'may not be executed',
    { ...odd('exit'), command: import.meta.filename },
    /^".*mcp-hostile.test.ts" may not be executed/,
  ],
])('a server that %s', async (_what, transport, message) => {
  await expect(servers.open(transport, opening({ timeout: 60_000 }))).rejects.toMatchObject(failure(message))
})

it('a server that never answers', async () => {
  // A shell has said its line long before, however busy the machine is.
  const transport = { ...odd('mute'), command: 'sh', args: ['-c', 'echo Listening on nothing; exec cat >/dev/null'] }
  const message =
    /^The MCP server "sh" could not be started\. It did not answer within 1\.5 s\. It wrote to stdout what is not MCP: Listening on nothing$/
  await expect(servers.open(transport, opening({ timeout: 1500 }))).rejects.toMatchObject(failure(message))
})

it('rubbish among its messages and a flood on stderr do not matter', async () => {
  const [rubbish, flood] = await Promise.all([open('rubbish'), open('flood')])
  expect(await rubbish.tools(never())).toMatchObject([{ name: 'list-1' }])
  expect(await flood.tools(never())).toMatchObject([{ name: 'list-1' }])
})

it('lists that do not end are given up', async () => {
  const [endless, circle] = await Promise.all([open('endless'), open('circle')])
  await expect(endless.tools(never())).rejects.toMatchObject(failure(/^The MCP server's list does not end/))
  await expect(circle.tools(never())).rejects.toMatchObject(failure(/the same page of its list again and again/))
})

it('tools are made safe, and what is no tool is left out', async () => {
  const tools = await (await open('odd-tools')).tools(never())
  expect(tools.map(({ name, inputSchema }) => [name, inputSchema])).toEqual([
    ['fine', { type: 'object', properties: { a: { type: 'string' } } }],
    ['list', { type: 'object' }],
    ['none', { type: 'object' }],
    ['deep', { type: 'object' }],
    ['large', { type: 'object' }],
    ['proto', { type: 'object' }],
  ])
})

it('tools are listed once, and again when the server says that they have changed', async () => {
  const server = await open('plain')
  expect(await server.tools(never())).toMatchObject([{ name: 'list-1' }])
  expect(await server.tools(never())).toMatchObject([{ name: 'list-1' }])
  await server.callTool('change', {}, calling())
  expect(await server.tools(never())).toMatchObject([{ name: 'list-2' }])
})

it('a large result arrives, one that is too large ends the server, and the next call starts it anew', async () => {
  const server = await open('plain')
  const pid = pidOf(server)
  expect(await textOf(server, 'large')).toHaveLength(15_000_000)
  await expect(server.callTool('huge', {}, calling())).rejects.toMatchObject(
    failure('The MCP server "node" ended while it worked on "huge": it sent a message of more than 20 MB.'),
  )
  expect(await textOf(server, 'heard')).toContain('heard')
  await servers.close()
  expect(isAlive(pid)).toBe(false)
})

it('results of unknown parts, of structure only, and of no shape at all', async () => {
  const server = await open('plain')
  expect(await server.callTool('odd', {}, calling())).toEqual({
    isError: true,
    parts: [
      { type: 'text', text: '[a part of the type "hologram" that could not be read]' },
      { type: 'image', mimeType: 'application/octet-stream', base64: 'AAAA' },
      { type: 'text', text: '[a part without a type that could not be read]' },
    ],
  })
  expect(partsOf(await server.callTool('structured', {}, calling()))).toEqual([{ type: 'text', text: '{"answer":42}' }])
  expect(await textOf(server, 'deep')).toBe('[structured content that could not be read]')
  await expect(server.callTool('error', {}, calling())).rejects.toMatchObject(
    failure('The MCP server "node" refused "error": no such paper'),
  )
  await expect(server.callTool('shapeless', {}, { ...calling(), timeout: 300 })).rejects.toMatchObject(
    failure(/^The MCP server "node" failed at "shapeless"/),
  )
})

it('a server that dies says its last words, without its secrets', async () => {
  const server = await servers.open({ ...odd('plain'), env: { TOKEN: 'ghp_0123456789' } }, opening())
  await expect(server.callTool('die', {}, calling())).rejects.toMatchObject(
    failure(
      'The MCP server "node" ended while it worked on "die": it exited with code 9. Its last lines on stderr:\nthe token is ***\nout of paper',
    ),
  )
})

it('is told of a call that was stopped, and is offered nothing', async () => {
  const server = await open('plain')
  const { signal, abort } = signalOf()
  const hanging = server.callTool('hang', {}, { signal })
  const asking = server.callTool('ask', {}, { signal })
  // Answered after both of them were heard.
  await server.callTool('heard', {}, calling())
  abort()
  await expect(hanging).rejects.toMatchObject({ name: 'AbortError' })
  await expect(asking).rejects.toMatchObject({ name: 'AbortError' })
  const heard = JSON.parse(await textOf(server, 'heard')) as {
    id?: unknown
    method?: string
    params?: { requestId?: number; capabilities?: object }
    error?: { message: string }
  }[]
  expect(heard[0]?.params?.capabilities).toEqual({})
  const cancelled = heard.filter(({ method }) => method === 'notifications/cancelled')
  expect(cancelled.map(({ params }) => params?.requestId)).toEqual([1, 2])
  const refused = await textOf(server, 'heard')
  for (const id of ['ask-0', 'ask-1', 'ask-2'])
    expect(refused).toContain(`{"jsonrpc":"2.0","id":"${id}","error":{"code":-32601,"message":"Method not found"}}`)
})

it('progress without end keeps a call alive for ten times its timeout', async () => {
  const server = await open('plain')
  // Only the clock is not real: each sign of progress comes 60 ms after the one before.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const call = server.callTool(
      'tick',
      {},
      { ...calling(), timeout: 100, onProgress: () => void vi.advanceTimersByTime(60) },
    )
    await expect(call).rejects.toMatchObject(failure(/It did not answer within 1 s, in spite of its progress\.$/))
  } finally {
    vi.useRealTimers()
  }
})

it('a server that floods is read in small parts, and others are answered in between', async () => {
  const [flooding, other] = await Promise.all([open('plain'), open('rubbish')])
  const { signal, abort } = signalOf()
  let count = 0
  const flood = flooding.callTool('flood', {}, { signal, timeout: 60_000, onProgress: () => (count += 1) })
  await eventually(() => expect(count).toBeGreaterThan(0))
  // Counts what is heard of the flood in one turn of the event loop.
  let most = 0
  const watching = (async () => {
    while (!signal.aborted) {
      const before = count
      await nextTurn()
      most = Math.max(most, count - before)
    }
  })()
  const before = count
  for (let call = 0; call < 20; call += 1) expect(await textOf(other, 'heard')).toContain('initialize')
  await eventually(() => expect(count).toBeGreaterThan(before))
  abort()
  await expect(flood).rejects.toMatchObject({ name: 'AbortError' })
  await watching
  // A chunk of 64 KB has some 400 of them; without a bound several chunks are worked on in one turn.
  expect(most).toBeLessThan(500)
})

it('what a server sends may take a quarter of the time, and single messages take as long as they take', async () => {
  let now = 0
  const rests: number[] = []
  const share = createShare({
    now: () => now,
    wait(ms) {
      rests.push(ms)
      now += ms
      return Promise.resolve()
    },
  })
  const work = async (ms: number) => {
    share.begin()
    now += ms
    if (share.look()) await share.rest()
  }
  for (let piece = 0; piece < 100; piece += 1) await work(1)
  const rested = rests.reduce((sum, ms) => sum + ms, 0)
  expect(rested / (rested + 100)).toBeCloseTo(0.75, 1)
  rests.length = 0
  now += 1000
  await work(5000)
  expect(rests).toEqual([100])
  for (let piece = 0; piece < 100; piece += 1) {
    now += 4
    await work(1)
  }
  expect(rests).toEqual([100])
})

it('a server that does not start is left alone for a while', async () => {
  const file = path.join(folder, 'starts')
  const transport = odd('exit', file)
  const attempt = () => servers.open(transport, opening())
  for (let count = 0; count < 3; count += 1)
    await expect(attempt()).rejects.toMatchObject(failure(/exited with code 3/))
  await expect(attempt()).rejects.toMatchObject(
    failure(
      /^The MCP server "node" failed to start 3 times and is not tried again for 5 s\. The last time: .*no licence/s,
    ),
  )
  expect(await pidsIn(file)).toHaveLength(3)
  clock.advance(5000)
  await expect(attempt()).rejects.toMatchObject(failure(/ended before it was ready/))
  await expect(attempt()).rejects.toMatchObject(failure(/failed to start 4 times and is not tried again for 10 s/))
  expect(await pidsIn(file)).toHaveLength(4)
})

it('a start that nobody waits for any more is ended', async () => {
  const file = path.join(folder, 'starts')
  const { signal, abort } = signalOf()
  const stopped = expect(servers.open(odd('mute', file), opening({ signal }))).rejects.toMatchObject({
    name: 'AbortError',
  })
  await eventually(async () => expect(await pidsIn(file)).toHaveLength(1))
  abort()
  await stopped
  await servers.close()
  expect((await pidsIn(file)).filter(isAlive)).toEqual([])
})

it('closing ends a server that ignores it, one behind a shell, and what a server has started', async () => {
  const file = path.join(folder, 'pids')
  const { command, args, env } = odd('stubborn', file)
  const line = [command, ...args].map((part) => `'${part}'`).join(' ')
  const shell = { type: 'stdio' as const, command: 'sh', args: ['-c', `${line}; true`], env }
  await Promise.all([servers.open(shell, opening()), servers.open(odd('parent', file), opening())])
  const pids = await pidsIn(file)
  expect([pids.length, pids.filter(isAlive).length]).toEqual([3, 3])
  await servers.close()
  expect(pids.filter(isAlive)).toEqual([])
})

it('of a killed program only that is ended which is provably on record, also when its first process is gone', async () => {
  const db = openLibraryDatabase(folder)
  const store = createProcessStore(db)
  const file = path.join(folder, 'pids')
  const own = createMcpServers({ info: INFO, records: store })
  await own.open(odd('parent', file), opening())
  await eventually(() => expect(store.all()[0]?.members).toHaveLength(2))
  const [record] = store.all()
  if (record === undefined) throw new Error('Nothing is on record.')
  store.remove(record.number)
  const [first = 0, child = 0] = await pidsIn(file)
  const owner = { ...record.owner, start: 'of another process' }
  const left = async (changed: Partial<ProcessRecord>) => {
    const number = store.add({ ...record, owner, ...changed })
    await endLeftServers(store)
    expect([first, child].map(isAlive)).toEqual([true, true])
    store.remove(number)
  }
  await left({ owner: record.owner })
  await left({ place: `${placeOfProcesses()} before` })
  await left({ members: record.members.map(({ pid }) => ({ pid, start: '1' })) })
  for (const group of [0, 1, -1, process.pid]) await left({ group })
  process.kill(first, 'SIGKILL')
  store.add({ ...record, owner })
  await createMcpServers({ info: INFO, records: store }).close()
  expect([isAlive(child), store.all()]).toEqual([false, []])
  await own.close()
  db.close()
})

it('ps tells processes by their start', () => {
  const line = ' 4711  4700 Ss+  Mon Jan  5 10:11:12 2026    '
  expect(readPsLine(line)).toEqual([{ pid: 4711, group: 4700, start: 'Mon Jan 5 10:11:12 2026' }])
  expect([readPsLine(line.replace('Ss+', 'Z')), readPsLine('')]).toEqual([[], []])
})
