/** The ledger of connections against logs that know nothing of it: of the servers, and of every socket that is opened. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import type { OutboundEntry } from '../../src-shared/outbound/outbound'
import { connectionInputSchema } from '../../src-shared/rpc/connection'
import { flow } from '../../src-shared/testing/flow-builder'
import { systemClock } from '../clock'
import { forPurpose } from '../outbound/purpose'
import { startRelay, type Relay } from '../outbound/testing/relay'
import { openTestCore } from '../testing/core-bench'
import { layNewLibrary } from '../testing/new-library'
import { startToolServer } from '../testing/tool-server'
import { createGuardedFetch } from '../tools/net/guarded-fetch'
import { openLibraryDatabase } from './database'
import { createOutboundLedger, type LedgerOptions } from './outbound-ledger'
import { eventually } from '../../src-shared/testing/eventually'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const ALL = { host: null, before: null, limit: 1000 }
const portOf = (url: string) => Number(new URL(url).port)

function openLedger(options: Partial<LedgerOptions> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'baton-ledger-'))
  layNewLibrary(folder)
  const db = openLibraryDatabase(folder)
  const ledger = createOutboundLedger(db, { clock: systemClock, ...options })
  closers.push(() => {
    ledger.close()
    db.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { db, ledger }
}

/** What is logged of one server, a line for each connection. */
function relayed({ accepted, port }: Relay): string[] {
  return accepted.map(({ fromClient, toClient }) => `${port} ${fromClient} ${toClient}`)
}

function told({ port, sent, received }: OutboundEntry): string {
  return `${port} ${sent} ${received}`
}

it('is equal to what servers and sockets saw of a conversation, and says for what each connection was', async () => {
  const tools = await startToolServer()
  closers.push(tools.close)
  const relays: Relay[] = []
  const relay = async (url: string) => {
    const made = await startRelay(portOf(url))
    relays.push(made)
    return made.port
  }
  const [shop, stock] = [await relay(tools.url), await relay(tools.url)]
  const code = `export async function run(args, baton) { return (await baton.fetch('http://127.0.0.1:${stock}/Stock?q=7')).text }`
  const drawn = flow('Desk')
    .start('a')
    .agent('a', { name: 'A' })
    .httpTool('orders', { name: 'orders', url: `http://127.0.0.1:${shop}/Orders?q=secret-query`, method: 'GET' })
    .node('code-tool', 'stock', { name: 'stock', code, hosts: [`127.0.0.1:${stock}`] })
    .use('a', 'orders')
    .use('a', 'stock')
    .build()
  const front: { port?: Promise<number> } = {}
  const test = await openTestCore(drawn, {
    // The model server records its requests by its own address, not by that of the log before it.
    recordsPart: true,
    connections: (baseUrl) => {
      front.port = relay(baseUrl)
      return []
    },
  })
  closers.push(() => test.close())
  const model = (await front.port) ?? 0
  const { connections, ledger } = test.core().services
  const baseUrl = `http://127.0.0.1:${model}/v1`
  await connections.save(connectionInputSchema.parse({ name: 'default', baseUrl, model: 'm', key: 'sk-very-secret' }))
  const opened = vi.spyOn(Socket.prototype, 'connect')
  closers.push(() => opened.mockRestore())
  const names = ['orders', 'stock']
  test.server.reply({ calls: names.map((name) => ({ name, arguments: '{}' })) })
  test.server.reply({ text: 'Seven.' })
  test.server.reply({ text: 'Still seven.' })
  await test.turn('How many?', 't1')
  await test.turn('And now?', 't2')
  await Promise.all(relays.map((one) => one.close()))
  const ports = new Set(relays.map(({ port }) => port))
  const entries = await eventually(() => {
    const found = ledger.read(ALL).entries.filter(({ port }) => ports.has(port ?? 0))
    expect(found.map(({ state }) => state)).toEqual(found.map(() => 'closed'))
    return found
  })
  // Equal in number, hosts and bytes, to the byte.
  expect(entries.map(told).toSorted()).toEqual(relays.flatMap(relayed).toSorted())
  expect(entries.every(({ host, sent, received }) => host === '127.0.0.1' && sent > 0 && received > 0)).toBe(true)
  const sockets = opened.mock.calls.flatMap((args) => {
    const port = /"port":"?(\d+)/.exec(JSON.stringify(args[0]))?.[1]
    return port !== undefined && ports.has(Number(port)) ? [Number(port)] : []
  })
  expect(sockets.toSorted()).toEqual(entries.map(({ port }) => port).toSorted())

  const usesOf = (port: number) =>
    entries
      .filter((entry) => entry.port === port)
      .flatMap(({ uses }) =>
        uses.map(({ why, permit, thread, node, requests }) => [why, permit.by, thread, node, requests]),
      )
  expect(usesOf(shop)).toEqual([['http-tool', 'command-line', 't1', 'orders', 1]])
  expect(usesOf(stock)).toEqual([['code', 'command-line', 't1', 'stock', 1]])
  const asked = usesOf(model)
  expect(asked.map(([why, by, , node]) => [why, by, node])).toEqual(asked.map(() => ['model', 'connection', 'a']))
  const requestsIn = (thread: string) => asked.reduce((sum, use) => sum + (use[2] === thread ? Number(use[4]) : 0), 0)
  expect([requestsIn('t1'), requestsIn('t2')]).toEqual([2, 1])
  expect(entries.flatMap(({ uses }) => uses.map((use) => use.flow))).toEqual(
    entries.flatMap(({ uses }) => uses.map(() => drawn.id)),
  )
  // Hosts and ports only.
  expect(JSON.stringify(ledger.read(ALL))).not.toMatch(/secret|Orders|\/v1|sk-/)
})

