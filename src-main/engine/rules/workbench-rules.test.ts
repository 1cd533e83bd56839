/** The rules of the Workbench about whole turns: what is bound when, how many rounds there are, and who goes on (Workbench 7, 15, 17, 18, 19). */
import { afterEach, describe, expect, it } from 'vitest'
import type { FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { eventsOfType } from '../../testing/core-bench'
import { ASK, call, openPoolBench, poolW, type PoolBench } from '../../testing/pool-bench'

let bench: PoolBench
afterEach(async () => {
  expect(bench.server.violations).toEqual([])
  await bench.close()
})
const open = async (builder: FlowBuilder) => (bench = await openPoolBench(builder))

/** Pool W behind an agent that may hand over to two others, which have no tools. */
const withOthers = () => poolW({ topK: 1 }).agent('b').agent('c').handoff('a', 'b').handoff('a', 'c')
const MOVES = 'transfer_Helper_to_b transfer_Helper_to_c'

describe('Workbench 7: what a turn bound is gone with it', () => {
  it('also after a turn that failed; hand-offs are always there', async () => {
    await open(withOthers())
    bench.server.reply(call('forecast'), { status: 400, body: 'no' }, { text: 'A picture.' })
    expect((await bench.turn(ASK)).outcome.state).toBe('failed')
    await bench.turn('![](data:image/png;base64,AAAA)')
    // The failed turn's message is not answered yet, so it is looked for again; with nothing to look for, nothing is bound.
    bench.server.reply({ text: 'Another picture.' })
    await bench.turn('![](data:image/png;base64,BBBB)')
    expect(bench.offered()).toEqual([`forecast ${MOVES}`, `forecast ${MOVES}`, `forecast ${MOVES}`, MOVES])
  })
})

describe('Workbench 15: a streamed call', () => {
  it('finds a renamed tool by its new name, chunk by chunk', async () => {
    await open(poolW({ topK: 1, overrides: { forecast: { name: 'weather' } } }))
    const pieces = ['Let ', 'me ', 'look.']
    bench.server.reply({ text: pieces.join(''), pieces, ...call('weather', { city: 'Rome' }) }, { text: 'Sunny.' })
    await bench.turn(ASK)
    expect(await bench.results()).toEqual([['weather', 'ran forecast', false]])
  })
})

describe('Workbench 17: rounds of tools', () => {
  it('with one round, its results are answered without any more tools', async () => {
    await open(poolW({ topK: 1 }, { agent: { maxToolRounds: 1 } }))
    bench.server.reply(call('forecast'), { text: 'Sunny.' })
    expect((await bench.turn(ASK)).said).toEqual(['Sunny.'])
    expect(bench.offered()).toEqual(['forecast', ''])
  })

  it('every call of a reply runs and has its result, in their order', async () => {
    await open(poolW({ topK: 2 }))
    bench.server.reply({ calls: [...call('geocode').calls, ...call('forecast').calls] }, { text: 'Sunny.' })
    await bench.turn(ASK)
    expect(await bench.results()).toEqual([
      ['geocode', 'ran geocode', false],
      ['forecast', 'ran forecast', false],
    ])
  })
})

describe('Workbench 18: calls that are wrong or too many', () => {
  it('malformed arguments are an error result, and the tool is not called', async () => {
    await open(poolW({ topK: 1 }))
    bench.server.reply({ calls: [{ name: 'forecast', arguments: '{"city": Rome' }] }, { text: 'Sorry.' })
    expect((await bench.turn(ASK)).said).toEqual(['Sorry.'])
    const [result] = await bench.results()
    expect([result?.[0], result?.[2]]).toEqual(['forecast', true])
    expect(result?.[1]).toMatch(/^Error: the arguments of forecast are not a JSON object/)
  })

  it('of several hand-offs the last wins, with a warning; tools of that reply run, and the target reads what they gave', async () => {
    await open(withOthers())
    const both = [...call('transfer_Helper_to_b').calls, ...call('transfer_Helper_to_c').calls]
    bench.server.reply({ calls: [...call('forecast').calls, ...both] }, { text: 'I am C.' })
    const { said, events } = await bench.turn(ASK)
    expect(said).toEqual(['I am C.'])
    expect((await bench.results()).map(([tool, text]) => (tool === 'forecast' ? text : tool))).toEqual([
      'ran forecast',
      'transfer_Helper_to_b',
      'transfer_Helper_to_c',
    ])
    expect(eventsOfType(events, 'warning').map(({ code }) => code)).toEqual(['several-handoffs'])
    expect(JSON.stringify(bench.server.requests.at(-1)?.messages)).toContain('ran forecast')
  })
})

describe('Workbench 19: who goes on', () => {
  it('the first agent starts; after a hand-off its target does, also after a restart, and stays', async () => {
    await open(withOthers())
    bench.server.reply(call('transfer_Helper_to_b'), { text: 'I am B.' }, { text: 'Still B.' })
    expect((await bench.turn(ASK)).said).toEqual(['I am B.'])
    await bench.restart()
    expect((await bench.turn('and now?')).said).toEqual(['Still B.'])
    expect(bench.offered()).toEqual([`forecast ${MOVES}`, '', ''])
    expect((await bench.state()).frames.at(-1)?.node).toBe('b')
  })

  it('a hand-off to somebody that nothing is drawn to is refused in words, and the same agent goes on', async () => {
    await open(withOthers())
    bench.server.reply(call('transfer_Helper_to_nobody'), { text: 'Then I answer.' })
    expect((await bench.turn(ASK)).said).toEqual(['Then I answer.'])
    const [result] = await bench.results()
    expect(result?.[2]).toBe(true)
    expect((await bench.state()).frames.at(-1)?.node).toBe('a')
  })
})
