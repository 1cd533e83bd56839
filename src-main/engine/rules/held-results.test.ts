/** Results that a person looks at before the model does: let through, changed or blanked, and no call runs twice. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import type { Answer, QuestionOf, ResultDecision } from '../../../src-shared/run/log/questions'
import { eventsOfType, openTestCore, type TestCore, type TurnReport } from '../../testing/core-bench'
import { toolNode } from '../../testing/plan-bench'
import { shownDecisions } from '../../testing/shown-decisions'
import { tellingAgent } from '../../testing/telling-agents'
import { startToolServer, type ToolServer } from '../../testing/tool-server'

let tools: ToolServer
let test: TestCore
beforeEach(async () => {
  tools = await startToolServer()
})
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
  await tools.close()
})

/** An agent with tools whose results are held, one of them over its edge; `look` is free, and `pay` is decided on and held. */
function shop(): FlowBuilder {
  return flow('Shop')
    .start('a')
    .agent('a', tellingAgent('A'))
    .httpTool('find', toolNode(tools, 'find', { holdResult: true }))
    .httpTool('mail', toolNode(tools, 'mail'))
    .httpTool('look', toolNode(tools, 'look'))
    .httpTool('pay', toolNode(tools, 'pay', { holdResult: true, needsApproval: true }))
    .use('a', 'find')
    .use('a', 'mail', { holdResult: true })
    .use('a', 'look')
    .use('a', 'pay')
}
const open = async (builder = shop()) => (test = await openTestCore(builder.build()))
const calls = (...names: string[]) => ({ calls: names.map((name) => ({ name, arguments: { input: `${name} 1` } })) })
const called = () => tools.calls.map(({ input }) => input)
const decide = (decision: ResultDecision): Answer => ({ kind: 'hold-result', decision })
const KEEP = decide({ is: 'keep' })
type WaitingResult = { id: string; question: QuestionOf<'hold-result'> }
const waiting = (): WaitingResult[] =>
  test
    .core()
    .services.runner.waiting('t1')
    .flatMap(({ id, question }) => (question.kind === 'hold-result' ? [{ id, question }] : []))
const idOf = (tool: string) => waiting().find(({ question }) => question.tool === tool)?.id ?? ''
const results = (report: TurnReport) =>
  eventsOfType(report.events, 'entry').flatMap(({ entry }) => (entry.kind === 'result' ? [entry.text] : []))
const read = () => JSON.stringify(test.server.requests.at(-1)?.messages)

it('shows no model what a person has not let through: as it is, changed, or blanked; each call runs once', async () => {
  await open()
  tools.on('mail', () => ({ status: 500, text: 'canary' }))
  test.server.reply(calls('find', 'look', 'mail', 'find'))
  const asked = await test.turn('go')
  expect([asked.outcome.state, called().toSorted(), results(asked)]).toEqual([
    'finished',
    ['find 1', 'find 1', 'look 1', 'mail 1'],
    [],
  ])
  expect(waiting().map(({ question }) => [question.tool, question.isError])).toEqual([
    ['find', false],
    ['mail', true],
    ['find', false],
  ])
  expect(waiting()[0]?.question).toMatchObject({ text: 'f(find 1)', arguments: '{"input":"find 1"}' })
  await test.restart()
  const first = await test.answer(idOf('find'), decide({ is: 'edit', text: 'nothing found' }))
  await test.answer(idOf('mail'), decide({ is: 'blank' }))
  test.server.reply({ text: 'Done.' })
  const last = await test.answer(idOf('find'), KEEP)
  expect([last.said, results(last)]).toEqual([['Done.'], ['nothing found', 'l(look 1)', '(no output)', 'f(find 1)']])
  expect([called().length, waiting(), read().includes('canary')]).toEqual([4, [], false])
  expect(shownDecisions(first.events).map(({ decision }) => decision.rule)).toContain(
    'you changed what find gave before the model read it',
  )
})

it('asks about a call and then about what it gave, beside others that wait', async () => {
  await open()
  test.server.reply(calls('pay', 'find'))
  const asked = await test.turn('go')
  const kinds = () =>
    test
      .core()
      .services.runner.waiting('t1')
      .map(({ question }) => question.kind)
  expect([eventsOfType(asked.events, 'question').length, kinds().toSorted()]).toEqual([
    2,
    ['approve-call', 'hold-result'],
  ])
  const call = eventsOfType(asked.events, 'question').find(({ question }) => question.kind === 'approve-call')
  await test.answer(call?.id ?? '', { kind: 'approve-call', decision: { is: 'edit', arguments: { input: 'less' } } })
  expect([called().toSorted(), kinds()]).toEqual([
    ['find 1', 'less'],
    ['hold-result', 'hold-result'],
  ])
  await test.answer(idOf('find'), KEEP)
  test.server.reply({ text: 'Done.' })
  const last = await test.answer(idOf('pay'), KEEP)
  expect(results(last)).toEqual([
    'A person changed the arguments of this call before it ran, to {"input":"less"}. What it gave with these:\np(less)',
    'f(find 1)',
  ])
})

it('does not hold what a person said in the place of a call, nor what was refused', async () => {
  await open()
  test.server.reply(calls('pay'))
  const asked = await test.turn('go')
  const [call] = eventsOfType(asked.events, 'question')
  test.server.reply({ text: 'Done.' })
  const answered: Answer = { kind: 'approve-call', decision: { is: 'answer', text: 'By hand.' } }
  expect((await test.answer(call?.id ?? '', answered)).said).toEqual(['Done.'])
  expect([called(), read().includes('By hand.')]).toEqual([[], true])
})

it('drops what waits with the next message, and no model has read it', async () => {
  await open()
  tools.on('find', () => 'canary')
  test.server.reply(calls('find'))
  await test.turn('go')
  test.server.reply({ text: 'Well then.' })
  expect((await test.turn('never mind')).said).toEqual(['Well then.'])
  expect([waiting(), read().includes('canary'), called()]).toEqual([[], false, ['find 1']])
})

it('holds what another participant answers, asked as a tool side by side with others, and each is asked once', async () => {
  await open(
    flow('Desk')
      .start('a')
      .agent('a', tellingAgent('A'))
      .agent('b', { name: 'B', prompt: 'You are B.', description: 'Knows' })
      .agent('c', { name: 'C', prompt: 'You are C.', description: 'Knows too' })
      .use('a', 'b', { holdResult: true })
      .use('a', 'c'),
  )
  const asked = (name: string) => ({ name, arguments: { message: `for ${name}` } })
  test.server.on({ system: 'You are B' }, { text: 'canary B' }, { text: 'canary B' })
  test.server.on({ system: 'You are C' }, { text: 'from C' })
  test.server.reply({ calls: [asked('ask_B'), asked('ask_C'), asked('ask_B')] })
  await test.turn('go')
  expect(waiting().map(({ question: { tool, text } }) => [tool, text])).toEqual([
    ['ask_B', 'canary B'],
    ['ask_B', 'canary B'],
  ])
  await test.restart()
  await test.answer(waiting()[0]?.id ?? '', decide({ is: 'edit', text: 'from you' }))
  expect(waiting()).toHaveLength(1)
  test.server.reply({ text: 'Done.' })
  const last = await test.answer(waiting()[0]?.id ?? '', decide({ is: 'blank' }))
  expect([last.said, results(last).slice(0, 2), test.server.calls]).toEqual([['Done.'], ['from you', 'from C'], 5])
  expect(read().includes('canary')).toBe(false)
})
