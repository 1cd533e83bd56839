/** A planning node in every place that a participant can have: chats, workers, steps, sub-flows, twice in a turn, and turn after turn (ReWOO 20, 25, 28). */
import { afterEach, describe, expect, it } from 'vitest'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import type { RunEvent } from '../../../src-shared/run/log/events'
import { eventsOfType } from '../../testing/core-bench'
import { openPlanBench, plan, planFlow, stepStates, toolNode, type PlanBench } from '../../testing/plan-bench'
import type { ToolServer } from '../../testing/tool-server'
import { heardAs } from '../../testing/heard'

let bench: PlanBench
afterEach(async () => {
  expect(bench.server.violations).toEqual([])
  await bench.close()
})
const open = async (draw: (server: ToolServer) => FlowBuilder = planFlow) => (bench = await openPlanBench(draw))
const SOLVER = { solver: 'Solve {question} LOG<{worker_log}>', worker: '{thought} {call} {action_resp}' }

/** Writer, who may hand the matter to a nested chat with planning nodes. */
const nested = (server: ToolServer, data: { async?: boolean; approvePlan?: boolean } = {}) =>
  flow('Plans')
    .start('w')
    .agent('w', { name: 'Writer', prompt: 'You are Writer.' })
    .node('rewoo', 'p', { name: 'P', prompts: SOLVER, approvePlan: data.approvePlan ?? false })
    .node('rewoo', 'q', { name: 'R', prompts: SOLVER, approvePlan: data.approvePlan ?? false })
    .node('nested-chat', 'n', { name: 'Find out', async: data.async ?? false })
    .handoff('w', 'n', { condition: 'wants facts' })
    .httpTool('search', toolNode(server, 'Search'))
    .use('p', 'search')
    .use('q', 'search')
const toNested = { calls: [{ name: 'transfer_Writer_to_nested_chat_Writer_1', arguments: {} }] }
/** Two chats at once: about ducks with the planning node `p`, about geese with `second`. */
const openSideBySide = async (second: string, approvePlan = false) => {
  await open((server) =>
    nested(server, { async: true, approvePlan })
      .edge('recipient', { from: 'n', to: 'p' }, { message: 'ducks', maxTurns: 1, order: 1, chatId: '1' })
      .edge('recipient', { from: 'n', to: second }, { message: 'geese', maxTurns: 1, order: 2, chatId: '2' }),
  )
  bench.server.on({ system: 'You are Writer.' }, toNested, { text: 'Done.' })
}
/** Answers planners and solvers by what they are asked, since chats side by side come in any order. */
const byQuestion = (planFor = (bird: string) => plan(`Search[${bird}]`)) => {
  for (const bird of ['ducks', 'geese']) {
    bench.server.on({ user: `Solve ${bird} ` }, { text: `${bird} solved.` })
    bench.server.on({ user: bird, system: /You plan/ }, { text: planFor(bird) })
  }
}

it('ReWOO 25: as a recipient of a nested chat it plans for what the chat asks, and its answer is the summary', async () => {
  await open((server) =>
    nested(server)
      .edge('recipient', { from: 'n', to: 'p' }, { message: 'Find ducks', maxTurns: 1, order: 1 })
      .edge('recipient', { from: 'n', to: 'q' }, { message: 'Find geese', maxTurns: 1, order: 2 }),
  )
  const replies = [plan('Search[ducks]'), 'Ducks found.', plan('Search[geese]'), 'Geese found.', 'Done.']
  const { said } = await bench.ask('Birds!', toNested, ...replies)
  expect(said).toEqual(['Geese found.', 'Done.'])
  expect(bench.toolCalls()).toEqual(['Search ducks', 'Search geese'])
  expect(bench.prompt(3)).toMatch(/^user: Solve Find ducks/)
  expect(bench.prompt(3)).toContain('LOG<step 1 Search[ducks] S(ducks)>')
  expect(bench.prompt(5)).toMatch(/^user: Solve Find geese/)
})

