/** Who answers when a connection cannot: two model servers, one of which is down, busy or refuses. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RU } from '../../../src-shared/languages/ru/index'
import { createTranslate, ENGLISH } from '../../../src-shared/languages/translate'
import { saidReason } from '../../../src-shared/run/log/reasons'
import { saveFlow } from '../../../src-shared/flow/editing/save'
import { flow } from '../../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type BenchOptions, type TestCore, type TurnReport } from '../../testing/core-bench'
import type { ServerReply } from '../../testing/model-reply'
import { startModelServer, type ModelServer, type RecordedRequest } from '../../testing/model-server'
import { warningWords } from '../../../src-shared/run/words/warnings'

let test: TestCore
let other: ModelServer
const KEY = 'sk-of-the-other-one'

beforeEach(async () => {
  other = await startModelServer({ key: KEY })
})
afterEach(async () => {
  expect([...test.server.violations, ...other.violations]).toEqual([])
  await test.close()
  await other.close()
})

const drawn = () =>
  flow('One')
    .start('a')
    .agent('a', {
      name: 'A',
      model: { model: 'm1', temperature: 0.5, headers: { 'X-Team': 'blue' }, body: { top_k: 4 } },
    })
    .build()

/** `default` leads to the test's own server; the names in the middle may be missing. */
const open = (fallbacks: string[], from = drawn(), more: BenchOptions = {}) =>
  openTestCore(from, {
    ...more,
    connections: (baseUrl) => [
      { name: 'default', baseUrl, model: 'm1', key: 'sk-1', fallbacks },
      { name: 'Spare', baseUrl: other.baseUrl, model: 'm2', key: KEY, fallbacks: ['default'] },
    ],
  })

const told = ({ events }: TurnReport) =>
  eventsOfType(events, 'model.fallback').map(({ from, to, why }) => `${from} ${to} ${why}`)
const answerers = ({ events }: TurnReport) => eventsOfType(events, 'model.finished').map(({ answeredBy }) => answeredBy)
const failure = ({ events }: TurnReport) => eventsOfType(events, 'run.failed')[0]?.error

describe('the next one answers, and the trace says who and why', () => {
  it.each<[string, ServerReply, string]>([
    ['busy, after its retries', { status: 429, retryAfter: 3600 }, 'busy'],
    ['the key is refused', { status: 401 }, 'access'],
    ['access is refused', { status: 403 }, 'access'],
    ['no such model', { status: 404, body: { error: { message: 'The model m1 does not exist' } } }, 'no-model'],
    ['nothing left to pay with', { status: 402 }, 'quota'],
    ['a web page', { raw: '<html>Log in</html>', contentType: 'text/html' }, 'unreadable'],
  ])('%s', async (_what, reply, why) => {
    test = await open(['Spare'])
    test.server.reply(reply)
    other.reply({ text: 'I am here.' })
    const turn = await test.turn('hi')
    expect([turn.said, told(turn), answerers(turn)]).toEqual([['I am here.'], [`default Spare ${why}`], ['Spare']])
    const [request] = other.requests
    // The model, the extra fields and the headers are for the server that the flow names; how to sample is for any.
    expect(request).toMatchObject({ model: 'm2', authorization: `Bearer ${KEY}`, body: { temperature: 0.5 } })
    expect([request?.body['top_k'], request?.headers['x-team']]).toEqual([undefined, undefined])
    expect(JSON.stringify(turn.events)).not.toContain(KEY)
  })

  it('in order, past one that is not set up; names are the same whatever their case', async () => {
    test = await open(['default', 'Gone', 'spare', 'SPARE'])
    test.server.reply({ status: 401, body: { error: { message: `No use for ${KEY}` } } })
    other.reply({ text: 'Here.' })
    const turn = await test.turn('hi')
    expect(told(turn)).toEqual(['default Gone access', 'Gone spare not-set-up'])
    expect([turn.said, other.calls]).toEqual([['Here.'], 1])
    const russian = createTranslate('ru', RU)
    expect(eventsOfType(turn.events, 'model.fallback').map((why) => russian.message(saidReason(why)))).toEqual([
      expect.stringMatching(/^Сервер модели «default» .* не принял ключ \(401\): No use for \*\*\*\. Проверьте ключ/),
      expect.stringMatching(/^Подключение «Gone», которое должно ответить вместо другого, здесь не настроено/),
    ])
  })

  it('two that name each other: each is asked once, and the failure tells of both', async () => {
    test = await open(['Spare'])
    test.server.on({}, { status: 401 })
    other.on({}, { status: 403 })
    const turn = await test.turn('hi')
    expect([test.server.calls, other.calls, failure(turn)?.code]).toEqual([1, 1, 'model-key'])
    expect(failure(turn)?.message).toMatch(/"default".*refused the key.*Then "Spare" was asked: .*refused access/)
  })
})

