/** The model of one thread: kept with it, over a restart too, used by its runs alone, and never in the file. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { flow } from '../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore, type TurnReport } from '../testing/core-bench'

const drawn = flow('Desk')
  .start('a')
  .agent('a', { name: 'Front' })
  .agent('b', { name: 'Own', model: { connection: 'lab' } })
  .handoff('a', 'b', { condition: 'wants the lab' })
  .rehearsal(
    { when: { speaker: 'Front', user: 'lab', nth: 1 }, call: { tool: 'transfer_Front_to_Own' } },
    { when: { speaker: 'Front' }, text: 'Rehearsed.' },
  )
  .build()

let bench: TestCore
beforeEach(async () => {
  bench = await openTestCore(drawn, {
    connections: (baseUrl) => [
      { name: 'default', baseUrl, model: 'plain', key: 'k' },
      { name: 'lab', baseUrl, model: 'small', key: 'k' },
    ],
  })
})
afterEach(() => bench.close())

const threads = () => bench.core().services.threads
const modelsOf = ({ events }: TurnReport) => eventsOfType(events, 'model.finished').map(({ model }) => model)
const asked = () => bench.server.requests.map(({ body }) => (body as { model?: unknown }).model)

test('counts for the runs of its thread from the next one on, and outlives a restart', async () => {
  bench.server.reply({ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' })
  await bench.turn('hello')
  threads().setModel('t1', { connection: 'lab', model: 'large' })
  await bench.turn('again')
  await bench.turn('elsewhere', 't2')
  expect(asked()).toEqual(['plain', 'large', 'plain'])

  threads().setModel('t1', { connection: 'rehearsal', model: '' })
  await bench.restart()
  expect(threads().read('t1').model).toEqual({ connection: 'rehearsal', model: '' })
  const rehearsed = await bench.turn('and now')
  expect([rehearsed.said, modelsOf(rehearsed)]).toEqual([['Rehearsed.'], ['rehearsal']])

  bench.server.reply({ text: 'Four.' })
  threads().setModel('t1', null)
  await bench.turn('as drawn')
  expect(asked()).toEqual(['plain', 'large', 'plain', 'plain'])
})

test('a node with a model of its own keeps it', async () => {
  bench.server.reply({ text: 'From the lab.' })
  threads().createThread({ flowId: drawn.id, id: 't1', model: { connection: 'rehearsal', model: '' } })
  const { said } = await bench.turn('to the lab')
  expect([said.at(-1), asked()]).toEqual(['From the lab.', ['small']])
})

test('a failed turn is tried again with what is chosen by then', async () => {
  bench.server.reply({ status: 401, body: { error: { message: 'no such key' } } })
  const failed = await bench.turn('hello')
  expect(failed.outcome.state).toBe('failed')
  threads().setModel('t1', { connection: 'rehearsal', model: '' })
  expect((await bench.resume()).said).toEqual(['Rehearsed.'])
})

test('a new thread begins with the model that came with its first message, and the flow stays as it is', async () => {
  const { handlers, services } = bench.core()
  const context = { signal: new AbortController().signal }
  const { id: flowId } = await handlers['flows.create']({ name: 'New' }, context)
  const before = services.library.read(flowId).text
  const start = { flowId, threadId: null, text: 'hi', attachments: [], variables: {}, to: null }
  const model = { connection: 'rehearsal', model: '' }
  const { threadId } = await handlers['runs.start']({ ...start, model }, context)
  expect((await handlers['threads.list']({ flowId }, context)).map((one) => [one.id, one.model])).toEqual([
    [threadId, model],
  ])
  await handlers['threads.setModel']({ threadId, model: null }, context)
  expect(threads().read(threadId).model).toBeNull()
  expect(services.library.read(flowId).text).toBe(before)
})