it.each([
  ['two planning nodes', 'q'],
  ['one planning node', 'p'],
])('ReWOO 20: plans of %s in two chats side by side do not mix', async (_nodes, second) => {
  await openSideBySide(second)
  byQuestion()
  const { said, outcome } = await bench.turn('Birds!')
  expect([outcome.state, bench.toolCalls().toSorted(), said.at(-1)]).toEqual([
    'finished',
    ['Search ducks', 'Search geese'],
    'Done.',
  ])
  const solvers = bench.server.requests.map(({ user }) => user).filter((user) => user.startsWith('Solve'))
  expect(solvers.toSorted()).toEqual([
    'Solve ducks LOG<step 1 Search[ducks] S(ducks)>',
    'Solve geese LOG<step 1 Search[geese] S(geese)>',
  ])
})

it.each(['p', 'q'])(
  'ReWOO 28: closed while chats with p and %s run side by side, nothing is asked or run again',
  async (second) => {
    await openSideBySide(second)
    byQuestion((bird) => plan(`Search[${bird}]`, 'Search[slow #E1]'))
    bench.tools.on('Search', ({ input }) => (input.startsWith('slow') ? { hang: true } : `S(${input})`))
    const cut = bench.turn('Birds!').catch(() => null)
    await bench.tools.waitForCalls(4)
    await bench.restart()
    await cut
    expect(bench.server.calls).toBe(3)
    bench.tools.on('Search', ({ input }) => `T(${input})`)
    const resumed = await bench.resume()
    expect([resumed.outcome.state, resumed.said.at(-1), bench.server.calls]).toEqual(['finished', 'Done.', 6])
    expect(bench.toolCalls().slice(4).toSorted()).toEqual(['Search slow S(ducks)', 'Search slow S(geese)'])
  },
)

it('picked by a default worker, its answer is what is said', async () => {
  await open((server) =>
    flow('Plans')
      .start('g')
      .node('task-graph', 'g', { name: 'Shop' })
      .node('default-worker', 'd', { name: 'Default', baseChoice: 'm' })
      .node('message-worker', 'm', { name: 'Messages', description: 'delivers a message' })
      .node('rewoo', 'p', { name: 'Planner', description: 'looks things up', prompts: SOLVER })
      .edge('delegate', { from: 'g', to: 'd', port: 'default' })
      .edge('candidate', { from: 'd', to: 'm' })
      .edge('candidate', { from: 'd', to: 'p' })
      .httpTool('search', toolNode(server, 'Search'))
      .use('p', 'search'),
  )
  const { said } = await bench.ask('Q', 'Planner', plan('Search[a]'), 'Found.')
  expect([said, bench.toolCalls()]).toEqual([['Found.'], ['Search a']])
  expect(bench.prompt(1)).toContain('Planner: looks things up')
  expect((await bench.ask('More', 'Planner', plan('Search[b]'), 'Found more.')).said).toEqual(['Found more.'])
})

it('ReWOO 25, 28: two planning nodes one after the other have a plan each; the second reads what the first said', async () => {
  await open((server) =>
    planFlow(server, { prompts: SOLVER })
      .node('rewoo', 'q', { name: 'Second', prompts: SOLVER })
      .next('p', 'q')
      .use('q', 'calc'),
  )
  const report = await bench.ask('Why?', plan('Search[a]'), 'First.', plan('Calc[b]'), 'Second.')
  expect([report.said, bench.toolCalls()]).toEqual([
    ['First.', 'Second.'],
    ['Search a', 'Calc b'],
  ])
  expect(heardAs(bench.server.requests[2]).slice(1)).toEqual([['user', 'Why?\n\nPlanner: First.']])
  expect(bench.prompt(4)).toBe('user: Solve Why? LOG<step 1 Calc[b] C(b)>')
  expect(Object.keys((await bench.state()).plans)).toEqual(['p', 'q'])
})

