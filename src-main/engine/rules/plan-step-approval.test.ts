/** Steps of a plan on whose tool a person decides: each by itself, once what it needs is there, and nothing runs twice. */
import { afterEach, expect, it } from 'vitest'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import type { Answer, CallDecision, QuestionOf } from '../../../src-shared/run/log/questions'
import { eventsOfType, type TurnReport } from '../../testing/core-bench'
import { openMcpBench } from '../../testing/mcp-bench'
import { endedSteps, openPlanBench, plan, planFlow, toolNode, type PlanBench } from '../../testing/plan-bench'
import type { ToolServer } from '../../testing/tool-server'

let bench: PlanBench
afterEach(async () => {
  expect(bench.server.violations).toEqual([])
  await bench.close()
})

const open = async (draw: (server: ToolServer) => FlowBuilder) => (bench = await openPlanBench(draw))
/** `Pay` needs an approval wherever it is called. */
const withPay =
  (data: { [field: string]: string | number } = {}) =>
  (server: ToolServer) =>
    planFlow(server, data)
      .httpTool('pay', toolNode(server, 'Pay', { needsApproval: true }))
      .use('p', 'pay')

type WaitingCall = { id: string; question: QuestionOf<'approve-call'> }
const waiting = (): WaitingCall[] =>
  bench
    .core()
    .services.runner.waiting('t1')
    .flatMap(({ id, question }) => (question.kind === 'approve-call' ? [{ id, question }] : []))
const inputs = () => waiting().map(({ question }) => question.arguments['input'])
const idOf = (input: string) => waiting().find(({ question }) => question.arguments['input'] === input)?.id ?? ''
const decide = (decision: CallDecision): Answer => ({ kind: 'approve-call', decision })
const evidence = (report: TurnReport, step: string) => endedSteps(report)[step]?.evidence

it('asks with the evidence filled in, runs all that needs nobody meanwhile, and goes on with what was decided', async () => {
  await open(withPay())
  const asked = await bench.ask('Q', plan('Search[a]', 'Pay[#E1]', 'Calc[#E2]', 'Search[b]', 'Pay[c]'))
  expect([asked.outcome.state, bench.toolCalls().toSorted()]).toEqual(['finished', ['Search a', 'Search b']])
  expect(inputs()).toEqual(['S(a)', 'c'])
  await bench.restart()
  const first = await bench.answer(idOf('S(a)'), decide({ is: 'edit', arguments: { input: 'less' } }))
  expect(bench.toolCalls().slice(2).toSorted()).toEqual([
    'Calc A person changed the arguments of this call before it ran, to {"input":"less"}. What it gave with these:\nP(less)',
    'Pay less',
  ])
  expect([evidence(first, 'E2')?.split('\n').at(-1), inputs()]).toEqual(['P(less)', ['c']])
  bench.server.reply({ text: 'All paid.' })
  const last = await bench.answer(idOf('c'), decide({ is: 'refuse', reason: 'Too dear.' }))
  expect([last.said, bench.toolCalls().length, waiting()]).toEqual([['All paid.'], 4, []])
  expect(evidence(last, 'E5')).toBe('Error: a person refused this call, so it did not run. The reason: Too dear.')
  expect(bench.prompt(2)).toContain('Too dear.')
})

it('takes a person’s words as the evidence, and tries a call that was let run once, whatever the node says of tries', async () => {
  await open(withPay({ stepRetries: 3 }))
  bench.tools.on('Pay', () => ({ status: 500, body: 'broken' }))
  await bench.ask('Q', plan('Pay[a]', 'Pay[b]'))
  await bench.answer(idOf('a'), decide({ is: 'answer', text: 'Paid by hand.' }))
  bench.server.reply({ text: 'Done.' })
  const last = await bench.answer(idOf('b'), decide({ is: 'approve' }))
  expect([evidence(last, 'E1'), evidence(last, 'E2')?.startsWith('Error'), bench.toolCalls()]).toEqual([
    'Paid by hand.',
    true,
    ['Pay b'],
  ])
})

it('asks again where the server of the tool describes it otherwise by the time it would run', async () => {
  const mcp = openMcpBench()
  const small = mcp.small(['redescribe'])
  await open((server) =>
    planFlow(server)
      .node('mcp-server', 's', { ...small.data, include: ['say'] })
      .node('mcp-server', 'free', { ...small.data, include: ['redescribe'] })
      .use('p', 's', { needsApproval: true })
      .use('p', 'free'),
  )
  const text = JSON.stringify({ description: 'Sends it to everybody.' })
  const asked = await bench.ask('Q', plan('say[hi]', `redescribe[${JSON.stringify({ text })}]`))
  expect(evidence(asked, 'E2')).toBe('described')
  const first = waiting()
  await bench.answer(first[0]?.id ?? '', decide({ is: 'approve' }))
  const again = waiting()
  expect([first[0]?.question.describedAnew, again[0]?.question]).toMatchObject([
    undefined,
    {
      tool: 'say',
      describedAnew: { before: { description: 'Does say.' }, now: { description: 'Sends it to everybody.' } },
    },
  ])
  expect(small.heard()).not.toContain('tools/call say')
  bench.server.reply({ text: 'Said.' })
  expect((await bench.answer(again[0]?.id ?? '', decide({ is: 'approve' }))).said).toEqual(['Said.'])
  expect(small.heard()).toContain('tools/call say')
  await bench.restart()
  mcp.close()
})

