/** Which model a flow's settings lead to, against real HTTP. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '../../src-shared/errors'
import { startModelServer, type ModelServer } from '../testing/model-server'
import { createModelFactory } from './factory'
import type { ModelOverrides } from './overrides'
import type { Connection } from './contract/connection'
import type { ChatModel, ModelSettings } from './contract/model'
import { questionPrompt } from './contract/prompt'

const FLOW = { rehearsal: [{ when: { user: 'magic' }, text: 'Scripted.' }], language: 'en' } as const
const SETTINGS: ModelSettings = {
  connection: 'default',
  model: '',
  temperature: null,
  maxTokens: null,
  contextTokens: null,
}

let server: ModelServer
beforeEach(async () => {
  server = await startModelServer({ key: 'k1', script: () => ({ text: 'From the server.' }) })
})
afterEach(() => server.close())

function connection(more: Partial<Connection> = {}): Connection {
  return {
    name: 'work',
    provider: 'openai',
    baseUrl: server.baseUrl,
    apiKey: 'k1',
    model: 'm-default',
    retries: 0,
    ...more,
  }
}

function factory(known: readonly Connection[], overrides: ModelOverrides = {}) {
  return createModelFactory({
    connections: { get: (name) => known.find((one) => one.name === name) ?? null },
    overrides,
  })
}

async function ask(model: ChatModel, text = 'magic') {
  const prompt = questionPrompt('en', text)
  const signal = new AbortController().signal
  return model.call({ prompt, tools: [], speaker: 'S', nth: 1, purpose: { kind: 'reply' }, signal }).then(
    (reply) => [reply.model, reply.text],
    (cause: unknown) => (cause instanceof AppError ? [cause.code, cause.message] : [String(cause)]),
  )
}

test('without connections the default one is the rehearsal model, which follows the flow’s script', async () => {
  const { resolve } = factory([])
  expect(await ask(resolve(SETTINGS, FLOW))).toEqual(['rehearsal', 'Scripted.'])
  expect(await ask(resolve({ ...SETTINGS, connection: 'rehearsal', model: 'x' }, FLOW))).toEqual([
    'rehearsal',
    'Scripted.',
  ])
  expect(resolve(SETTINGS, FLOW)).toBe(resolve({ ...SETTINGS }, FLOW))
})

test('the rehearsal is its reserved name in any case, and no connection of that name stands in its way', async () => {
  const { resolve } = factory([connection({ name: 'rehearsal' }), connection({ name: 'Rehearsal' })])
  for (const name of ['rehearsal', 'Rehearsal'])
    expect(await ask(resolve({ ...SETTINGS, connection: name }, FLOW))).toEqual(['rehearsal', 'Scripted.'])
  expect(server.calls).toBe(0)
})

test('a connection that is not set up, and a model that nobody names', async () => {
  const { resolve } = factory([connection({ model: null })])
  expect(await ask(resolve({ ...SETTINGS, connection: 'home' }, FLOW))).toEqual([
    'connection-missing',
    'The flow uses the connection "home", which is not set up here. Set up a connection of that name in Settings, Connections, or choose another one for the flow.',
  ])
  expect(await ask(resolve({ ...SETTINGS, connection: 'work' }, FLOW))).toEqual([
    'model-unknown',
    expect.stringContaining('"work"'),
  ])
})

test('the flow’s model goes before the connection’s; a set-up default is used; rehearsal stays rehearsal', async () => {
  const { resolve } = factory([
    connection(),
    connection({ name: 'default' }),
    connection({ name: 'dry', provider: 'rehearsal' }),
  ])
  expect(await ask(resolve({ ...SETTINGS, connection: 'work', model: 'm-flow' }, FLOW))).toEqual([
    'm-flow',
    'From the server.',
  ])
  expect(await ask(resolve(SETTINGS, FLOW))).toEqual(['m-default', 'From the server.'])
  expect(await ask(resolve({ ...SETTINGS, connection: 'rehearsal' }, FLOW))).toEqual(['rehearsal', 'Scripted.'])
  expect(await ask(resolve({ ...SETTINGS, connection: 'dry' }, FLOW))).toEqual(['rehearsal', 'Scripted.'])
})

test('a changed key counts at the next call', async () => {
  const known = [connection({ apiKey: 'old' })]
  const model = factory(known).resolve({ ...SETTINGS, connection: 'work' }, FLOW)
  expect((await ask(model))[0]).toBe('model-key')
  known[0] = connection()
  expect(await ask(model)).toEqual(['m-default', 'From the server.'])
})

test('the command line lays its own over everything', async () => {
  const all = { baseUrl: server.baseUrl, apiKey: 'k1', model: 'm-line' }
  expect(await ask(factory([], all).resolve({ ...SETTINGS, connection: 'home', model: 'x' }, FLOW))).toEqual([
    'm-line',
    'From the server.',
  ])
  expect(await ask(factory([], all).resolve({ ...SETTINGS, connection: 'rehearsal' }, FLOW))).toEqual([
    'm-line',
    'From the server.',
  ])
  expect(await ask(factory([connection()], { connection: 'work', model: 'm-line' }).resolve(SETTINGS, FLOW))).toEqual([
    'm-line',
    'From the server.',
  ])
  expect(
    await ask(factory([connection()], { connection: 'rehearsal' }).resolve({ ...SETTINGS, connection: 'work' }, FLOW)),
  ).toEqual(['rehearsal', 'Scripted.'])
})

test('a server that is down or breaks: the next connection answers, with its own model whatever the command line names', async () => {
  const down = connection({ name: 'down', baseUrl: 'http://127.0.0.1:9/v1', fallbacks: ['broken', 'work'] })
  const broken = await startModelServer({ script: () => ({ status: 503 }) })
  const known = [down, connection({ name: 'broken', baseUrl: broken.baseUrl }), connection()]
  const { resolve } = factory(known, { connection: 'down', model: 'm-named', apiKey: 'k-for-down' })
  expect(await ask(resolve(SETTINGS, FLOW))).toEqual(['m-default', 'From the server.'])
  expect(broken.requests.map(({ model, authorization }) => [model, authorization])).toEqual([
    ['m-default', 'Bearer k1'],
  ])
  await broken.close()
})