it('ReWOO 28: the same node twice in a turn plans twice, in rounds of their own', async () => {
  await open((server) =>
    planFlow(server, { prompts: SOLVER })
      .agent('z', { name: 'Desk', prompt: 'You are Desk.' })
      .next('p', 'z')
      .handoff('z', 'p'),
  )
  const back = { calls: [{ name: 'transfer_Desk_to_Planner', arguments: {} }] }
  const report = await bench.ask('Q', plan('Search[a]'), 'One.', back, plan('Search[b]'), 'Two.', 'Bye.')
  expect(report.said).toEqual(['One.', 'Two.', 'Bye.'])
  expect(eventsOfType(report.events, 'plan.steps').map(({ round }) => round)).toEqual([1, 2])
  expect(bench.prompt(5)).toBe('user: Solve Q LOG<step 1 Search[b] S(b)>')
})

it('ReWOO 28: inside a sub-flow it plans, works and answers; killed cores aside, its steps are told under its inner id', async () => {
  await open((server) =>
    flow('Plans')
      .start('s')
      .node('subflow', 's', { name: 'Sub', flow: planFlow(server, { prompts: SOLVER }).file() })
      .agent('z', { name: 'Last' })
      .next('s', 'z'),
  )
  const report = await bench.ask('Q', plan('Search[a]', 'Calc[#E1]'), 'A', 'Bye.')
  expect([report.said, bench.toolCalls()]).toEqual([
    ['A', 'Bye.'],
    ['Search a', 'Calc S(a)'],
  ])
  expect(new Set(eventsOfType(report.events, 'plan.step').map(({ node }) => node))).toEqual(new Set(['s~p']))
})

it('where the flow speaks first there is nothing to plan for; the first message is planned', async () => {
  await open((server) => planFlow(server).settings({ speaksFirst: 'flow' }))
  bench.server.reply({ text: 'Hello!' })
  const opening = await bench.turn(null)
  expect([opening.said, bench.server.calls, stepStates(opening)]).toEqual([['Hello!'], 1, []])
  expect((await bench.ask('Q', plan('Search[a]'), 'A')).said).toEqual(['A'])
})

it('ReWOO 22: what tools set in the flow’s variables is there for the steps after them, in plan order at the end', async () => {
  await open((server) =>
    planFlow(server)
      .variable('n', { type: 'number', default: 0 })
      .node('code-tool', 'add', {
        ...{ name: 'Add', toolName: 'Add', description: 'adds', timeout: 15_000 },
        ...{ parameters: { type: 'object', properties: { by: { type: 'number' } }, required: ['by'] } },
        code: 'export function run(args: any, baton: any) { baton.set("n", baton.variables.n + args.by); return baton.variables.n }',
      })
      .use('p', 'add'),
  )
  await bench.ask('Q', plan('Add[1]', 'Add[{"by": 10, "after": "#E1"}]', 'Calc[#E2]'), 'A')
  expect([bench.toolCalls(), (await bench.state()).variables['n']]).toEqual([['Calc 11'], 11])
  // Steps that need nothing of each other change variables one by one, and one that needs a later step comes after it.
  await bench.ask('Q', plan('Add[{"by": 100, "after": "#E3"}]', 'Add[1000]', 'Add[10000]', 'Calc[#E1]'), 'A')
  expect([bench.toolCalls().at(-1), (await bench.state()).variables['n']]).toEqual(['Calc 11111', 11111])
})

it('asks for approval in a nested chat, with a question of its own; the chat and the turn go on', async () => {
  await open((server) =>
    nested(server, { approvePlan: true }).edge(
      'recipient',
      { from: 'n', to: 'p' },
      { message: 'Find ducks', maxTurns: 1 },
    ),
  )
  const asked = await bench.ask('Birds!', toNested, plan('Search[ducks]'))
  expect([asked.events.at(-1)?.type, bench.toolCalls()]).toEqual(['run.finished', []])
  const id = eventsOfType(asked.events, 'question')[0]?.id ?? ''
  bench.server.reply({ text: 'Ducks found.' }, { text: 'Done.' })
  const { said } = await bench.answer(id, { kind: 'approve-plan', approved: true })
  expect([said, bench.toolCalls()]).toEqual([['Ducks found.', 'Done.'], ['Search ducks']])
})

