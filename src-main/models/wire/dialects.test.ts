/** Which form a server gets: by the table, learnt from what it refuses, or as the person set it; over real HTTP. */
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { failureOf, modelRequest } from '../../testing/model-call'
import { startModelServer, type ModelServer } from '../../testing/model-server'
import type { StrictMode } from '../../testing/strict-modes'
import { createModelFactory } from '../factory'
import type { Connection } from '../contract/connection'
import type { ChatModel, ModelRequest } from '../contract/model'
import { questionPrompt, type Prompt } from '../contract/prompt'
import { shapedBody } from './body'
import { dialectFor, UNIVERSAL, type Dialect } from './dialects'
import { learn } from './lessons'

const refusal = (message: string, status = 400) => ({ status, body: JSON.stringify({ error: { message } }) })
const after = (message: string, dialect: Dialect = UNIVERSAL) => learn(dialect, refusal(message))?.dialect

describe('the table', () => {
  const of = (host: string, model: string) => dialectFor({ host, model, setting: 'auto' })

  it('knows Mistral by its host, and its models behind others', () => {
    const mistral = { ...UNIVERSAL, afterTools: 'assistant', callIds: 'nine' }
    expect(of('api.mistral.ai', 'any')).toEqual({ ...mistral, without: ['stream_options'] })
    expect(of('127.0.0.1', 'Devstral-Small-2507')).toEqual(mistral)
    expect(of('x.services.ai.azure.com', 'mistral-small-2503')).toEqual({ ...mistral, without: ['stream_options'] })
    expect([of('api.openai.com', 'gpt-5'), of('notmistral.ai', 'x')]).toEqual([
      { ...UNIVERSAL, mostTools: 128 },
      UNIVERSAL,
    ])
  })

  it('knows who wants signatures and thoughts back', () => {
    const gemini = of('generativelanguage.googleapis.com', 'gemini-3-flash')
    const vertex = of('europe-west4-aiplatform.googleapis.com', 'google/gemini-3.1-pro')
    expect([gemini, vertex].map(({ unsigned }) => unsigned)).toEqual(['stand-in', 'stand-in'])
    expect(of('generativelanguage.googleapis.com', 'gemini-2.5-pro')).toEqual({
      ...UNIVERSAL,
      mostTools: 512,
      schemas: 'plain',
    })
    const thinking = ['deepseek-reasoner', 'deepseek-v4-pro'].map((model) => of('api.deepseek.com', model).thoughts)
    expect([...thinking, of('api.moonshot.cn', 'kimi-k2.5').thoughts]).toEqual(['sent-back', 'sent-back', 'sent-back'])
    expect(of('api.deepseek.com', 'deepseek-chat').thoughts).toBe('left-out')
    expect(of('deepseek.com.evil.example', 'deepseek-v4')).toEqual(UNIVERSAL)
  })

  it('knows who has JSON mode only, and who reads no format', () => {
    expect([of('api.deepseek.com', 'x').answers, of('api.anthropic.com', 'x').answers]).toEqual(['object', 'tool'])
  })

  it('gives way to what a person set', () => {
    const setting = { callIds: 'as-given', without: [] } as const
    expect(dialectFor({ host: 'api.mistral.ai', model: 'm', setting })).toEqual({
      ...UNIVERSAL,
      afterTools: 'assistant',
      callIds: 'as-given',
    })
  })

  it('knows who reads ids of its own', () => {
    const kimi = ['kimi-k2.7-code', 'moonshotai/Kimi-K2-Instruct'].map((model) => of('127.0.0.1:8000', model).callIds)
    expect([...kimi, of('127.0.0.1:8000', 'kimi-vl').callIds]).toEqual(['counted', 'counted', 'plain'])
  })
})

