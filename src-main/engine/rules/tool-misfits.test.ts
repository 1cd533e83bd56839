/** Arguments that do not fit, at tools of every kind: nothing is sent, the model reads path and wish, and what it mends arrives (shared rules 6.10 to 6.12). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src-shared/flow/records'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore } from '../../testing/core-bench'
import { startListingMcpServer, type ListingMcpServer } from '../../testing/listing-mcp-server'
import { toolCall } from '../../testing/setup-d'
import { startToolServer, type ToolServer } from '../../testing/tool-server'

let test: TestCore
let tools: ToolServer
let mcp: ListingMcpServer | null = null
beforeEach(async () => {
  tools = await startToolServer()
})
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
  await tools.close()
  await mcp?.close()
  mcp = null
})

const ORDER: JsonObject = {
  type: 'object',
  properties: {
    city: { type: 'string' },
    count: { type: 'integer', minimum: 1 },
    lines: { type: 'array', items: { type: 'object', properties: { price: { type: 'number' } } } },
  },
  required: ['city', 'count'],
  additionalProperties: false,
}
const open = async (draw: (agent: FlowBuilder) => FlowBuilder) =>
  (test = await openTestCore(draw(flow('Shop').start('a').agent('a', { name: 'A' })).build()))
const results = async () =>
  (await test.state()).log.flatMap((entry) => (entry.kind === 'result' ? [[entry.text, entry.isError]] : []))
/** One turn in which the tool is called with each of these; the results as the model read them. */
async function called(tool: string, ...calls: JsonObject[]) {
  test.server.reply(...calls.map((args) => toolCall(tool, args)), { text: 'Done.' })
  const { said, events } = await test.turn('go')
  expect(said).toEqual(['Done.'])
  const made = await results()
  // What is stored is what the model was told.
  const told = test.server.requests.at(-1)?.messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : []))
  expect(told).toEqual(made.map(([text]) => text))
  return { made, events }
}
const unfit = (tool: string, faults: string) => [
  `Error: ${tool} was not called, because its arguments do not fit: ${faults}. Call it again with arguments that fit.`,
  true,
]
const bodies = () => tools.calls.map(({ body }): unknown => JSON.parse(body))

/** The tools that reach a server: how one is drawn, and what its server was sent. */
const SERVED: {
  [what: string]: { draw: (agent: FlowBuilder) => Promise<FlowBuilder>; sent: () => readonly unknown[] }
} = {
  'an HTTP tool': {
    draw: async (agent) =>
      agent
        .httpTool('t', { toolName: 'order', url: `${tools.url}/order`, method: 'POST', parameters: ORDER })
        .use('a', 't'),
    sent: bodies,
  },
  'a tool of an MCP server': {
    async draw(agent) {
      mcp = await startListingMcpServer({ order: ORDER })
      return agent.node('mcp-server', 't', mcp.data).use('a', 't')
    },
    sent: () => mcp?.calls.map(({ args }) => args) ?? [],
  },
  'an operation of an API': {
    draw: async (agent) => agent.node('openapi-tools', 't', { document: api() }).use('a', 't'),
    sent: bodies,
  },
  'a tool of a pool': {
    async draw(agent) {
      mcp = await startListingMcpServer({ order: ORDER })
      return agent.node('mcp-server', 't', mcp.data).node('workbench', 'w').use('w', 't').use('a', 'w')
    },
    sent: () => mcp?.calls.map(({ args }) => args) ?? [],
  },
}

function api(): JsonObject {
  const body = { required: true, content: { 'application/json': { schema: ORDER } } }
  return {
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1' },
    servers: [{ url: tools.url }],
    paths: { '/order': { post: { operationId: 'order', summary: 'Orders.', requestBody: body } } },
  }
}

describe.each(Object.entries(SERVED))('%s', (_what, { draw, sent }) => {
  it('is sent nothing that does not fit, and what was mended or meant as numbers', async () => {
    const drawn = await draw(flow('Shop').start('a').agent('a', { name: 'A' }))
    test = await openTestCore(drawn.build())
    const { made, events } = await called(
      'order',
      { city: ['Rome'], count: 1 },
      { city: 'Rome' },
      { city: 'Rome', count: 1, size: 'L' },
      { city: 'Rome', count: 1, lines: [{ price: 1 }, { price: 'dear' }] },
      { city: 'Rome', count: '3', lines: [{ price: '2.50' }] },
    )
    expect(made.slice(0, 4)).toEqual([
      unfit('order', 'city must be string, not array'),
      unfit('order', 'count is missing (integer)'),
      unfit('order', 'size is not allowed there (allowed: city, count, lines)'),
      unfit('order', 'lines[1].price must be number, not string'),
    ])
    expect(made[4]?.[1]).toBe(false)
    expect(sent()).toEqual([{ city: 'Rome', count: 3, lines: [{ price: 2.5 }] }])
    expect(eventsOfType(events, 'tool.finished').map(({ isError }) => isError)).toEqual([true, true, true, true, false])
    expect(eventsOfType(events, 'warning')).toEqual([])
  })
})

