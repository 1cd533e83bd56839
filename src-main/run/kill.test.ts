/** Kill -9 between super-steps: the real program is killed, started again, and no model call that was answered is paid twice. */
import { EventEmitter, once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow } from '../../src-shared/testing/flow-builder'
import { buildProgram, kill, runBaton, startBaton, type Killable } from '../testing/killable'
import { speakerIn } from '../testing/heard'
import { startModelServer, type ModelServer } from '../testing/model-server'
import { startShop, type Shop } from '../testing/shop'
import { isAlive, odd } from '../tools/mcp/testing/servers'

let folder = ''
let server: ModelServer
let shop: Shop
const visits = new EventEmitter()
let isShopOpen = true

beforeAll(buildProgram, 120_000)
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'baton-kill-'))
  server = await startModelServer()
  isShopOpen = true
  shop = await startShop(() => {
    visits.emit('visit')
    return isShopOpen ? 'answered' : 'unanswered'
  })
  writeFileSync(path.join(folder, 'f.flow.json'), drawing())
})
afterEach(async () => {
  expect(server.violations).toEqual([])
  await server.close()
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

function drawing(): string {
  return saveFlow(
    flow('Kill')
      .start('s')
      .supervisor('s', { name: 'Host', prompt: 'You are S. {dialogs} {tools}' })
      .dialog('d', { name: 'ORDER', toolName: 'make_order', toolDescription: 'Used for orders', prompt: 'You are D.' })
      .httpTool('price', { toolName: 'price', url: shop.url, sequential: true })
      .delegate('s', 'd')
      .use('s', 'price')
      .use('d', 'price')
      .build(),
  )
}

const place = () => ({ folder, file: path.join(folder, 'f.flow.json'), baseUrl: server.baseUrl })
const baton = (...args: string[]): Killable => startBaton(place(), args)
const goOn = (...args: string[]): Promise<string> => runBaton(place(), args)

const call = (name: string) => ({ calls: [{ name, arguments: {} }] })

it('killed while a tool runs: the model call before it is not made again, the tool is', async () => {
  server.reply(call('price'))
  isShopOpen = false
  const first = baton('-m', 'how much?')
  await once(visits, 'visit')
  await kill(first)
  isShopOpen = true
  server.reply({ text: 'It costs 12 euro.' })
  expect(await goOn()).toBe('It costs 12 euro.\n')
  expect(server.calls).toBe(2)
  expect(shop.calls()).toBe(2)
})

it('killed in the middle of a batch of calls: the one that was over is not made again', async () => {
  server.reply({ calls: [...call('price').calls, ...call('price').calls] })
  const first = baton('-m', 'how much, twice?')
  await once(visits, 'visit')
  isShopOpen = false
  await once(visits, 'visit')
  await kill(first)
  isShopOpen = true
  server.reply({ text: 'It costs 12 euro, twice.' })
  expect(await goOn()).toBe('It costs 12 euro, twice.\n')
  expect([server.calls, shop.calls()]).toEqual([2, 3])
  const results = server.requests[1]?.messages.filter(({ role }) => role === 'tool').map(({ content }) => content)
  expect(results).toEqual(['12 euro', '12 euro'])
})

it('killed at every model call of a turn in turn: each that was answered is paid once, and tools ran once', async () => {
  // Replies of one turn: S calls the tool, S brings in the dialog, the dialog calls the tool, the dialog speaks.
  const replies = [call('price'), call('make_order'), call('price'), { text: 'For when?' }]
  let child = baton('-m', 'a cake')
  for (const [index, reply] of replies.entries()) {
    const asked = index * 2 + 1
    await server.waitForRequest(asked)
    await kill(child)
    server.reply(reply)
    if (index === replies.length - 1) break
    server.reply({ hang: true })
    child = baton()
    await server.waitForRequest(asked + 1)
  }
  expect(await goOn()).toBe('For when?\n')
  expect(shop.calls()).toBe(2)
  // Every call was asked twice (once for the killed program, which got no answer) and answered once.
  expect(server.calls).toBe(replies.length * 2)
})

it('killed while chats run side by side: the one that was answered is not asked again', async () => {
  const drawn = flow('Side by side')
    .start('w')
    .agent('w', { name: 'Writer', prompt: 'You are Writer.' })
    .agent('a', { name: 'A', prompt: 'You are A.' })
    .agent('b', { name: 'B', prompt: 'You are B.' })
    .node('nested-chat', 'n', { name: 'Ask both', async: true })
    .handoff('w', 'n')
    .edge('recipient', { from: 'n', to: 'a' }, { message: 'ask A', chatId: 'A', order: 1 })
    .edge('recipient', { from: 'n', to: 'b' }, { message: 'ask B', chatId: 'B', order: 2 })
  writeFileSync(path.join(folder, 'f.flow.json'), saveFlow(drawn.build()))
  server.on({ system: 'You are A.' }, { text: 'from A' })
  server.on({ system: 'You are B.' }, { hang: true }, { text: 'from B' })
  server.on({ system: 'You are Writer.' }, call('transfer_Writer_to_nested_chat_Writer_1'), { text: 'Done.' })
  const child = baton('--json', '-m', 'go')
  await server.waitForRequest(3)
  while (!child.output().includes('from A')) await once(child.stdout ?? child, 'data')
  await kill(child)
  expect(await goOn()).toBe('from B\nDone.\n')
  const asked = server.requests.map((request) => speakerIn(request, ''))
  expect(asked.toSorted()).toEqual(['A', 'B', 'B', 'Writer', 'Writer'])
})

it('killed while a flow runs as a tool: what was done inside of it is not done again either', async () => {
  const inner = flow('Desk')
    .start('a')
    .agent('a', { name: 'A', prompt: 'You are A.' })
    .agent('b', { name: 'B', prompt: 'You are B.' })
  const drawn = flow('Outer')
    .start('o')
    .agent('o', { name: 'O', prompt: 'You are O.' })
    .node('flow-tool', 't', { name: 'desk', description: 'Books trips', flow: inner.handoff('a', 'b').file() })
    .use('o', 't')
  writeFileSync(path.join(folder, 'f.flow.json'), saveFlow(drawn.build()))
  const over = call('transfer_A_to_B')
  server.on({ system: 'You are O.' }, { calls: [{ name: 'desk', arguments: { message: 'Rome' } }] }, { text: 'Done.' })
  server.on({ system: 'You are A.' }, over)
  server.on({ system: 'You are B.' }, { hang: true }, { text: 'Booked.' })
  const child = baton('-m', 'go')
  await server.waitForRequest(3)
  await kill(child)
  expect(await goOn()).toBe('Done.\n')
  const asked = server.requests.map((request) => speakerIn(request, ''))
  expect(asked.join(' ')).toBe('O A B B O')
  expect(server.requests.at(-1)?.last).toBe('Booked.')
})

it('what an MCP server leaves behind a killed program is ended by the next one, not what one that runs has', async () => {
  const file = path.join(folder, 'pids')
  const { command, args } = odd('stubborn', file)
  const shell = { type: 'stdio', command: 'sh', args: ['-c', `'${[command, ...args].join("' '")}'; true`], env: {} }
  const drawn = flow('Stubborn')
    .start('a')
    .agent('a', { name: 'A', prompt: 'You are A.' })
    .node('mcp-server', 'm', { name: 'Odd', transport: shell })
    .use('a', 'm')
  writeFileSync(path.join(folder, 'f.flow.json'), saveFlow(drawn.build()))
  const pids = () => readFileSync(file, 'utf8').trim().split('\n').map(Number)
  const isRunning = () => pids().map(isAlive)
  const hanging = async (...args: string[]) => {
    server.reply(call('list-1'))
    const child = baton('--json', ...args)
    while (!child.output().includes('"tool.started"')) await once(child.stdout ?? child, 'data')
    return child
  }
  const first = await hanging('--thread', 'first', '-m', 'one')
  const second = await hanging('--thread', 'second', '-m', 'two')
  await kill(first)
  expect(isRunning()).toEqual([true, true])
  const third = await hanging('--thread', 'third', '-m', 'three')
  expect(isRunning()).toEqual([false, true, true])
  await Promise.all([kill(second), kill(third)])
  expect(isRunning()).toEqual([false, true, true])
  server.reply({ text: 'Bye.' })
  expect(await goOn('--thread', 'fourth', '-m', 'four')).toBe('Bye.\n')
  expect(isRunning()).toEqual([false, false, false, false])
})
