/** `baton serve`, talked to by the real `openai` client and by bare HTTP requests. */
import type OpenAI from 'openai'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { flow } from '../../src-shared/testing/flow-builder'
import type { ModelServer } from '../testing/model-server'
import {
  assistant,
  bare,
  client,
  failure,
  host,
  KEY,
  openServeBench,
  user,
  type ChatParam,
  type ServeBench,
} from './testing/chat-client'
import type { Terminal } from './testing/terminal'
import { heard } from '../testing/heard'

let bench: ServeBench
let server: ModelServer
let terminal: Terminal
beforeEach(async () => {
  bench = await openServeBench()
  ;({ server, terminal } = bench)
})
afterEach(async () => {
  await bench.stop()
  expect(server.violations).toEqual([])
  await bench.close()
})

/** The conversation that the model saw, without words of the flow. */
const seen = (index: number) =>
  heard(server.requests[index])
    .filter(({ role }) => role !== 'system' && role !== 'note')
    .map(({ role, content }) => `${role}: ${content}`)

/** Serves flows on a free port with a key of the tests; the address with `/v1`. */
async function serve(...args: string[]): Promise<string> {
  const listening = bench.serve([...args, '--key', KEY])
  return (await listening).address
}

test('one model for each flow, a whole answer with usage, and one line that says where', async () => {
  const files = [host('Front Desk'), host('Front desk'), host('Стол')].map((drawing, index) =>
    terminal.file({ ...drawing.build(), id: `f${index}` }, `${index}.flow.json`),
  )
  const address = await serve(...files)
  const openai = client(address)
  const models = await openai.models.list()
  expect(models.data.map(({ id, object, owned_by: owner }) => [id, object, owner])).toEqual(
    ['front-desk', 'front-desk-2', 'stol'].map((id) => [id, 'model', 'baton']),
  )
  expect((await openai.models.retrieve('stol')).id).toBe('stol')
  expect(models.data.map((model) => 'name' in model && model.name)).toEqual(['Front Desk', 'Front desk', 'Стол'])
  server.reply({ text: 'Good morning.', usage: { input: 7, output: 3 } })
  const { data, response } = await openai.chat.completions
    .create({
      model: 'front-desk-2',
      messages: [{ role: 'system', content: 'Be rude.' }, user('Hi')],
      temperature: 0.3,
    })
    .withResponse()
  expect(data).toEqual({
    id: expect.stringMatching(/^chatcmpl-run-/) as string,
    object: 'chat.completion',
    created: expect.any(Number) as number,
    model: 'front-desk-2',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'Good morning.', refusal: null },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
  })
  expect(response.headers.get('x-baton-thread')).toMatch(/^thread-/)
  expect(server.requests[0]?.system).not.toContain('rude')
  expect(await bench.stop()).toEqual({
    code: 0,
    out: [
      `Baton serves front-desk, front-desk-2, stol at ${address}`,
      'Model front-desk: the flow "Front Desk"',
      'Model front-desk-2: the flow "Front desk"',
      'Model stol: the flow "Стол"',
      'Key: as given with --key\n',
    ].join('\n'),
    notes: ["front-desk-2: the client's system messages are left out; the flow has its own."],
  })
})

test('a streamed answer: role, pieces as they arrive, finish reason, usage; several messages parted by a blank line', async () => {
  const desk = host().dialog('d', { name: 'ORDER', toolName: 'order', toolDescription: 'Used for orders', prompt: 'D' })
  const address = await serve(terminal.file(desk.delegate('host', 'd').build()))
  const gate = Promise.withResolvers<undefined>()
  server.reply(
    { text: 'One moment.', calls: [{ name: 'order' }], usage: { input: 5, output: 1 } },
    { pieces: ['Which ', 'cake?'], text: 'Which cake?', gate: gate.promise, usage: { input: 6, output: 2 } },
  )
  const stream = await client(address).chat.completions.create({
    model: 'host',
    messages: [user('A cake')],
    stream: true,
    stream_options: { include_usage: true },
  })
  const chunks: OpenAI.Chat.ChatCompletionChunk[] = []
  for await (const chunk of stream) {
    chunks.push(chunk)
    if (chunk.choices[0]?.delta.content === '\n\nWhich ') gate.resolve(undefined)
  }
  const pieces = chunks.flatMap(({ choices }) => choices.map(({ delta, finish_reason: end }) => [delta, end]))
  expect(pieces).toEqual([
    [{ role: 'assistant', content: '', refusal: null }, null],
    [{ content: 'One' }, null],
    [{ content: ' moment.' }, null],
    [{ content: '\n\nWhich ' }, null],
    [{ content: 'cake?' }, null],
    [{}, 'stop'],
  ])
  expect(chunks.at(-1)).toEqual({
    id: chunks[0]?.id,
    object: 'chat.completion.chunk',
    created: chunks[0]?.created,
    model: 'host',
    choices: [],
    usage: { prompt_tokens: 11, completion_tokens: 3, total_tokens: 14 },
  })

  // The history with the joined reply is the thread's own: the dialog still holds the baton.
  server.reply({ text: 'False' }, { text: 'For when?' })
  const next = await client(address).chat.completions.create({
    model: 'host',
    messages: [user('A cake'), assistant('One moment.\n\nWhich cake?'), user('Chocolate')],
  })
  expect(next.choices[0]?.message.content).toBe('For when?')
  expect(seen(3)).toEqual(['user: A cake', 'assistant: Which cake?', 'user: Chocolate'])
})

