/** Plan steps and reply tools that wait for a person: what their tools ask within, what they are to be let do, and what they gave. */
import { afterEach, expect, it } from 'vitest'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import type {
  Answer,
  CallDecision,
  LoggedQuestionKind,
  NodeQuestion,
  ResultDecision,
} from '../../../src-shared/run/log/questions'
import { eventsOfType } from '../../testing/core-bench'
import { endedSteps, openPlanBench, plan, planFlow, toolNode, type PlanBench } from '../../testing/plan-bench'
import type { ToolServer } from '../../testing/tool-server'

let bench: PlanBench
afterEach(async () => {
  expect(bench.server.violations).toEqual([])
  await bench.close()
})

const open = async (draw: (server: ToolServer) => FlowBuilder) => (bench = await openPlanBench(draw))
const decide = (decision: CallDecision): Answer => ({ kind: 'approve-call', decision })
const look = (decision: ResultDecision): Answer => ({ kind: 'hold-result', decision })
const waiting = (): readonly NodeQuestion<LoggedQuestionKind>[] => bench.core().services.runner.waiting('t1')
const kinds = () => waiting().map(({ question }) => question.kind)
const first = () => waiting()[0]?.id ?? ''

/** A clerk whose payments are decided on, as a tool of its own, deep in as many flows as it says. */
function clerk(server: ToolServer, depth: number): FlowBuilder {
  const drawn = flow(`Clerk ${depth}`)
    .start('a')
    .agent('a', { name: 'Clerk', prompt: `I am clerk ${depth}.` })
  if (depth === 0) return drawn.httpTool('pay', toolNode(server, 'Pay', { needsApproval: true })).use('a', 'pay')
  return drawn
    .node('flow-tool', 't', {
      name: 'Office',
      toolName: 'office',
      description: 'Pays',
      flow: clerk(server, depth - 1).file(),
    })
    .use('a', 't')
}
const CLERK = 'Clerk[{"message":"pay"}]'
const withClerk = (server: ToolServer, data: { [field: string]: string | number } = {}) =>
  planFlow(server, data)
    .node('flow-tool', 'clerk', {
      name: 'Clerk',
      toolName: 'Clerk',
      description: 'Pays',
      flow: clerk(server, 1).file(),
    })
    .use('p', 'clerk')

it('a step asks what a flow two tools deep asks, others run meanwhile, and it goes on once with the answer, after a restart too', async () => {
  await open(withClerk)
  bench.server.on(
    { system: 'I am clerk 1' },
    { calls: [{ name: 'office', arguments: { message: 'pay' } }] },
    { text: 'Told.' },
  )
  const pay = { calls: [{ name: 'Pay', arguments: { input: '5' } }] }
  bench.server.on({ system: 'I am clerk 0' }, pay, { text: 'Paid.' })
  const asked = await bench.ask('Q', plan('Search[a]', CLERK, 'Calc[#E2]'))
  expect([asked.outcome.state, bench.toolCalls(), kinds()]).toEqual(['finished', ['Search a'], ['approve-call']])
  expect(waiting()[0]).toMatchObject({ node: 'clerk~t~a', question: { arguments: { input: '5' } } })
  await bench.restart()
  bench.server.on({}, { text: 'All done.' })
  const last = await bench.answer(first(), decide({ is: 'approve' }))
  expect([last.said, bench.toolCalls(), kinds()]).toEqual([['All done.'], ['Search a', 'Pay 5', 'Calc Told.'], []])
  expect(endedSteps(last)['E2']?.usage).toMatchObject({ input: expect.any(Number) as number })
  // The plan, two replies of each clerk, and the answer.
  expect(bench.server.calls).toBe(6)
})