describe('a refusal that names its rule', () => {
  it.each([
    ["Unexpected role 'user' after role 'tool'", { afterTools: 'assistant' }],
    ['Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.', { callIds: 'nine' }],
    ['Tool call IDs should be alphanumeric strings with length 9!', { callIds: 'nine' }],
    ['System role not supported', { system: 'in-user' }],
    ['Developer instruction is not enabled for models/gemma-3-27b-it', { system: 'in-user' }],
    [
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { maxTokens: 'max_completion_tokens' },
    ],
    ['Unrecognized request argument supplied: max_completion_tokens', { maxTokens: 'max_tokens' }],
    ['"loc":["body","stream_options"],"msg":"Extra inputs are not permitted"', { without: ['stream_options'] }],
    ["Unsupported value: 'temperature' does not support 0.5 with this model.", { without: ['temperature'] }],
    ['parallel_tool_calls is not supported by this model', { without: ['parallel_tool_calls'] }],
    ['tool_choice: unsupported value none', { without: ['tool_choice'] }],
    ['Missing `reasoning_content` field in the assistant message at message index 2.', { thoughts: 'sent-back' }],
    ['The reasoning_content in the thinking mode must be passed back to the API.', { thoughts: 'sent-back' }],
    ['thinking is enabled but reasoning_content is missing in assistant tool call message', { thoughts: 'sent-back' }],
    ['Unable to submit request because function call `x` is missing a `thought_signature`.', { unsigned: 'stand-in' }],
    ["property 'reasoning_details' is unsupported", { extras: 'left-out' }],
    ['This response_format type is unavailable now', { answers: 'object' }],
    ["Invalid schema for response_format 'answer': In context=(), 'required' is required", { answers: 'object' }],
    ['Unrecognized request argument supplied: response_format', { answers: 'object' }],
    ['This model does not support response format `json_schema`', { answers: 'object' }],
    ['messages[1]: unknown variant `image_url`, expected `text` at line 1 column 63279', { pictures: 0 }],
    [
      "'messages.1' : for 'role:user' the following must be satisfied[('messages.1.content' : value must be a string)]",
      { pictures: 0 },
    ],
    ['Model does not support images. Please use a model that does.', { pictures: 0 }],
    ['image input is not supported - hint: if this is unexpected, you may need to provide the mmproj', { pictures: 0 }],
    ['No endpoints found that support image input', { pictures: 0 }],
    ["This model doesn't support the image content block that you provided.", { pictures: 0 }],
    ['Invalid content type. image_url is only supported by certain models.', { pictures: 0 }],
    ['At most 1 image(s) may be provided in one request.', { pictures: 1 }],
    ['You set or defaulted to image=4 in --limit-mm-per-prompt, but passed 10 image items', { pictures: 4 }],
    ['Too many images provided. This model supports up to 5 images', { pictures: 5 }],
    ['Could not process image', { picturesRefused: true }],
    [
      "Function tools with reasoning_effort are not supported for gpt-5.6 in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
      { effortWithTools: 'none' },
    ],
    [
      'Invalid JSON payload received. Unknown name "additionalProperties" at \'tools[0].function_declarations[7].parameters.properties[1].value.items\': Cannot find field.',
      { schemas: 'plain' },
    ],
    [
      '* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties: should be non-empty for OBJECT type',
      { schemas: 'plain' },
    ],
    [
      "Invalid schema for function 'pods_exec': In context=('properties', 'command'), 'allOf' is not permitted.",
      { schemas: 'plain' },
    ],
    [
      'tools.19.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12',
      { schemas: 'plain' },
    ],
    ['tools.function.parameters is not a valid moonshot flavored json schema', { schemas: 'plain' }],
    [
      'Invalid JSON payload received. Unknown name "additionalProperties" at \'generation_config.response_schema\': Cannot find field.',
      { answers: 'object' },
    ],
    ['At least one of the image dimensions exceed max allowed size: 8000 pixels', { picturesRefused: true }],
  ])('%s', (message, change) => {
    expect(after(message)).toEqual({ ...UNIVERSAL, ...change })
  })

  it('that no tools are taken helps only where none are offered', () => {
    const said = [
      'registry.ollama.ai/library/gemma3:4b does not support tools',
      'No endpoints found that support tool use. To learn more about provider routing, visit: https://openrouter.ai',
      '`tool calling` is not supported with this model',
      '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      'tools param requires --jinja flag',
    ]
    const sent = (hasClosedTools: boolean) => ({ parameters: ['tool_choice'], beside: [], hasClosedTools })
    const learned = (hasClosedTools: boolean) =>
      said.map((message) => learn(UNIVERSAL, { ...refusal(message), sent: sent(hasClosedTools) })?.dialect.pastCalls)
    expect(learned(true)).toEqual(said.map(() => 'in-words'))
    expect(learned(false).filter((calls) => calls === 'in-words')).toEqual([])
  })

  it('about an id of another server is for who keeps ids as they came', () => {
    const anthropic = "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'"
    const openai =
      "Invalid 'messages[2].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 43 instead."
    for (const message of [anthropic, openai])
      expect(after(message, { ...UNIVERSAL, callIds: 'as-given' })).toEqual(UNIVERSAL)
    expect(after(anthropic)).toBeUndefined()
  })

  it('leads from a schema to any JSON, and from there to the prompt', () => {
    const said = "'response_format.type' must be 'json_schema' or 'text'"
    expect(after(said, { ...UNIVERSAL, answers: 'object' })).toEqual({ ...UNIVERSAL, answers: 'prompt' })
    expect(after(said, { ...UNIVERSAL, answers: 'prompt' })).toBeUndefined()
  })

  it('teaches nothing twice, nothing by another status, and nothing against the person', () => {
    const refused = refusal("Unexpected role 'user' after role 'tool'")
    expect(learn({ ...UNIVERSAL, afterTools: 'assistant' }, refused)).toBeNull()
    expect(learn(UNIVERSAL, { ...refused, status: 429 })).toBeNull()
    expect(learn(UNIVERSAL, refused, { afterTools: 'user' })).toBeNull()
    expect(after('temperature must be between 0 and 2')).toBeUndefined()
    expect(after('image exceeds 5 MB maximum: 7 MB, at most 5 MB for an image')).toEqual({
      ...UNIVERSAL,
      picturesRefused: true,
    })
    expect(after('System message must be at the beginning.')).toBeUndefined()
  })
})