test('the raw stream ends with [DONE], without a usage chunk that nobody asked for', async () => {
  const address = await serve(terminal.file(host().build()))
  server.reply({ text: 'Hi.' })
  const body = JSON.stringify({ model: 'host', messages: [user('Hi')], stream: true })
  const answer = await bare(`${address}/chat/completions`, { method: 'POST', body })
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
  const events = answer.body.split('\n\n')
  expect([events.length, events.slice(-2), answer.body.includes('usage')]).toEqual([5, ['data: [DONE]', ''], false])
})

test('threads by history: a known one goes on, an edited one is a new thread that knows what was said', async () => {
  const address = await serve(terminal.file(host().build()))
  server.reply({ text: 'Hello Ann.' }, { text: 'You are Ann.' }, { text: 'You are Bob.' }, { text: 'Again.' })
  const ask = async (...messages: ChatParam[]) => {
    const { response } = await client(address).chat.completions.create({ model: 'host', messages }).withResponse()
    return response.headers.get('x-baton-thread')
  }
  const first = await ask(user('I am Ann'))
  const second = await ask(user('I am Ann'), assistant(' Hello Ann.\n'), user('Who am I?'))
  const edited = await ask(user('I am Bob'), assistant('Hello Bob.'), user('Who am I?'))
  const older = await ask(user('I am Ann'), assistant('Hello Ann.'), user('Again'))
  expect(second).toBe(first)
  expect(new Set([first, edited, older]).size).toBe(3)
  expect([seen(1), seen(2), seen(3)]).toEqual([
    ['user: I am Ann', 'assistant: Hello Ann.', 'user: Who am I?'],
    ['user: I am Bob', 'assistant: Hello Bob.', 'user: Who am I?'],
    ['user: I am Ann', 'assistant: Hello Ann.', 'user: Again'],
  ])
})

test('a history of any length begins a thread with the newest of it, and whoever serves is told', async () => {
  const address = await serve(terminal.file(host().build()))
  server.reply({ text: 'Yes.' })
  const history = Array.from({ length: 1200 }, (_none, index) => (index % 2 === 0 ? user : assistant)(`m${index}`))
  await client(address).chat.completions.create({ model: 'host', messages: [...history, user('Still there?')] })
  expect(seen(0)?.at(-1)).toBe('user: Still there?')
  expect([seen(0)?.includes('user: m1198'), seen(0)?.includes('user: m198')]).toEqual([true, false])
  expect((await bench.stop())?.notes).toEqual([
    "Host: a client's history has 1200 messages; the newest 1000 are taken over.",
  ])
})

test('threads by header: made, and gone on with', async () => {
  const address = await serve(terminal.file(host().build()))
  const openai = client(address)
  const ask = (text: string, thread: string) =>
    openai.chat.completions
      .create({ model: 'host', messages: [user(text)] }, { headers: { 'x-baton-thread': thread } })
      .withResponse()
  server.reply({ text: 'One.' }, { text: 'Two.' })
  const first = await ask('1', 'mine')
  expect(first.response.headers.get('x-baton-thread')).toBe('mine')
  await ask('2', 'mine')
  expect(seen(1)).toEqual(['user: 1', 'assistant: One.', 'user: 2'])
})

test('a failed turn is a status with the reason; asking again goes on with it', async () => {
  const address = await serve(terminal.file(host().builtinTool('c', { tool: 'calculator' }).use('host', 'c').build()))
  const ask = () => client(address).chat.completions.create({ model: 'host', messages: [user('1 + 1?')] })
  server.reply(
    { calls: [{ name: 'calculator', arguments: { expression: '1 + 1' } }] },
    { status: 401 },
    { text: 'Two.' },
  )
  expect(await failure(ask())).toEqual({
    status: 422,
    code: 'model-key',
    type: 'invalid_request_error',
    message: expect.stringMatching(/refused the key/) as string,
  })
  expect((await ask()).choices[0]?.message.content).toBe('Two.')
  expect([server.calls, seen(2)]).toEqual([3, seen(1)])
})

