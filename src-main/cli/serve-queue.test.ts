/** What `baton serve` does with a message for a thread whose turn runs, here or in another program: it waits, in a queue that its client can read. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startModelServer, type ModelServer } from '../testing/model-server'
import { heard } from '../testing/heard'
import { bare, client, failure, host, KEY, keyless, startServing, user } from './testing/chat-client'
import { openTerminal, type CommandResult, type Terminal } from './testing/terminal'
import { eventually } from '../../src-shared/testing/eventually'

let server: ModelServer
let terminal: Terminal
let ending = new AbortController()
let serving: Promise<CommandResult> | null = null
let file = ''
let address = ''
beforeEach(async () => {
  server = await startModelServer()
  terminal = openTerminal()
  file = terminal.file(host().build())
  await serve()
})
afterEach(async () => {
  await stop()
  expect(server.violations).toEqual([])
  await server.close()
  terminal.close()
})

async function serve(): Promise<void> {
  ending = new AbortController()
  const line = [file, '--key', KEY, '--key', 'another', '--grace', '0', '--base-url', server.baseUrl, '--model', 'm']
  const { ended, listening } = startServing(line, { terminal, signal: ending.signal })
  serving = ended
  address = (await listening).address
}

async function stop(): Promise<void> {
  ending.abort()
  await serving
}

type AskOptions = { when?: string; signal?: AbortSignal; maxRetries?: number }

function ask(text: string, { when, signal, maxRetries = 0 }: AskOptions = {}): Promise<string | null | undefined> {
  const headers = { 'x-baton-thread': 'mine', ...(when === undefined ? {} : { 'x-baton-when': when }) }
  return client(address)
    .chat.completions.create(
      { model: 'host', messages: [user(text)] },
      { headers, maxRetries, ...(signal ? { signal } : {}) },
    )
    .then(({ choices }) => choices[0]?.message.content)
}

/** What the model was told by the user and the flow, without what the flow has for it. */
const seen = (index: number) =>
  heard(server.requests[index])
    .filter(({ role }) => role !== 'system' && role !== 'note')
    .map(({ role, content }) => `${role}: ${content}`)

type QueueList = { data: { id: string; when: string; text: string }[] }
const queueUrl = () => `${address}/threads/mine/queue`
async function waiting(): Promise<QueueList['data']> {
  return (JSON.parse((await bare(queueUrl(), {})).body) as QueueList).data
}
const waitsFor = (...texts: string[]) =>
  eventually(async () => expect((await waiting()).map(({ text }) => text)).toEqual(texts))

/** A turn that is under way until the gate opens. */
async function slowTurn(text = 'slow', reply = 'Done.') {
  const gate = Promise.withResolvers<undefined>()
  server.reply({ text: reply, gate: gate.promise })
  const before = server.calls
  const answer = ask(text)
  await server.waitForRequest(before + 1)
  return { answer, open: () => gate.resolve(undefined) }
}

test('messages wait in their order, can be read and removed, and each client gets the answer to its own', async () => {
  const slow = await slowTurn()
  const second = ask('second')
  await waitsFor('second')
  const third = failure(ask('third', { maxRetries: 2 }))
  await waitsFor('second', 'third')
  const urgent = ask('urgent', { when: 'now' })
  await waitsFor('urgent', 'second', 'third')
  const all = await waiting()
  expect(all.map(({ when }) => when)).toEqual(['now', 'after', 'after'])
  expect(await failure(ask('x', { when: 'later' }))).toMatchObject({ status: 400 })

  const other = { headers: { authorization: 'Bearer another' } }
  expect((await keyless(queueUrl(), other)).status).toBe(404)
  const place = `${queueUrl()}/${all[2]?.id}`
  expect((await keyless(place, { ...other, method: 'DELETE' })).status).toBe(404)
  expect((await bare(place, { method: 'DELETE' })).status).toBe(200)
  expect((await bare(place, { method: 'DELETE' })).status).toBe(404)
  expect(await third).toMatchObject({ status: 409, code: 'message_removed' })

  server.reply({ text: 'Urgent.' }, { text: 'Second.' })
  slow.open()
  expect(await Promise.all([slow.answer, urgent, second])).toEqual(['Done.', 'Urgent.', 'Second.'])
  expect(seen(2)).toEqual(['user: slow', 'assistant: Done.', 'user: urgent', 'assistant: Urgent.', 'user: second'])
  expect(await waiting()).toEqual([])
})

test('instead: what is under way is cut off, and its client has what was said until then', async () => {
  server.reply({ hang: true }, { text: 'Here.' })
  const cut = ask('slow')
  await server.waitForRequest(1)
  expect(await ask('rather this', { when: 'instead' })).toBe('Here.')
  expect(await cut).toBe('')
  expect(seen(1).at(-1)).toContain('rather this')
})

test('a client that hangs up takes its message back; one whose turn before fails is told, and nothing waits on', async () => {
  const slow = await slowTurn()
  const leaving = new AbortController()
  const left = ask('never mind', { signal: leaving.signal }).catch(() => 'left')
  await waitsFor('never mind')
  leaving.abort()
  expect(await left).toBe('left')
  await waitsFor()
  slow.open()
  expect(await slow.answer).toBe('Done.')

  const gate = Promise.withResolvers<undefined>()
  server.reply({ text: 'It is getting', cutAfter: 2, gate: gate.promise })
  const failing = failure(ask('again'))
  await server.waitForRequest(2)
  const told = failure(ask('and then?'))
  await waitsFor('and then?')
  gate.resolve(undefined)
  expect(await failing).toMatchObject({ code: 'model-dropped' })
  expect(await told).toMatchObject({ status: 409, code: 'turn_before_open' })
  expect(await waiting()).toEqual([])
})

test('when serving stops nothing is said: the message waits no more', async () => {
  const slow = await slowTurn()
  const first = failure(slow.answer)
  const next = failure(ask('next'))
  await waitsFor('next')
  await stop()
  expect([await first, await next]).toMatchObject([{ status: 503 }, { status: 503 }])
  slow.open()
  await serve()
  await waitsFor()
})

test('the same words that wait since Baton was ended are said once', async () => {
  const slow = await slowTurn()
  const first = failure(slow.answer)
  const typed = ['run', file, '--thread', 'mine', '--base-url', server.baseUrl, '--when', 'after']
  expect((await terminal.baton([...typed, '-m', 'again'])).code).toBe(0)
  await stop()
  await first
  slow.open()
  await serve()
  await waitsFor('again')
  server.reply({ text: 'Once.' })
  expect(await ask('again')).toBe('Once.')
  expect(await waiting()).toEqual([])
  expect(server.calls).toBe(2)
})

test('a turn of another program: the message waits for it there, and its answer comes here', async () => {
  server.reply({ text: 'Hello.' })
  expect(await ask('hi')).toBe('Hello.')
  const gate = Promise.withResolvers<undefined>()
  server.reply({ text: 'Typed.', gate: gate.promise }, { text: 'Asked.' })
  const typed = terminal.baton(['run', file, '--thread', 'mine', '--base-url', server.baseUrl, '-m', 'typed'])
  await server.waitForRequest(2)
  const asked = ask('asked')
  await waitsFor('asked')
  gate.resolve(undefined)
  expect(await asked).toBe('Asked.')
  expect((await typed).out).toBe('Typed.\nAsked.\n')
})
