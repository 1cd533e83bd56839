/** What the timeline says of stored steps: which tools a reply called, and what each round of deciding on them did. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { StepDeed } from '../../src-shared/run/log/step-deeds'
import { flow } from '../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore } from '../testing/core-bench'
import { toolNode } from '../testing/plan-bench'
import { startToolServer, type ToolServer } from '../testing/tool-server'

let tools: ToolServer
let test: TestCore
beforeEach(async () => {
  tools = await startToolServer()
})
afterEach(async () => {
  await test.close()
  await tools.close()
})

const ask = (...names: string[]) => ({ calls: names.map((name) => ({ name, arguments: { input: name } })) })
const told = (deed: StepDeed): string => ('tools' in deed ? `${deed.did} ${deed.tools.join(' ')}` : deed.did)

/** `think.a: called weather`, a line for each step of the thread, the oldest first. */
async function deeds(threadId = 't1'): Promise<string[]> {
  const { handlers } = test.core()
  const { signal } = new AbortController()
  const items = await handlers['threads.timeline']({ threadId, limit: 1000 }, { signal })
  const checkpointIds = items.map(({ checkpointId }) => checkpointId)
  const found = await handlers['threads.deeds']({ threadId, checkpointIds }, { signal })
  const lines = found.flatMap(({ steps }) => steps.map(({ step, deeds: done }) => [step, ...done.map(told)].join(', ')))
  return lines.toReversed()
}

it('says which tools were called and answered, and each round in which people decide, also after a restart', async () => {
  test = await openTestCore(
    flow('Desk')
      .start('a')
      .agent('a', { name: 'A' })
      .agent('b', { name: 'B' })
      .httpTool('weather', toolNode(tools, 'weather', { needsApproval: true }))
      .httpTool('pay', toolNode(tools, 'pay', { needsApproval: true, holdResult: true }))
      .httpTool('look', toolNode(tools, 'look'))
      .use('a', 'weather')
      .use('a', 'pay')
      .use('a', 'look')
      .handoff('a', 'b', { condition: 'Always' })
      .build(),
  )
  test.server.reply(ask('weather'), { text: 'Sunny.' })
  const first = eventsOfType((await test.turn('go')).events, 'question')
  await test.answer(first[0]?.id ?? '', { kind: 'approve-call', decision: { is: 'approve' } })
  const one = ['think.a, called weather', 'act.a, waited weather', 'act.a, decided weather', 'act.a, answered weather']
  expect(await deeds()).toEqual([...one, 'think.a, replied'])

  test.server.reply(ask('look', 'pay'))
  const second = eventsOfType((await test.turn('and now')).events, 'question')
  await test.restart()
  const held = await test.answer(second[0]?.id ?? '', { kind: 'approve-call', decision: { is: 'approve' } })
  test.server.reply({ calls: [{ name: 'transfer_A_to_B', arguments: {} }] }, { text: 'B here.' })
  await test.answer(eventsOfType(held.events, 'question')[0]?.id ?? '', {
    kind: 'hold-result',
    decision: { is: 'keep' },
  })
  expect((await deeds()).slice(5)).toEqual([
    'think.a, called look pay',
    'act.a, waited pay',
    'act.a, answered look',
    'act.a, decided pay',
    'act.a, held pay',
    'act.a, decided pay',
    'act.a, answered look pay',
    'think.a, called transfer_A_to_B',
    'act.a, handed',
    'think.b, replied',
  ])
})