it('has what nobody stated as unknown, what nobody answers as failed, and what may not be reached as refused', async () => {
  const { ledger } = openLedger()
  const server = createServer((socket) => void socket.resume().end()).listen(0, '127.0.0.1')
  await eventually(() => expect(server.address()).not.toBeNull())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
  await new Promise((resolve) => new Socket().on('close', resolve).connect(port, 'localhost').resume())
  await new Promise((resolve) => server.close(resolve))
  const url = `http://127.0.0.1:${port}/`
  await forPurpose({ why: 'embedding', permit: { by: 'person' } }, () => fetch(url).catch(() => undefined))
  const guarded = createGuardedFetch({
    purpose: { why: 'mcp', permit: { by: 'consent' } },
    mayReach: ({ hostname }) => (hostname === 'inside.example' ? 'anywhere' : 'no'),
    find: (_name, done) => done(null, [{ address: '10.0.0.1', family: 4 }]),
  })
  closers.push(guarded.close)
  await guarded.fetch('https://nobody.example/a').catch(() => undefined)
  await guarded.fetch('https://inside.example/b').catch(() => undefined)
  vi.stubEnv('BATON_OFFLINE', '1')
  closers.push(() => vi.unstubAllEnvs())
  await guarded.fetch('http://inside.example:8080/c').catch(() => undefined)
  const lines = await eventually(() => {
    const { entries } = ledger.read(ALL)
    const mine = entries.filter((one) => one.port === port || one.host.endsWith('.example'))
    expect(mine).toHaveLength(6)
    return mine
      .map(({ host, port: to, state, uses }) => {
        const [use] = uses
        return `${host} ${to === port ? '' : to} ${state} ${use?.why} ${use?.permit.by}`
      })
      .toSorted()
  })
  expect(lines).toEqual(
    [
      '127.0.0.1  closed unknown nobody',
      'localhost  closed unknown nobody',
      '127.0.0.1  failed embedding person',
      'nobody.example 443 not-allowed mcp consent',
      'inside.example 443 not-allowed mcp consent',
      'inside.example 8080 offline mcp consent',
    ].toSorted(),
  )
})

it('keeps the newest, pages back, adds up by host, and forgets', async () => {
  const { db, ledger } = openLedger({ kept: 5, isCommandLine: true })
  const guarded = createGuardedFetch({
    purpose: { why: 'code', permit: { by: 'consent' } },
    mayReach: () => 'no',
  })
  closers.push(guarded.close)
  for (const nth of [1, 2, 3, 4, 5, 6, 7]) {
    await guarded.fetch(`https://${nth % 2 === 0 ? 'even' : 'odd'}.example/`).catch(() => undefined)
    ledger.read(ALL)
  }
  const { entries, totals } = ledger.read(ALL)
  expect(entries.map(({ id, host }) => `${id} ${host}`)).toEqual([
    '7 odd.example',
    '6 even.example',
    '5 odd.example',
    '4 even.example',
    '3 odd.example',
  ])
  const refused = (host: string, count: number) => ({
    host,
    port: 443,
    connections: count,
    refused: count,
    sent: 0,
    received: 0,
  })
  expect(totals).toEqual([refused('even.example', 2), refused('odd.example', 3)])
  const older = ledger.read({ host: 'odd.example', before: 7, limit: 1 })
  expect(older.entries.map(({ id, uses }) => [id, uses[0]?.permit.by])).toEqual([[5, 'command-line']])
  // Words of a newer Baton are left out, and the row stays.
  db.prepare(`UPDATE outbound SET uses = '[{"why":"telepathy"}]'`).run()
  expect(ledger.read(ALL).entries.map(({ uses }) => uses.length)).toEqual([0, 0, 0, 0, 0])
  ledger.clear()
  expect(ledger.read(ALL)).toEqual({ entries: [], totals: [], flows: {} })
})

it('forgets connections that are still open, and tells of them again what goes over them afterwards', async () => {
  const { ledger } = openLedger()
  const server = createServer((socket) => void socket.pipe(socket)).listen(0, '127.0.0.1')
  closers.push(() => server.close())
  await eventually(() => expect(server.address()).not.toBeNull())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const connect = async () => {
    const made = new Socket().connect(port, '127.0.0.1')
    closers.push(() => made.destroy())
    await say(made, 'before')
    return made
  }
  const say = (socket: Socket, text: string) =>
    new Promise((resolve) => {
      socket.once('data', resolve)
      socket.write(text)
    })
  const shown = () =>
    ledger.read(ALL).entries.flatMap((one) => (one.port === port ? [`${one.state} ${one.sent} ${one.received}`] : []))
  const [used, left] = [await connect(), await connect()]
  expect(shown()).toEqual(['open 6 6', 'open 6 6'])
  ledger.clear()
  expect(shown()).toEqual([])
  await say(used, 'anew')
  expect(shown()).toEqual(['open 4 4'])
  // Its end is nothing that goes over it.
  await Promise.all([used, left].map((one) => new Promise((resolve) => one.once('close', resolve).destroy())))
  expect(shown()).toEqual(['closed 4 4'])
})

it('is no reason for anything else to fail: a library that cannot be written is written later', async () => {
  const { db, ledger } = openLedger()
  const guarded = createGuardedFetch({ purpose: { why: 'code', permit: { by: 'consent' } }, mayReach: () => 'no' })
  closers.push(guarded.close)
  await guarded.fetch('https://kept.example/').catch(() => undefined)
  db.pragma('query_only = ON')
  expect(ledger.read(ALL).entries).toEqual([])
  db.pragma('query_only = OFF')
  expect(ledger.read(ALL).entries.map(({ host }) => host)).toEqual(['kept.example'])
})
