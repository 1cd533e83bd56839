/** Turns that wait for a person: how their thread stands, and what the log keeps of the answer. */
import { afterEach, expect, it } from 'vitest'
import { eventsOfType } from '../../testing/core-bench'
import { openPlanBench, plan, planFlow, type PlanBench } from '../../testing/plan-bench'

let bench: PlanBench
afterEach(() => bench.close())

it('the thread says that it waits, also after a restart; the answer is in its log', async () => {
  bench = await openPlanBench((server) => planFlow(server, { approvePlan: true }))
  const services = () => bench.core().services
  const stand = () => [services().threads.read('t1').state, services().runner.waiting('t1')?.id ?? null]
  await bench.ask('Q', plan('Search[a]'))
  expect(stand()).toEqual(['waiting', '1.p.1'])
  await bench.restart()
  expect(stand()).toEqual(['waiting', '1.p.1'])
  bench.server.reply({ text: 'A' })
  const answer = { approved: true, steps: [{ id: 'E1', plan: '', tool: 'Calc', input: 'b' }] }
  const started = await services().runner.answer({ threadId: 't1', questionId: '1.p.1', answer })
  await started.done
  const events = services().events.events(started.runId)
  expect(eventsOfType(events, 'answer').map(({ id, node, path, answer: given }) => [id, node, path, given])).toEqual([
    ['1.p.1', 'p', 'main', answer],
  ])
  expect([...stand(), bench.tools.inputsOf('Calc')]).toEqual(['idle', null, ['b']])
})
