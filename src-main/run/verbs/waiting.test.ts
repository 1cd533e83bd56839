/** Turns that wait for a person: how their thread stands, and what the log keeps of the answer. */
import { afterEach, expect, it } from 'vitest'
import type { Answer } from '../../../src-shared/run/log/questions'
import { eventsOfType } from '../../testing/core-bench'
import { openPlanBench, plan, planFlow, type PlanBench } from '../../testing/plan-bench'

let bench: PlanBench
afterEach(() => bench.close())

it('the thread says that it waits, also after a restart; the answer is in its log', async () => {
  bench = await openPlanBench((server) => planFlow(server, { approvePlan: true }))
  const services = () => bench.core().services
  const stand = () => [services().threads.read('t1').state, services().runner.waiting('t1')[0]?.id ?? null]
  await bench.ask('Q', plan('Search[a]'))
  expect(stand()).toEqual(['waiting', '1.p.1'])
  await bench.restart()
  expect(stand()).toEqual(['waiting', '1.p.1'])
  bench.server.reply({ text: 'A' })
  const answer: Answer = {
    kind: 'approve-plan',
    approved: true,
    steps: [{ id: 'E1', plan: '', tool: 'Calc', input: 'b' }],
  }
  const started = await services().runner.answer({ threadId: 't1', questionId: '1.p.1', answer })
  await started.done
  const events = services().events.events(started.runId)
  expect(eventsOfType(events, 'answer').map(({ id, node, path, answer: given }) => [id, node, path, given])).toEqual([
    ['1.p.1', 'p', 'main', answer],
  ])
  expect([...stand(), bench.tools.inputsOf('Calc')]).toEqual(['idle', null, ['b']])
})

it('an answer of another kind than the question wants is refused, and the turn still waits', async () => {
  bench = await openPlanBench((server) => planFlow(server, { approvePlan: true }))
  await bench.ask('Q', plan('Search[a]'))
  const { threads, events, runner } = bench.core().services
  const run = threads.betweenTurns('t1', (newest) => newest)
  const question = { kind: 'other', was: 'approve-parcel', problem: null } as const
  events.append(run?.id ?? '', 't1', [
    { type: 'question', id: '1.q.1', node: 'p', path: 'main', question },
    { ...WAITING, usage: { input: 1, output: 1 } },
  ])
  expect(runner.waiting('t1')).toEqual([{ id: '1.q.1', node: 'p', path: 'main', question }])
  const answer = { kind: 'approve-plan', approved: true } as const
  const answered = (questionId: string) => runner.answer({ threadId: 't1', questionId, answer })
  await expect(answered('1.q.1')).rejects.toMatchObject({ code: 'bad-input' })
  await expect(answered('1.p.1')).rejects.toMatchObject({ code: 'nothing-to-resume' })
  expect([runner.waiting('t1')[0]?.id, bench.toolCalls()]).toEqual(['1.q.1', []])
  bench.server.reply({ text: plan('Search[b]') })
  expect((await bench.turn('Other')).outcome).toMatchObject({ state: 'finished', question: { id: '2.p.1' } })
})

const WAITING = { type: 'run.finished', reason: 'waiting', limit: null, message: null, modelCalls: 1, ms: 1 } as const
