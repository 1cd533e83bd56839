/** Parameters of flows, nodes and connections on the wire, and what becomes of those that a server refuses; over real HTTP. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ModelParameters } from '../../../src-shared/flow/model-settings'
import { failureOf, modelRequest } from '../../testing/model-call'
import { startModelServer, type ModelServer } from '../../testing/model-server'
import type { StrictMode } from '../../testing/strict-modes'
import { createModelFactory } from '../factory'
import type { Connection } from '../contract/connection'
import type { ModelRequest, ModelSettings } from '../contract/model'
import { toolChoiceOf } from './parameters'

let server: ModelServer
const open = async (strict: StrictMode) => {
  await server.close()
  server = await startModelServer({ strict, script: () => ({ text: 'fine' }) })
}
beforeEach(async () => {
  server = await startModelServer({ script: () => ({ text: 'fine' }) })
})
afterEach(() => server.close())

const SECRETS: { [name: string]: string } = { TEAM: 'team-secret-4711', BROKEN: 'line\nbreak-secret' }
const ALL = { topP: 0.9, stop: ['END'], seed: 7, reasoningEffort: 'high' }
const tool = { name: 'look', description: 'Looks', parameters: { type: 'object', properties: {} } }

function factory(parameters: ModelParameters = {}, more: Partial<Connection> = {}) {
  const one: Connection = {
    name: 'work',
    provider: 'openai',
    baseUrl: server.baseUrl,
    apiKey: 'key-0123',
    model: null,
    parameters,
  }
  const secret = async (name: string) => SECRETS[name] ?? Promise.reject(new Error(name))
  const made = createModelFactory({ connections: { get: () => ({ ...one, ...more }) }, secret })
  return (settings: Partial<ModelSettings> = {}) => {
    const all: ModelSettings = {
      connection: 'work',
      model: 'm',
      temperature: null,
      maxTokens: null,
      contextTokens: null,
      ...settings,
    }
    return made.resolve(all, { rehearsal: [], language: 'en' })
  }
}
async function ask(settings: Partial<ModelSettings>, more: Partial<ModelRequest> = {}, model = factory()) {
  const reasons: string[] = []
  const reply = await model(settings).call(modelRequest({ onRetry: ({ reason }) => reasons.push(reason), ...more }))
  return { text: reply.text, lessons: reasons.map((reason) => /in another form: (.*)\.$/.exec(reason)?.[1]) }
}
const sent = (at = -1) => {
  const {
    model: _model,
    messages: _messages,
    stream: _stream,
    stream_options: _options,
    tools: _tools,
    ...rest
  } = server.requests.at(at)?.body ?? { messages: [] }
  return rest
}

describe('what is sent', () => {
  it('is what flow and node say, over what the connection says', async () => {
    const model = factory({
      temperature: 0.1,
      topP: 0.2,
      stop: ['A'],
      seed: 1,
      reasoningEffort: 'low',
      body: { top_k: 5, provider: { order: ['x'] } },
      headers: { 'X-Team': '{TEAM}', 'x-plain': 'a' },
    })
    await ask({}, {}, model)
    const own = { temperature: 0.1, top_p: 0.2, stop: ['A'], seed: 1, reasoning_effort: 'low', top_k: 5 }
    expect(sent()).toEqual({ ...own, provider: { order: ['x'] } })
    expect([server.requests[0]?.headers['x-team'], server.requests[0]?.authorization]).toEqual([
      'team-secret-4711',
      'Bearer key-0123',
    ])
    const settings = { temperature: 0.5, topP: 0.6, stop: ['B'], seed: 2, reasoningEffort: 'high' }
    await ask({ ...settings, body: { top_k: 9 }, headers: { 'X-PLAIN': 'b' } }, {}, model)
    const over = { temperature: 0.5, top_p: 0.6, stop: ['B'], seed: 2, reasoning_effort: 'high', top_k: 9 }
    expect(sent()).toEqual({ ...over, provider: { order: ['x'] } })
    expect([server.requests[1]?.headers['x-plain'], server.requests[1]?.headers['x-team']]).toEqual([
      'b',
      'team-secret-4711',
    ])
  })

  it("is never anything of Baton's own", async () => {
    const body = { messages: [], tools: [], stream: false, model: 'other', n: 5, functions: [], max_tokens: 3 }
    expect((await ask({ body })).text).toBe('fine')
    const { messages, stream, model } = server.requests[0]?.body ?? { messages: [] }
    expect([messages.length, stream, model, sent()]).toEqual([1, true, 'm', { max_tokens: 3 }])
  })

  it('a secret stays out of what a failure says, and one that no header takes is named, not shown', async () => {
    server.on({}, (request) => ({
      status: 400,
      body: { error: { message: `Bad header ${String(request.headers['x-team'])}` } },
    }))
    const refused = await failureOf(factory()({ headers: { 'X-Team': 'v {TEAM}' } }).call(modelRequest()))
    expect(refused.message).toContain('Bad header v ***')
    const broken = await failureOf(factory()({ headers: { 'X-Team': '{BROKEN}' } }).call(modelRequest()))
    expect([broken.code, broken.message.includes('X-Team'), broken.message.includes('secret-')]).toEqual([
      'bad-input',
      true,
      false,
    ])
  })
})

describe('what a server refuses is left out, told, and known from then on', () => {
  type ParameterCase = { mode: StrictMode; settings: Partial<ModelSettings>; lessons: string[]; left: object }
  const cases: ParameterCase[] = [
    {
      mode: 'openai-reasoning',
      settings: { ...ALL, temperature: 0.5, maxTokens: 9, body: { parallel_tool_calls: false } },
      lessons: [
        'max_tokens is called max_completion_tokens',
        'temperature is left out',
        'top_p is left out',
        'stop is left out',
        'parallel_tool_calls is left out',
      ],
      left: { seed: 7, reasoning_effort: 'high', max_completion_tokens: 9 },
    },
    {
      mode: 'xai',
      settings: ALL,
      lessons: ['reasoning_effort is left out', 'stop is left out'],
      left: { top_p: 0.9, seed: 7 },
    },
    {
      mode: 'anthropic',
      settings: { ...ALL, temperature: 0.5 },
      lessons: ['top_p is left out'],
      left: { temperature: 0.5, stop: ['END'], seed: 7, reasoning_effort: 'high' },
    },
    {
      mode: 'groq',
      settings: ALL,
      lessons: ['reasoning_effort is left out'],
      left: { top_p: 0.9, stop: ['END'], seed: 7 },
    },
    {
      mode: 'mistral',
      settings: ALL,
      lessons: ['stream_options is left out', 'seed is left out'],
      left: { top_p: 0.9, stop: ['END'], reasoning_effort: 'high' },
    },
  ]
  it.each(cases)('$mode', async ({ mode, settings, lessons, left }) => {
    await open(mode)
    const model = factory()
    const first = await ask(settings, {}, model)
    expect([first.text, [...first.lessons].sort(), sent()]).toEqual(['fine', [...lessons].sort(), left])
    const before = server.calls
    expect([(await ask({ ...settings, seed: 8 }, {}, model)).lessons, server.calls]).toEqual([[], before + 1])
  })

  it('so are fields of an extra body that nobody here knows, and a choice of tool; but no rule of what a value may be', async () => {
    const refuse = (message: string) => ({ status: 400, body: { error: { message } } })
    server.reply(
      refuse('Unrecognized request argument supplied: min_p'),
      refuse('deepseek-reasoner does not support this tool_choice'),
    )
    const asked = { body: { min_p: 0.1, keep: 1 }, toolChoice: 'required' }
    expect((await ask(asked, { tools: [tool] })).lessons).toEqual(['min_p is left out', 'tool_choice is left out'])
    expect(sent()).toEqual({ keep: 1 })
    server.reply(refuse('temperature must be between 0 and 1'))
    expect((await failureOf(factory()({ temperature: 2 }).call(modelRequest()))).message).toContain('between 0 and 1')
  })
})

describe('which tool is called', () => {
  it('a choice is for the first call of a reply; none closes the tools, a tool that is not offered is not asked for', () => {
    const of = (setting: string | undefined, more: Partial<ModelRequest> = {}) => {
      const { isClosed, field } = toolChoiceOf(setting, modelRequest({ tools: [tool], ...more }))
      return isClosed ? 'closed' : field
    }
    expect([of(undefined), of(''), of('auto'), of('required'), of('none')]).toEqual([
      undefined,
      undefined,
      undefined,
      'required',
      'closed',
    ])
    expect([of('look'), of('gone')]).toEqual([{ type: 'function', function: { name: 'look' } }, undefined])
    const later = [of('required', { toolRound: 1 }), of('look', { toolRound: 1 }), of('required', { tools: [] })]
    expect([...later, of('required', { purpose: { kind: 'plan' } }), of('required', { toolsClosed: true })]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      'closed',
    ])
  })

  it('goes out as servers write it', async () => {
    await ask({ toolChoice: 'look' }, { tools: [tool] })
    expect(sent()).toEqual({ tool_choice: { type: 'function', function: { name: 'look' } } })
    await ask({ toolChoice: 'none' }, { tools: [tool] })
    expect([sent(), server.requests[1]?.tools]).toEqual([{}, []])
  })
})
