/**
 * The app, the command line, the endpoint, its chat page and MCP are doors of one engine: each example, with the models that its file scripts, leaves the same trace
 * whichever way it was talked to. `exported-graph.test.ts` and `langgraph-server.test.ts` hold LangGraph's server against the command line.
 */
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { openFlow } from '../../src-shared/flow/editing/open'
import { readSettings } from '../../src-shared/flow/records'
import { createClient } from '../../src-shared/rpc/client'
import { contract } from '../../src-shared/rpc/contract'
import { isTerminal } from '../../src-shared/run/log/event-types'
import { runEventSchema, type RunEvent } from '../../src-shared/run/log/events'
import { createCore } from '../core'
import { serverLink } from '../host-web/server-link'
import { startWebHost } from '../host-web/web-host'
import { nodePlatform } from '../platform/node'
import { normalTraceSideBySide } from '../testing/normal-trace'
import { client as chatClient, keyless, startServing, user } from './testing/chat-client'
import { call, connectHttp, startHttp, startStdio } from './testing/mcp-client'
import { openTerminal, type Terminal } from './testing/terminal'

const isWhole = process.env['BATON_EXAMPLES'] === 'all'
vi.setConfig({ testTimeout: isWhole ? 600_000 : 120_000 })

const EXAMPLES = path.resolve(import.meta.dirname, '../../resources/examples')
/** They take part of everything that is drawn; `BATON_EXAMPLES=all` plays the others too, and the dear one through all doors. */
const DEAR = 'research-plan.flow.json'
const SOME = [DEAR, 'support-desk.flow.json']
const names = isWhole ? readdirSync(EXAMPLES).filter((name) => name.endsWith('.flow.json')) : SOME

/** A flow's file, its id and what is said to it. */
type Example = { file: string; flowId: string; said: string }

function exampleOf(name: string): Example {
  const file = path.join(EXAMPLES, name)
  const opened = openFlow(readFileSync(file, 'utf8'))
  if (!opened.ok) throw new Error(opened.error.message)
  return {
    file,
    flowId: opened.flow.id,
    said: readSettings(opened.flow).starters[0] ?? 'What time is it in Asia/Tokyo?',
  }
}

let terminals: Terminal[] = []
beforeEach(() => {
  terminals = []
})
afterEach(() => {
  for (const terminal of terminals) terminal.close()
})
/** Each door has a data folder of its own. */
function newTerminal(): Terminal {
  const terminal = openTerminal()
  terminals.push(terminal)
  return terminal
}

/** What the only turn of a flow's only thread in a data folder told. */
async function storedTurn(dataDir: string, flowId: string): Promise<RunEvent[]> {
  const core = await createCore({ dataDir, platform: nodePlatform({ host: 'cli', dataDir }) })
  const { threads, events } = core.services
  const stored = threads.list(flowId)
  const told = stored.flatMap(({ id }) => events.eventsOfTurn(id, 1))
  await core.close()
  expect(stored).toHaveLength(1)
  return told
}

/** As the page does it: over the link of the web host, with the flow in the library and its permissions given. */
async function throughApp({ file, said }: Example): Promise<RunEvent[]> {
  const dataDir = path.join(newTerminal().folder, 'data')
  const core = await createCore({ dataDir, platform: nodePlatform({ host: 'web', dataDir }) })
  let flowId = ''
  const host = await startWebHost({ core: { contract, handlers: core.handlers }, port: 0, rendererDir: EXAMPLES })
  const headers = {
    Origin: `http://127.0.0.1:${host.port}`,
    Cookie: `baton-${host.port}=${new URL(host.url).searchParams.get('token') ?? ''}`,
  }
  const socket = new WebSocket(`ws://127.0.0.1:${host.port}/link`, { headers })
  await once(socket, 'open')
  // A link is the same from both ends of an open socket.
  const link = serverLink(socket)
  const page = createClient(contract, link)
  try {
    flowId = (await page.call('flows.import', { text: readFileSync(file, 'utf8'), fileName: null })).id
    const items = await page.call('consents.read', { flowId })
    await page.call('consents.allow', { flowId, hashes: items.map(({ hash }) => hash) })
    const { threadId } = await page.call('runs.start', { flowId, text: said })
    for await (const { item } of page.items('threads.follow', { threadId })) if (isTerminal(item)) break
  } finally {
    link.close()
    await host.close()
    await core.close()
  }
  return storedTurn(dataDir, flowId)
}

