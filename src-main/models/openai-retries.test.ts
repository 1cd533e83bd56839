/** When the OpenAI-compatible model tries again, and how fast it stops, against a real HTTP server. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { failureOf, modelRequest as request } from '../testing/model-call'
import { startModelServer, type ModelServer } from '../testing/model-server'
import type { ModelSettings } from './contract/model'
import { createOpenAiModel, type OpenAiModelOptions } from './openai'
import { questionPrompt } from './contract/prompt'

const SETTINGS: ModelSettings = {
  connection: 'work',
  model: 'm',
  temperature: null,
  maxTokens: null,
  contextTokens: null,
}

let server: ModelServer
let waits: number[]
beforeEach(async () => {
  server = await startModelServer()
  waits = []
})
afterEach(() => server.close())

function model(more: Partial<OpenAiModelOptions> = {}) {
  const wait = async (ms: number) => void waits.push(ms)
  return createOpenAiModel({
    baseUrl: server.baseUrl,
    apiKey: 'k',
    settings: SETTINGS,
    label: 'work',
    random: () => 0,
    wait,
    ...more,
  })
}

describe('retries', () => {
  test('busy and lost connections are tried again, Retry-After is kept', async () => {
    server.reply({ status: 429, retryAfter: 4 }, { status: 503 }, { drop: true }, { text: 'at last' })
    const reasons: string[] = []
    const reply = await model().call(request({ onRetry: ({ reason }) => reasons.push(reason) }))
    expect([reply.text, waits, server.calls]).toEqual(['at last', [4000, 1000, 2000], 4])
    expect(reasons.map((reason) => /\) (.*?)[.:]/.exec(reason)?.[1])).toEqual([
      'asks for fewer requests (429)',
      'cannot answer right now (503)',
      'cut the connection before the answer began',
    ])
  })

  test('then it gives up, with the last reason', async () => {
    server.on({}, { status: 500, body: { error: { message: 'Boom.' } } })
    const error = await failureOf(model({ retries: 1, random: () => 0.5 }).call(request()))
    expect([error.code, waits, server.calls]).toEqual(['model-busy', [438], 2])
    expect(error.message).toMatch(/cannot answer right now \(500\): Boom, 2 times in a row\. Try again/)
  })

  test('nobody waits for minutes', async () => {
    server.reply({ status: 429, retryAfter: 3600 })
    const error = await failureOf(model().call(request()))
    expect([error.code, waits, error.message]).toEqual(['model-busy', [], expect.stringContaining('to wait 3600 s')])
  })
})

describe('stop', () => {
  test('parallel calls of one model do not share their fate', async () => {
    const controller = new AbortController()
    server.on({ last: 'stay' }, { hang: true })
    server.on({ last: 'fail' }, { status: 401 })
    server.on({ last: 'go' }, { text: 'gone' })
    const one = model()
    const say = (text: string) => one.call(request({ prompt: questionPrompt('en', text), signal: controller.signal }))
    const stays = failureOf(say('stay'))
    const [fails, goes] = await Promise.all([failureOf(say('fail')), say('go')])
    controller.abort()
    expect([fails.code, goes.text, (await stays).code]).toEqual(['model-key', 'gone', 'cancelled'])
  })

  async function stopAfter(ready: Promise<unknown>, controller: AbortController, call: Promise<unknown>) {
    const error = failureOf(call)
    await ready
    controller.abort()
    return (await error).code
  }

  test('before the first byte: at once, and the socket is closed', async () => {
    const controller = new AbortController()
    server.reply({ hang: true })
    const call = model().call(request({ signal: controller.signal }))
    expect(await stopAfter(server.waitForRequest(1), controller, call)).toBe('cancelled')
    await server.waitForHangUp(1)
  })

  test('in the middle of a stream', async () => {
    const controller = new AbortController()
    const { promise, resolve } = Promise.withResolvers<void>()
    server.reply({ text: 'one two', hangAfter: 1 })
    const call = model().call(request({ signal: controller.signal, onToken: () => resolve() }))
    expect(await stopAfter(promise, controller, call)).toBe('cancelled')
    await server.waitForHangUp(1)
  })

  test('while waiting for the next attempt, and before the call', async () => {
    const controller = new AbortController()
    const { promise, resolve } = Promise.withResolvers<void>()
    server.reply({ status: 500 })
    const call = model({ wait: undefined }).call(request({ signal: controller.signal, onRetry: () => resolve() }))
    expect(await stopAfter(promise, controller, call)).toBe('cancelled')
    expect((await failureOf(model().call(request({ signal: controller.signal })))).code).toBe('cancelled')
    expect(server.calls).toBe(1)
  })
})