describe('nobody else is asked', () => {
  it('when the request itself is refused', async () => {
    test = await open(['Spare'])
    test.server.reply({ status: 400, body: { error: { message: 'Bad prompt.' } } })
    const turn = await test.turn('hi')
    expect([failure(turn)?.code, told(turn), other.calls]).toEqual(['model-rejected', [], 0])
  })

  it('once a person has read a part of the reply', async () => {
    test = await open(['Spare'])
    test.server.reply({ text: 'Once upon a time', cutAfter: 2 })
    const turn = await test.turn('hi')
    expect([failure(turn)?.code, told(turn), other.calls]).toEqual(['model-dropped', [], 0])
  })

  it('when the person stopped the turn', async () => {
    test = await open(['Spare'], drawn(), { recordsPart: true })
    test.server.reply({ hang: true })
    const { runner, threads } = test.core().services
    threads.createThread({ flowId: drawn().id, id: 't1' })
    const at = { flowId: drawn().id, flowText: saveFlow(drawn()), revision: null, threadId: 't1', text: 'hi' }
    const { runId, done } = await runner.start({ ...at, listen: () => undefined })
    await test.server.waitForRequest(1)
    await runner.stop(runId)
    expect([(await done).state, other.calls]).toEqual(['stopped', 0])
  })
})

it('a turn that ends in the middle of the other one’s answer goes on from the first, and says one reply', async () => {
  test = await open(['Spare'])
  test.server.on({}, { status: 401 })
  other.reply({ hang: true })
  const left = test.turn('hi')
  await other.waitForRequest(1)
  await test.restart()
  await left
  other.reply({ text: 'Back again.' })
  const turn = await test.resume()
  expect([turn.said, told(turn), test.server.calls]).toEqual([['Back again.'], ['default Spare access'], 2])
  const { log } = await test.state()
  expect(log.filter(({ author }) => author === 'a')).toHaveLength(1)
})

