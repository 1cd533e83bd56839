/** Planning and solving through the core, against the real model server and real tools (ReWOO 1 to 6, 19, 21, 24 to 28). */
import { afterEach, expect, it } from 'vitest'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { foldEvents } from '../../../src-shared/run/fold/fold'
import { EMPTY_THREAD } from '../../../src-shared/run/fold/fold-view'
import { eventsOfType } from '../../testing/core-bench'
import {
  endedSteps,
  openPlanBench,
  plan,
  planFlow,
  stepStates,
  toolNode,
  type PlanBench,
} from '../../testing/plan-bench'
import type { ToolServer } from '../../testing/tool-server'
import { heard } from '../../testing/heard'

let bench: PlanBench
afterEach(async () => {
  expect(bench.server.violations).toEqual([])
  await bench.close()
})
const open = async (draw: (server: ToolServer) => FlowBuilder = planFlow) => (bench = await openPlanBench(draw))
const rolesOf = (nth: number) => heard(bench.server.requests[nth - 1]).map(({ role }) => role)
const BAD = 'I would rather not.'

it('RW-1, ReWOO 25, 26: planner, then solver, which reads the question twice, and each step’s plan, call and result', async () => {
  await open()
  const { said, outcome } = await bench.ask('Who made it?', 'Plan: look it up\n#E1 = Search[the maker]', 'Ann.')
  expect([said, outcome]).toEqual([['Ann.'], { state: 'finished', limit: null }])
  expect([bench.server.calls, bench.tools.inputsOf('Search')]).toEqual([2, ['the maker']])
  expect(rolesOf(1)).toEqual(['system', 'user'])
  expect(rolesOf(2)).toEqual(['user'])
  expect(bench.prompt(2).split('Who made it?').length - 1).toBe(2)
  expect(bench.prompt(2)).toContain('Plan: look it up\nCall: Search[the maker]\nResult: S(the maker)')
  expect(bench.server.requests.map(({ tools }) => tools)).toEqual([[], []])
})

it('RW-2, ReWOO 3: tidy steps are read, quotes in inputs stay', async () => {
  await open()
  const { events } = await bench.ask('Q', 'Plan: a.\n#E1 = Search["one"]\nPlan: b.\n#E2 = Calc["two"]', 'A')
  expect(eventsOfType(events, 'plan.steps')[0]?.steps).toMatchObject([
    { id: 'E1', plan: 'a.', tool: 'Search', input: '"one"', deps: [], level: 1, toolNode: 'search' },
    { id: 'E2', plan: 'b.', tool: 'Calc', input: '"two"', deps: [], level: 1, toolNode: 'calc' },
  ])
})

it('RW-3, ReWOO 1, 2, 28: a bad plan is asked for again with that reply and its fault; both attempts are in the trace', async () => {
  await open()
  const bad = 'Plan: a.\n#E1 = Search[one]\nPlan: b.'
  const { said, events, outcome } = await bench.ask('Q', bad, plan('Search[x]'), 'A')
  expect([said, outcome.state, bench.server.calls]).toEqual([['A'], 'finished', 3])
  const [system, user, reply, reason] = heard(bench.server.requests[1])
  expect([system?.role, user?.content, reply?.content, reason?.role]).toEqual(['system', 'Q', bad, 'note'])
  expect(reason?.content).toMatch(
    /^Response Format Error: .*Each Plan should only correspond to only ONE action.*\. Please reply again:$/,
  )
  const [first, second] = eventsOfType(events, 'plan.attempt')
  expect([first?.text, first?.error?.kind, second?.error]).toEqual([bad, 'plan_action_mismatch', null])
  expect(eventsOfType(events, 'entry').map(({ entry }) => entry.kind)).toEqual(['text', 'text'])
})

it('RW-4, ReWOO 5, 6: attempts used up: the solver gets an empty log, no tool ran, the run says that there was no plan', async () => {
  await open((server) => planFlow(server, { prompts: { solver: 'Q {question} LOG<{worker_log}>' } }))
  const { said, events, outcome } = await bench.ask('Who?', BAD, BAD, 'Nobody.')
  expect([said, outcome.state, bench.server.calls, bench.tools.calls]).toEqual([['Nobody.'], 'finished', 3, []])
  expect(bench.prompt(3)).toBe('user: Q Who? LOG<>')
  expect(eventsOfType(events, 'plan.solved')[0]).toMatchObject({ withoutPlan: true, answer: 'Nobody.' })
  expect(eventsOfType(events, 'warning').map(({ code, node }) => [code, node])).toEqual([['without-plan', 'p']])
  expect((await bench.state()).plans['p']?.attempts.map(({ error }) => error?.kind)).toEqual(['no_steps', 'no_steps'])
})