it('what a step gave waits before anybody reads it, the condensing model too, and is changed, blanked or kept', async () => {
  await open((server) =>
    planFlow(server, { condenseOver: 20 })
      .httpTool('look', toolNode(server, 'Look', { holdResult: true }))
      .use('p', 'look'),
  )
  bench.tools.on('Look', () => `canary ${'long '.repeat(20)}`)
  const asked = await bench.ask('Q', plan('Look[a]', 'Calc[#E1]', 'Look[b]', 'Look[c]'))
  expect([kinds(), bench.toolCalls().toSorted(), bench.server.calls]).toEqual([
    ['hold-result', 'hold-result', 'hold-result'],
    ['Look a', 'Look b', 'Look c'],
    1,
  ])
  expect([endedSteps(asked), waiting()[0]?.question]).toMatchObject([{}, { tool: 'Look', arguments: '{"input":"a"}' }])
  await bench.restart()
  const changed = await bench.answer(first(), look({ is: 'edit', text: 'short' }))
  expect([bench.toolCalls().at(-1), endedSteps(changed)['E1']?.evidence]).toEqual(['Calc short', 'short'])
  await bench.answer(first(), look({ is: 'blank' }))
  bench.tools.on('Look', () => 'never again')
  bench.server.reply({ text: 'Done.' })
  const last = await bench.answer(first(), look({ is: 'edit', text: 'kept' }))
  expect([last.said, bench.toolCalls().length, kinds()]).toEqual([['Done.'], 4, []])
  expect(bench.prompt(2)).not.toContain('canary')
})

it('a result of a step that was let run is looked at too, and an error that is kept stops the plan where it says so', async () => {
  await open((server) =>
    planFlow(server, { onToolError: 'stop' })
      .httpTool('pay', toolNode(server, 'Pay', { holdResult: true, needsApproval: true }))
      .use('p', 'pay'),
  )
  bench.tools.on('Pay', () => ({ status: 500, body: 'broken' }))
  await bench.ask('Q', plan('Pay[a]'))
  await bench.answer(first(), decide({ is: 'approve' }))
  expect(kinds()).toEqual(['hold-result'])
  const failed = await bench.answer(first(), look({ is: 'keep' }))
  expect([failed.outcome.state, bench.toolCalls()]).toEqual(['failed', ['Pay a']])
})

const CODE =
  'export const run = ({ messages }, baton) => { baton.set("ran", (baton.variables.ran ?? 0) + 1); return messages.length === 0 ? null : messages[0].text }'
/** A nested chat that a tool replies for, within another one as deep as it says. */
function replying(data: { [field: string]: boolean }) {
  return flow('Reply')
    .variable('ran', { type: 'number', default: 0 })
    .start('a')
    .agent('a', { name: 'A', prompt: 'You are A.' })
    .agent('b', { name: 'B', prompt: 'You are B.' })
    .node('nested-chat', 'n', { name: 'N' })
    .node('nested-chat', 'm', { name: 'M' })
    .node('code-tool', 't', { name: 'T', code: CODE, ...data })
    .handoff('a', 'n')
    .edge('recipient', { from: 'n', to: 'b' })
    .handoff('b', 'm')
    .edge('recipient', { from: 'm', to: 'b' })
    .edge('use', { from: 'm', to: 't', port: 'reply' })
}

it('a tool that replies for a nested chat within another one waits for a person, and for a look at its reply', async () => {
  await open(() => replying({ needsApproval: true, holdResult: true }))
  const to = (name: string) => ({ calls: [{ name, arguments: {} }] })
  bench.server.reply(to('transfer_A_to_nested_chat_A_1'), to('transfer_B_to_nested_chat_B_1'))
  await bench.turn('Ducks')
  expect([kinds(), (await bench.state()).variables['ran']]).toEqual([['approve-call'], 0])
  await bench.restart()
  const messages = [{ speaker: 'user', text: 'geese' }]
  await bench.answer(first(), decide({ is: 'edit', arguments: { messages, chats: [] } }))
  expect([kinds(), waiting()[0]?.question]).toMatchObject([['hold-result'], { text: 'geese' }])
  await bench.restart()
  bench.server.on({}, { text: 'Done.' })
  await bench.answer(first(), look({ is: 'edit', text: 'swans' }))
  const { variables, log } = await bench.state()
  expect([variables['ran'], JSON.stringify(log).includes('swans'), JSON.stringify(log).includes('geese')]).toEqual([
    1,
    true,
    false,
  ])
})

it('one that is refused leaves it to the queue', async () => {
  await open(() => replying({ needsApproval: true }))
  const to = (name: string) => ({ calls: [{ name, arguments: {} }] })
  const ask = [to('transfer_A_to_nested_chat_A_1'), to('transfer_B_to_nested_chat_B_1')]
  bench.server.reply(...ask)
  await bench.turn('Ducks')
  bench.server.on({}, { text: 'Done.' })
  const refused = await bench.answer(first(), decide({ is: 'refuse', reason: 'No.' }))
  const queued = eventsOfType(refused.events, 'entry').some(({ entry }) => entry.author === 'm' && 'asUser' in entry)
  expect([queued, (await bench.state()).variables['ran']]).toEqual([true, 0])
})
