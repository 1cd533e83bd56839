/** How participants use their tool pools, through the core: all tools, the search alone, other names, plans (Workbench 10, 14; WB-7 to WB-10). */
import { afterEach, describe, expect, it } from 'vitest'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { eventsOfType } from '../../testing/core-bench'
import { ASK, BY_VECTORS, call, choices, openPoolBench, poolW, tool, type PoolBench } from '../../testing/pool-bench'

let bench: PoolBench
afterEach(async () => {
  expect(bench.server.violations).toEqual([])
  await bench.close()
})
const open = async (builder: FlowBuilder) => (bench = await openPoolBench(builder))

describe('toolUse', () => {
  it('all: every tool that is switched on, without a search', async () => {
    await open(poolW({ topK: 1 }, { off: 'news', agent: { toolUse: 'all' } }))
    bench.server.reply(call('bank'), { text: 'Done.' })
    await bench.turn(ASK)
    expect([bench.offered()[0], bench.vectors.asked]).toEqual(['forecast geocode mail bank', []])
    expect(await bench.results()).toEqual([['bank', 'ran bank', false]])
  })

  const searching = () =>
    poolW({ topK: 2 }, { off: 'news', agent: { toolUse: 'search' } })
      .agent('p', { name: 'Planner' })
      .handoff('a', 'p')

  it('WB-7: the search agent finds names, reads a documentation, calls no tool of the pool, and hands over', async () => {
    await open(searching())
    bench.server.reply(
      call('get_tool_names_for_query', { query: 'send mail' }),
      call('get_tool_documentation', { name: 'mail' }),
      call('mail'),
      call('transfer_Helper_to_Planner'),
      { text: 'I have a plan.' },
    )
    const { said, events } = await bench.turn('how do I send mail')
    expect(said).toEqual(['I have a plan.'])
    expect(bench.offered()[0]).toBe('get_tool_names_for_query get_tool_documentation transfer_Helper_to_Planner')
    const documentation = 'mail\nDoes what mail does.\nArguments (JSON schema): {"type":"object","properties":{}}'
    expect((await bench.results()).slice(0, 3)).toEqual([
      ['get_tool_names_for_query', '["forecast","geocode"]', false],
      ['get_tool_documentation', documentation, false],
      ['mail', 'Error: tool mail not found', true],
    ])
    expect(eventsOfType(events, 'tool.started').map(({ tool: name, toolNode }) => [name, toolNode])).toEqual([
      ['get_tool_names_for_query', 'w'],
      ['get_tool_documentation', 'w'],
    ])
    expect(choices(events)).toMatchObject([{ prompt: 'send mail', choice: 'forecast, geocode' }])
  })

  const loading = (data = {}) => poolW({ topK: 2, ...data }, { off: 'news', agent: { toolUse: 'load' } })
  const SEARCH = 'get_tool_names_for_query get_tool_documentation'

  it('load: what the search finds and what was read about may be called for the rest of the turn, each once', async () => {
    await open(loading())
    bench.server.reply(
      call('forecast'),
      call('get_tool_names_for_query', { query: 'weather' }),
      call('get_tool_documentation', { name: 'bank' }),
      call('get_tool_documentation', { name: 'forecast' }),
      call('get_tool_documentation', { name: 'news' }),
      call('bank'),
      { text: 'Sunny.' },
      { text: 'Hello again.' },
    )
    const { said, events } = await bench.turn(ASK)
    expect(said).toEqual(['Sunny.'])
    await bench.turn('hello')
    const bound = [
      SEARCH,
      SEARCH,
      `${SEARCH} forecast geocode`,
      ...Array<string>(4).fill(`${SEARCH} forecast geocode bank`),
    ]
    expect(bench.offered()).toEqual([...bound, SEARCH])
    expect((await bench.results()).map(([, text]) => text.split('\n')[0])).toEqual([
      'Error: tool forecast not found',
      '["forecast","geocode"]',
      'bank',
      'forecast',
      'news (disabled)',
      'ran bank',
    ])
    expect(choices(events).map(({ rule, choice }) => [rule, choice])).toEqual([
      ['the best 2 of 5 in Pool W by vector search, loaded for the rest of the turn', 'forecast, geocode'],
      ['its documentation was read, so it is loaded for the rest of the turn', 'bank'],
    ])
  })

  it('load: a turn that goes on after a crash offers what was loaded before it', async () => {
    await open(loading())
    bench.server.reply(call('get_tool_names_for_query', { query: 'weather' }), { status: 400 })
    await bench.turn(ASK)
    await bench.restart()
    bench.server.reply(call('forecast'), { text: 'Sunny.' })
    expect((await bench.resume()).said).toEqual(['Sunny.'])
    expect(bench.offered().at(-1)).toBe(`${SEARCH} forecast geocode`)
    expect((await bench.results()).at(-1)).toEqual(['forecast', 'ran forecast', false])
  })

  it('WB-8, Workbench 10: documentation of nothing is an error in words, that of a disabled tool is marked', async () => {
    await open(searching())
    bench.server.reply(
      call('get_tool_documentation', { name: 'fax' }),
      call('get_tool_documentation', { name: 'news' }),
      call('get_tool_names_for_query', { query: ' ' }),
      call('get_tool_names_for_query'),
      { text: 'So it is.' },
    )
    expect((await bench.turn('fax')).said).toEqual(['So it is.'])
    expect((await bench.results()).map(([, text, isError]) => [text, isError])).toEqual([
      ['Error: tool fax does not exist', true],
      [expect.stringMatching(/^news \(disabled\)\nDoes what news does\./), false],
      ['[]', false],
      [expect.stringMatching(/^Error: get_tool_names_for_query was not called, .*query is missing/), true],
    ])
    expect(bench.vectors.asked).toEqual([])
  })
})

