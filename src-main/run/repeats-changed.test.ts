/** A call that a person changed before it ran, where its turn runs again: it is asked for as it was, and what was decided on it counts. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import type { RepeatDecision } from '../../src-shared/run/log/repeats'
import { flow, type FlowBuilder } from '../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore } from '../testing/core-bench'
import type { ServerReply } from '../testing/model-reply'
import { plan, toolNode } from '../testing/plan-bench'
import { startToolServer, type ToolServer } from '../testing/tool-server'

let tools: ToolServer
let bench: TestCore
beforeEach(async () => (tools = await startToolServer()))
afterEach(async () => {
  expect(bench.server.violations).toEqual([])
  await bench.close()
  await tools.close()
})

const pay = () => toolNode(tools, 'pay', { needsApproval: true, method: 'POST' })
const SHAPES: readonly { where: string; draw: () => FlowBuilder; replies: readonly ServerReply[] }[] = [
  {
    where: 'a reply',
    draw: () => flow('Desk').start('a').agent('a', { name: 'Front' }).httpTool('pay', pay()).use('a', 'pay'),
    replies: [{ calls: [{ name: 'pay', arguments: { input: '10' } }] }, { text: 'Done.' }],
  },
  {
    where: 'a plan',
    draw: () => flow('Plans').start('p').node('rewoo', 'p', { name: 'Planner' }).httpTool('pay', pay()).use('p', 'pay'),
    replies: [{ text: plan('pay[10]') }, { text: 'Done.' }],
  },
]

it.each(SHAPES)(
  'of $where: the recorded result is taken, or a person is asked once more',
  async ({ draw, replies }) => {
    const drawn = draw().build()
    bench = await openTestCore(drawn)
    const [first, last] = replies
    if (first === undefined || last === undefined) throw new Error('Two replies are needed.')
    bench.server.reply(first)
    const { events } = await bench.turn('go')
    const edit = { is: 'edit', arguments: { input: '7' } } as const
    bench.server.reply(last)
    await bench.answer(eventsOfType(events, 'question')[0]?.id ?? '', { kind: 'approve-call', decision: edit })
    const { runner } = bench.core().services
    const flowText = saveFlow(drawn)
    const calls = await runner.repeats({ how: 'again', threadId: 't1', turn: 1, flowText })
    expect(calls).toMatchObject([{ tool: 'pay', arguments: '{"input":"7"}', askedAs: '{"input":"10"}' }])
    const again = async (decisions: readonly RepeatDecision[], ...given: readonly ServerReply[]) => {
      bench.server.reply(...given)
      const place = { threadId: 't1', turn: 1, revision: null, flowText, decisions }
      return (await runner.again(place)).done
    }
    expect(await again([], first, last)).toEqual({ state: 'finished', limit: null })
    expect(tools.calls.map(({ input }) => input)).toEqual(['7'])
    const asked = await again([{ id: calls[0]?.id ?? '', choice: 'again' }], first)
    expect(asked).toMatchObject({ question: { question: { kind: 'approve-call', arguments: { input: '10' } } } })
    expect(tools.calls).toHaveLength(1)
  },
)
