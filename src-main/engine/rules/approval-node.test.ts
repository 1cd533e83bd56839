/** The `approval` node: what a person reads and fills in, over which port the baton goes on, and what becomes of one that nobody answers. */
import { afterEach, expect, it } from 'vitest'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import type { Answer, QuestionOf } from '../../../src-shared/run/log/questions'
import { manualClock } from '../../clock'
import { createCore } from '../../core'
import { nodePlatform } from '../../platform/node'
import { eventsOfType, openTestCore, type BenchOptions, type TestCore, type TurnReport } from '../../testing/core-bench'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})

const open = async (builder: FlowBuilder, options: BenchOptions = {}) =>
  (test = await openTestCore(builder.build(), options))

const FORM = {
  type: 'object',
  properties: { amount: { type: 'number', minimum: 1 }, note: { type: 'string' } },
  required: ['amount'],
}

/** A refund that a person approves, with somebody at each port. */
const desk = (data: { [field: string]: unknown } = {}): FlowBuilder =>
  flow('Desk')
    .variable('amount', { type: 'number', default: 5 })
    .variable('customer', { type: 'string', default: 'Ann' })
    .start('q')
    .node('approval', 'q', { name: 'Manager', message: 'Refund {amount} to {customer}?', form: FORM, ...data })
    .agent('a', { name: 'Pays', prompt: 'PAYS {amount} {note}' })
    .agent('b', { name: 'Declines', prompt: 'DECLINES' })
    .agent('c', { name: 'Waits', prompt: 'WAITS' })
    .edge('next', { from: 'q', to: 'a', port: 'approved' })
    .edge('next', { from: 'q', to: 'b', port: 'refused' })
    .edge('next', { from: 'q', to: 'c', port: 'timeout' })

type AskedQuestion = { id: string; node: string; question: QuestionOf<'approval'> }
const askedIn = ({ events }: TurnReport): AskedQuestion[] =>
  eventsOfType(events, 'question').flatMap(({ id, node, question }) =>
    question.kind === 'approval' ? [{ id, node, question }] : [],
  )
const oneOf = (report: TurnReport): AskedQuestion => {
  const [asked] = askedIn(report)
  if (asked === undefined) throw new Error('nothing was asked')
  return asked
}
const approve = (values?: { [name: string]: string | number }): Answer => ({
  kind: 'approval',
  outcome: 'approved',
  ...(values === undefined ? {} : { values }),
})
const REFUSE: Answer = { kind: 'approval', outcome: 'refused' }
const TIMEOUT: Answer = { kind: 'approval', outcome: 'timeout' }
const speakers = ({ events }: TurnReport) =>
  eventsOfType(events, 'entry').flatMap(({ entry }) => (entry.kind === 'text' ? [entry.author] : []))

it('asks in the words of the drawing, keeps what was filled in as variables, and goes on at "approved"', async () => {
  await open(desk())
  const asked = await test.turn('money back')
  const { id, question } = oneOf(asked)
  expect(question).toEqual({
    kind: 'approval',
    problem: null,
    message: 'Refund 5 to Ann?',
    form: FORM,
    values: { amount: 5 },
    until: null,
  })
  expect(test.core().services.threads.read('t1').state).toBe('waiting')
  await test.restart()
  const again = await test.answer(id, approve({ amount: 0, note: 'sorry' }))
  expect(oneOf(again).question).toMatchObject({ values: { amount: 0, note: 'sorry' }, message: 'Refund 5 to Ann?' })
  expect(oneOf(again).question.problem).toContain('amount')
  await expect(test.answer(id, approve())).rejects.toMatchObject({ code: 'nothing-to-resume' })
  test.server.reply({ text: 'Paid.' })
  const done = await test.answer(oneOf(again).id, approve({ amount: 7, note: 'sorry', other: 'left out' }))
  expect([done.said, speakers(done)]).toEqual([['Paid.'], ['a']])
  expect((await test.state()).variables).toMatchObject({ amount: 7, note: 'sorry', customer: 'Ann' })
  expect((await test.state()).variables).not.toHaveProperty('other')
  expect(eventsOfType(done.events, 'variables').map(({ changes }) => changes)).toEqual([{ amount: 7, note: 'sorry' }])
  expect(test.server.requests.map(({ body }) => JSON.stringify(body)).join('')).toContain('PAYS 7 sorry')
})

it('takes what stands in the form where it is approved as it is, and changes nothing where it is refused', async () => {
  await open(desk())
  test.server.reply({ text: 'Paid.' }, { text: 'No.' })
  const paid = await test.answer(oneOf(await test.turn('money back')).id, approve())
  expect([paid.said, (await test.state()).variables['amount']]).toEqual([['Paid.'], 5])
  const asked = await test.turn('again', 't2')
  const refused = await test.answer(oneOf(asked).id, REFUSE, 't2')
  expect([refused.said, speakers(refused)]).toEqual([['No.'], ['b']])
  await expect(test.answer(oneOf(asked).id, approve(), 't2')).rejects.toMatchObject({ code: 'nothing-to-resume' })
})