test('after a failed turn another message begins a new one, whether the thread is named or known by its history', async () => {
  const address = await serve(terminal.file(host().build()))
  const ask = (headers: { [name: string]: string }, ...texts: string[]) =>
    client(address).chat.completions.create({ model: 'host', messages: texts.map(user) }, { headers })
  for (const headers of [{ 'x-baton-thread': 't' }, {}]) {
    const before = server.calls
    server.reply({ status: 400 }, { text: 'Here.' })
    expect(await failure(ask(headers, 'one'))).toMatchObject({ status: 422, code: 'model-rejected' })
    expect((await ask(headers, 'one', 'two')).choices[0]?.message.content).toBe('Here.')
    expect([server.calls - before, seen(before + 1)]).toEqual([2, ['user: one\n\ntwo']])
  }
})

test('a turn that fails while it streams ends the stream with an error', async () => {
  const address = await serve(terminal.file(host().build()))
  server.reply({ text: 'It is getting', cutAfter: 2 })
  const stream = await client(address).chat.completions.create({ model: 'host', messages: [user('Hi')], stream: true })
  const pieces: string[] = []
  const reading = (async () => {
    for await (const chunk of stream) pieces.push(chunk.choices[0]?.delta.content ?? '')
  })()
  expect(await failure(reading)).toMatchObject({ code: 'model-dropped', type: 'server_error' })
  expect(pieces.join('')).toBe('It is')
})

test('a client that hangs up stops the run', async () => {
  const address = await serve(terminal.file(host().build()))
  server.reply({ pieces: ['Once', ' upon'], text: 'Once upon', hangAfter: 1 })
  const stopping = new AbortController()
  const stream = await client(address).chat.completions.create(
    { model: 'host', messages: [user('Tell me')], stream: true },
    { signal: stopping.signal, headers: { 'x-baton-thread': 't' } },
  )
  for await (const chunk of stream) if (chunk.choices[0]?.delta.content === 'Once') break
  stopping.abort()
  await server.waitForHangUp(1)
})

test('the flow speaks first when the user has not said anything; a limit is a cut answer', async () => {
  const address = await serve(
    terminal.file(
      host()
        .settings({ limits: { tokens: 5 } })
        .build(),
    ),
  )
  server.reply({ text: 'Welcome.', usage: { input: 1, output: 1 } })
  const openai = client(address)
  const opening = await openai.chat.completions.create({ model: 'host', messages: [{ role: 'system', content: 'x' }] })
  expect(opening.choices[0]?.message.content).toBe('Welcome.')
  server.reply({ calls: [{ name: 'none_such' }], usage: { input: 5, output: 5 } })
  const cut = await openai.chat.completions.create({ model: 'host', messages: [assistant('Welcome.'), user('Hi')] })
  expect(cut.choices[0]).toMatchObject({ message: { content: '' }, finish_reason: 'length' })
})

