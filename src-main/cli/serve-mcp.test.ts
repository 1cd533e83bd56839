/** `baton mcp`, talked to by the protocol's official client over standard input and output and over HTTP. */
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { flow } from '../../src-shared/testing/flow-builder'
import { createCore } from '../core'
import { nodePlatform } from '../platform/node'
import { startModelServer, type ModelServer } from '../testing/model-server'
import { toolNode } from '../testing/plan-bench'
import { tellingAgent } from '../testing/telling-agents'
import { startToolServer, type ToolServer } from '../testing/tool-server'
import { bare, KEY, keyless } from './testing/chat-client'
import { call, connectHttp, startHttp, startStdio, type HostPerson } from './testing/mcp-client'
import { openTerminal, type Terminal } from './testing/terminal'

/** A busy machine takes longer than the usual second. */

let terminal: Terminal
let models: ModelServer
let tools: ToolServer
beforeEach(async () => {
  terminal = openTerminal()
  models = await startModelServer()
  tools = await startToolServer()
})
afterEach(async () => {
  expect(models.violations).toEqual([])
  terminal.close()
  await models.close()
  await tools.close()
})

const line = (...files: string[]) => [
  ...files,
  '--base-url',
  models.baseUrl,
  '--model',
  'm',
  '--api-key',
  'k',
  '--allow',
  'all',
]
const desk = () =>
  flow('Front Desk')
    .describe('Books rooms.')
    .variable('guest', { type: 'string', default: '', description: 'Who asks' })
    .start('a')
    .agent('a', { name: 'Clerk', prompt: 'I am Clerk. {guest} asks.' })
const shop = () =>
  flow('Shop')
    .start('a')
    .agent('a', tellingAgent('Seller'))
    .httpTool('pay', toolNode(tools, 'pay', { needsApproval: true }))
    .use('a', 'pay')
const pays = { calls: [{ name: 'pay', arguments: { input: '5' } }] }

/** What a thread's first turn told, without what differs from run to run. */
async function traceOf(folder: string, flowId: string): Promise<unknown> {
  const core = await createCore({ dataDir: folder, platform: nodePlatform({ host: 'cli', dataDir: folder }) })
  const { threads, events } = core.services
  const [thread] = threads.list(flowId)
  const told = events.eventsOfTurn(thread?.id ?? '', 1)
  await core.close()
  const names = new Map<string, string>()
  const text = JSON.stringify(told, (key, value: unknown) =>
    ['at', 'ms', 'digest', 'ruleDigest'].includes(key) ? 0 : value,
  )
  return JSON.parse(
    text.replaceAll(/\b(?:thread-|run-|call_|s-)[\w-]+|[0-9a-f]{8}-[0-9a-f-]{27,}/g, (id) => {
      if (!names.has(id)) names.set(id, `id${names.size}`)
      return names.get(id) ?? id
    }),
  )
}

test('a tool for each flow with its schema; a session is a thread, an explicit one goes on, and stdout has the protocol alone', async () => {
  const files = [
    terminal.file(desk().build(), 'desk.flow.json'),
    terminal.file({ ...shop().build(), id: 'shop' }, 'shop.flow.json'),
  ]
  const { client, ended, lines } = await startStdio(terminal, line(...files))
  const listed = (await client.listTools()).tools
  expect(listed.map(({ name }) => name)).toEqual(['front-desk', 'shop', 'answer_question'])
  expect(listed[0]).toMatchObject({
    title: 'Front Desk',
    description: expect.stringContaining('Books rooms.') as string,
    inputSchema: {
      required: ['message'],
      properties: { variables: { properties: { guest: { type: 'string', description: 'Who asks' } } } },
    },
  })
  models.reply({ text: 'Hello \u202eAnn\u001b.' }, { text: 'Room 5.' }, { text: 'Another.' }, { text: 'Back.' })
  const progress: string[] = []
  const first = await call(
    client,
    'front-desk',
    { message: 'Hi', variables: { guest: 'Ann' } },
    { onProgress: (words) => progress.push(words) },
  )
  const { thread } = first.report
  expect(first).toMatchObject({
    report: { state: 'done', text: 'Hello \u202eAnn\u001b.', questions: [], notes: [] },
    words: `Hello \u202eAnn\u001b.\nThread: ${thread}`,
    isError: false,
  })
  expect(progress).toEqual([`Turn 1 of thread ${thread}`, 'Clerk has the baton'])
  expect((await call(client, 'front-desk', { message: 'A room' })).report.thread).toBe(thread)
  const other = await call(client, 'front-desk', { message: 'Hi', new_thread: true })
  expect(other.report.thread).not.toBe(thread)
  expect((await call(client, 'front-desk', { message: 'And?', thread })).report).toMatchObject({
    thread,
    text: 'Back.',
  })

  // What fits nothing is said in words, and runs nothing.
  const wrong = async (name: string, args: Record<string, unknown>) => (await call(client, name, args)).words
  expect(await wrong('front-desk', { message: ' ' })).toContain('The message is empty')
  expect(await wrong('front-desk', { message: 'x', thread: 'thread-of-nobody' })).toContain(
    'There is no thread "thread-of-nobody"',
  )
  expect(await wrong('front-desk', { message: 'x', variables: { room: 1 } })).toContain('room')
  expect(await wrong('front-desk', { message: 'x'.repeat(1_000_001) })).toContain('message:')
  expect(await wrong('front-desk', { message: 'x', mesage: 'y' })).toContain('mesage')
  expect(await wrong('shop', { message: 'x', thread })).toContain('belongs to another flow')
  expect(await wrong('bank', { message: 'x' })).toContain('There is no tool "bank" here')
  expect(await wrong('answer_question', { answer: 'approve' })).toContain('No such question')
  models.reply({ status: 400, body: { error: { message: 'no such model' } } })
  const failed = await call(client, 'front-desk', { message: 'Again', thread })
  expect(failed).toMatchObject({ isError: true, report: { state: 'failed', thread, mayRetry: false } })
  expect(failed.report?.notes.join()).toContain('It fails again until a person mends that')
  // The same message tries it again, with the values that it brings along.
  models.reply({ text: 'Now.' })
  const again = { message: 'Again', thread, variables: { guest: 'Bob' } }
  expect((await call(client, 'front-desk', again)).report).toMatchObject({ state: 'done', text: 'Now.', notes: [] })
  expect(models.requests.at(-1)?.system).toContain('Bob asks.')
  expect(models.requests.at(-1)?.messages.filter(({ content }) => content === 'Again').length).toBe(1)
  await client.close()
  expect(await ended).toMatchObject({ code: 0 })
  for (const text of lines()) expect(JSON.parse(text)).toMatchObject({ jsonrpc: '2.0' })
})

