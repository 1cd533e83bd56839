/** When the OpenAI-compatible model tries again, and how fast it stops, against a real HTTP server. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { RU } from '../../src-shared/languages/ru/index'
import { createTranslate } from '../../src-shared/languages/translate'
import { saidReason } from '../../src-shared/run/log/reasons'
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

  test('each try is counted, and a wait ends when somebody does not want to wait', async () => {
    server.reply({ status: 429, retryAfter: 20 }, { status: 429, retryAfter: 25 }, { text: 'at last' })
    const tries: unknown[] = []
    let over = 0
    const reply = await model({ wait: undefined }).call(
      request({
        onRetry: ({ attempt, of }) => tries.push([attempt, of]),
        onWait(end) {
          setImmediate(end)
          return () => void (over += 1)
        },
      }),
    )
    expect([reply.text, tries, over]).toEqual([
      'at last',
      [
        [1, 4],
        [2, 4],
      ],
      2,
    ])
  })

  test('a call that is stopped while it waits is not tried again', async () => {
    server.reply({ status: 429, retryAfter: 20 }, { text: 'too late' })
    const stopped = new AbortController()
    const call = model({ wait: undefined }).call(
      request({ signal: stopped.signal, onWait: () => (setImmediate(() => stopped.abort()), () => undefined) }),
    )
    await expect(call).rejects.toThrow()
    expect(server.calls).toBe(1)
  })

  test('the reason is said in the language of whoever looks', async () => {
    const tooLong = "This model's maximum context length is 100 tokens. However, your messages resulted in 200 tokens."
    server.reply(
      { status: 503 },
      { status: 400, body: { error: { message: 'Unsupported parameter: stream_options' } } },
      { status: 400, body: { error: { code: 'context_length_exceeded', message: tooLong } } },
      { text: 'at last' },
    )
    const said: string[] = []
    const prompt = questionPrompt('en', 'Now.')
    const history = [{ kind: 'said', by: 'user', text: 'Long. '.repeat(60) } as const, ...prompt.history]
    await model().call(
      request({
        prompt: { ...prompt, history },
        onRetry: (retry) => said.push(createTranslate('ru', RU).message(saidReason(retry))),
      }),
    )
    expect(said).toEqual([
      expect.stringMatching(/^Сервер модели «work» .* сейчас не может ответить \(503\): .*\. Попробуйте снова/),
      expect.stringMatching(/ Запрос повторён в другой форме: параметр stream_options опущен\.$/),
      expect.stringMatching(
        / Беседа слишком длинная для модели, запрос повторён один раз: 1 старое сообщение опущено\.$/,
      ),
    ])
  })

  test('then it gives up, with the last reason', async () => {
    server.on({}, { status: 500, body: { error: { message: 'Boom.' } } })
    const error = await failureOf(model({ retries: 1, random: () => 0.5 }).call(request()))
    expect([error.code, waits, server.calls]).toEqual(['model-busy', [438], 2])
    expect(error.message).toMatch(/cannot answer right now \(500\): Boom, 2 times in a row\. Try again/)
  })

  test('how long to wait is read wherever servers say it', async () => {
    const said = (message: string, more = {}) => ({ status: 429, body: { error: { message, ...more } } })
    const delay = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '17.5s' }
    const gemini = [{ error: { code: 429, message: 'You exceeded your current quota.', details: [delay] } }]
    server.reply(
      { status: 429, headers: { 'retry-after-ms': '1234' } },
      { status: 429, body: gemini },
      said('Rate limit reached for gpt-4o. Please try again in 6.2s. Visit the page.'),
      said('Please try again in 740ms.'),
      said('Please try again in 1m2.5s.'),
    )
    const reasons: string[] = []
    const error = await failureOf(
      model({ retries: 5 }).call(request({ onRetry: ({ reason }) => reasons.push(reason) })),
    )
    expect([waits, server.calls]).toEqual([[1234, 17_500, 6200, 4000], 5])
    expect(error.message).toContain('and to wait 63 s, 5 times in a row')
    expect(reasons[1]).toContain('asks for fewer requests (429): You exceeded your current quota. Try')
  })

  test('what passes by itself is tried again, though the answer began with 200', async () => {
    const stream = (event: object) => ({ raw: `data: ${JSON.stringify(event)}\n\n`, contentType: 'text/event-stream' })
    const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
    const ended = (finish: string) => ({ choices: [{ index: 0, delta: { content: '' }, finish_reason: finish }] })
    const gone = { object: 'error', message: 'The engine is dead.', type: 'InternalServerError', code: 500 }
    const whole = { choices: [{ message: { role: 'assistant', content: '' }, error: { code: 502, message: 'Gone' } }] }
    server.reply(
      stream(overloaded),
      stream({ error: { code: 'server_error', message: 'Lost' }, ...ended('error') }),
      stream(ended('insufficient_system_resource')),
      { raw: `data: ${JSON.stringify(gone)}\n\ndata: [DONE]\n\n`, contentType: 'text/event-stream' },
      { raw: JSON.stringify(whole), contentType: 'application/json' },
      { raw: JSON.stringify(gone), contentType: 'application/json' },
      { text: 'at last' },
    )
    const reasons: string[] = []
    const reply = await model({ retries: 6 }).call(request({ onRetry: ({ reason }) => reasons.push(reason) }))
    expect([reply.text, server.calls]).toEqual(['at last', 7])
    expect(reasons.map((reason) => /\(127.*?\) (.*?)\. (?:Try|Nothing)/.exec(reason)?.[1])).toEqual([
      'cannot answer right now: Overloaded',
      'cannot answer right now: Lost',
      'broke off (insufficient_system_resource) before the answer began',
      'cannot answer right now (500): The engine is dead',
      'cannot answer right now (502): Gone',
      'cannot answer right now (500): The engine is dead',
    ])
  })

  test('a call that the server itself could not read is asked for again, and nothing is learnt from what it quotes', async () => {
    const failed = {
      message: "Failed to call a function. See 'failed_generation'.",
      failed_generation: 'max_tokens is not supported, use max_completion_tokens instead',
    }
    server.reply(
      { status: 400, body: { error: { ...failed, code: 'tool_use_failed' } } },
      {
        raw: `event: error\ndata: ${JSON.stringify({ error: { ...failed, code: 'tool_use_failed', status_code: 400 } })}\n\n`,
        contentType: 'text/event-stream',
      },
      { text: '', finish: 'function_call_filter: MALFORMED_FUNCTION_CALL' },
      { text: 'fine' },
    )
    const reasons: string[] = []
    const reply = await model().call(request({ onRetry: ({ reason }) => reasons.push(reason) }))
    expect([reply.text, reply.end, server.calls]).toEqual(['fine', undefined, 4])
    expect(reasons.map((reason) => reason.includes('could not read what the model wrote'))).toEqual([true, true, true])
    expect(reasons.join()).not.toContain('another form')
    server.on({}, { status: 400, body: { error: { ...failed, code: 'json_validate_failed' } } })
    const error = await failureOf(model({ retries: 0 }).call(request()))
    expect([error.code, error.message.endsWith('choose a model that is better at calling tools.')]).toEqual([
      'model-malformed',
      true,
    ])
  })

  test('an answer that broke off is no whole one', async () => {
    server.reply({ text: 'Half of', finish: 'error' })
    const error = await failureOf(model().call(request()))
    expect([error.code, server.calls]).toEqual(['model-dropped', 1])
    expect(error.message).toContain('broke off (error) in the middle of the answer. Nothing of it was kept.')
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
