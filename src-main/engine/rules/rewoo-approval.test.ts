/** A plan that a person approves or edits before it runs: the run ends with the question, and the answer goes on with the turn. */
import { afterEach, expect, it } from 'vitest'
import { foldEvents } from '../../../src-shared/run/fold/fold'
import { EMPTY_THREAD } from '../../../src-shared/run/fold/fold-view'
import { flow } from '../../../src-shared/testing/flow-builder'
import type { Answer, LoggedQuestion } from '../../../src-shared/run/log/questions'
import { eventsOfType } from '../../testing/core-bench'
import { openPlanBench, plan, planFlow, toolNode, type PlanBench } from '../../testing/plan-bench'

let bench: PlanBench
afterEach(async () => {
  expect(bench.server.violations).toEqual([])
  await bench.close()
})
const open = async () => (bench = await openPlanBench((server) => planFlow(server, { approvePlan: true })))
const stepsOf = (question: LoggedQuestion | undefined) =>
  question?.kind === 'approve-plan' ? question.steps.map(({ id }) => id) : []
const answer = (given: Answer, questionId = '1.p.1') => bench.answer(questionId, given)

it('waits for approval, also when the app was closed; then runs without asking the planner again', async () => {
  await open()
  const asked = await bench.ask('Q', plan('Search[a]', 'Calc[#E1]'))
  expect(asked.outcome).toMatchObject({ state: 'finished', question: { id: '1.p.1', node: 'p' } })
  expect(asked.events.at(-1)).toMatchObject({ type: 'run.finished', reason: 'waiting' })
  expect(stepsOf(eventsOfType(asked.events, 'question')[0]?.question)).toEqual(['E1', 'E2'])
  const waiting = foldEvents(EMPTY_THREAD, asked.events).latest
  expect([waiting?.state, waiting?.questions[0]?.id, waiting?.plans[0]?.steps[0]?.state, bench.toolCalls()]).toEqual([
    'waiting',
    '1.p.1',
    'waiting',
    [],
  ])
  await bench.restart()
  bench.server.reply({ text: 'A' })
  const { outcome, said, events } = await answer({ kind: 'approve-plan', approved: true })
  expect([outcome, said, bench.toolCalls(), bench.server.calls]).toEqual([
    { state: 'finished', limit: null },
    ['A'],
    ['Search a', 'Calc S(a)'],
    2,
  ])
  const { latest, earlier } = foldEvents(EMPTY_THREAD, [...asked.events, ...events])
  expect([latest?.state, latest?.questions, earlier.length]).toEqual(['done', [], 0])
})

it('runs the plan as it was edited; one that does not hold is asked about again', async () => {
  await open()
  await bench.ask('Q', plan('Search[a]'))
  const edited = (tool: string) => ({
    kind: 'approve-plan' as const,
    approved: true,
    steps: [
      { id: 'E1', plan: 'other', tool: 'Search', input: 'b ] c' },
      { id: 'E2', plan: 'more', tool, input: '#E1' },
    ],
  })
  const again = await answer(edited('Fax'))
  expect(eventsOfType(again.events, 'question')[0]?.question.problem).toContain('Fax')
  bench.server.reply({ text: 'A' })
  const { said, events } = await answer(edited('Calc'))
  expect([said, bench.toolCalls()]).toEqual([['A'], ['Search b ] c', 'Calc S(b ] c)']])
  expect(
    eventsOfType(events, 'plan.steps')
      .at(-1)
      ?.steps.map(({ level }) => level),
  ).toEqual([1, 2])
})

it('without approval the turn ends, nothing ran, and the next message begins anew', async () => {
  await open()
  await bench.ask('Q', plan('Search[a]'))
  const refused = await answer({ kind: 'approve-plan', approved: false })
  expect([refused.outcome, refused.said, bench.toolCalls()]).toEqual([{ state: 'finished', limit: null }, [], []])
  await bench.ask('Q2', plan('Search[b]'))
  bench.server.reply({ text: 'A' })
  expect((await answer({ kind: 'approve-plan', approved: true }, '2.p.1')).said).toEqual(['A'])
  expect(bench.toolCalls()).toEqual(['Search b'])
})

it('asks within a task graph too', async () => {
  bench = await openPlanBench((server) =>
    flow('Plans')
      .start('g')
      .node('task-graph', 'g', { name: 'Shop' })
      .node('rewoo', 'p', { name: 'Planner', approvePlan: true })
      .edge('intent', { from: 'g', to: 'p' }, { intent: 'look something up' })
      .httpTool('search', toolNode(server, 'Search'))
      .use('p', 'search'),
  )
  const asked = await bench.ask('Q', '1', plan('Search[a]'))
  expect(asked.events.at(-1)).toMatchObject({ type: 'run.finished', reason: 'waiting' })
  bench.server.reply({ text: 'A' })
  expect((await answer({ kind: 'approve-plan', approved: true })).said).toEqual(['A'])
})

it('a new message takes the place of an answer; a question that is gone cannot be answered', async () => {
  await open()
  await bench.ask('Q', plan('Search[a]'))
  await bench.ask('Other', plan('Search[b]'))
  await expect(answer({ kind: 'approve-plan', approved: true })).rejects.toMatchObject({ code: 'nothing-to-resume' })
  bench.server.reply({ text: 'A' })
  expect((await answer({ kind: 'approve-plan', approved: true }, '2.p.1')).said).toEqual(['A'])
  expect(bench.toolCalls()).toEqual(['Search b'])
  await expect(answer({ kind: 'approve-plan', approved: true }, '2.p.1')).rejects.toMatchObject({
    code: 'nothing-to-resume',
  })
})