it('an operation’s own parameters are held against theirs, wherever they are sent', async () => {
  const parameters = [
    { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
    { name: 'full', in: 'query', schema: { type: 'boolean', nullable: true } },
    { name: 'X-Size', in: 'header', required: true, schema: { type: 'string', enum: ['S', 'L'] } },
  ]
  const paths = { '/things/{id}': { get: { operationId: 'look', summary: 'Looks.', parameters } } }
  const head = { openapi: '3.0.3', info: { title: 'Things', version: '1' }, servers: [{ url: tools.url }] }
  await open((agent) => agent.node('openapi-tools', 't', { document: { ...head, paths } }).use('a', 't'))
  const { made } = await called(
    'look',
    { id: 'seven', 'X-Size': 'S' },
    { id: 7 },
    { id: 7, 'X-Size': 'XL', full: 'maybe' },
    { id: '7', 'X-Size': 'L', full: 'true' },
  )
  expect(made.slice(0, 3)).toEqual([
    unfit('look', 'id must be integer, not string'),
    unfit('look', 'X-Size is missing ("S" | "L")'),
    unfit('look', 'full must be boolean | null, not string; X-Size must be "S" | "L"'),
  ])
  expect(tools.calls.map(({ tool }) => tool)).toEqual(['things/7'])
})

describe('others who are asked', () => {
  it('an agent: only what fits is a question; what it does not know is left as it is', async () => {
    await open((agent) => agent.agent('b', { name: 'B' }).use('a', 'b'))
    test.server.on({ system: /./, user: '7' }, { text: 'Seven.' })
    test.server.reply(
      toolCall('ask_B', { message: ['x'] }),
      toolCall('ask_B', { question: 'x' }),
      toolCall('ask_B', { message: 7, tone: 'kind' }),
      { text: 'Seven.' },
      { text: 'B says seven.' },
    )
    expect((await test.turn('go')).said).toEqual(['B says seven.'])
    expect(await results()).toEqual([
      unfit('ask_B', 'message must be string, not array'),
      unfit('ask_B', 'message is missing (string)'),
      ['Seven.', false],
    ])
    // Five calls of models: B heard one question.
    expect(test.server.calls).toBe(5)
  })

  it('a flow: its message, and the variables that it declares', async () => {
    const inner = flow('Inner')
      .start('i')
      .agent('i', { name: 'I', prompt: 'Count to {n}.' })
      .variable('n', { type: 'number', default: 1 })
      .build()
    await open((agent) =>
      agent
        .node('flow-tool', 't', { toolName: 'count', flow: JSON.parse(JSON.stringify(inner)) as JsonObject })
        .use('a', 't'),
    )
    test.server.reply(
      toolCall('count', { message: 'go', n: 'many' }),
      toolCall('count', { n: 2 }),
      toolCall('count', { message: 'go', n: '3' }),
      { text: 'One two three.' },
      { text: 'Counted.' },
    )
    expect((await test.turn('go')).said).toEqual(['Counted.'])
    expect(await results()).toEqual([
      unfit('count', 'n must be number, not string'),
      unfit('count', 'message is missing (string)'),
      ['One two three.', false],
    ])
    expect(test.server.requests[3]?.system).toContain('Count to 3.')
  })
})

it('schemas as strangers write them: each tool is called, and one that cannot be checked says so once', async () => {
  const count = { type: 'integer' }
  mcp = await startListingMcpServer({
    old: {
      $schema: 'http://json-schema.org/draft-04/schema#',
      properties: { n: { $ref: '#count' } },
      definitions: { C: { id: '#count', ...count } },
    },
    seven: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      properties: { n: { $ref: '#/definitions/C' }, on: { type: 'string', format: 'moon-date', nullable: true } },
      definitions: { C: count },
      required: ['n'],
    },
    choice: {
      properties: { n: { anyOf: [count, { type: 'null' }] }, on: { oneOf: [{ format: 'date' }, { format: 'time' }] } },
      additionalProperties: false,
    },
    round: { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
  })
  const { data, calls } = mcp
  await open((agent) => agent.node('mcp-server', 't', data).use('a', 't'))
  test.server.reply(
    ...(['old', 'seven', 'choice'] as const).flatMap((tool) => [
      toolCall(tool, { n: 'many' }),
      toolCall(tool, { n: '3', on: 'today' }),
    ]),
    toolCall('round', { n: 'many' }),
    toolCall('round', { n: '3' }),
    { text: 'Done.' },
  )
  const { said, events } = await test.turn('go')
  expect(said).toEqual(['Done.'])
  const mended = { n: 3, on: 'today' }
  expect(await results()).toEqual([
    unfit('old', 'n must be integer, not string'),
    [JSON.stringify(mended), false],
    unfit('seven', 'n must be integer, not string'),
    [JSON.stringify(mended), false],
    unfit('choice', 'n must be integer | null, not string'),
    [JSON.stringify(mended), false],
    ['{"n":"many"}', false],
    ['{"n":"3"}', false],
  ])
  expect(calls).toEqual([
    { tool: 'old', args: mended },
    { tool: 'seven', args: mended },
    { tool: 'choice', args: mended },
    { tool: 'round', args: { n: 'many' } },
    { tool: 'round', args: { n: '3' } },
  ])
  expect(eventsOfType(events, 'warning').map(({ code, facts }) => [code, facts])).toEqual([
    ['arguments-unchecked', { tool: 'round' }],
  ])
})
