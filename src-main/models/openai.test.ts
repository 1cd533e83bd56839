/** The OpenAI-compatible model against a real HTTP server: answers, calls, and every failure. */
import { createServer, type RequestListener } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { failureOf, modelRequest as request } from '../testing/model-call'
import { startModelServer, type ModelServer } from '../testing/model-server'
import type { ModelSettings } from './contract/model'
import { createOpenAiModel, type OpenAiModelOptions } from './openai'
import { questionPrompt } from './contract/prompt'

const KEY = 'sk-secret-0123456789'
const SETTINGS: ModelSettings = {
  connection: 'work',
  model: 'gpt-test',
  temperature: 0.5,
  maxTokens: 99,
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
    apiKey: KEY,
    settings: SETTINGS,
    label: 'work',
    random: () => 0,
    wait,
    ...more,
  })
}

/** The failure of a call, which must not say the key anywhere. */
async function failure(call: Promise<unknown>) {
  const error = await failureOf(call)
  expect(JSON.stringify({ ...error, message: error.message, stack: error.stack })).not.toContain(KEY)
  return error
}

async function withListener<T>(listener: RequestListener, run: (baseUrl: string) => Promise<T>): Promise<T> {
  const own = createServer(listener).listen(0, '127.0.0.1')
  await once(own, 'listening')
  try {
    return await run(`http://127.0.0.1:${(own.address() as AddressInfo).port}/v1`)
  } finally {
    own.closeAllConnections()
    own.close()
  }
}

