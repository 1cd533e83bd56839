/** Runs through the core: events, failures, retry, stop and resume, against the real model server. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { runEventSchema } from '../../src-shared/run/log/events'
import { flow } from '../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore } from '../testing/core-bench'
import { heard } from '../testing/heard'

let test: TestCore
const tooled = () =>
  flow('Runs')
    .start('s')
    .supervisor('s', { name: 'Host' })
    .builtinTool('calc', { tool: 'calculator' })
    .use('s', 'calc')
    .build()

beforeEach(async () => {
  test = await openTestCore(tooled())
})
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})

describe('events', () => {
  it('are numbered from 1, valid, streamed, and end with exactly one terminal event', async () => {
    test.server.reply(
      { calls: [{ name: 'calculator', arguments: { expression: '6*7' } }], usage: { input: 10, output: 2 } },
      { text: 'It is 42.', usage: { input: 20, output: 3 } },
    )
    const { events, outcome } = await test.turn('six times seven')
    expect(outcome).toEqual({ state: 'finished', limit: null })
    expect(events.map((event) => event.seq)).toEqual(events.map((_event, index) => index + 1))
    for (const event of events) expect(() => runEventSchema.parse(event)).not.toThrow()
    expect(events.map((event) => event.type).filter((type) => type !== 'token')).toEqual([
      'run.started',
      'entry',
      'baton',
      'model.started',
      'model.finished',
      'entry',
      'tool.started',
      'tool.finished',
      'entry',
      'model.started',
      'model.finished',
      'entry',
      'run.finished',
    ])
    expect(
      eventsOfType(events, 'token')
        .map((event) => event.text)
        .join(''),
    ).toBe('It is 42.')
    expect(events.at(-1)).toMatchObject({ usage: { input: 30, output: 5 }, modelCalls: 2 })
  })

  it('what is stored equals what was live, without the tokens', async () => {
    test.server.reply({ text: 'Hi.' })
    const { events } = await test.turn('hello')
    const stored = test.core().services.events.events(events[0]?.runId ?? '')
    expect(stored).toEqual(events.filter((event) => event.type !== 'token'))
  })
})

describe('failures', () => {
  it('a failed call ends the run at its node; retry goes on at that step and pays nothing twice', async () => {
    test.server.reply(
      { calls: [{ name: 'calculator', arguments: { expression: '1+1' } }] },
      { status: 401, body: { error: { message: 'no' } } },
    )
    const failed = await test.turn('1+1?')
    expect(failed.outcome).toMatchObject({ state: 'failed', error: { code: 'model-key' } })
    expect(failed.events.at(-1)).toMatchObject({ type: 'run.failed', node: 's' })
    expect(test.core().services.threads.read('t1').state).toBe('failed')
    test.server.reply({ text: 'Two.' })
    const retried = await test.resume()
    expect(retried.said).toEqual(['Two.'])
    expect(test.server.calls).toBe(3)
    expect(eventsOfType(retried.events, 'run.started')[0]?.turn).toBe(1)
    await expect(test.resume()).rejects.toMatchObject({ code: 'nothing-to-resume' })
  })

  it('after a failure the next message works, and the model sees both', async () => {
    test.server.reply({ status: 401 }, { text: 'Here.' })
    await test.turn('first')
    expect((await test.turn('second')).said).toEqual(['Here.'])
    expect(heard(test.server.requests[1]).flatMap(({ role, content }) => (role === 'user' ? [content] : []))).toEqual([
      'first\n\nsecond',
    ])
  })

  it('a tool that fails is a result that says so, malformed arguments too; the run goes on', async () => {
    const calls = [
      { name: 'calculator', arguments: { expression: '1/0' } },
      { name: 'calculator', arguments: '{"expression": ' },
    ]
    test.server.reply({ calls }, { text: 'Cannot.' })
    const { said, events } = await test.turn('x')
    expect(said).toEqual(['Cannot.'])
    expect(eventsOfType(events, 'tool.finished').map((event) => event.isError)).toEqual([true, true])
    const { log } = await test.state()
    expect(log.flatMap((entry) => (entry.kind === 'result' ? [entry.text] : []))).toEqual([
      'Error: division by zero.',
      'Error: the arguments of calculator are not a JSON object: {"expression": ',
    ])
  })

  it('a flow with problems is refused before anything is stored', async () => {
    const broken = flow('Broken').supervisor('s').build()
    const other = await openTestCore(broken)
    await expect(other.turn('x')).rejects.toMatchObject({ code: 'flow-has-problems' })
    expect(other.core().services.threads.read('t1').turns).toBe(0)
    await other.close()
  })
})

describe('stop', () => {
  it('reaches a call that hangs in its stream, and keeps what was read', async () => {
    test.server.reply({ pieces: ['Once ', 'upon ', 'a time'], hangAfter: 2 })
    const { runner } = test.core().services
    const streamed = Promise.withResolvers<string>()
    let text = ''
    const turn = runner.start({
      flowId: 'runs',
      flowText: saveFlow(tooled()),
      revision: null,
      threadId: null,
      text: 'tell me',
      listen(event) {
        if (event.type === 'token') text += event.text
        if (text.includes('upon')) streamed.resolve(event.runId)
      },
    })
    const { threadId, done } = await turn
    const runId = await streamed.promise
    await runner.stop(runId)
    expect(await done).toEqual({ state: 'stopped' })
    await test.server.waitForHangUp(1)
    const state = await test.state(threadId)
    expect(state.log.map((entry) => (entry.kind === 'text' ? entry.text : entry.kind))).toEqual([
      'tell me',
      'Once upon ',
    ])
    test.server.reply({ text: 'Again.' })
    expect((await test.turn('go on', threadId)).said).toEqual(['Again.'])
    expect(
      heard(test.server.requests[1])
        .slice(1, -1)
        .map(({ content }) => content),
    ).toEqual(['tell me', 'Once upon ', 'go on'])
  })
})

describe('resume', () => {
  it('a core that closed in the middle leaves a turn that a new one finishes, under the same run', async () => {
    test.server.reply({ calls: [{ name: 'calculator', arguments: { expression: '2+2' } }] }, { hang: true })
    const first = test.turn('2+2?')
    await test.server.waitForRequest(2)
    await test.restart()
    expect((await first).outcome).toEqual({ state: 'left' })
    test.server.reply({ text: 'Four.' })
    const { said, events } = await test.resume()
    expect(said).toEqual(['Four.'])
    expect(test.server.calls).toBe(3)
    const runId = events[0]?.runId ?? ''
    expect(runId).toBe((await first).events[0]?.runId)
    const stored = test.core().services.events.events(runId)
    expect(stored.filter((event) => event.type === 'entry')).toHaveLength(4)
    expect(stored.filter((event) => event.type === 'run.finished')).toHaveLength(1)
  })
})