it('RW-4, ReWOO 6: with one attempt there are two calls', async () => {
  await open((server) => planFlow(server, { maxTurn: 1 }))
  expect((await bench.ask('Who?', BAD, 'Nobody.')).said).toEqual(['Nobody.'])
  expect(bench.server.calls).toBe(2)
})

it('ReWOO 1: the third attempt sees both bad replies, each with its reason', async () => {
  await open((server) => planFlow(server, { maxTurn: 3 }))
  await bench.ask('Q', 'one', 'Plan: a\n#E1 = Search(x)', plan('Search[x]'), 'A')
  expect(rolesOf(3)).toEqual(['system', 'user', 'assistant', 'note', 'assistant', 'note'])
  expect(bench.server.calls).toBe(4)
})

it('ReWOO 4, 19: an action in round brackets is told with its line and the shape that is wanted', async () => {
  await open()
  const { events } = await bench.ask('Q', 'Plan: a\n#E1 = Search(x)', plan('Search[x]'), 'A')
  const error = eventsOfType(events, 'plan.attempt')[0]?.error
  expect([error?.kind, error?.line]).toEqual(['bad_tool_call', 2])
  expect(bench.prompt(2)).toContain(error?.message.replace(/\.$/, '') ?? '?')
})

it.each([
  [
    'ReWOO 12: a double id',
    plan('Search[a]').repeat(2).replace('aPlan', 'a\nPlan').replace(']Plan', ']\nPlan'),
    'duplicate_id',
  ],
  ['ReWOO 11: a loop', plan('Search[#E2]', 'Calc[#E1]'), 'cycle'],
  ['ReWOO 11: a self-reference', plan('Search[#E1]'), 'cycle'],
  ['ReWOO 11: an id that no step gives', plan('Search[#E7]'), 'unknown_reference'],
])('%s asks for another plan', async (_rule, bad, kind) => {
  await open()
  const { events, said } = await bench.ask('Q', bad, plan('Search[x]'), 'A')
  expect([eventsOfType(events, 'plan.attempt')[0]?.error?.kind, said]).toEqual([kind, ['A']])
  expect(bench.tools.inputsOf('Search')).toEqual(['x'])
})

it('ReWOO 21: an unknown tool costs an attempt and the planner is told the tools; a disabled one is neither shown nor known', async () => {
  await open((server) => planFlow(server).httpTool('fax', toolNode(server, 'Fax')).use('p', 'fax', { enabled: false }))
  const { events, said } = await bench.ask('Q', plan('Fax[x]'), plan('Search[x]'), 'A')
  expect([bench.prompt(1).includes('Fax'), bench.prompt(1).includes('- Search: Does Search')]).toEqual([false, true])
  expect(eventsOfType(events, 'plan.attempt')[0]?.error?.kind).toBe('unknown_tool')
  expect(bench.server.requests[1]?.messages.at(-1)?.content).toMatch(/Search.*Calc/)
  expect(said).toEqual(['A'])
})

it('ReWOO 21: when attempts run out and that is the only fault, the rest runs and the step has an error as evidence', async () => {
  await open((server) => planFlow(server, { onToolError: 'stop' }))
  const bad = plan('Fax[x]', 'Search[y]', 'Calc[#E1]')
  const report = await bench.ask('Q', bad, bad, 'A')
  expect(report.said).toEqual(['A'])
  expect(endedSteps(report)).toMatchObject({
    E1: { state: 'failed', toolNode: null, error: 'there is no tool named Fax; the tools are Search, Calc, LLM' },
    E2: { state: 'done', evidence: 'S(y)' },
    E3: { state: 'done', filled: expect.stringContaining('Error: there is no tool named Fax') as string },
  })
  expect(eventsOfType(report.events, 'plan.solved')[0]?.withoutPlan).toBe(false)
})