test('the same scripted models give the same trace as the command line, and a host that can ask asks its person', async () => {
  const file = terminal.file(shop().build())
  const script = () => models.reply(pays, { text: 'Paid.' })
  script()
  const alone = openTerminal()
  await alone.baton(['run', file, '-m', 'Pay Ann', '--thread', 'thread-1', ...line()])
  await alone.baton(['run', file, '--thread', 'thread-1', '--answer', 'approve', ...line()])
  script()
  const asked: unknown[] = []
  const person: HostPerson = (params) => {
    asked.push(params)
    return { action: 'accept', content: { decision: 'approve' } }
  }
  const { client, ended } = await startStdio(terminal, line(file), person)
  const { report } = await call(client, 'shop', { message: 'Pay Ann' })
  expect(report).toMatchObject({ state: 'done', text: 'Paid.', questions: [] })
  expect(asked).toMatchObject([
    {
      message: 'The turn waits for you to decide on a call of pay:\n  {"input":"5"}',
      requestedSchema: { properties: { decision: { enum: ['approve', 'refuse'] } }, required: ['decision'] },
    },
  ])
  await client.close()
  await ended
  const { id } = shop().build()
  const ours = await traceOf(path.join(terminal.folder, 'data'), id)
  expect(JSON.stringify(ours)).toContain('Paid.')
  expect(ours).toEqual(await traceOf(path.join(alone.folder, 'data'), id))
  alone.close()
})

test('a host that cannot ask is told in words and as data what is asked; it is answered once', async () => {
  const { client, ended } = await startStdio(terminal, line(terminal.file(shop().build())))
  models.reply(pays, { text: 'As you say.' }, pays)
  const { report, words } = await call(client, 'shop', { message: 'Pay Ann' })
  const [asked] = report.questions
  expect(report).toMatchObject({
    state: 'waiting',
    questions: [
      { kind: 'approve-call', answers: ['approve', 'refuse'], about: { tool: 'pay', arguments: { input: '5' } } },
    ],
  })
  expect(words).toContain(`call answer_question with thread "${report.thread}", question "${asked?.id ?? ''}"`)
  const answer = (given: string) => call(client, 'answer_question', { answer: given, question: asked?.id })
  expect((await answer('perhaps')).words).toContain('"approve" or "refuse" or JSON such as')
  expect((await answer('{"refuse":"Too much."}')).report).toMatchObject({ state: 'done', text: 'As you say.' })
  expect(await answer('approve')).toMatchObject({
    isError: true,
    words: expect.stringContaining('answered already') as string,
  })
  expect(tools.calls).toEqual([])
  // A new message takes the place of an answer, which is said.
  await call(client, 'shop', { message: 'Pay Bob' })
  models.reply({ text: 'Never mind.' })
  expect((await call(client, 'shop', { message: 'No' })).report).toMatchObject({
    state: 'done',
    notes: ['The calls that waited for you are dropped: this message begins a new turn.'],
  })
  await client.close()
  await ended
})