test('a body is left as it is, or without what its server does not take', () => {
  const body = '{"model":"m","max_tokens":5,"temperature":1,"messages":[]}'
  expect(shapedBody(body, { dialect: UNIVERSAL })).toBe(body)
  const dialect: Dialect = { ...UNIVERSAL, maxTokens: 'max_completion_tokens', without: ['temperature'] }
  const shaped = shapedBody(body, { dialect })
  expect(JSON.parse(shaped)).toEqual({ model: 'm', messages: [], max_completion_tokens: 5 })
})

describe('over HTTP', () => {
  let server: ModelServer
  const open = async (strict: StrictMode) => {
    await server.close()
    server = await startModelServer({ strict, script: () => ({ text: 'fine' }) })
  }
  beforeEach(async () => {
    server = await startModelServer()
  })
  afterEach(() => server.close())

  const SETTINGS = { connection: 'work', model: 'm', temperature: 0.5, maxTokens: 9, contextTokens: null }
  const modelOf = (more: Partial<Connection> = {}) => {
    const one: Connection = {
      name: 'work',
      provider: 'openai',
      baseUrl: server.baseUrl,
      apiKey: null,
      model: null,
      ...more,
    }
    const factory = createModelFactory({ connections: { get: () => one } })
    return (settings = SETTINGS) => factory.resolve(settings, { rehearsal: [], language: 'en' })
  }
  const prompt: Prompt = {
    language: 'en',
    system: ['S'],
    history: [
      { kind: 'said', by: 'user', text: 'x' },
      { kind: 'calls', by: 'self', text: '', calls: [{ id: 'call_1', name: 't', arguments: '', result: 'r' }] },
      { kind: 'said', by: 'user', text: 'y' },
    ],
    after: [],
  }
  const ask = async (model: ChatModel, more: Partial<ModelRequest> = {}) => {
    const reasons: string[] = []
    const onRetry = ({ reason, waitMs }: { reason: string; waitMs: number }) => reasons.push(`${waitMs}: ${reason}`)
    const reply = await model.call(modelRequest({ prompt, onRetry, ...more }))
    return { text: reply.text, reasons }
  }

  it('an unknown server that is as strict as Mistral is learnt within one call and remembered for its model', async () => {
    await open('mistral')
    const model = modelOf()
    const first = await ask(model())
    expect([first.text, server.calls]).toEqual(['fine', 4])
    expect(first.reasons.map((reason) => /^0: .*in another form: (.*)\.$/.exec(reason)?.[1])).toEqual([
      'an assistant message stands between results of tools and the user',
      'ids of calls have nine letters and digits',
      'stream_options is left out',
    ])
    expect((await ask(model({ ...SETTINGS, temperature: 1 }))).reasons).toEqual([])
    expect(server.calls).toBe(5)
  })

  it('a server that is known is asked in its form at once', async () => {
    await open('gemma')
    const model = modelOf({ dialect: { system: 'in-user' } })
    expect([(await ask(model())).reasons, server.violations]).toEqual([[], []])
  })

  const schema = { type: 'object', properties: { people: { type: 'integer' } }, required: ['people'] }
  const must = { schema, how: 'must' } as const
  const given = (name: string) => ({ calls: [{ name, arguments: { people: 6 } }] })
  const hi = { prompt: questionPrompt('en', 'Hi') }

  it('an answer by a schema comes by a tool where a server is known to read no format', async () => {
    server.reply(given('final_answer'))
    const model = modelOf({ dialect: { answers: 'tool' } })
    expect((await ask(model(), { ...hi, answer: must })).text).toBe('{"people":6}')
    const { tools, tool_choice: choice, response_format: format } = server.requests[0]?.body ?? {}
    expect(tools?.map(({ function: { name, parameters } }) => [name, parameters])).toEqual([['final_answer', schema]])
    expect([choice, format]).toEqual([{ type: 'function', function: { name: 'final_answer' } }, undefined])
  })

  it('an answer comes by a tool beside the calls of the history, also where no tool can be asked for', async () => {
    await open('deepseek-thinking')
    server.reply(given('functions.Final_Answer'))
    const { text, reasons } = await ask(modelOf()(), { answer: must })
    expect([text, reasons.length]).toEqual(['{"people":6}', 2])
    expect(reasons.join()).toContain('tool_choice is left out')
  })

  it('a lesson that did not help is not kept, and the refusal is told', async () => {
    const refuse = { status: 422, body: { error: { message: 'stream_options: Extra inputs are not permitted' } } }
    server.on({}, refuse)
    const model = modelOf()
    const error = await failureOf(model().call(modelRequest()))
    expect([error.code, server.calls]).toEqual(['model-rejected', 2])
    await failureOf(model().call(modelRequest()))
    expect(server.requests.map(({ body }) => 'stream_options' in body)).toEqual([true, false, true, false])
  })

  it('a refusal inside a 200 answer teaches too; a template that fails with 500 is not waited for', async () => {
    const message = "Error rendering prompt with jinja template: Unexpected role 'user' after role 'tool'"
    server.reply({ raw: JSON.stringify({ error: { message } }), contentType: 'application/json' }, { text: 'fine' })
    expect((await ask(modelOf()())).text).toBe('fine')
    server.reply({ status: 500, body: { error: { message } } }, { text: 'well' })
    const { text, reasons } = await ask(modelOf()())
    expect([text, reasons.length, reasons[0]?.startsWith('0: ')]).toEqual(['well', 1, true])
  })

  it('the limit of tokens and the temperature go by the name, or not at all, that the server takes', async () => {
    const said = [
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      "Unsupported value: 'temperature' does not support 0.5 with this model.",
    ]
    server.reply(...said.map((message) => ({ status: 400, body: { error: { message } } })), { text: 'fine' })
    expect((await ask(modelOf()())).text).toBe('fine')
    const body: { [field: string]: unknown } = { ...server.requests[2]?.body }
    const sent = ['max_tokens', 'max_completion_tokens', 'temperature'].map((name) => body[name])
    expect(sent).toEqual([undefined, 9, undefined])
  })
})
