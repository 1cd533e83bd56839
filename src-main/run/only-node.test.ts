/** A thread that talks to one node alone: over a restart too, beside threads of the whole flow, and with a hand-off that ends at a stand-in. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { flow } from '../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore } from '../testing/core-bench'

const drawn = flow('Desk')
  .start('front')
  .agent('front', { name: 'Front', prompt: 'You are Front.' })
  .agent('tech', { name: 'Tech', prompt: 'You are Tech.' })
  .agent('sales', { name: 'Sales', prompt: 'You are Sales.' })
  .handoff('front', 'tech')
  .handoff('tech', 'sales')
  .build()

let bench: TestCore
beforeEach(async () => {
  bench = await openTestCore(drawn)
})
afterEach(() => bench.close())

test('begins at the node, says who would go on, and begins there again', async () => {
  bench.server.reply(
    { text: 'Hello.' },
    { calls: [{ name: 'transfer_Tech_to_Sales', arguments: {} }] },
    { text: 'Again.' },
  )
  bench.core().services.threads.createThread({ flowId: drawn.id, id: 't1', only: 'tech' })
  expect((await bench.turn('hi')).said).toEqual(['Hello.'])
  const second = await bench.turn('sell me one')
  expect(second.outcome).toMatchObject({ state: 'finished' })
  expect(second.said).toEqual(['Sales would go on from here. You are talking to one node alone.'])
  expect(eventsOfType(second.events, 'baton').map(({ node }) => node)).toContain('sales')
  await bench.restart()
  expect(bench.core().services.threads.read('t1').only).toBe('tech')
  expect((await bench.turn('and now')).said).toEqual(['Again.'])
  const speakers = bench.server.requests.map(({ system }) => /You are (\w+)/.exec(system)?.[1])
  expect(speakers).toEqual(['Tech', 'Tech', 'Tech'])
})

test('threads of the whole flow are as they were', async () => {
  bench.server.reply({ text: 'Only me.' }, { text: 'Front.' })
  bench.core().services.threads.createThread({ flowId: drawn.id, id: 't1', only: 'tech' })
  await bench.turn('hi')
  await bench.turn('hi', 't2')
  const speakers = bench.server.requests.map(({ system }) => /You are (\w+)/.exec(system)?.[1])
  expect(speakers).toEqual(['Tech', 'Front'])
})
