/**
 * Structured outputs: what each kind of node asks for, how its answer is held against the schema and asked for again, what is kept and
 * said, and how servers are asked that want it in their own way. Every kind runs against every server in `wire-matrix.test.ts`.
 */
import { inEnglish } from '../../../src-shared/testing/in-english'
import { afterEach, expect, it, test } from 'vitest'
import { plainForm } from '../../../src-shared/json-schema/plain-form'
import { schemaFault } from '../../../src-shared/json-schema/schema-fault'
import { strictSchema } from '../../../src-shared/json-schema/strict-schema'
import { checkFlow } from '../../../src-shared/flow/checks/check'
import { renameVariable } from '../../../src-shared/flow/editing/rename-variable'
import type { JsonObject } from '../../../src-shared/flow/records'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { questionPrompt } from '../../models/contract/prompt'
import { createRehearsalModel } from '../../models/rehearsal'
import { createCheckAnswer } from '../../reading/check-answer'
import { createReader } from '../../reading/reader'
import { eventsOfType, openTestCore, type TestCore } from '../../testing/core-bench'
import type { ServerReply } from '../../testing/model-reply'
import { STRUCTURED } from '../../testing/structured-shapes'
import type { StrictMode } from '../../testing/strict-modes'
import { tellingAgent } from '../../testing/telling-agents'
import { modelRequest } from '../../testing/model-call'
import { startToolServer } from '../../testing/tool-server'
import { shownDecisions } from '../../testing/shown-decisions'

const SCHEMA = {
  type: 'object',
  properties: { people: { type: 'integer', minimum: 1 }, extras: { type: 'array', items: { type: 'string' } } },
  required: ['people'],
}
const order = (data: JsonObject = {}): FlowBuilder =>
  flow('Order')
    .start('a')
    .variable('order', { type: 'json' })
    .agent('a', { ...tellingAgent('A'), output: { schema: SCHEMA, variable: 'order' }, ...data })

let opened: TestCore | null = null
afterEach(async () => {
  await opened?.close()
  opened = null
})

async function open(builder: FlowBuilder, strict: StrictMode = 'all', ...replies: ServerReply[]): Promise<TestCore> {
  opened = await openTestCore(builder.build(), { strict })
  opened.server.reply(...replies)
  return opened
}

it.each(STRUCTURED.map(({ name, draw, turns, replies }) => [name, { draw, turns, replies }] as const))(
  '%s: what fits is said and kept, with the object beside its text',
  async (_name, { draw, turns, replies }) => {
    const bench = await open(draw(), 'all', ...replies.map((one) => (typeof one === 'string' ? { text: one } : one)))
    const [message] = turns
    const { said, events } = await bench.turn(typeof message === 'string' ? message : null)
    expect(said).toEqual(['{"people":6}'])
    const { variables, log } = await bench.state()
    expect(variables['order']).toEqual({ people: 6 })
    expect(log.findLast(({ kind }) => kind === 'text')).toMatchObject({ text: '{"people":6}', output: { people: 6 } })
    // Half an object is nothing to read.
    expect(eventsOfType(events, 'token')).toEqual([])
    expect(bench.server.violations).toEqual([])
  },
)

it('a search worker puts what it found into its object, without a list of sources under it', async () => {
  const web = await startToolServer()
  web.on('search', () =>
    JSON.stringify({ results: [{ title: 'Cakes', url: 'https://cakes.example/', content: 'Six.' }] }),
  )
  const drawn = flow('Search')
    .start('g')
    .variable('order', { type: 'json' })
    .node('task-graph', 'g', { name: 'Shop' })
    .node('search-worker', 's', {
      name: 'Search',
      connection: 'web',
      prompt: 'From {context}. {formatted_chat}',
      output: { schema: SCHEMA, variable: 'order' },
    })
    .edge('intent', { from: 'g', to: 's' }, { intent: 'none' })
  const bench = await open(drawn, 'all', { text: 'Six [1]' }, { text: '{"people":6,"extras":["see [1]"]}' })
  const { connections } = bench.core().services
  await connections.save({ name: 'web', provider: 'openai', baseUrl: `${web.url}/search`, model: '', key: '' })
  const { said } = await bench.turn('how many?')
  await web.close()
  expect(bench.server.requests[0]?.user).toContain('Six.')
  expect(said).toEqual(['{"people":6,"extras":["see [1]"]}'])
  expect((await bench.state()).variables['order']).toEqual({ people: 6, extras: ['see [1]'] })
})