// Both chats ask in the same step.
it('approval in chats side by side: an answer to one question does not approve the other plan', async () => {
  await openSideBySide('q', true)
  byQuestion()
  const asked = await bench.turn('Birds!')
  const questionOf = ({ outcome }: Pick<typeof asked, 'outcome'>) =>
    outcome.state === 'finished' ? (outcome.question?.id ?? '') : ''
  const next = await bench.answer(questionOf(asked), { kind: 'approve-plan', approved: true })
  // Both wait in one super-step, which goes on when both are answered.
  expect([next.outcome.state, bench.toolCalls()]).toEqual(['finished', []])
  const last = await bench.answer(questionOf(next), { kind: 'approve-plan', approved: true })
  expect([last.said.at(-1), bench.toolCalls().toSorted()]).toEqual(['Done.', ['Search ducks', 'Search geese']])
})

describe('turns', () => {
  it('stop hangs up on tools and model steps at once; nothing is told after it', async () => {
    await open()
    bench.tools.on('Search', () => ({ hang: true }))
    const first = bench.core()
    bench.server.reply({ text: plan('Search[a]', 'LLM[b]', 'LLM[c]', 'Calc[#E2]') }, { hang: true }, { hang: true })
    first.services.threads.createThread({ flowId: 'plans', id: 't1' })
    const heard: string[] = []
    const { runId, done } = await first.services.runner.start({
      ...{ flowId: 'plans', flowText: bench.flowText, threadId: 't1', revision: null, text: 'Q' },
      listen: ({ type }) => heard.push(type),
    })
    await Promise.all([bench.tools.waitForCalls(1), bench.server.waitForRequest(3)])
    await first.services.runner.stop(runId)
    await Promise.all([bench.server.waitForHangUp(2), bench.server.waitForHangUp(3)])
    expect([await done, heard.at(-1), bench.toolCalls()]).toEqual([{ state: 'stopped' }, 'run.stopped', ['Search a']])
  })

  it('stop in the middle keeps nothing half-done; the next message is planned anew', async () => {
    await open()
    bench.tools.on('Search', ({ input }) => (input === 'slow' ? { hang: true } : `S(${input})`))
    bench.server.reply({ text: plan('Search[quick]', 'Search[slow]', 'LLM[#E2]') })
    const { threads, runner } = bench.core().services
    threads.createThread({ flowId: 'plans', id: 't1' })
    const thread = { flowId: 'plans', flowText: bench.flowText, threadId: 't1' }
    const { runId, done } = await runner.start({ ...thread, revision: null, text: 'First' })
    await bench.tools.waitForCalls(2)
    await runner.stop(runId)
    expect(await done).toEqual({ state: 'stopped' })
    const next = await bench.ask('Second', plan('Calc[x]'), 'A')
    expect([next.said, stepStates(next), bench.server.calls]).toEqual([['A'], ['E1 running', 'E1 done'], 3])
    expect(bench.prompt(2)).not.toContain('quick')
    expect((await bench.state()).plans['p']?.steps.map(({ input }) => input)).toEqual(['x'])
  })

  it('ReWOO 25: a second turn’s planner reads what was said and nothing of the plan before', async () => {
    await open()
    await bench.ask('First?', 'nothing', plan('Search[one]'), 'First answer.')
    await bench.ask('And then?', plan('Search[two]'), 'Second.')
    expect(bench.server.requests[3]?.messages.slice(1).map(({ role, content }) => [role, content])).toEqual([
      ['user', 'First?'],
      ['assistant', 'First answer.'],
      ['user', 'And then?'],
    ])
    expect(bench.prompt(5)).toContain('And then?')
    expect(bench.prompt(5)).not.toContain('First')
  })
})

