/** Tool pools through the core: what is found, when, and what goes wrong (Workbench 1 to 9, 13, 20; WB-1 to WB-6). */
import { afterEach, describe, expect, it } from 'vitest'
import { ENGLISH } from '../../../src-shared/languages/translate'
import type { JsonObject } from '../../../src-shared/flow/records'
import { saveFlow } from '../../../src-shared/flow/editing/save'
import type { FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { eventsOfType } from '../../testing/core-bench'
import { ASK, call, choices, openPoolBench, poolW, type PoolBench } from '../../testing/pool-bench'
import { warningWords } from '../../../src-shared/run/words/warnings'

let bench: PoolBench
afterEach(async () => {
  expect(bench.server.violations).toEqual([])
  await bench.close()
})
const open = async (builder: FlowBuilder) => (bench = await openPoolBench(builder))

describe('Workbench 3 to 6: what the model is offered', () => {
  const cases: [string, { data: JsonObject; off?: string }, string][] = [
    [
      'WB-1: the two nearest in that order, beside hand-offs',
      { data: { topK: 2 } },
      'forecast geocode transfer_Helper_to_b',
    ],
    ['WB-2: k is capped at the size', { data: { topK: 10 } }, 'forecast geocode news mail bank transfer_Helper_to_b'],
    [
      'WB-3: equal to the limit is kept',
      { data: { topK: 10, minSimilarity: 0.45 } },
      'forecast geocode news transfer_Helper_to_b',
    ],
    ['WB-4: nothing is near enough', { data: { minSimilarity: 0.95 } }, 'transfer_Helper_to_b'],
    ['WB-5: disabled tools take no place', { data: { topK: 2 }, off: 'forecast' }, 'geocode news transfer_Helper_to_b'],
    [
      'WB-5: or do, as in the original',
      { data: { topK: 2, filterAfterSearch: true }, off: 'forecast' },
      'geocode transfer_Helper_to_b',
    ],
  ]
  it.each(cases)('%s', async (_case, { data, off = '' }, names) => {
    await open(poolW(data, { off }).agent('b').handoff('a', 'b'))
    bench.server.reply({ text: 'Sunny.' })
    expect((await bench.turn(ASK)).said).toEqual(['Sunny.'])
    expect(bench.offered()).toEqual([names])
  })

  it('Workbench 16: tools that are drawn directly stand beside those of the pool', async () => {
    await open(poolW({ topK: 1 }).builtinTool('c', { tool: 'clock' }).use('a', 'c'))
    bench.server.reply({ text: 'Sunny.' })
    await bench.turn(ASK)
    expect(bench.offered()).toEqual(['clock forecast'])
  })

  it('several pools of one participant, and one pool of several', async () => {
    const drawn = poolW({ topK: 1 })
      .node('workbench', 'w2', { name: 'Second', topK: 1, mode: 'keyword' })
      .use('a', 'w2')
      .builtinTool('c', { tool: 'calculator' })
      .use('w2', 'c')
      .agent('b')
      .use('b', 'w')
      .handoff('a', 'b')
    await open(drawn)
    bench.server.reply(call('transfer_Helper_to_b'), { text: 'Sunny.' })
    await bench.turn('calculator')
    expect(bench.offered()).toEqual(['forecast calculator transfer_Helper_to_b', 'forecast'])
  })

  it('Workbench 20: the trace tells the query, each candidate and why, and what was bound', async () => {
    await open(poolW({ topK: 2, minSimilarity: 0.2 }, { off: 'news' }))
    bench.server.reply({ text: 'Sunny.' })
    const { events } = await bench.turn(ASK)
    expect(choices(events)).toEqual([
      {
        about: 'tools',
        prompt: ASK,
        candidates: [
          { name: 'forecast', note: '1. similarity 0.90, kept' },
          { name: 'geocode', note: '2. similarity 0.70, kept' },
          { name: 'news', note: '3. similarity 0.45, disabled' },
          { name: 'mail', note: '4. similarity 0.10, too far' },
          { name: 'bank', note: '5. similarity 0.00, too far' },
        ],
        answer: null,
        rule: 'the best 2 of 5 in Pool W by vector search, similarity at least 0.2',
        choice: 'forecast, geocode',
        tries: 0,
      },
    ])
  })
})

describe('Workbench 1, 2: what is looked for', () => {
  it('WB-6: a message that is only a picture asks for nothing: no embedding call, no tools', async () => {
    await open(poolW())
    bench.server.reply({ text: 'A cat.' })
    const { said, events } = await bench.turn('![photo](data:image/png;base64,AAAA)')
    expect([said, bench.offered(), bench.vectors.asked]).toEqual([['A cat.'], [''], []])
    expect(choices(events)).toMatchObject([{ choice: 'none', prompt: '', candidates: [] }])
  })

  it.each([
    ['new-messages', 'two'],
    ['last-user-message', 'two'],
    ['thread', 'one\nFirst.\ntwo'],
  ])('%s', async (query, wanted) => {
    await open(poolW({ query }))
    bench.server.reply({ text: 'First.' }, { text: 'Second.' })
    await bench.turn('one')
    expect(choices((await bench.turn('two')).events)).toMatchObject([{ prompt: wanted }])
  })

  it("new messages are those that were not answered yet: a failed turn's too", async () => {
    await open(poolW())
    bench.server.reply(call('forecast'), { status: 400, body: 'no' }, { text: 'Both.' })
    expect((await bench.turn('one')).outcome.state).toBe('failed')
    expect(choices((await bench.turn('two')).events)).toMatchObject([{ prompt: 'one\ntwo' }])
  })
})

describe('Workbench 8: once per turn', () => {
  it('the tools stay between the calls of a turn; a turn that goes on after a restart offers the same and asks for no vector', async () => {
    await open(poolW({ topK: 2 }))
    bench.server.reply(call('forecast'), { hang: true })
    const first = bench.turn(ASK)
    await bench.server.waitForRequest(2)
    await bench.restart()
    await first
    const before = bench.vectors.asked.length
    bench.vectors.fail(500)
    bench.server.reply({ text: 'Sunny.' })
    const { events } = await bench.resume()
    expect(bench.offered()).toEqual(['forecast geocode', 'forecast geocode', 'forecast geocode'])
    expect([choices(events), bench.vectors.asked.length]).toEqual([[], before])
    expect(await bench.results()).toEqual([['forecast', 'ran forecast', false]])
  })

  it('also where the first model call of the turn was cut off', async () => {
    await open(poolW({ topK: 2 }))
    bench.server.reply({ hang: true })
    const first = bench.turn(ASK)
    await bench.server.waitForRequest(1)
    await bench.restart()
    await first
    bench.vectors.fail(500)
    bench.server.reply({ text: 'Sunny.' })
    expect((await bench.resume()).said).toEqual(['Sunny.'])
    expect(bench.offered()).toEqual(['forecast geocode', 'forecast geocode'])
  })

  it('the next turn chooses anew; vectors of tools are asked for once, also by a new core', async () => {
    await open(poolW({ topK: 2 }))
    bench.server.reply({ text: 'Sunny.' }, { text: 'Still.' })
    await bench.turn(ASK)
    await bench.restart()
    await bench.turn('and tomorrow?')
    expect(bench.vectors.asked.map((texts) => texts.length)).toEqual([5, 1, 1])
  })
})

describe('Workbench 9, 13: what goes wrong', () => {
  it('a tool that is disabled in mid-conversation is gone at the next turn, and refused when the model names it', async () => {
    await open(poolW({ topK: 2 }))
    bench.server.reply(call('forecast'), { text: 'Sunny.' }, call('forecast'), { text: 'I cannot tell.' })
    await bench.turn(ASK)
    const flowText = saveFlow(poolW({ topK: 2 }, { off: 'forecast' }).build())
    const turn = { flowId: 'pool', flowText, revision: null, threadId: 't1', text: 'and tomorrow?' }
    await (
      await bench.core().services.runner.start(turn)
    ).done
    expect(bench.offered()).toEqual(['forecast geocode', 'forecast geocode', 'geocode news', 'geocode news'])
    expect(await bench.results()).toEqual([
      ['forecast', 'ran forecast', false],
      ['forecast', 'Error: tool forecast is disabled', true],
    ])
  })

  it('a name that nobody has is a result too, and so is a tool that is not offered in this turn; the run goes on', async () => {
    await open(poolW({ topK: 2 }))
    bench.server.reply(call('fax'), call('bank'), { text: 'Sunny.' })
    expect((await bench.turn(ASK)).said).toEqual(['Sunny.'])
    expect(await bench.results()).toEqual([
      ['fax', 'Error: tool fax not found', true],
      ['bank', 'Error: tool bank not found', true],
    ])
  })

  it('an embedding model that fails leaves the words, and says so', async () => {
    await open(poolW({ topK: 2 }))
    bench.vectors.fail(500)
    bench.server.reply({ text: 'Sunny.' })
    const { events } = await bench.turn('the news, please')
    expect(bench.offered()).toEqual(['news'])
    const [warning] = eventsOfType(events, 'warning')
    expect([warning?.node, warning?.code]).toEqual(['a', 'pool-fell-back'])
    expect(warning && warningWords(warning, ENGLISH)).toMatch(/^Pool W: searched by words alone.*500$/)
  })
})