it('says to the model what does not fit, and to the trace what came of each try', async () => {
  const bench = await open(
    order(),
    'all',
    { text: 'For six people!' },
    { text: '```json\n{"people": 0, "extras": "none"}\n```' },
  )
  bench.server.reply({ text: 'Here you are: {"people": 6, "extras": []}' })
  const { said, events } = await bench.turn('a cake')
  expect(said).toEqual(['{"people":6,"extras":[]}'])
  expect(bench.server.requests.map(({ system }) => /cannot be used: ([^.]*)\. Give/.exec(system)?.[1])).toEqual([
    undefined,
    'it is not a JSON object',
    'it is not a JSON object',
  ])
  expect(bench.server.requests[2]?.system).toContain('people must be >= 1; extras must be array')
  const told = shownDecisions(events).map(({ decision }) => [decision.about, decision.choice, decision.tries])
  expect(told).toEqual([
    ['output', 'asked again', 1],
    ['output', 'asked again', 2],
  ])
})

it('is given up after three tries: nothing is said or kept, and the turn can be tried again', async () => {
  const bench = await open(order(), 'all', { text: 'no' }, { text: '{}' }, { text: '{"people":"six"}' })
  const { outcome, said } = await bench.turn('a cake')
  expect(said).toEqual([])
  expect(outcome).toMatchObject({ state: 'failed', error: { code: 'model-unfit', details: { node: 'a' } } })
  bench.server.reply({ text: '{"people":2}' })
  expect((await bench.resume()).said).toEqual(['{"people":2}'])
  expect((await bench.state()).variables['order']).toEqual({ people: 2 })
})

it('waits for a guard as words do, which may say something else instead', async () => {
  const guarded = () => order().observer('g', { type: 'guard', when: 'after' }).observe('a', 'g')
  const bench = await open(guarded(), 'all', { text: '{"people":6}' }, { text: 'ok' })
  bench.server.reply({ text: '{"people":600}' }, { text: 'That is too many.' })
  expect((await bench.turn('a cake')).said).toEqual(['{"people":6}'])
  expect((await bench.turn('more')).said).toEqual(['That is too many.'])
  const said = (await bench.state()).log.flatMap((entry) =>
    entry.kind === 'text' && entry.author !== 'user' ? [[entry.text, entry.output]] : [],
  )
  expect(said).toEqual([
    ['{"people":6}', { people: 6 }],
    ['That is too many.', undefined],
  ])
})

it('what a model refuses to answer is its reply, and what it calls comes first', async () => {
  const bench = await open(order(), 'all', { refusal: 'I cannot help with that.' })
  const { said } = await bench.turn('a bomb')
  expect(said).toEqual(['I cannot help with that.'])
  expect((await bench.state()).variables['order'] ?? null).toBeNull()
  await bench.close()

  const early = await open(order().builtinTool('c', { tool: 'clock', toolName: 'final_answer' }).use('a', 'c'))
  early.server.reply({
    calls: [
      { name: 'final_answer', arguments: {} },
      { name: 'final_answer_2', arguments: { people: 1 } },
    ],
  })
  early.server.reply({ calls: [{ name: 'final_answer_2', arguments: { people: 2 } }] })
  expect((await early.turn('a cake')).said).toEqual(['{"people":2}'])
  expect(early.server.requests[1]?.messages.filter(({ role }) => role === 'tool')).toHaveLength(1)
})

it.each<[StrictMode, unknown[]]>([
  ['all', ['json_schema']],
  ['openai', ['json_schema']],
  ['qwen', ['json_schema']],
  ['deepseek', ['json_schema', 'json_object']],
  ['gemma', ['json_schema', 'json_schema', 'json_object', undefined]],
])('a server like %s is asked in the way that it takes', async (strict, formats) => {
  const bench = await open(order(), strict, { text: '{"people":6}' }, { text: '{"people":7}' })
  expect((await bench.turn('a cake')).said).toEqual(['{"people":6}'])
  expect(bench.server.requests.map(({ body }) => body.response_format?.type)).toEqual(formats)
  // What it taught is remembered.
  expect((await bench.turn('one more')).said).toEqual(['{"people":7}'])
  expect(bench.server.requests.map(({ body }) => body.response_format?.type)).toEqual([...formats, formats.at(-1)])
})