function sse(...deltas: unknown[]): string {
  const events = deltas.map((delta) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`)
  return `${events.join('')}data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`
}

const tool = { name: 'get_time', description: 'Tells the time', parameters: { type: 'object', properties: {} } }

describe('answers', () => {
  test('a streamed text with its usage, and exactly what was asked on the wire', async () => {
    server.reply({ text: 'It is noon.', usage: { input: 7, output: 4 } })
    const tokens: string[] = []
    const reply = await model().call(request({ tools: [tool], onToken: (text) => tokens.push(text) }))
    expect(reply).toEqual({ text: 'It is noon.', calls: [], usage: { input: 7, output: 4 }, model: 'gpt-test' })
    expect(tokens).toEqual(['It', ' is', ' noon.'])
    expect(server.requests[0]?.authorization).toBe(`Bearer ${KEY}`)
    expect(server.requests[0]?.body).toEqual({
      model: 'gpt-test',
      temperature: 0.5,
      max_tokens: 99,
      stream: true,
      stream_options: { include_usage: true },
      messages: [{ role: 'user', content: 'Hi' }],
      tools: [{ type: 'function', function: tool }],
    })
  })

  test('several calls in pieces, malformed arguments word for word, missing ids made', async () => {
    const calls = [
      { name: 'get_time', arguments: { timezone: 'Europe/Rome' } },
      { name: 'calculator', arguments: '{"expression": "1 +', id: null },
    ]
    server.reply({ text: 'One moment.', calls })
    const reply = await model().call(request({ tools: [tool] }))
    expect(reply.text).toBe('One moment.')
    expect(reply.calls).toEqual([
      { id: 'call_1_1', name: 'get_time', arguments: '{"timezone":"Europe/Rome"}' },
      {
        id: expect.stringMatching(/^call_[0-9a-f]{24}$/) as string,
        name: 'calculator',
        arguments: '{"expression": "1 +',
      },
    ])
  })

  test('a tool whose name and parameters servers refuse is called by its own all the same', async () => {
    const odd = {
      name: '2fa',
      description: 'Checks',
      parameters: { type: 'object', properties: { номер: { type: 'integer' } }, required: ['номер'] },
    }
    server.reply({
      calls: [
        { name: 'functions.T_2fa', arguments: '{"value": 4,}' },
        { name: 't_2fa', arguments: '{"val' },
      ],
    })
    const reply = await model().call(request({ tools: [odd] }))
    expect(server.requests[0]?.body.tools?.[0]?.function).toEqual({
      name: 't_2fa',
      description: 'Checks',
      parameters: {
        type: 'object',
        properties: { value: { type: 'integer', description: 'номер' } },
        required: ['value'],
      },
    })
    expect(reply.calls.map(({ name, arguments: json }) => [name, json])).toEqual([
      ['2fa', '{"номер":4}'],
      ['2fa', '{"val'],
    ])
  })

  test('a query of the address stands behind the path', async () => {
    const paths: (string | undefined)[] = []
    const listener: RequestListener = (asked, response) => {
      paths.push(asked.url)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(sse({ content: 'Noon.' }))
    }
    const reply = await withListener(listener, (baseUrl) =>
      model({ baseUrl: `${baseUrl}/chat/completions?api-version=2025-01-01` }).call(request()),
    )
    expect([reply.text, paths]).toEqual(['Noon.', ['/v1/chat/completions?api-version=2025-01-01']])
  })

  test('a reply without content, of thoughts in parts or in details alone, is one', async () => {
    const whole = { choices: [{ message: { role: 'assistant' }, finish_reason: 'length' }] }
    const details = [{ type: 'reasoning.text', text: 'Hm. ', index: 0 }]
    const parts = [
      { type: 'reasoning', text: 'So.' },
      { type: 'text', text: 'Noon.' },
    ]
    server.reply(
      { raw: JSON.stringify(whole), contentType: 'application/json' },
      { raw: sse({ reasoning_details: details }, { content: parts }), contentType: 'text/event-stream' },
    )
    expect(await model().call(request())).toMatchObject({ text: '', end: 'length' })
    expect(await model().call(request())).toMatchObject({ text: 'Noon.', thoughts: 'Hm. So.' })
  })

  test.each([{}, { delta: null }])(
    'a last piece that has no delta says all the same how the reply ended: %j',
    async (bare) => {
      const event = (choice: object, more: object = {}) =>
        `data: ${JSON.stringify({ model: 'served', choices: [{ index: 0, ...choice }], ...more })}\n\n`
      const usage = { usage: { prompt_tokens: 7, completion_tokens: 4 } }
      const raw = `${event({ delta: { content: 'It is no' } })}${event({ ...bare, finish_reason: 'length' }, usage)}data: [DONE]\n\n`
      server.reply({ raw, contentType: 'text/event-stream' })
      expect(await model().call(request())).toMatchObject({
        text: 'It is no',
        end: 'length',
        model: 'served',
        usage: { input: 7, output: 4 },
      })
    },
  )

  test('a call id that the prompt already holds is made anew', async () => {
    server.reply({ calls: [{ name: 'get_time', id: 'call_0' }] })
    const reply = await model().call(
      request({
        prompt: {
          ...questionPrompt('en', 'Hi'),
          history: [
            { kind: 'said', by: 'user', text: 'Hi' },
            {
              kind: 'calls',
              by: 'self',
              text: '',
              calls: [{ id: 'call_0', name: 'get_time', arguments: '', result: 'noon' }],
            },
          ],
        },
      }),
    )
    expect(reply.calls).toEqual([
      { id: expect.not.stringMatching(/^call_0$/) as string, name: 'get_time', arguments: '{}' },
    ])
    expect(server.violations).toEqual([])
  })

  test('plain JSON in answer to a stream request', async () => {
    server.reply({
      text: 'Whole.',
      calls: [{ name: 'get_time', id: 'a' }],
      usage: { input: 1, output: 2 },
      stream: false,
    })
    const tokens: string[] = []
    const reply = await model().call(request({ onToken: (text) => tokens.push(text) }))
    const calls = [{ id: 'a', name: 'get_time', arguments: '{}' }]
    expect(reply).toEqual({ text: 'Whole.', calls, usage: { input: 1, output: 2 }, model: 'gpt-test' })
    expect(tokens).toEqual(['Whole.'])
  })

  test('streams of untidy servers: no role, text in parts, calls under one number, arguments as objects, wrong label', async () => {
    const raw = sse(
      {
        content: [
          { type: 'thinking', thinking: 'hm' },
          { type: 'text', text: 'So' },
        ],
      },
      { tool_calls: [{ index: 0, function: { name: 'a', arguments: { x: 1 } } }] },
      { tool_calls: [{ index: 0, function: { name: 'b', arguments: '{}' } }] },
    )
    server.reply({ raw, contentType: 'application/octet-stream' })
    const reply = await model().call(request())
    expect([reply.text, ...reply.calls.map((call) => [call.name, call.arguments])]).toEqual([
      'So',
      ['a', '{"x":1}'],
      ['b', '{}'],
    ])
    expect(new Set(reply.calls.map((call) => call.id)).size).toBe(2)
  })

  test('without a key no authorization is sent, whatever the environment holds', async () => {
    server.reply({ text: 'ok' })
    await model({ apiKey: null }).call(request())
    expect(server.requests[0]?.authorization).toBeUndefined()
  })

  test('a connection serves several calls', async () => {
    const sockets = new Set<unknown>()
    await withListener(
      (req, res) => {
        sockets.add(req.socket)
        req
          .resume()
          .on('end', () => res.writeHead(200, { 'content-type': 'text/event-stream' }).end(sse({ content: 'ok' })))
      },
      async (baseUrl) => {
        const one = model({ baseUrl })
        for (let call = 0; call < 5; call += 1) await one.call(request())
      },
    )
    expect(sockets.size).toBeLessThan(5)
  })
})

describe('failures', () => {
  const cases = [
    [
      'a wrong key',
      { status: 401, body: { error: { message: `Incorrect API key provided: ${KEY}.` } } },
      'model-key',
      /refused the key \(401\)/,
    ],
    [
      'an unknown model',
      { status: 404, body: { error: { message: 'The model x does not exist', code: 'model_not_found' } } },
      'model-unknown',
      /does not know the model "gpt-test"/,
    ],
    ['a wrong path', { status: 404, body: '<html>404</html>' }, 'model-unknown', /often in \/v1/],
    [
      'another 4xx',
      { status: 400, body: { error: { message: `Bad ${KEY} prompt.` } } },
      'model-rejected',
      /rejected the request \(400\): Bad \*\*\* prompt\. Change/,
    ],
    [
      'a used-up quota',
      { status: 429, body: { error: { message: 'Pay.', code: 'insufficient_quota' } } },
      'model-quota',
      /quota is used up/,
    ],
    [
      'a redirect',
      { status: 308, headers: { location: 'https://elsewhere/' } },
      'model-rejected',
      /https:\/\/elsewhere\//,
    ],
    ['a web page', { raw: '<!doctype html><p>hi', contentType: 'text/html' }, 'model-malformed', /web page/],
    [
      'other JSON',
      { raw: '{"hello":1}', contentType: 'application/json' },
      'model-malformed',
      /JSON that is not a chat completion/,
    ],
    ['nothing', { raw: '' }, 'model-malformed', /empty body/],
    [
      'a garbled stream',
      { raw: 'data: {"choices": oops\n\n', contentType: 'text/event-stream' },
      'model-malformed',
      /not JSON/,
    ],
    [
      'an end without an answer',
      { raw: 'data: [DONE]\n\n', contentType: 'text/event-stream' },
      'model-malformed',
      /without an answer/,
    ],
    ['an error in a 200', { raw: '{"error":{"message":"no such prompt"}}' }, 'model-rejected', /no such prompt/],
  ] as const
  test.each(cases)('%s', async (...[, reply, code, words]) => {
    server.reply(reply)
    const error = await failure(model().call(request()))
    expect([error.code, server.calls, waits]).toEqual([code, 1, []])
    expect(error.message).toMatch(words)
    expect(error.message).toContain(`The model server of "work" (${new URL(server.baseUrl).host}) `)
  })

  test('a refused connection fails within four seconds of waiting, after three retries', async () => {
    const { baseUrl } = server
    await server.close()
    const retries: unknown[] = []
    const error = await failure(
      model({ baseUrl }).call(request({ onRetry: ({ attempt, waitMs }) => retries.push([attempt, waitMs]) })),
    )
    expect([error.code, waits, retries]).toEqual([
      'model-refused',
      [500, 1000, 2000],
      [
        [1, 500],
        [2, 1000],
        [3, 2000],
      ],
    ])
    expect(error.message).toMatch(/refused the connection, 4 times in a row\. Check that it is running/)
    server = await startModelServer()
  })

  test('a base URL that is none', async () => {
    const error = await failure(model({ baseUrl: 'localhost' }).call(request()))
    expect([error.code, error.message]).toEqual(['model-refused', expect.stringContaining('is not a web address')])
  })

  test('a stream cut in the middle is not retried', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    server.reply({ text: 'one two three', cutAfter: 2, gate: promise })
    const tokens: string[] = []
    const call = model().call(request({ onToken: (text) => (tokens.push(text), resolve()) }))
    const error = await failure(call)
    expect([error.code, server.calls, waits]).toEqual(['model-dropped', 1, []])
    expect(error.message).toMatch(/cut the connection in the middle of the answer/)
    expect(tokens[0]).toBe('one')
  })

  test('a stream that ends without a finish reason is not an answer', async () => {
    server.reply({ text: 'half an answer', finish: null })
    const error = await failure(model().call(request()))
    expect([error.code, server.calls]).toEqual(['model-dropped', 1])
  })

  test('an error in the middle of a stream', async () => {
    const raw = `data: {"choices":[{"index":0,"delta":{"content":"So"}}]}\n\ndata: {"error":{"message":"overloaded"}}\n\n`
    server.reply({ raw, contentType: 'text/event-stream' })
    const error = await failure(model().call(request()))
    expect([error.code, server.calls]).toEqual(['model-dropped', 1])
    expect(error.message).toMatch(/broke off with an error: overloaded/)
  })

  test('a server that never begins, and one that stops half way', async () => {
    // The time may be up before the server has the first request, so that no reply may stand for whichever comes first.
    const asks = (words: string) => request({ prompt: questionPrompt('en', words) })
    server.on(
      () => true,
      ({ messages }) => (messages.at(-1)?.content === 'half' ? { text: 'one two', hangAfter: 1 } : { hang: true }),
    )
    const first = await failure(model({ timeoutMs: 60, idleTimeoutMs: 60 }).call(asks('never')))
    const second = await failure(model({ idleTimeoutMs: 60 }).call(asks('half')))
    expect([first.code, second.code, waits]).toEqual(['model-timeout', 'model-timeout', []])
    expect(first.message).toMatch(/said nothing for 60 ms/)
    expect(second.message).toMatch(/in the middle of its answer/)
    await expect.poll(() => server.received.every(({ isHungUp }) => isHungUp)).toBe(true)
  })

  test('an error of the listener is the caller’s own', async () => {
    server.reply({ text: 'ok' })
    const broken = () => {
      throw new Error('mine')
    }
    await expect(model().call(request({ onToken: broken }))).rejects.toThrow('mine')
  })
})
