/** Tools that are offered only while a condition on variables holds, drawn directly or in a pool, to agents, supervisors and plans. */
import { afterEach, describe, expect, it } from 'vitest'
import { ENGLISH } from '../../../src-shared/languages/translate'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import type { JsonObject } from '../../../src-shared/flow/records'
import { eventsOfType, openTestCore, type TestCore } from '../../testing/core-bench'
import { warningWords } from '../../../src-shared/run/words/warnings'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})

const open = async (builder: FlowBuilder) => (test = await openTestCore(builder.build()))
const call = (...names: string[]) => ({ calls: names.map((name) => ({ name, arguments: {} })) })
const offered = () => test.server.requests.map((request) => request.toolNames.join(' '))
const results = async () => (await test.state()).log.flatMap((entry) => (entry.kind === 'result' ? [entry.text] : []))
const code = (toolName: string, body: string) => ({
  toolName,
  description: `does ${toolName}`,
  code: `export function run(args: any, baton: any) { ${body} }`,
})
/** A tool that opens the other, and shuts it. */
const guarded = (builder: FlowBuilder) =>
  builder
    .node('code-tool', 'key', code('turn_key', `baton.set('open', !baton.variables.open); return 'turned'`))
    .node('code-tool', 'safe', code('look_in', `return 'gold'`))
    .variable('open', { type: 'boolean', default: false })
const agent = (data: JsonObject) =>
  guarded(flow('Safe').start('a').agent('a', { prompt: 'You are A.' }))
    .use('a', 'key')
    .use('a', 'safe', data)

describe('a tool with a condition', () => {
  it('is offered while it holds, looked at before each reply; calling it anyway gives "disabled"', async () => {
    await open(agent({ available: 'open' }))
    test.server.reply(call('look_in', 'turn_key'), call('look_in', 'turn_key'), call('look_in'), { text: 'done' })
    const { said, events } = await test.turn('hi')
    expect(said).toEqual(['done'])
    expect(offered()).toEqual(['turn_key', 'turn_key look_in', 'turn_key', 'turn_key'])
    const disabled = 'Error: tool look_in is disabled'
    expect(await results()).toEqual([disabled, 'turned', 'gold', 'turned', disabled])
    expect(eventsOfType(events, 'warning').map((warning) => warningWords(warning, ENGLISH))).toEqual([
      disabled,
      disabled,
    ])
  })

  it('takes an expression too; switched off in the drawing it stays off', async () => {
    await open(agent({ available: '${open} == false' }))
    test.server.reply(call('turn_key'), { text: 'done' })
    await test.turn('hi')
    expect(offered()).toEqual(['turn_key look_in', 'turn_key'])
    await test.close()
    await open(agent({ available: '', enabled: false }))
    test.server.reply({ text: 'done' })
    await test.turn('hi')
    expect(offered()).toEqual(['turn_key'])
  })

  it('a supervisor reads only of tools that it can call now', async () => {
    const drawn = guarded(flow('Lead').start('s').supervisor('s', { prompt: 'Tools: {tools} Dialogs: {dialogs}' }))
    await open(drawn.use('s', 'key').use('s', 'safe', { available: 'open' }))
    test.server.reply(call('turn_key'), { text: 'done' })
    await test.turn('hi')
    expect(test.server.requests.map(({ system }) => system.includes('does look_in'))).toEqual([false, true])
    expect(offered()).toEqual(['turn_key', 'turn_key look_in'])
  })

  it.each(['pool', 'tool'])('in a pool the condition may be at the %s', async (place) => {
    const drawn = guarded(flow('Pool').start('a').agent('a', { prompt: 'You are A.', toolUse: 'all' }))
      .node('workbench', 'w', { name: 'Pool' })
      .use('a', 'key')
      .use('a', 'w', place === 'pool' ? { available: 'open' } : {})
      .use('w', 'safe', place === 'tool' ? { available: 'open' } : {})
    await open(drawn)
    test.server.reply(call('look_in', 'turn_key'), call('look_in'), { text: 'done' })
    await test.turn('hi')
    expect(offered()).toEqual(['turn_key', 'turn_key look_in', 'turn_key look_in'])
    expect(await results()).toEqual(['Error: tool look_in is disabled', 'turned', 'gold'])
  })

  it('a plan is made with the tools whose condition holds', async () => {
    const drawn = guarded(flow('Plan').start('p').node('rewoo', 'p', { name: 'Planner' }))
    await open(drawn.use('p', 'key').use('p', 'safe', { available: 'open' }))
    test.server.reply({ text: 'Plan: turn it\n#E1 = turn_key[{}]' }, { text: 'turned it' })
    await test.turn('hi')
    const texts = test.server.requests[0]?.messages.map(({ content }) => String(content)).join('\n')
    expect(texts).toContain('turn_key')
    expect(texts).not.toContain('look_in')
  })

  it('a tool that replies for a nested chat leaves it to the queue while its condition does not hold', async () => {
    const drawn = guarded(flow('Nested').start('a').agent('a', { name: 'A', prompt: 'You are A.' }))
      .agent('b', { name: 'B', prompt: 'You are B.' })
      .node('nested-chat', 'n', { name: 'N' })
      .handoff('a', 'n', { condition: 'wants it' })
      .edge('recipient', { from: 'n', to: 'b' }, { message: 'Do it', maxTurns: 1 })
      .edge('use', { from: 'n', to: 'safe', port: 'reply' }, { available: 'open' })
      .use('a', 'key')
    await open(drawn)
    const nested = call('transfer_A_to_nested_chat_A_1')
    test.server.reply(nested, { text: 'b' }, call('turn_key'), nested, { text: 'done' })
    expect((await test.turn('hi')).said).toEqual(['b', 'gold', 'done'])
  })
})