it('asks again also where another step has it described otherwise right before, although rules let both run', async () => {
  const mcp = openMcpBench()
  const small = mcp.small(['redescribe'])
  await open((server) =>
    planFlow(server, { maxParallel: 1 })
      .node('mcp-server', 's', { ...small.data, include: ['say', 'redescribe'] })
      .use('p', 's', { needsApproval: true }),
  )
  const describe = (description: string) => `redescribe[${JSON.stringify({ text: JSON.stringify({ description }) })}]`
  await bench.ask('Q', plan(describe('Does say.'), 'say[hi]'))
  await bench.answer(waiting()[0]?.id ?? '', decide({ is: 'approve', remember: 'flow' }))
  bench.server.reply({ text: 'Said.' })
  await bench.answer(waiting()[0]?.id ?? '', decide({ is: 'approve', remember: 'flow' }))
  const called = () => small.heard().filter((line) => line === 'tools/call say').length
  const asked = await bench.ask('Q', plan(describe('Sends it to everybody.'), 'say[ho]', 'Calc[#E2]'))
  const [again] = waiting()
  expect([evidence(asked, 'E1'), endedSteps(asked)['E2'], called(), again?.question]).toMatchObject([
    'described',
    undefined,
    1,
    {
      arguments: { text: 'ho' },
      describedAnew: { before: { description: 'Does say.' }, now: { description: 'Sends it to everybody.' } },
    },
  ])
  bench.server.reply({ text: 'Said to all.' })
  const last = await bench.answer(again?.id ?? '', decide({ is: 'approve' }))
  expect([last.said, called(), waiting()]).toEqual([['Said to all.'], 2, []])
  expect(evidence(last, 'E2')).toMatch(/ says ho$/)
  await bench.restart()
  mcp.close()
})

it('asks again where the arguments that were typed do not fit, and never where a rule lets it run', async () => {
  await open(withPay())
  await bench.ask('Q', plan('Pay[a]'))
  await bench.answer(idOf('a'), decide({ is: 'edit', arguments: { other: 1 } }))
  expect(waiting()).toMatchObject([{ question: { arguments: { other: 1 } } }])
  expect(waiting()[0]?.question.problem).toContain('input')
  bench.server.reply({ text: 'Done.' })
  await bench.answer(waiting()[0]?.id ?? '', decide({ is: 'edit', arguments: { input: 'b' } }))
  await bench.ask('Q', plan('Pay[c]'), { text: 'Done.' })
  bench.server.reply({ text: 'Done.' })
  await bench.answer(idOf('c'), decide({ is: 'approve', remember: 'thread' }))
  const free = await bench.ask('Q', plan('Pay[d]', 'Pay[#E1]'), 'Done again.')
  expect([free.said, bench.toolCalls()]).toEqual([['Done again.'], ['Pay b', 'Pay c', 'Pay d', 'Pay P(d)']])
  expect(eventsOfType(free.events, 'question')).toEqual([])
})

it('lets none that keeps its order overtake one that waits', async () => {
  await open((server) =>
    flow('Ordered')
      .start('p')
      .node('rewoo', 'p', { name: 'Planner' })
      .httpTool('pay', toolNode(server, 'Pay', { sequential: true }))
      .httpTool('mail', toolNode(server, 'Mail', { sequential: true }))
      .use('p', 'pay', { needsApproval: true })
      .use('p', 'mail'),
  )
  await bench.ask('Q', plan('Pay[a]', 'Mail[b]'))
  const before = bench.toolCalls()
  bench.server.reply({ text: 'Done.' })
  await bench.answer(idOf('a'), decide({ is: 'approve' }))
  expect([before, bench.toolCalls()]).toEqual([[], ['Pay a', 'Mail b']])
})

it('drops what waits with the next message, which is planned anew', async () => {
  await open(withPay())
  await bench.ask('Q', plan('Pay[a]'))
  const old = idOf('a')
  const next = await bench.ask('And now?', plan('Search[x]'), 'Nothing was paid.')
  expect([next.said, bench.toolCalls()]).toEqual([['Nothing was paid.'], ['Search x']])
  await expect(bench.answer(old, decide({ is: 'approve' }))).rejects.toMatchObject({ code: 'nothing-to-resume' })
})