async function throughCommandLine({ file, flowId, said }: Example): Promise<RunEvent[]> {
  const terminal = newTerminal()
  const { out } = await terminal.baton(['run', file, '-m', said, '--json', '--allow', 'all'])
  const printed = out
    .trim()
    .split('\n')
    .map((line) => runEventSchema.parse(JSON.parse(line)))
  const stored = await storedTurn(path.join(terminal.folder, 'data'), flowId)
  expect(normalTraceSideBySide(printed)).toEqual(normalTraceSideBySide(stored))
  return stored
}

async function throughEndpoint({ file, flowId, said }: Example): Promise<RunEvent[]> {
  const terminal = newTerminal()
  const ending = new AbortController()
  const { ended, listening } = startServing([file, '--allow', 'all'], { terminal, signal: ending.signal })
  const { address, key } = await listening
  const api = chatClient(address, key)
  const [model] = (await api.models.list()).data
  await api.chat.completions.create({ model: model?.id ?? '', messages: [user(said)] })
  ending.abort()
  await ended
  return storedTurn(path.join(terminal.folder, 'data'), flowId)
}

/** As the page for people asks: its visitor has 32 random bytes. */
async function throughChatPage({ file, flowId, said }: Example): Promise<RunEvent[]> {
  const terminal = newTerminal()
  const ending = new AbortController()
  const page = ['--chat', '--page-key', 'page-key-of-the-tests']
  const { ended, listening } = startServing([file, '--allow', 'all', ...page], { terminal, signal: ending.signal })
  const { address } = await listening
  const { status } = await keyless(`${address.replace('/v1', '')}/chat/api/-/say`, {
    method: 'POST',
    headers: { authorization: 'Bearer page-key-of-the-tests', 'x-baton-visitor': 'a'.repeat(64) },
    body: JSON.stringify({ text: said, thread: null }),
  })
  expect(status).toBe(200)
  ending.abort()
  await ended
  return storedTurn(path.join(terminal.folder, 'data'), flowId)
}

async function throughMcpOverHttp({ file, flowId, said }: Example): Promise<RunEvent[]> {
  const terminal = newTerminal()
  const ending = new AbortController()
  const { url, ended } = await startHttp(terminal, [file, '--allow', 'all'], ending.signal)
  const { client } = await connectHttp(url)
  const [tool] = (await client.listTools()).tools
  await call(client, tool?.name ?? '', { message: said })
  await client.close()
  ending.abort()
  await ended
  return storedTurn(path.join(terminal.folder, 'data'), flowId)
}

async function throughMcp({ file, flowId, said }: Example): Promise<RunEvent[]> {
  const terminal = newTerminal()
  const { client, stdin, ended } = await startStdio(terminal, [file, '--allow', 'all'])
  const [tool] = (await client.listTools()).tools
  await call(client, tool?.name ?? '', { message: said })
  await client.close()
  stdin.end()
  await ended
  return storedTurn(path.join(terminal.folder, 'data'), flowId)
}

test.each(names)('%s leaves one trace through every door', async (name) => {
  const example = exampleOf(name)
  const reference = normalTraceSideBySide(await throughApp(example))
  expect(reference.entries.length).toBeGreaterThan(1)
  const main = { throughCommandLine, throughEndpoint, throughMcp }
  const others = isWhole || name !== DEAR ? { ...main, throughChatPage, throughMcpOverHttp } : main
  for (const [door, talk] of Object.entries(others))
    expect([door, normalTraceSideBySide(await talk(example))]).toEqual([door, reference])
})