describe('Workbench 14: results and overrides', () => {
  it('WB-9: doubling 5 gives 10, a tool that raises its message; the same after a restart', async () => {
    const drawn = flow('Pool').start('a').agent('a', { name: 'Helper' }).node('workbench', 'w', { name: 'Pool' })
    const whole = tool(tool(drawn.use('a', 'w'), 'double', 'args.x * 2'), 'raise', `{ throw new Error('no way') }`)
    await open(whole.use('w', 'double').use('w', 'raise'))
    const both = {
      calls: [
        { name: 'double', arguments: { x: 5 } },
        { name: 'raise', arguments: {} },
      ],
    }
    bench.server.reply(both, { text: 'Done.' }, both, { text: 'Again.' })
    await bench.turn('double, then raise')
    await bench.restart()
    await bench.turn('double, then raise')
    const once = [
      ['double', '10', false],
      ['raise', expect.stringMatching(/^Error: .*no way/), true],
    ]
    expect(await bench.results()).toEqual([...once, ...once])
    expect(new Set(bench.offered().map((names) => names.split(' ').toSorted().join(' ')))).toEqual(
      new Set(['double raise']),
    )
  })

  it.each([
    ['as a stream', {}],
    ['as a whole', { stream: false as const }],
  ])('WB-10: a renamed tool is offered, called and answered by its new name, %s', async (_how, form) => {
    const overrides = { forecast: { name: 'weather', description: 'Tells the weather.' } }
    await open(poolW({ topK: 5, overrides }))
    bench.server.reply({ ...call('weather'), ...form }, { ...call('forecast'), ...form }, { text: 'Sunny.', ...form })
    const { events } = await bench.turn(ASK)
    expect(bench.server.requests[0]?.tools.find((one) => one.function.name === 'weather')?.function.description).toBe(
      'Tells the weather.',
    )
    expect(await bench.results()).toEqual([
      ['weather', 'ran forecast', false],
      ['forecast', 'Error: tool forecast not found', true],
    ])
    expect(eventsOfType(events, 'tool.finished')).toMatchObject([{ tool: 'weather', toolNode: 'forecast' }])
  })

  it('names with the prefix of their pool', async () => {
    await open(poolW({ topK: 1, prefix: true }))
    bench.server.reply(call('Pool_W_forecast'), { text: 'Sunny.' })
    bench.vectors.fail(500)
    await bench.turn('forecast')
    expect(bench.offered()[0]).toBe('Pool_W_forecast')
    expect(await bench.results()).toEqual([['Pool_W_forecast', 'ran forecast', false]])
  })
})