describe('a conversation that is longer than the model holds', () => {
  const REFUSAL = {
    status: 400,
    body: {
      error: {
        message: `This model's maximum context length is 1000 tokens. However, your messages resulted in 1100 tokens.`,
        code: 'context_length_exceeded',
      },
    },
  }
  const long = (name: string) => `${name} ${'word '.repeat(200)}`
  const asked = (server: ModelServer, at: number) =>
    (server.requests[at]?.messages ?? []).flatMap(({ role, content }) =>
      role === 'user' ? [(content ?? '').split(' ')[0]] : [],
    )

  it('is cut at a user’s message and sent once more; the size is remembered for the model, over a restart', async () => {
    test = await open([])
    test.server.reply({ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' })
    for (const name of ['first', 'second', 'third']) await test.turn(long(name))
    test.server.reply(REFUSAL, { text: 'Four.' })
    const turn = await test.turn(long('fourth'))
    expect([turn.said, test.server.calls]).toEqual([['Four.'], 5])
    expect(asked(test.server, 3)).toEqual(['first', 'second', 'third', 'fourth'])
    expect(asked(test.server, 4)).toEqual(['third', 'fourth'])
    expect(eventsOfType(turn.events, 'model.retry')[0]?.reason).toMatch(
      /maximum context length is 1000.*asked again once, 4 older messages are left out/,
    )
    expect(eventsOfType(turn.events, 'model.finished')[0]).toMatchObject({ dropped: 4 })
    await test.restart()
    test.server.reply({ text: 'Five.' })
    const next = await test.turn(long('fifth'))
    // Known now, so nothing is refused.
    expect([next.said, test.server.calls, eventsOfType(next.events, 'model.retry')]).toEqual([['Five.'], 6, []])
    expect(asked(test.server, 5)).toEqual(['fourth', 'fifth'])
  })

  it('one message that is too long is cut in its middle; when that is refused too, the failure says what to do', async () => {
    test = await open([])
    test.server.reply(REFUSAL, { text: 'Read.' })
    expect((await test.turn(`${long('begin')} ${long('middle')} ${'word '.repeat(900)} END`)).said).toEqual(['Read.'])
    const [sent = ''] = test.server.requests[1]?.messages.map(({ content }) => content ?? '').slice(-1) ?? []
    expect([sent.startsWith('begin'), sent.endsWith('END'), sent.includes('left out here')]).toEqual([true, true, true])
    test.server.on({}, REFUSAL)
    const turn = await test.turn('again')
    expect([failure(turn)?.code, test.server.calls]).toEqual(['model-context', 3])
    expect(failure(turn)?.message).toMatch(/The model holds 1000 tokens\. Shorten the prompt/)
  })
})

describe('a server that takes 128 tools', () => {
  const many = () => {
    const one = flow('Many').start('a').agent('a', { name: 'A' }).agent('b', { name: 'B' })
    for (let at = 1; at <= 130; at += 1)
      one.builtinTool(`t${at}`, { name: `T${at}`, tool: 'clock', toolName: `get_time_${at}` }).use('a', `t${at}`)
    return one.handoff('a', 'b', { condition: 'needs B '.repeat(150) }).build()
  }

  it('says so, gets the first ones with every hand-off, and the person reads which are missing; it is remembered', async () => {
    test = await openTestCore(many(), { strict: 'openai' })
    test.server.on({}, { text: 'Here.' })
    const turn = await test.turn('hi')
    const warnings = eventsOfType(turn.events, 'warning')
    expect([turn.said, warnings.map(({ code, node }) => [code, node])]).toEqual([
      ['Here.'],
      [
        ['tools-left-out', 'a'],
        ['descriptions-cut', 'a'],
      ],
    ])
    expect(warnings.map((warning) => warningWords(warning, ENGLISH))[0]).toMatch(
      /so get_time_128, get_time_129, get_time_130 were not offered/,
    )
    const names = test.server.requests.at(-1)?.toolNames ?? []
    expect([names.length, names.includes('get_time_127'), names.at(-1)]).toEqual([128, true, 'transfer_A_to_B'])
    // Refused for the number and for the length, each once.
    expect([test.server.calls, test.server.violations.length]).toEqual([3, 3])
    await test.turn('again')
    expect(test.server.calls).toBe(4)
    test.server.reset()
  })
})

describe('a summary in the place of what is cut', () => {
  const drawn = () =>
    flow('Long')
      .start('a')
      .agent('a', { name: 'A', model: { contextTokens: 600, whenTooLong: 'summarize' } })
      .build()
  const long = (name: string) => `${name} ${'word '.repeat(100)}`
  const isAsked = ({ system }: RecordedRequest) => system.includes('Say in a few sentences')
  const summaries = () => test.server.requests.filter(isAsked)

  beforeEach(async () => {
    test = await openTestCore(drawn())
    for (const name of ['first', 'second', 'third']) {
      test.server.reply({ text: `Heard ${name}.` })
      await test.turn(long(name))
    }
  })

  it('is one call for a cut, counted and told, and what the model is shown from then on; the next cut builds on it', async () => {
    test.server.on(isAsked, { text: 'They spoke of first things.' }, { text: 'Of first and of later things.' })
    test.server.on({}, { text: 'Yes.' })
    const turn = await test.turn(long('fourth'))
    expect([turn.said, eventsOfType(turn.events, 'run.finished')[0]?.modelCalls]).toEqual([['Yes.'], 2])
    expect(eventsOfType(turn.events, 'model.started').map(({ purpose }) => purpose)).toEqual(['summarise', 'reply'])
    const words =
      summaries()[0]
        ?.messages.map(({ content }) => content)
        .join() ?? ''
    expect([words.includes('first word'), words.includes('fourth word')]).toEqual([true, false])
    const shown = test.server.requests.at(-1)
    expect(shown?.system).toMatch(/not shown any more.*summary of it:\nThey spoke of first things\./s)
    expect(JSON.stringify(shown?.messages)).not.toContain('first word')
    await test.turn('short')
    expect(summaries()).toHaveLength(1)
    for (const name of ['fifth', 'sixth', 'seventh']) await test.turn(long(name))
    expect(summaries()).toHaveLength(2)
    expect(summaries()[1]?.system).toContain('They spoke of first things.')
    expect(test.server.requests.at(-1)?.system).toContain('Of first and of later things.')
  })

  it('a turn that ends between the summary and the reply does not pay for the summary again', async () => {
    test.server.on(isAsked, { text: 'They spoke of first things.' })
    test.server.on({}, { hang: true }, { text: 'Back.' })
    const left = test.turn(long('fourth'))
    await test.server.waitForRequest(5)
    await test.restart()
    await left
    const turn = await test.resume()
    expect([turn.said, summaries().length, test.server.calls]).toEqual([['Back.'], 1, 6])
    expect(test.server.requests.at(-1)?.system).toContain('They spoke of first things.')
  })

  it('a summary that fails is a warning, and the turn goes on without', async () => {
    test.server.on(isAsked, { status: 401 })
    test.server.on({}, { text: 'Still here.' })
    const turn = await test.turn(long('fourth'))
    expect([turn.said, eventsOfType(turn.events, 'warning').map(({ code }) => code)]).toEqual([
      ['Still here.'],
      ['no-summary'],
    ])
    expect(JSON.stringify(test.server.requests.at(-1)?.messages)).not.toContain('first word')
  })
})