it('ends the sequence at a port that leads nowhere, and asks anew where a message comes instead of an answer', async () => {
  await open(
    flow('Gate')
      .start('q')
      .node('approval', 'q', { name: 'Gate', message: 'Open?' })
      .agent('a', { name: 'A' })
      .edge('next', { from: 'q', to: 'a', port: 'approved' }),
  )
  const first = oneOf(await test.turn('let me in'))
  const second = oneOf(await test.turn('hello?'))
  expect(first.id).not.toBe(second.id)
  await expect(test.answer(first.id, approve())).rejects.toMatchObject({ code: 'nothing-to-resume' })
  const refused = await test.answer(second.id, REFUSE)
  expect([refused.outcome, refused.said]).toEqual([{ state: 'finished', limit: null }, []])
  test.server.reply({ text: 'Welcome.' })
  expect((await test.answer(oneOf(await test.turn('and now?')).id, approve())).said).toEqual(['Welcome.'])
})

it('counts nothing but that nobody answered once the time is over, and not before', async () => {
  const clock = manualClock()
  await open(desk({ timeout: 60 }), { clock })
  const { id, question } = oneOf(await test.turn('money back'))
  expect(question.until).toBe('2026-01-01T12:01:00.000Z')
  await expect(test.answer(id, TIMEOUT)).rejects.toMatchObject({ code: 'bad-input' })
  clock.advance(59_999)
  await expect(test.answer(id, TIMEOUT)).rejects.toMatchObject({ code: 'bad-input' })
  clock.advance(1)
  test.server.reply({ text: 'It took too long.' })
  const late = await test.answer(id, approve({ amount: 9 }))
  expect(eventsOfType(late.events, 'answer').map(({ answer }) => answer)).toEqual([TIMEOUT])
  expect([late.said, speakers(late), (await test.state()).variables['amount']]).toEqual([
    ['It took too long.'],
    ['c'],
    5,
  ])
})

it('is over once, whoever ends it: the time that was stored is honoured by whoever opens the folder afterwards', async () => {
  const clock = manualClock()
  await open(desk({ timeout: 60 }), { clock })
  const { id } = oneOf(await test.turn('money back'))
  oneOf(await test.turn('me too', 't2'))
  await test.restart()
  clock.advance(61_000)
  test.server.reply({ text: 'It took too long.' })
  const { dataDir, server } = test
  const models = { baseUrl: server.baseUrl, apiKey: 'test-key', model: 'test-model' }
  const other = await createCore({
    dataDir,
    platform: nodePlatform({ host: 'cli', dataDir }),
    models,
    allow: ['all'],
    clock,
  })
  for (const { services } of [test.core(), other]) services.deadlines.keep(({ threadId }) => threadId === 't1')
  const { threads, events, runner } = test.core().services
  await expect.poll(() => threads.read('t1').state).toBe('idle')
  const run = threads.newestRun('t1')?.id ?? ''
  expect(eventsOfType(events.events(run), 'answer').map((event) => [event.id, event.answer])).toEqual([[id, TIMEOUT]])
  await other.close()
  expect([server.calls, runner.waiting('t1'), runner.waiting('t2').length]).toEqual([1, [], 1])
})

it('ends a question that waits at the very moment, and leaves one alone that was answered', async () => {
  await open(desk({ timeout: 1 }))
  test.core().services.deadlines.keep(() => true)
  test.server.reply({ text: 'No.' }, { text: 'It took too long.' })
  await test.answer(oneOf(await test.turn('money back', 't2')).id, REFUSE, 't2')
  const { events } = await test.turn('money back')
  const { threads } = test.core().services
  await expect.poll(() => threads.read('t1').state).toBe('idle')
  const { events: log } = test.core().services
  const told = log.events(threads.newestRun('t1')?.id ?? '')
  expect(eventsOfType(told, 'answer').map(({ answer }) => answer)).toEqual([TIMEOUT])
  const [at] = eventsOfType(told, 'answer').map((event) => Date.parse(event.at))
  const [asked] = eventsOfType(events, 'question')
  const until = asked?.question.kind === 'approval' ? Date.parse(asked.question.until ?? '') : NaN
  expect(at ?? 0).toBeGreaterThanOrEqual(until)
  expect(test.server.calls).toBe(2)
})

it('asks for each item of a list by itself, and within a sub-flow', async () => {
  const inner = flow('Inner')
    .start('q')
    .node('approval', 'q', { name: 'Ask', message: 'Take {item}?' })
    .agent('y', { name: 'Y', prompt: 'Y' })
    .edge('next', { from: 'q', to: 'y', port: 'approved' })
  await open(
    flow('List')
      .variable('orders', { type: 'json', default: ['tea', 'milk'] })
      .start('m')
      .node('map', 'm', { name: 'Each', items: '${orders}', result: '${item}', results: 'taken' })
      .node('subflow', 's', { name: 'Sub', flow: inner.file() })
      .agent('z', { name: 'Z', prompt: 'Z {taken}' })
      .edge('next', { from: 'm', to: 's', port: 'each' })
      .next('m', 'z'),
  )
  const asked = await test.turn('go')
  expect(askedIn(asked).map(({ question }) => question.message)).toEqual(['Take tea?', 'Take milk?'])
  const [tea, milk] = askedIn(asked)
  await test.answer(milk?.id ?? '', REFUSE)
  expect(
    test
      .core()
      .services.runner.waiting('t1')
      .map(({ id }) => id),
  ).toEqual([tea?.id])
  test.server.reply({ text: 'Taken.' }, { text: 'All done.' })
  const done = await test.answer(tea?.id ?? '', approve())
  expect([done.said, test.server.calls]).toEqual([['All done.'], 2])
})