describe('other participants', () => {
  it('a supervisor reads of the tools that were found, and no others; a dialog has its own', async () => {
    const drawn = flow('Desk')
      .settings(BY_VECTORS)
      .start('s')
      .supervisor('s', { name: 'Host', switchObserver: false })
      .dialog('d', { name: 'Trips', toolDescription: 'Used for trips', prompt: 'Tools: {tools}' })
      .delegate('s', 'd')
      .node('workbench', 'w', { name: 'Pool W', mode: 'vector', topK: 1 })
      .use('s', 'w')
      .use('d', 'w')
    await open(tool(tool(drawn, 'forecast').use('w', 'forecast'), 'mail').use('w', 'mail'))
    bench.server.reply(call('trips'), { text: 'Where to?' })
    await bench.turn(ASK)
    expect(bench.offered()).toEqual(['forecast trips', 'forecast'])
    const [host, trips] = bench.server.requests.map(({ system }) => system)
    expect(host).toContain('- forecast: Does what forecast does.')
    expect(host).not.toContain('- mail')
    expect(trips).toBe('Tools: - forecast: Does what forecast does.')
  })

  it('a planner reads all tools of its pools, and its steps call them by the names that it reads', async () => {
    const drawn = flow('Plans')
      .start('p')
      .node('rewoo', 'p', { name: 'Planner', modelTool: '' })
      .node('workbench', 'w', { name: 'Pool', topK: 1, overrides: { forecast: { name: 'weather' } } })
      .use('p', 'w')
    await open(tool(tool(drawn, 'forecast').use('w', 'forecast'), 'mail').use('w', 'mail', { enabled: false }))
    bench.server.reply({ text: 'Plan: look\n#E1 = weather[Rome]' }, { text: 'Sunny.' })
    const { said, events } = await bench.turn(ASK)
    expect(said).toEqual(['Sunny.'])
    expect(bench.server.requests[0]?.system).toContain('- weather: Does what forecast does.')
    expect(bench.server.requests[0]?.system).not.toContain('mail')
    expect(eventsOfType(events, 'plan.step').at(-1)).toMatchObject({ tool: 'weather', evidence: 'ran forecast' })
  })

  it('side by side, each branch has what it found', async () => {
    const drawn = poolW({ topK: 1 })
      .node('nested-chat', 'n', { name: 'Both', async: true })
      .handoff('a', 'n')
      .agent('x')
      .agent('y')
      .use('x', 'w')
      .use('y', 'w')
      .edge('recipient', { from: 'n', to: 'x' }, { message: 'do x', maxTurns: 1, chatId: 'x' })
      .edge('recipient', { from: 'n', to: 'y' }, { message: 'do y', maxTurns: 1, chatId: 'y' })
    await open(drawn)
    bench.server.on({ user: 'do x' }, call('forecast'), { text: 'x is done' })
    bench.server.on({ user: 'do y' }, { text: 'y is done' })
    bench.server.on({ user: ASK }, call('nested_chat'), { text: 'All done.' })
    const name = 'transfer_Helper_to_nested_chat_Helper_1'
    bench.server.reply(call(name))
    const { events } = await bench.turn(ASK)
    expect(
      choices(events)
        .map(({ prompt }) => prompt)
        .toSorted(),
    ).toEqual(['do x', 'do y', ASK])
    expect(eventsOfType(events, 'tool.finished')).toMatchObject([{ tool: 'forecast', isError: false }])
  })
})
