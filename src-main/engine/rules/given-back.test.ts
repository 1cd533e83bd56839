/** What a server puts beside replies and calls goes back to it, word for word, wherever the conversation went in between; and to nobody else. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { flow } from '../../../src-shared/testing/flow-builder'
import { openTestCore, type TestCore } from '../../testing/core-bench'
import { startModelServer, type RecordedRequest } from '../../testing/model-server'
import type { StrictMode } from '../../testing/strict-modes'

let test: TestCore
const open = async (strict: StrictMode) => {
  const drawn = flow('Two').start('a').agent('a', { name: 'A' }).agent('b', { name: 'B' })
  drawn.builtinTool('t', { tool: 'clock', toolName: 'get_time' }).use('a', 't').use('b', 't').handoff('a', 'b')
  test = await openTestCore(drawn.build(), { strict })
}
beforeEach(() => open('gemini-3'))
afterEach(() => test.close())

const signed = (signature: string) => ({
  extra_content: { google: { thought_signature: signature } },
  unknown_to_baton: [1, { a: null }],
})
const call = (signature: string, name = 'get_time') => ({ name, extra: signed(signature) })
const callsIn = (request: RecordedRequest | undefined) =>
  (request?.messages ?? []).flatMap(({ tool_calls: calls = [] }) => calls)
const signatures = (request: RecordedRequest | undefined) =>
  callsIn(request).map(({ extra_content: content }) => (content as { google: object } | undefined)?.google)
const thoughts = (request: RecordedRequest | undefined) =>
  (request?.messages ?? []).flatMap((one) => (one.role === 'assistant' ? [one['reasoning_content']] : []))

it('signatures and unknown fields of calls survive a killed core, later turns and a hand-off', async () => {
  test.server.reply({ calls: [call('one'), { name: 'get_time' }] }, { hang: true })
  const left = test.turn('time?')
  await test.server.waitForRequest(2)
  await test.restart()
  await left
  test.server.reply({ text: 'Noon.' })
  await test.resume()
  expect(test.server.requests[2]?.messages).toEqual(test.server.requests[1]?.messages)
  expect(callsIn(test.server.requests[2])[0]).toMatchObject(signed('one'))
  test.server.reply({ calls: [call('two', 'transfer_A_to_B')] }, { calls: [call('three')] }, { text: 'I am B.' })
  expect((await test.turn('and B?')).said).toEqual(['I am B.'])
  expect(signatures(test.server.requests[5])).toEqual([
    { thought_signature: 'one' },
    undefined,
    { thought_signature: 'three' },
  ])
  expect(test.server.violations).toEqual([])
})

it('a reply whose signed call is not shown any more has the stand-in, asked for by one refusal', async () => {
  test.server.reply({ calls: [call('one', 'transfer_A_to_B'), { name: 'get_time' }] }, { text: 'B here.' })
  const { said, events } = await test.turn('B?')
  expect(said).toEqual(['B here.'])
  expect(signatures(test.server.requests[2])).toEqual([{ thought_signature: 'skip_thought_signature_validator' }])
  expect(events.filter(({ type }) => type === 'model.retry')).toHaveLength(1)
})

it('another host is told nothing of it, and the first one has it back', async () => {
  const other = await startModelServer({ script: () => ({ text: 'Hello.' }) })
  try {
    test.server.reply({ thoughts: 'SECRET-THOUGHT', calls: [call('SIGNATURE')] }, { text: 'Noon.' })
    await test.turn('time?')
    await test.restart(other.baseUrl)
    expect((await test.turn('who are you?')).said).toEqual(['Hello.'])
    expect(JSON.stringify(other.requests[0]?.body)).not.toMatch(/SIGNATURE|SECRET|unknown_to_baton|extra_content/)
    expect([other.violations, other.calls]).toEqual([[], 1])
    await test.restart()
    test.server.reply({ text: 'Still here.' })
    await test.turn('and you?')
    expect(signatures(test.server.requests[2])).toEqual([{ thought_signature: 'SIGNATURE' }])
  } finally {
    await other.close()
  }
})

it('thoughts go back with calls where their server wants them, and it says so once', async () => {
  await test.close()
  await open('deepseek-thinking')
  test.server.reply({ text: 'Hello.' }, { thoughts: 'Which time? \n The  clock.', calls: [{ name: 'get_time' }] })
  await test.turn('hi')
  test.server.reply({ calls: [{ name: 'get_time' }] }, { text: 'Noon.' })
  const { said, events } = await test.turn('time?')
  expect([said, test.server.calls, test.server.violations.length]).toEqual([['Noon.'], 5, 1])
  expect(events.filter(({ type }) => type === 'model.retry')).toHaveLength(1)
  expect(thoughts(test.server.requests[4])).toEqual(['', 'Which time? \n The  clock.', ''])
})

it('what a server taught is known after a restart, until its connection is tested or led elsewhere', async () => {
  await test.close()
  await open('deepseek-thinking')
  test.server.on({}, { calls: [{ name: 'get_time' }] }, { text: 'Noon.' })
  await test.turn('time?')
  await test.restart()
  await test.turn('thanks')
  const { violations, baseUrl } = test.server
  expect(violations).toHaveLength(1)
  const { handlers, services } = test.core()
  const given = { name: 'default', provider: 'openai', baseUrl, model: 'm' } as const
  const { signal } = new AbortController()
  for await (const { item } of handlers['connections.test']({ ...given, name: 'DEFAULT' }, { signal, after: null }))
    if (item.isOver) expect(item.ok).toBe(true)
  const before = violations.length
  await test.turn('and now?')
  expect(violations).toHaveLength(before + 1)
  await services.connections.save(given)
  await test.turn('still?')
  expect(violations).toHaveLength(before + 1)
  await services.connections.save({ ...given, baseUrl: `${baseUrl}/` })
  await test.turn('bye')
  expect(violations).toHaveLength(before + 2)
})

it('blocks of thoughts that stream in pieces go back as they would have come whole', async () => {
  const piece = (delta: object) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`
  const details = (...blocks: object[]) => piece({ reasoning_details: blocks })
  const tool = { index: 0, id: 'c1', type: 'function', function: { name: 'get_time', arguments: '{}' } }
  const stream = [
    details({ type: 'reasoning.text', text: 'The', index: 0, signature: null }),
    details({ type: 'reasoning.text', text: ' clock.', index: 0 }),
    details({ type: 'reasoning.text', text: '', index: 0, signature: 'sig', format: 'f' }),
    piece({ tool_calls: [tool] }),
    details({ type: 'reasoning.encrypted', data: 'x', id: 'c1', index: 1 }),
    'data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}\n\ndata: [DONE]\n\n',
  ]
  await test.close()
  await open('openai')
  test.server.reply({ raw: stream.join(''), contentType: 'text/event-stream' }, { text: 'Noon.' })
  expect((await test.turn('time?')).said).toEqual(['Noon.'])
  const sent = test.server.requests[1]?.messages.find(({ role }) => role === 'assistant')
  expect(sent?.['reasoning_details']).toEqual([
    { type: 'reasoning.text', text: 'The clock.', index: 0, signature: 'sig', format: 'f' },
    { type: 'reasoning.encrypted', data: 'x', id: 'c1', index: 1 },
  ])
})

it('a server that refuses what it said itself, or does not know its own signature any more, is asked without', async () => {
  await test.close()
  await open('all')
  test.server.reply({ calls: [call('one')] }, { text: 'Noon.' })
  expect((await test.turn('time?')).said).toEqual(['Noon.'])
  expect(test.server.violations).toHaveLength(1)
  await test.close()
  await open('gemini-3')
  const corrupted = { status: 400, body: { error: { message: 'Corrupted thought signature.' } } }
  test.server.reply({ calls: [call('one')] }, corrupted, { text: 'Noon.' }, { text: 'Bye.' })
  expect((await test.turn('time?')).said).toEqual(['Noon.'])
  await test.turn('bye')
  expect([2, 3].map((at) => signatures(test.server.requests[at]))).toEqual([
    [{ thought_signature: 'skip_thought_signature_validator' }],
    [{ thought_signature: 'one' }],
  ])
})