it('slots are asked for by their schema too, and what is not known may be null', async () => {
  const slots = { type: 'object', properties: { name: { type: 'string' }, people: { type: 'integer' } } }
  const drawn = flow('Slots')
    .start('g')
    .node('task-graph', 'g', { name: 'Shop', slots })
    .node('message-worker', 'w', { name: 'Worker', prompt: 'Work. {formatted_chat}' })
    .edge('intent', { from: 'g', to: 'w' }, { intent: 'none' })
  const bench = await open(drawn, 'all', { text: '{"name":"Ann","people":null}' }, { text: 'Hello.' })
  await bench.turn('I am Ann')
  const format = bench.server.requests[0]?.body.response_format
  const nullable = (type: string) => ({ anyOf: [{ type }, { type: 'null' }] })
  expect(format).toMatchObject({
    type: 'json_schema',
    json_schema: { strict: true, schema: { properties: { name: nullable('string'), people: nullable('integer') } } },
  })
  expect((await bench.state()).variables).toEqual({ name: 'Ann' })
})

test('a schema that is none, a variable that is not declared or of another type, and one that is called otherwise', () => {
  const problems = (output: JsonObject) =>
    checkFlow(order({ output }).variable('n', { type: 'number' }).build()).flatMap(({ code, field, severity }) =>
      field === 'output' ? [[severity, code]] : [],
    )
  expect(problems({ schema: SCHEMA, variable: 'order' })).toEqual([])
  expect(problems({ schema: { type: 'array' }, variable: '' })).toEqual([['error', 'bad-schema']])
  expect(problems({ schema: { type: 'object', properties: {} }, variable: 'x' })).toEqual([
    ['warning', 'no-fields'],
    ['warning', 'undeclared-variable'],
  ])
  expect(problems({ schema: SCHEMA, variable: 'n' })).toEqual([['error', 'bad-variable-type']])
  expect(problems({ schema: SCHEMA, variable: 'a b' })).toEqual([['error', 'bad-variable-name']])
  const renamed = renameVariable(order().build(), 'order', 'cake')
  expect(renamed.nodes['a']?.data['output']).toEqual({ schema: SCHEMA, variable: 'cake' })
})

test.each<[string, JsonObject]>([
  ['properties “a”: type must be one of', { properties: { a: { type: 'text' } } }],
  ['required must be a list of names', { required: 'a' }],
  ['properties “a”: items: enum must be a list', { properties: { a: { items: { enum: [] } } } }],
  ['anyOf must be a list', { anyOf: {} }],
  ['$ref leads to #/$defs/B, which is not there', { properties: { a: { $ref: '#/$defs/B' } } }],
  ['must lead to a place in the schema itself', { properties: { a: { $ref: 'https://example.com/a.json' } } }],
  ['pattern is not a regular expression', { properties: { a: { pattern: '(' } } }],
  ['properties “a” must be a schema', { properties: { a: 'string' } }],
])('no schema: %s', (words, schema) => {
  expect(inEnglish(schemaFault({ type: 'object', ...schema }))).toContain(words)
})

test('a strict schema is closed in every object; one with optional fields is sent as it is', () => {
  const item = { type: 'object', properties: { cake: { type: 'string' } }, required: ['cake'] }
  const schema = { type: 'object', properties: { items: { type: 'array', items: item } }, required: ['items'] }
  const closed = { ...item, additionalProperties: false }
  expect(strictSchema(schema)).toEqual({
    isStrict: true,
    schema: { ...schema, properties: { items: { type: 'array', items: closed } }, additionalProperties: false },
  })
  expect(strictSchema(SCHEMA)).toEqual({ isStrict: false, schema: SCHEMA })
})

it('the rehearsal model answers by the schema too', async () => {
  const model = createRehearsalModel({ rules: [] })
  const prompt = questionPrompt('en', 'A cake for 6 people, please')
  const { text } = await model.call(modelRequest({ prompt, answer: { schema: SCHEMA, how: 'must' } }))
  expect(JSON.parse(text)).toEqual({ people: 6 })
})

test('a hostile schema holds nobody up: it is given up in its thread', async () => {
  const slow = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } }
  expect([plainForm(SCHEMA).danger, plainForm(slow).danger]).toEqual(['none', 'never'])
  const within = (seconds: number) => createCheckAnswer(createReader({ seconds, megabytes: 400, atOnce: 1 }))
  const { signal } = new AbortController()
  expect(await within(60)(slow, { a: 'b' }, signal)).toEqual(['a must match pattern "^(a+)+$"'])
  await expect(within(1)(slow, { a: `${'a'.repeat(60)}!` }, signal)).rejects.toThrow(/takes longer than 1 seconds/)
})