it('ReWOO 24: names are compared whole, exactly and then ignoring case', async () => {
  await open((server) => planFlow(server).httpTool('api', toolNode(server, 'Tool_kit_api')).use('p', 'api'))
  await bench.ask('Q', plan('search[a]', 'Tool_kit_api[b]'), 'A')
  expect([bench.tools.inputsOf('Search'), bench.tools.inputsOf('Tool_kit_api')]).toEqual([['a'], ['b']])
})

it('ReWOO 25: the solver sees no chat history; the planner sees what was said', async () => {
  await open()
  await bench.ask('First question?', plan('Search[one]'), 'First answer.')
  await bench.ask('And then?', plan('Search[two]'), 'Second answer.')
  expect(bench.prompt(4)).not.toContain('First')
  expect(bench.prompt(4)).not.toContain('S(one)')
  expect(rolesOf(3)).toEqual(['system', 'user', 'assistant', 'user'])
})

it('ReWOO 27, 28: the answer alone is said; attempts, steps, prompt and answer are in the view of the turn', async () => {
  await open()
  const { events, said } = await bench.ask('Q', BAD, plan('Search[a]', 'Calc[#E1]'), 'A')
  expect(said).toEqual(['A'])
  const { latest } = foldEvents(EMPTY_THREAD, events)
  expect(latest?.items.map((item) => (item.kind === 'message' ? item.text : item.kind))).toEqual(['Q', 'A'])
  expect(latest?.plans).toMatchObject([
    {
      attempts: [{ text: BAD, error: { kind: 'no_steps' } }, { error: null }],
      steps: [
        { id: 'E1', input: 'a', filled: 'a', deps: [], level: 1, state: 'done', evidence: 'S(a)' },
        { id: 'E2', input: '#E1', filled: 'S(a)', deps: ['E1'], level: 2, state: 'done', evidence: 'C(S(a))' },
      ],
      solved: { answer: 'A', prompt: bench.server.requests[2]?.messages[0]?.content, withoutPlan: false },
    },
  ])
  expect(latest?.modelCalls).toBe(3)
  const text = eventsOfType(events, 'plan.text').map((event) => event.text)
  expect(text.join('')).toBe(`${BAD}${plan('Search[a]', 'Calc[#E1]')}`)
  expect(
    eventsOfType(events, 'token')
      .map((event) => event.text)
      .join(''),
  ).toBe('A')
  expect(
    bench
      .core()
      .services.events.events(events[0]?.runId ?? '')
      .some(({ type }) => type === 'plan.text'),
  ).toBe(false)
})

it('ReWOO 19: a plan may also be written as JSON', async () => {
  await open()
  const json = JSON.stringify([
    { plan: 'a', evidence: { placeholder: '#E1', tool: 'Search', tool_input: 'x' } },
    { plan: 'b', evidence: { placeholder: '#E2', tool: 'Calc', tool_input: { input: '#E1' } } },
  ])
  await bench.ask('Q', json, 'A')
  expect(bench.tools.calls.map(({ tool, input }) => [tool, input])).toEqual([
    ['Search', 'x'],
    ['Calc', 'S(x)'],
  ])
})

it('a model does the steps of LLM itself; every call counts', async () => {
  await open()
  const report = await bench.ask('Q', plan('Search[a]', 'LLM[What is in #E1?]'), 'a letter', 'A')
  expect(bench.prompt(2)).toContain('What is in S(a)?')
  expect(endedSteps(report)['E2']).toMatchObject({ state: 'done', evidence: 'a letter', toolNode: null })
  expect(report.events.at(-1)).toMatchObject({ type: 'run.finished', modelCalls: 3 })
})

it('the solver may ask for another plan while there are any left; what it wrote then is not said', async () => {
  await open((server) => planFlow(server, { replans: 1 }))
  const { said, events } = await bench.ask(
    'Q',
    plan('Search[a]'),
    'REPLAN: the price is missing',
    plan('Search[price]'),
    'REPLAN is what I would say, were it on offer.',
  )
  expect(said).toEqual(['REPLAN is what I would say, were it on offer.'])
  expect([bench.prompt(2).includes('REPLAN'), bench.prompt(4).includes('REPLAN')]).toEqual([true, false])
  for (const part of ['S(a)', 'the price is missing']) expect(bench.prompt(3)).toContain(part)
  for (const part of ['S(a)', 'S(price)']) expect(bench.prompt(4)).toContain(part)
  expect(eventsOfType(events, 'plan.solved').map(({ round, asksAgain }) => [round, asksAgain])).toEqual([
    [1, true],
    [2, false],
  ])
  expect(
    eventsOfType(events, 'token')
      .map(({ text }) => text)
      .join(''),
  ).toBe(said[0])
})