test('over HTTP: keys and hosts, several threads at once, cancellation, and each key has threads of its own', async () => {
  const ending = new AbortController()
  const { url, ended } = await startHttp(
    terminal,
    [...line(terminal.file(desk().build())), '--key', 'other-key'],
    ending.signal,
  )
  const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
  const post = (headers: Record<string, string>) => bare(url, { method: 'POST', headers, body })
  expect((await keyless(url, { method: 'POST', body })).status).toBe(401)
  expect((await post({ host: 'evil.example' })).status).toBe(403)
  expect((await post({ origin: 'http://evil.example' })).body).toContain('baton mcp --origin')
  expect((await post({})).status).toBe(400)
  expect((await post({ 'mcp-session-id': 'nobody' })).status).toBe(404)
  expect((await bare(url, { method: 'POST', body: 'x'.repeat(11_000_000) })).status).toBe(413)

  const { client, transport } = await connectHttp(url)
  const gate = Promise.withResolvers<undefined>()
  models.reply({ text: 'One.', gate: gate.promise }, { text: 'Two.' })
  const slow = call(client, 'front-desk', { message: 'A', new_thread: true })
  await expect.poll(() => models.requests.length).toBe(1)
  const quick = await call(client, 'front-desk', { message: 'B', new_thread: true })
  expect(quick.report.text).toBe('Two.')
  gate.resolve(undefined)
  const { thread } = (await slow).report
  expect(thread).not.toBe(quick.report.thread)

  const hung = Promise.withResolvers<undefined>()
  models.reply({ text: 'Never.', gate: hung.promise })
  const stopping = new AbortController()
  const stopped = call(client, 'front-desk', { message: 'C', thread }, { signal: stopping.signal })
  await expect.poll(() => models.requests.length).toBe(3)
  expect((await call(client, 'front-desk', { message: 'D', thread })).words).toContain('run-active')
  stopping.abort()
  await expect(stopped).rejects.toThrow()
  hung.resolve(undefined)
  models.reply({ text: 'Here.' })
  const again = () => call(client, 'front-desk', { message: 'E', thread })
  await expect.poll(async () => (await again()).words).toContain('Here.')

  const stranger = await connectHttp(url, undefined, 'other-key')
  expect((await call(stranger.client, 'front-desk', { message: 'x', thread })).words).toContain('There is no thread')
  const stolen = await bare(url, {
    method: 'POST',
    headers: { authorization: 'Bearer other-key', 'mcp-session-id': transport.sessionId ?? '' },
    body,
  })
  expect(stolen.status).toBe(404)

  // A session that is ended in a turn leaves it: the next one of the same key goes on with it, and says nothing twice.
  models.reply({ text: 'Lost.', gate: new Promise(() => undefined) })
  const count = models.requests.length
  void call(client, 'front-desk', { message: 'F', thread }).catch(() => undefined)
  await expect.poll(() => models.requests.length).toBe(count + 1)
  await transport.terminateSession()
  await client.close()
  models.reply({ text: 'Gone on.' })
  const next = await connectHttp(url)
  await expect
    .poll(async () => (await call(next.client, 'front-desk', { message: 'F', thread })).words)
    .toContain('Gone on.')
  expect(models.requests.at(-1)?.messages.filter(({ content }) => content === 'F').length).toBe(1)
  await next.client.close()
  await stranger.client.close()
  ending.abort()
  expect(await ended).toMatchObject({ code: 0 })
})

const textOf = (bytes: unknown) => (bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : '')

test('over HTTP a client whose connection broke hears the result when it connects again', async () => {
  const ending = new AbortController()
  const { url, ended } = await startHttp(terminal, line(terminal.file(desk().build())), ending.signal)
  const { client, transport } = await connectHttp(url)
  const headers = {
    authorization: `Bearer ${KEY}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-session-id': transport.sessionId ?? '',
    'mcp-protocol-version': transport.protocolVersion ?? '',
  }
  const gate = Promise.withResolvers<undefined>()
  models.reply({ text: 'Still here.', gate: gate.promise })
  const params = { name: 'front-desk', arguments: { message: 'Hi' } }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 77, method: 'tools/call', params })
  const broken = await fetch(url, { method: 'POST', headers, body })
  const reader = broken.body?.getReader()
  const first = textOf((await reader?.read())?.value)
  const lastEvent = /^id: (.*)$/m.exec(first)?.[1] ?? ''
  await expect.poll(() => models.requests.length).toBe(1)
  await reader?.cancel()
  gate.resolve(undefined)
  const again = await fetch(url, { headers: { ...headers, accept: 'text/event-stream', 'last-event-id': lastEvent } })
  let heard = ''
  const rest = again.body?.getReader()
  while (!heard.includes('Still here.')) {
    const piece = await rest?.read()
    if (piece?.done !== false) break
    heard += textOf(piece.value)
  }
  await rest?.cancel()
  expect(heard).toContain('"id":77')
  expect(heard).toContain('Still here.')
  await client.close()
  ending.abort()
  await ended
})