describe('chats side by side that a person is asked about', () => {
  /** Thinker in one chat; the plan of `p` in the other waits. */
  const withThinker = async () => {
    await open((server) =>
      nested(server, { async: true, approvePlan: true })
        .agent('a', { name: 'Thinker', prompt: 'You are Thinker.' })
        .edge('recipient', { from: 'n', to: 'a' }, { message: 'think', maxTurns: 1, order: 1, chatId: '1' })
        .edge('recipient', { from: 'n', to: 'p' }, { message: 'ducks', maxTurns: 1, order: 2, chatId: '2' }),
    )
    bench.server.on({ system: 'You are Writer.' }, toNested, { text: 'Done.' }, { text: 'Next.' })
    bench.server.on({ system: 'You are Thinker.' }, { text: 'Thought.' })
    byQuestion()
    return bench.turn('birds')
  }
  const done = { state: 'finished', limit: null }

  it('a plan that is refused ends its chat with nothing, and the parent speaks, also after a restart', async () => {
    const asked = await withThinker()
    await bench.restart()
    const { said, outcome } = await bench.answer(questionOf(asked), { kind: 'approve-plan', approved: false })
    expect([said, outcome, bench.toolCalls()]).toEqual([['Done.'], done, []])
    expect((await bench.state()).branches).toEqual({})
    expect((await bench.turn('next')).said).toEqual(['Next.'])
    // Thinker was asked once.
    expect(bench.server.requests.filter(({ system }) => system.includes('Thinker')).length).toBe(1)
  })

  it('a message instead of an answer drops the plan and begins anew with the parent', async () => {
    await withThinker()
    expect((await bench.turn('never mind')).said).toEqual(['Done.'])
    expect((await bench.state()).branches).toEqual({})
  })

  it('an edited plan runs; one that does not hold is asked about again', async () => {
    const asked = await withThinker()
    const steps = (tool: string) => [{ id: 'E1', plan: 'x', tool, input: 'swans' }]
    const edited = (tool: string) => ({ kind: 'approve-plan', approved: true, steps: steps(tool) }) as const
    const again = await bench.answer(questionOf(asked), edited('Fax'))
    expect(eventsOfType(again.events, 'question')[0]?.question.problem).toContain('Fax')
    const { said } = await bench.answer(questionOf(again), edited('Search'))
    expect([said, bench.toolCalls()]).toEqual([['ducks solved.', 'Done.'], ['Search swans']])
  })

  it('of two plans one is refused and one approved', async () => {
    await openSideBySide('q', true)
    byQuestion()
    const first = await bench.turn('birds')
    const bird = (report: Pick<typeof first, 'events'>) => {
      const question = eventsOfType(report.events, 'question').at(-1)?.question
      return question?.kind === 'approve-plan' ? question.steps[0]?.input : undefined
    }
    const second = await bench.answer(questionOf(first), { kind: 'approve-plan', approved: false })
    await bench.restart()
    const { said, outcome } = await bench.answer(questionOf(second), { kind: 'approve-plan', approved: true })
    expect([outcome, bench.toolCalls()]).toEqual([done, [`Search ${bird(second)}`]])
    expect(said.at(-1)).toBe('Done.')
  })

  it('both refused: nothing came of any chat', async () => {
    await openSideBySide('q', true)
    byQuestion()
    const second = await bench.answer(questionOf(await bench.turn('birds')), { kind: 'approve-plan', approved: false })
    const { said, outcome } = await bench.answer(questionOf(second), { kind: 'approve-plan', approved: false })
    expect([said, outcome, bench.toolCalls()]).toEqual([['Done.'], done, []])
  })
})

function questionOf({ events }: { events: readonly RunEvent[] }): string {
  return eventsOfType(events, 'question').at(-1)?.id ?? 'nothing was asked'
}
