/** The tests' model server itself: what it plays, what it records, what it refuses. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startModelServer, type ModelServer } from './model-server'
import { findViolations, wireBody } from './strict-chat'

let server: ModelServer
beforeEach(async () => {
  server = await startModelServer()
})
afterEach(() => server.close())

const user = { role: 'user', content: 'Hi' }

async function post(body: unknown, signal?: AbortSignal) {
  const init = { method: 'POST', headers: { authorization: 'Bearer k' }, body: JSON.stringify(body) }
  const response = await fetch(`${server.baseUrl}/chat/completions`, signal === undefined ? init : { ...init, signal })
  return { status: response.status, text: await response.text() }
}

test('the queue goes before the rules, a rule plays its replies in turn and keeps the last', async () => {
  server.on({ system: 'supervisor', offers: 'get_time' }, { text: 'S1' }, (request) => ({ text: `S${request.index}` }))
  server.on({ last: /^Hi/ }, { text: 'other' })
  server.reply({ status: 503, retryAfter: 2, body: 'busy' })
  const tools = [{ type: 'function', function: { name: 'get_time' } }]
  const asked = { model: 'm', messages: [{ role: 'system', content: 'You are the supervisor.' }, user], tools }
  const texts: unknown[] = []
  for (const body of [asked, asked, asked, { model: 'm', messages: [user] }]) {
    const { status, text } = await post(body)
    texts.push(status === 200 ? /"content":"(.*?)"/.exec(text)?.[1] : [status, text])
  }
  expect(texts).toEqual([[503, 'busy'], 'S1', 'S3', 'other'])
  const { index, model, toolNames, system, last, stream, authorization } = server.requests[0] ?? {}
  expect([index, model, toolNames, system, last, stream, authorization]).toEqual([
    1,
    'm',
    ['get_time'],
    'You are the supervisor.',
    'Hi',
    false,
    'Bearer k',
  ])
})

test('a streamed answer: role, words, calls in pieces, finish reason, usage, end mark', async () => {
  server.reply({ text: 'It is', calls: [{ name: 'get_time', arguments: { a: 'b' } }], usage: { input: 1, output: 2 } })
  const { text } = await post({ model: 'm', messages: [user], stream: true, stream_options: { include_usage: true } })
  const events = text.split('\n\n').filter((event) => event !== '')
  const chunks = events
    .slice(0, -1)
    .map((event) => JSON.parse(event.slice(6)) as { choices: unknown[]; usage?: unknown })
  const call = { index: 0, id: 'call_1_1', type: 'function', function: { name: 'get_time', arguments: '' } }
  const delta = (piece: unknown, finish: string | null = null) => ({ index: 0, delta: piece, finish_reason: finish })
  expect(chunks.map((chunk) => chunk.choices[0] ?? chunk.usage)).toEqual([
    delta({ role: 'assistant', content: '' }),
    delta({ content: 'It' }),
    delta({ content: ' is' }),
    delta({ tool_calls: [call] }),
    delta({ tool_calls: [{ index: 0, function: { arguments: '{"a":"b' } }] }),
    delta({ tool_calls: [{ index: 0, function: { arguments: '"}' } }] }),
    delta({}, 'tool_calls'),
    { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
  ])
  expect(events.at(-1)).toBe('data: [DONE]')
})

test('a hanging reply ends with its client, which the server sees', async () => {
  server.reply({ hang: true })
  const controller = new AbortController()
  const call = post({ model: 'm', messages: [user] }, controller.signal).catch(() => 'gone')
  expect((await server.waitForRequest(1)).last).toBe('Hi')
  controller.abort()
  expect(await call).toBe('gone')
  await server.waitForHangUp(1)
})

test('a violation gets 400 and is recorded; so is a request that nothing answers', async () => {
  const broken = await post({ model: 'm', messages: [user, { role: 'tool', tool_call_id: 'x', content: 'y' }] })
  const unanswered = await post({ model: 'm', messages: [user] })
  expect([broken.status, unanswered.status]).toEqual([400, 400])
  expect(server.violations).toEqual(["request 1: messages[1]: tool message 'x' answers no open call"])
  expect(server.unanswered.map((request) => request.index)).toEqual([2])
})

test('what a strict provider refuses', () => {
  const call = (id: string, name = 't', text = '{}') => ({ id, type: 'function', function: { name, arguments: text } })
  const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'r' })
  const check = (messages: unknown[], more = {}) => findViolations(wireBody.parse({ model: 'm', messages, ...more }))
  const clean = [
    user,
    { role: 'assistant', content: null, tool_calls: [call('a'), call('b')] },
    result('b'),
    result('a'),
    user,
  ]
  expect(check(clean)).toEqual([])
  expect(check([user, { role: 'assistant', content: '', tool_calls: [call('a')] }, user, result('a')])).toEqual([
    "messages[2]: call 'a' has no tool message directly after it",
    "messages[3]: tool message 'a' answers no open call",
  ])
  expect(
    check([...clean, { role: 'assistant', tool_calls: [call('a', 'bad name', '{')] }, result('a'), result('a')]),
  ).toEqual([
    "messages[5]: call id 'a' is used twice",
    "messages[7]: tool message 'a' answers no open call",
    "messages[5]: called name 'bad name' is not allowed",
    "messages[5]: the arguments of 'a' are not a JSON object",
  ])
  expect(
    check([
      { role: 'assistant', content: ' ' },
      { ...user, name: 'Ann B' },
    ]),
  ).toEqual(['messages[0]: empty assistant message', "messages[1]: name 'Ann B' is not allowed"])
  const tool = (name: string, parameters = {}) => ({ type: 'function', function: { name, parameters } })
  expect(check([user], { tools: [tool('a', { type: 'object' }), tool('a', { type: 'object' }), tool('b c')] })).toEqual(
    [
      "tool 'a' is offered twice",
      "tool name 'b c' does not fit ^[a-zA-Z0-9_-]{1,64}$",
      "the parameters of tool 'b c' are not a schema of type object",
    ],
  )
})