it('limits count planner, model steps and solver, and end the turn in order', async () => {
  await open((server) => planFlow(server, { maxParallel: 1 }).settings({ limits: { modelCalls: 3 } }))
  const report = await bench.ask('Q', plan('LLM[a]', 'LLM[b]', 'LLM[c]', 'Search[#E1 #E2 #E3]'), 'one', 'two')
  expect(report.outcome).toMatchObject({ state: 'finished', limit: expect.stringContaining('3 model calls') as string })
  expect([bench.server.calls, bench.tools.calls, report.said]).toEqual([3, [], []])
})

it('takes over by hand-off, and leads to a next step', async () => {
  await open((server) =>
    flow('Hand-off')
      .start('a')
      .agent('a', { name: 'Front' })
      .node('rewoo', 'p', { name: 'Planner', description: 'looks things up' })
      .httpTool('search', toolNode(server, 'Search'))
      .use('p', 'search')
      .handoff('a', 'p')
      .agent('z', { name: 'Last' })
      .next('p', 'z'),
  )
  const { said } = await bench.ask(
    'Q',
    { calls: [{ name: 'transfer_Front_to_Planner', arguments: {} }] },
    plan('Search[a]'),
    'Found.',
    'Anything else?',
  )
  expect(said).toEqual(['Found.', 'Anything else?'])
  expect(rolesOf(2)?.includes('tool')).toBe(false)
})

it('ReWOO 15, 16, 17, 18: an untidy reply is the plan that it means', async () => {
  await open()
  const untidy = [
    '<think>Plan: nothing\n#E9 = Fax[x]</think>',
    'Sure! Here is the plan:\r\n```text',
    '**Plan 1：** find [it]\r\nin two lines, see #E2',
    '`#E1`＝ Search[a [b] c] (quickly)',
    'PLAN: count #E1, then Plan: again',
    '#E[2]=Calc[Plan: 1 + #E[1]]',
    '```\nThat is all.',
  ].join('\n')
  await bench.ask('Q', untidy, 'A')
  expect(bench.tools.calls.map(({ tool, input }) => [tool, input])).toEqual([
    ['Search', 'a [b] c'],
    ['Calc', 'Plan: 1 + S(a [b] c)'],
  ])
})

it('works for a task graph; where a step stops it, the turn ends in order and can be tried again there', async () => {
  await open((server) =>
    flow('Shop')
      .start('g')
      .node('task-graph', 'g', { name: 'Shop' })
      .node('rewoo', 'p', { name: 'Planner', onToolError: 'stop' })
      .edge('intent', { from: 'g', to: 'p' }, { intent: 'look something up' })
      .httpTool('search', toolNode(server, 'Search'))
      .use('p', 'search'),
  )
  bench.tools.on('Search', ({ nth }) => (nth === 2 ? { status: 500, text: 'down' } : 'found'))
  const failed = await bench.ask('Q', '1', plan('Search[a]', 'Search[b #E1]'))
  expect(failed.outcome).toMatchObject({ state: 'failed', error: { code: 'tool-failed' } })
  expect((await bench.state()).cursors['g']).toMatchObject({ at: 'p', status: 'incomplete' })
  bench.server.reply({ text: 'A' })
  expect((await bench.resume()).said).toEqual(['A'])
  expect(bench.tools.inputsOf('Search')).toEqual(['a', 'b found', 'b found'])
})

it('runs step by step: nothing of the plan is a chat message', async () => {
  await open()
  const report = await bench.ask('Q', plan('Search[a]'), 'A')
  expect(stepStates(report)).toEqual(['E1 running', 'E1 done'])
  expect((await bench.state()).log.map(({ kind }) => kind)).toEqual(['text', 'text'])
})