test('what cannot be asked: status, code and words', async () => {
  const address = await serve(terminal.file(host().build()))
  const chat = `${address}/chat/completions`
  const post = (body: unknown) => ({ method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })
  const messages = [user('Hi')]
  const image = { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:,' } }] }
  const asked = await Promise.all([
    bare(chat, post('{')),
    bare(chat, post({ model: 'host' })),
    bare(chat, post({ model: 'host', messages: [user('Hi'), assistant('Hello')] })),
    bare(chat, post({ model: 'host', messages: [image] })),
    bare(chat, post({ model: 'host', messages, n: 2 })),
    bare(chat, post({ model: 'gpt', messages })),
    bare(chat, {}),
    bare(`${address}/models/none`, {}),
    bare(`${address}/models/%E0%A4%A`, {}),
    bare(address.replace('/v1', '//'), {}),
    bare(`${address}/embeddings`, post({})),
    bare(chat, post(JSON.stringify({ model: 'host', messages: [user('x'.repeat(45 * 1024 * 1024))] }))),
    bare(chat, { ...post({ model: 'host', messages }), headers: { host: 'evil.example:80' } }),
    bare(chat, { ...post({ model: 'host', messages }), headers: { origin: 'https://evil.example' } }),
    bare(chat, { ...post({ model: 'host', messages }), headers: { origin: 'null' } }),
  ])
  const told = asked.map(({ status, body }) => {
    const { error } = JSON.parse(body) as { error: { message: string; type: string; param: null; code: string } }
    expect([typeof error.message, error.type, error.param]).toEqual(['string', 'invalid_request_error', null])
    return [status, error.code]
  })
  expect(told).toEqual([
    [400, 'bad-input'],
    [400, 'bad-input'],
    [400, 'bad-input'],
    [400, 'bad-input'],
    [400, 'bad-input'],
    [404, 'model_not_found'],
    [405, 'method_not_allowed'],
    [404, 'model_not_found'],
    [404, 'model_not_found'],
    [404, 'not-found'],
    [404, 'not-found'],
    [413, 'body_too_large'],
    [403, 'forbidden'],
    [403, 'forbidden'],
    [403, 'forbidden'],
  ])
  expect(asked[6]?.headers['allow']).toBe('POST')
  expect(server.calls).toBe(0)
})

test('a model is known by its id and by the name of its flow', async () => {
  const files = ['Front Desk', 'front-desk', 'Bäckerei'].map((name, index) =>
    terminal.file({ ...host(name).build(), id: `f${index}` }, `${index}.flow.json`),
  )
  const openai = client(await serve(...files))
  const ids = await Promise.all(
    ['front-desk', 'front-desk-2', 'Front Desk', 'FRONT DESK', 'bäckerei'].map(async (name) => {
      const { id } = await openai.models.retrieve(name)
      return id
    }),
  )
  expect(ids).toEqual(['front-desk', 'front-desk-2', 'front-desk', 'front-desk', 'backerei'])
  server.reply({ text: 'Good morning.' })
  const asked = await openai.chat.completions.create({ model: 'Front Desk', messages: [user('Hi')] })
  expect([asked.model, asked.choices[0]?.message.content]).toEqual(['Front Desk', 'Good morning.'])
  expect(await failure(openai.chat.completions.create({ model: 'Desk', messages: [user('Hi')] }))).toMatchObject({
    message:
      '404 There is no model "Desk" here. There is front-desk ("Front Desk"), front-desk-2 ("front-desk"), backerei ("Bäckerei").',
  })
})

test('a named flow stays as it was when serving began, whoever writes to its file', async () => {
  const outer = flow('Outer').start('f').node('subflow', 'f', { name: 'Held', flow: 'helper' }).build()
  const helper = (text: string) => ({
    ...flow('Helper').start('a').agent('a', { name: 'A', prompt: text }).build(),
    id: 'helper',
  })
  const file = terminal.file(outer, 'outer.flow.json')
  terminal.file(helper('As it was.'), 'helper.flow.json')
  const address = await serve(file, '--allow', 'all')
  // The first by name would be taken.
  const evil = flow('Helper')
    .start('a')
    .agent('a', { name: 'A', prompt: 'Changed.' })
    .httpTool('t', {
      url: `${server.baseUrl}/evil`,
    })
  terminal.file({ ...evil.use('a', 't').build(), id: 'helper' }, 'aaa.flow.json')
  server.reply({ text: 'One.' })
  await client(address).chat.completions.create({ model: 'outer', messages: [user('Hi')] })
  expect([server.requests[0]?.system, server.requests[0]?.toolNames]).toEqual(['As it was.', []])
})

test('the end leaves a running turn to be resumed and tells its client', async () => {
  const file = terminal.file(host().build())
  const address = await serve(file, '--grace', '0')
  server.reply({ hang: true })
  const openai = client(address)
  const headers = { 'x-baton-thread': 'left' }
  const asked = failure(openai.chat.completions.create({ model: 'host', messages: [user('Hi')] }, { headers }))
  await server.waitForRequest(1)
  const stopped = bench.stop()
  expect(await asked).toMatchObject({ status: 503, code: 'unavailable' })
  expect((await stopped)?.code).toBe(0)
  server.reply({ text: 'Here I am.' })
  const resumed = await terminal.baton(['run', file, '--thread', 'left', '--base-url', server.baseUrl])
  expect(resumed).toEqual({ code: 0, out: 'Here I am.\n', notes: [] })
})

test('a flow with errors, a taken port and a port that is none are refused at the start', async () => {
  const empty = terminal.file(flow('Empty').node('start', 'start').build(), 'empty.flow.json')
  expect(await terminal.baton(['serve', empty])).toEqual({
    code: 1,
    out: '',
    notes: [expect.stringMatching(/^The flow cannot run yet: .*\(flow-has-problems\)$/) as string],
  })
  const good = terminal.file(host().build())
  const taken = new URL(await serve(good)).port
  const second = await terminal.baton(['serve', good, '--port', taken])
  expect([second.code, second.notes.join('')]).toEqual([
    1,
    `Baton cannot listen on port ${taken}: it is taken. Choose another one with --port. (unavailable)`,
  ])
  expect((await terminal.baton(['serve', good, '--port', '70000'])).code).toBe(2)
})
