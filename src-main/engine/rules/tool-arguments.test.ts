/** Arguments of calls through the core, as models really write them: what does not fit is not called, and the model reads why (shared rules 6.10, 6.11). */
import { afterEach, describe, expect, it, test as vitestTest } from 'vitest'
import type { JsonObject } from '../../../src-shared/flow/records'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore } from '../../testing/core-bench'
import { toolCall } from '../../testing/setup-d'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})

const open = async (builder: FlowBuilder) => (test = await openTestCore(builder.build()))
const ORDER: JsonObject = {
  type: 'object',
  properties: {
    city: { type: 'string' },
    count: { type: 'integer', minimum: 1 },
    tags: { type: 'array', items: { type: 'string' } },
    express: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
  },
  required: ['city', 'count'],
  additionalProperties: false,
}
/** A tool that gives back what it was called with. */
const echo = (parameters: JsonObject = ORDER) => ({
  toolName: 'order',
  parameters,
  code: 'export function run(args) { return JSON.stringify(args) }',
})
const shop = (parameters?: JsonObject) =>
  flow('Shop').start('a').agent('a', { name: 'A' }).node('code-tool', 't', echo(parameters)).use('a', 't')
const results = async () =>
  (await test.state()).log.flatMap((entry) => (entry.kind === 'result' ? [[entry.text, entry.isError]] : []))
const called = (args: unknown) => ({ calls: [{ name: 'order', arguments: args as JsonObject }] })

describe('a call', () => {
  it('that does not fit is not made: the model reads place and wish, mends it, and the trace has one that failed', async () => {
    await open(shop())
    test.server.reply(called({ city: 'Rome', count: '12abc', size: 'L' }), called({ city: 'Rome', count: '3' }), {
      text: 'Ordered.',
    })
    const { said, events } = await test.turn('three to Rome')
    expect(said).toEqual(['Ordered.'])
    expect(await results()).toEqual([
      [
        'Error: order was not called, because its arguments do not fit: size is not allowed there (allowed: city, count, tags, express); count must be integer, not string. Call it again with arguments that fit.',
        true,
      ],
      ['{"city":"Rome","count":3}', false],
    ])
    expect(eventsOfType(events, 'tool.finished').map(({ isError }) => isError)).toEqual([true, false])
  })

  it.each<[string, unknown, string]>([
    [
      'numbers and lists as text',
      { city: 'Rome', count: '2', tags: '["a"]' },
      '{"city":"Rome","count":2,"tags":["a"]}',
    ],
    ['a number where text is wanted', { city: 7, count: 1 }, '{"city":"7","count":1}'],
    [
      'null for what is left out',
      { city: 'Rome', count: 1, tags: null, express: null },
      '{"city":"Rome","count":1,"express":null}',
    ],
    ['JSON in JSON', JSON.stringify(JSON.stringify({ city: 'Rome', count: '1' })), '{"city":"Rome","count":1}'],
  ])('with %s is made as it is meant', async (_what, args, wanted) => {
    await open(shop())
    test.server.reply(called(args), { text: 'Ordered.' })
    await test.turn('go')
    expect(await results()).toEqual([[wanted, false]])
  })

  it.each(['', 'null', '""', '[]', '{}'])('without arguments may be written as %j', async (args) => {
    await open(shop({ type: 'object', properties: { a: { type: 'string' } } }))
    test.server.reply(called(args), { text: 'Ordered.' })
    await test.turn('go')
    expect(await results()).toEqual([['{}', false]])
  })

  it('a model that never mends it ends with its tool rounds', async () => {
    await open(
      flow('Shop').start('a').agent('a', { name: 'A', maxToolRounds: 2 }).node('code-tool', 't', echo()).use('a', 't'),
    )
    test.server.reply(called({}), called({}), called({}))
    const { outcome } = await test.turn('go')
    expect(outcome).toMatchObject({ state: 'finished', limit: expect.stringContaining('2') as string })
    expect((await results()).map(([, isError]) => isError)).toEqual([true, true, true])
  })

  it('in the language of the flow', async () => {
    await open(shop().settings({ language: 'ru' }))
    test.server.reply(called({ city: 'Rome' }), { text: 'Нет.' })
    await test.turn('go')
    expect((await results())[0]?.[0]).toMatch(/^Error: order не вызывается.*count: не хватает \(integer\)/)
  })

  it('a schema that takes for ever holds up one call; it and the next are made, and one warning says so', async () => {
    const slow = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } }
    await open(shop(slow))
    const args = { a: `${'a'.repeat(60)}!` }
    test.server.reply(called(args), called(args), { text: 'Ordered.' })
    const { events } = await test.turn('go')
    expect(await results()).toEqual([
      [JSON.stringify(args), false],
      [JSON.stringify(args), false],
    ])
    expect(eventsOfType(events, 'warning').map(({ code }) => code)).toEqual(['arguments-unchecked'])
  })
})

describe('moves', () => {
  it('a hand-off whose reason is no text is refused, and the next one is made', async () => {
    await open(flow('Desk').start('a').agent('a', { name: 'A' }).agent('b', { name: 'B' }).handoff('a', 'b'))
    test.server.reply(toolCall('transfer_A_to_B', { reason: ['x'] }), toolCall('transfer_A_to_B', { reason: null }), {
      text: 'I am B.',
    })
    expect((await test.turn('go')).said).toEqual(['I am B.'])
    expect((await results())[0]).toEqual([expect.stringContaining('reason must be string, not array'), true])
  })

  it('a question is a text', async () => {
    await open(flow('Desk').start('a').agent('a', { name: 'A' }).agent('b', { name: 'B' }).use('a', 'b'))
    test.server.reply(
      toolCall('ask_B', {}),
      toolCall('ask_B', { message: 7 }),
      { text: 'Seven.' },
      { text: 'B says seven.' },
    )
    expect((await test.turn('go')).said).toEqual(['B says seven.'])
    expect((await results()).map(([text]) => text)).toEqual([expect.stringContaining('message is missing'), 'Seven.'])
  })
})

vitestTest('a step of a plan is held to the schema too, and is not tried again', async () => {
  await open(
    flow('Plan')
      .start('p')
      .node('rewoo', 'p', { name: 'Planner', stepRetries: 3 })
      .node('code-tool', 't', echo())
      .use('p', 't'),
  )
  const plan =
    'Plan: order\n#E1 = order[{"city": "Rome", "count": "2"}]\nPlan: again\n#E2 = order[{"city": "Rome", "count": "two"}]'
  test.server.reply({ text: plan }, { text: 'Done.' })
  const { said, events } = await test.turn('go')
  expect(said).toEqual(['Done.'])
  const steps = eventsOfType(events, 'plan.step').filter(({ state }) => state === 'done' || state === 'failed')
  expect(steps.map(({ id, state }) => [id, state]).toSorted()).toEqual([
    ['E1', 'done'],
    ['E2', 'failed'],
  ])
  const asked = test.server.requests
    .at(-1)
    ?.messages.map(({ content }) => content)
    .join('\n')
  expect(asked).toContain('{"city":"Rome","count":2}')
  expect(asked).toContain('count must be integer, not string')
  expect(asked).not.toContain('try ')
})
