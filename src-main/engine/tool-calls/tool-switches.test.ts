/** Code tools that switch tools of their caller off and on (AutoGen `disable_tool`, `enable_tool`), through the core. */
import { afterEach, describe, expect, it } from 'vitest'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import type { JsonObject } from '../../../src-shared/flow/records'
import { openTestCore, type TestCore } from '../../testing/core-bench'
import { shownDecisions } from '../../testing/shown-decisions'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})

const open = async (builder: FlowBuilder) => (test = await openTestCore(builder.build()))
const call = (...names: string[]) => ({ calls: names.map((name) => ({ name, arguments: {} })) })
const offered = () => test.server.requests.map((request) => request.toolNames.join(' '))
const results = async () => (await test.state()).log.flatMap((entry) => (entry.kind === 'result' ? [entry.text] : []))
const tool = (builder: FlowBuilder, toolName: string, body: string) =>
  builder.node('code-tool', toolName, {
    name: toolName,
    toolName,
    code: `export function run(args: any, baton: any) { ${body} }`,
  })
/** An agent with a tool `safe`, and others that switch it. */
const drawn = (safe: JsonObject = {}) => {
  const base = flow('Switches').start('a').agent('a', { name: 'A', prompt: 'You are A.' })
  const withSafe = tool(base, 'safe', `return 'gold'`)
  const withOff = tool(withSafe, 'off', `baton.disableTool('safe'); return 'off'`)
  return tool(withOff, 'on', `baton.enableTool('safe'); return 'on'`)
    .use('a', 'safe', safe)
    .use('a', 'off')
    .use('a', 'on')
}

describe('baton.disableTool and baton.enableTool', () => {
  it('switch a tool of the caller from the next model call on, for the rest of the thread; the trace tells it', async () => {
    await open(drawn())
    test.server.reply(call('off', 'safe'), call('safe'), { text: 'one' })
    const first = await test.turn('hi')
    expect(offered()).toEqual(['safe off on', 'off on', 'off on'])
    expect(await results()).toEqual(['off', 'gold', 'Error: tool safe is disabled'])
    const told = shownDecisions(first.events).map(({ node, decision: { rule, choice } }) => [node, rule, choice])
    expect(told).toEqual([['a', 'off switched off for the rest of the thread: safe', 'safe']])
    await test.restart()
    test.server.reply({ text: 'two' }, call('on'), { text: 'three' })
    await test.turn('more')
    await test.turn('and')
    expect(offered().slice(3)).toEqual(['off on', 'off on', 'safe off on'])
  })

  it('switching on what is on is nothing; the last of several counts; a call that fails switches nothing', async () => {
    const several = tool(drawn(), 'both', `baton.disableTool('safe'); baton.enableTool('SAFE'); return 'both'`)
    const failing = tool(several, 'fails', `baton.disableTool('safe'); throw new Error('no')`)
    await open(failing.use('a', 'both').use('a', 'fails'))
    test.server.reply(call('on', 'both', 'fails'), { text: 'done' })
    await test.turn('hi')
    expect(offered()[1]).toBe(offered()[0])
  })

  it('an unknown name, and one that the drawing switches off, are errors of the call', async () => {
    const lost = tool(drawn({ enabled: false }), 'lost', `baton.disableTool('nobody'); baton.set('n', 1)`)
    await open(lost.use('a', 'lost'))
    test.server.reply(call('lost', 'on', 'off'), { text: 'done' })
    await test.turn('hi')
    expect(await results()).toEqual([
      'Error: tool nobody does not exist',
      'Error: tool safe is switched off in the flow, so no tool can switch it on',
      'off',
    ])
    expect((await test.state()).variables).toEqual({})
  })

  it('is a matter of the caller alone, also where two share a pool', async () => {
    const base = flow('Shared')
      .start('a')
      .agent('a', { name: 'A', prompt: 'You are A.', toolUse: 'all' })
      .agent('b', { name: 'B', prompt: 'You are B.', toolUse: 'all' })
      .node('workbench', 'w', { name: 'Pool' })
    const withTools = tool(tool(base, 'safe', `return 'gold'`), 'off', `baton.disableTool('safe'); return 'off'`)
    await open(withTools.use('w', 'safe').use('w', 'off').use('a', 'w').use('b', 'w').handoff('a', 'b'))
    test.server.reply(call('off'), call('transfer_A_to_B'), { text: 'b' })
    await test.turn('hi')
    expect(offered()).toEqual(['safe off transfer_A_to_B', 'off transfer_A_to_B', 'safe off'])
  })
})
