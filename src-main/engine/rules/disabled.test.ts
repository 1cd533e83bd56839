/** Nodes that are disabled, in each system, through the core and the real model server: as if they were not drawn. */
import { afterEach, expect, it } from 'vitest'
import { checkFlow } from '../../../src-shared/flow/checks/check'
import { markNodes } from '../../../src-shared/flow/editing/edits'
import { saveFlow } from '../../../src-shared/flow/editing/save'
import type { Flow } from '../../../src-shared/flow/records'
import { consentItems } from '../../../src-shared/consent/items'
import type { RunEvent } from '../../../src-shared/run/log/events'
import { flow } from '../../../src-shared/testing/flow-builder'
import { openTestCore, saidIn, type TestCore } from '../../testing/core-bench'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})
const offered = () => test.server.requests.map(({ tools }) => tools.map((tool) => tool.function.name).join(' '))
/** Opens the flow with some of its nodes disabled, and says something to it. */
async function say(drawn: Flow, disabled: readonly string[], ...replies: Parameters<TestCore['server']['reply']>) {
  const marked = markNodes(drawn, disabled, { disabled: true })
  expect(checkFlow(marked).filter(({ severity }) => severity === 'error')).toEqual([])
  test = await openTestCore(marked)
  test.server.reply(...replies)
  return test.turn('hello')
}

it('a supervisor is not offered a dialog and a tool that are disabled, nor asked about them', async () => {
  const drawn = flow('Desk')
    .start('s')
    .supervisor('s', { prompt: 'Dialogs: {dialogs} Tools: {tools}' })
    .dialog('order', { toolName: 'order_cake' })
    .dialog('profile', { toolName: 'fill_profile' })
    .delegate('s', 'order')
    .delegate('s', 'profile')
    .builtinTool('clock', { tool: 'clock', toolName: 'get_time' })
    .builtinTool('sum', { tool: 'calculator', toolName: 'calculate' })
    .use('s', 'clock')
    .use('s', 'sum')
    .build()
  const { said } = await say(drawn, ['order', 'clock'], { text: 'Hi.' })
  expect(said).toEqual(['Hi.'])
  expect(offered()).toEqual(['calculate fill_profile'])
  expect(test.server.requests[0]?.system).not.toMatch(/order_cake|get_time/)
})

it('an agent cannot hand over to one that is disabled, nor use a pool or what is disabled in one', async () => {
  const drawn = flow('Swarm')
    .start('a')
    .agent('a', { name: 'A', toolUse: 'all' })
    .agent('b', { name: 'B' })
    .agent('c', { name: 'C' })
    .handoff('a', 'b', { condition: 'It is about bills' })
    .handoff('a', 'c', { condition: 'It is about bees' })
    .node('workbench', 'pool', { name: 'Pool' })
    .node('workbench', 'other', { name: 'Other' })
    .builtinTool('clock', { tool: 'clock', toolName: 'get_time' })
    .builtinTool('sum', { tool: 'calculator', toolName: 'calculate' })
    .builtinTool('more', { tool: 'calculator', toolName: 'calculate_more' })
    .use('a', 'pool')
    .use('a', 'other')
    .use('pool', 'clock')
    .use('pool', 'sum')
    .use('other', 'more')
    .build()
  await say(drawn, ['b', 'clock', 'other'], { text: 'Hi.' })
  expect(offered()).toEqual(['calculate transfer_A_to_C'])
})

it('a graph asks for no intent that leads to a disabled worker, and a default worker has it not among its candidates', async () => {
  const drawn = flow('Graph')
    .start('g')
    .node('task-graph', 'g', { name: 'Shop' })
    .node('message-worker', 'counter', { name: 'Counter', description: 'takes orders' })
    .node('message-worker', 'office', { name: 'Office', description: 'answers complaints' })
    .edge('intent', { from: 'g', to: 'counter' }, { intent: 'order a cake' })
    .edge('intent', { from: 'g', to: 'office' }, { intent: 'complain' })
    .node('default-worker', 'else', { name: 'Else' })
    .edge('delegate', { from: 'g', to: 'else', port: 'default' })
    .edge('candidate', { from: 'else', to: 'counter' })
    .edge('candidate', { from: 'else', to: 'office' })
    .build()
  // With one candidate left nobody is asked.
  const { said } = await say(drawn, ['office'], { text: 'others' }, { text: 'Hi.' })
  expect(said).toEqual(['Hi.'])
  expect(test.server.requests.map(({ system, user }) => /complain|Office/.test(system + user))).toEqual([false, false])
})

it('a planner plans without a disabled tool', async () => {
  const drawn = flow('Plans')
    .start('p')
    .node('rewoo', 'p', { name: 'Planner', modelTool: '' })
    .builtinTool('clock', { tool: 'clock', toolName: 'get_time' })
    .builtinTool('sum', { tool: 'calculator', toolName: 'calculate' })
    .use('p', 'clock')
    .use('p', 'sum')
    .build()
  const { said } = await say(drawn, ['clock'], { text: 'Plan: add\n#E1 = calculate[1+1]' }, { text: 'Two.' })
  expect(said).toEqual(['Two.'])
  expect(test.server.requests[0]?.system).not.toContain('get_time')
})

it('what is disabled is asked for by nobody, is not checked, and is left out inside of sub-flows too', async () => {
  const inner = flow('Inner')
    .start('a')
    .agent('a', { name: 'Ann' })
    .agent('b', { name: 'Bob' })
    .handoff('a', 'b')
    .node('code-tool', 'code', { name: 'Code', code: 'export const run = () => 1', enabled: false })
    .use('a', 'code')
  const drawn = flow('Top')
    .start('s')
    .node('subflow', 's', { name: 'Sub', flow: inner.file() })
    .agent('lost', { name: '' })
    .build()
  expect(consentItems(drawn)).toEqual([])
  expect(checkFlow(drawn).map(({ code }) => code)).toEqual(['no-name', 'unreachable'])
  await say(drawn, ['lost'], { text: 'Hi.' })
  expect(offered()).toEqual(['transfer_Ann_to_Bob'])
})

it('a conversation that is with a node goes on as after its removal when that is disabled', async () => {
  const drawn = flow('Swarm').start('a').agent('a', { name: 'A' }).agent('b', { name: 'B' }).handoff('a', 'b').build()
  await say(
    drawn,
    [],
    { calls: [{ name: 'transfer_A_to_B', arguments: {} }] },
    { text: 'B here.' },
    { text: 'A here.' },
  )
  const flowText = saveFlow(markNodes(drawn, ['b'], { disabled: true }))
  const events: RunEvent[] = []
  const ask = { flowId: drawn.id, flowText, revision: null, threadId: 't1', text: 'still there?' }
  await (
    await test.core().services.runner.start({ ...ask, listen: (event) => events.push(event) })
  ).done
  expect(saidIn(events)).toEqual(['A here.'])
})
