/** Messages that wait for the turn before them: what becomes of the turn, of its calls, and of those that wait when it does not end in order. */
import { afterEach, expect, it } from 'vitest'
import type { Flow, SayWhen } from '../../src-shared/flow/records'
import { flow } from '../../src-shared/testing/flow-builder'
import { openTestCore, type TestCore } from '../testing/core-bench'
import { startToolServer, type ToolServer } from '../testing/tool-server'
import { eventually } from '../../src-shared/testing/eventually'

let test: TestCore
let tools: ToolServer

afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
  await tools.close()
})

/** An agent with a tool that may be called side by side, and one whose calls wait for each other. */
async function open(more: { approval?: boolean; hold?: boolean; modelCalls?: number } = {}): Promise<Flow> {
  tools = await startToolServer()
  const tool = (name: string) => ({ toolName: name, url: `${tools.url}/${name}?q={q}`, parameters: TEXT })
  const drawn = flow('Desk')
    .start('a')
    .agent('a', { name: 'Ann', prompt: 'You are Ann.' })
    .httpTool('look', tool('look'))
    .httpTool('book', {
      ...tool('book'),
      sequential: true,
      needsApproval: more.approval === true,
      holdResult: more.hold === true,
    })
    .use('a', 'look')
    .use('a', 'book')
    .settings({ limits: { modelCalls: more.modelCalls ?? 50 } })
    .build()
  test = await openTestCore(drawn, { recordsPart: true })
  return drawn
}

const TEXT = { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] }
const call = (name: string, q: string) => ({ name, arguments: { q } })

const queue = () => test.core().services.runner.queue
const say = (text: string, when: SayWhen = 'after') =>
  queue().add({ threadId: 't1', when, text, attachments: [], to: null })
const waiting = () =>
  queue()
    .list('t1')
    .map(({ text, when }) => `${when}: ${text}`)

/** Everything that waited was said, and answered. */
async function answered(): Promise<void> {
  await eventually(() => {
    expect(waiting()).toEqual([])
    expect(test.core().services.threads.read('t1').state).not.toBe('running')
  })
}

/** The conversation as lines, and results of calls with the words that models read. */
async function lines(): Promise<string[]> {
  const { log } = await test.state()
  return log.flatMap((entry) => {
    if (entry.kind === 'text') return [`${entry.author}: ${entry.text}`]
    return entry.kind === 'result' ? [`${entry.tool}: ${entry.text.split('\n')[0] ?? ''}`] : []
  })
}

const NOT_BEGUN = 'Error: the user said something before this call was begun, so it did not run.'
const CUT_OFF =
  'Error: the call was cut off because the user said something. It may have taken effect; look before you repeat it.'

it('now, in the middle of a batch: what ran keeps its result, what was not begun says why', async () => {
  await open()
  const gate = Promise.withResolvers<undefined>()
  tools.on('book', ({ input }) => ({ text: `booked ${input}`, ...(input === 'one' ? { gate: gate.promise } : {}) }))
  test.server.reply({ calls: [call('look', 'x'), call('book', 'one'), call('book', 'two')] }, { text: 'As you say.' })
  const turn = test.turn('go')
  await tools.waitForCalls(2)
  await say('wait, only one', 'now')
  gate.resolve(undefined)
  expect((await turn).outcome).toEqual({ state: 'finished', limit: null })
  await answered()
  expect(await lines()).toEqual([
    'user: go',
    'look: l(x)',
    'book: booked one',
    `book: ${NOT_BEGUN}`,
    'user: wait, only one',
    'a: As you say.',
  ])
  expect(tools.inputsOf('book')).toEqual(['one'])
})

it('now, while a call runs whose result is held: what nobody let through is not read', async () => {
  await open({ hold: true })
  const gate = Promise.withResolvers<undefined>()
  tools.on('book', () => ({ text: 'canary', gate: gate.promise }))
  test.server.reply({ calls: [call('book', 'one')] }, { text: 'As you say.' })
  const turn = test.turn('go')
  await tools.waitForCalls(1)
  await say('wait', 'now')
  gate.resolve(undefined)
  await turn
  await answered()
  expect(await lines()).toEqual(['user: go', 'book: (no output)', 'user: wait', 'a: As you say.'])
  expect(JSON.stringify(test.server.requests)).not.toContain('canary')
})

it('a stop at a breakpoint begins nothing that waits', async () => {
  const { id: flowId } = await open()
  const { breakpoints, runner } = test.core().services
  breakpoints.set(flowId, { place: { on: 'node', node: 'a', side: 'before' }, condition: '', from: 1, isOn: true })
  await test.turn('go')
  await say('later')
  const [paused] = runner.waiting('t1')
  await test.answer(paused?.id ?? '', { kind: 'breakpoint', go: { is: 'stop' } })
  expect([await queue().rest('t1'), waiting(), test.server.calls]).toEqual([null, ['after: later'], 0])
})

it('a turn that cannot begin since one runs takes no haste from what waits', async () => {
  await open()
  const gate = Promise.withResolvers<undefined>()
  test.server.reply({ text: 'one', gate: gate.promise })
  const turn = test.turn('go')
  await test.server.waitForRequest(1)
  await say('at once', 'now')
  await expect(test.turn('me too')).rejects.toMatchObject({ code: 'run-active' })
  const [first] = queue().list('t1')
  await expect(queue().send(first?.id ?? '')).rejects.toMatchObject({ code: 'run-active' })
  expect(waiting()).toEqual(['now: at once'])
  test.server.reply({ text: 'two' })
  gate.resolve(undefined)
  await turn
  await answered()
  expect(await lines()).toEqual(['user: go', 'a: one', 'user: at once', 'a: two'])
})

it('instead, in the middle of a batch: the call that runs is cut off and says so', async () => {
  await open()
  tools.on('book', () => ({ hang: true }))
  test.server.reply({ calls: [call('look', 'x'), call('book', 'one'), call('book', 'two')] }, { text: 'As you say.' })
  const turn = test.turn('go')
  await tools.waitForCalls(2)
  await say('no, do not', 'instead')
  expect((await turn).events.at(-1)).toMatchObject({ type: 'run.finished', reason: 'spoken' })
  await answered()
  expect(await lines()).toEqual([
    'user: go',
    'look: l(x)',
    `book: ${CUT_OFF}`,
    `book: ${NOT_BEGUN}`,
    'user: no, do not',
    'a: As you say.',
  ])
})

it('instead, while a reply streams: what had streamed is dropped, and the new message is answered', async () => {
  await open()
  test.server.reply({ pieces: ['The answer ', 'is long'], hangAfter: 1 }, { text: 'Short.' })
  const turn = test.turn('tell me', 't1')
  await test.server.waitForRequest(1)
  await say('in one word', 'instead')
  await turn
  await answered()
  expect(await lines()).toEqual(['user: tell me', 'user: in one word', 'a: Short.'])
})

it('several: the urgent first, in the order in which they were said; the rest after them', async () => {
  await open()
  const gate = Promise.withResolvers<undefined>()
  test.server.reply({ text: 'one', gate: gate.promise })
  test.server.on({}, ({ user }) => ({ text: `re ${user.split('\n').at(-1) ?? ''}` }))
  const turn = test.turn('go')
  await test.server.waitForRequest(1)
  for (const [text, when] of [
    ['last', 'after'],
    ['first', 'now'],
    ['second', 'now'],
  ] as const)
    await say(text, when)
  expect(waiting()).toEqual(['now: first', 'now: second', 'after: last'])
  gate.resolve(undefined)
  await turn
  await answered()
  expect(await lines()).toEqual([
    'user: go',
    'a: one',
    'user: first',
    'user: second',
    'a: re second',
    'user: last',
    'a: re last',
  ])
})

it('what waits is edited, moved and removed; what was sent is not there any more', async () => {
  await open()
  const gate = Promise.withResolvers<undefined>()
  test.server.reply({ text: 'one', gate: gate.promise })
  test.server.on({}, { text: 'yes' })
  const turn = test.turn('go')
  await test.server.waitForRequest(1)
  const [a, b, c] = [await say('a'), await say('b'), await say('c')]
  queue().move(c, a)
  queue().edit(b, { text: 'b, better' })
  queue().remove(a)
  expect(waiting()).toEqual(['after: c', 'after: b, better'])
  queue().edit(b, { when: 'now' })
  expect(waiting()).toEqual(['now: b, better', 'after: c'])
  gate.resolve(undefined)
  await turn
  await answered()
  const said = (await lines()).filter((line) => line.startsWith('user'))
  expect(said).toEqual(['user: go', 'user: b, better', 'user: c'])
  expect(() => queue().edit(c, { text: 'd' })).toThrow('was sent, or removed elsewhere')
})

it('a question, a failure, a stop and a limit: what waits is not said by itself, and answers nothing', async () => {
  await open({ approval: true, modelCalls: 2 })
  const gate = Promise.withResolvers<undefined>()
  test.server.reply({ calls: [call('book', 'one')], gate: gate.promise })
  const first = test.turn('go')
  await test.server.waitForRequest(1)
  await say('waits')
  gate.resolve(undefined)
  const { outcome } = await first
  expect([outcome.state, waiting()]).toEqual(['finished', ['after: waits']])
  expect(test.core().services.runner.waiting('t1')).toHaveLength(1)
  // A new message leaves the question; its turn fails.
  test.server.reply(() => ({ status: 400 }))
  expect((await test.turn('then fail')).outcome.state).toBe('failed')
  expect(waiting()).toEqual(['after: waits'])
  test.server.reply({ hang: true })
  const third = test.turn('then stop')
  await test.server.waitForRequest(3)
  await test.core().services.runner.stop(test.core().services.threads.activeRun('t1')?.id ?? '')
  expect([(await third).outcome.state, waiting()]).toEqual(['stopped', ['after: waits']])
  test.server.reply({ calls: [call('look', 'x')] }, { calls: [call('look', 'y')] })
  expect((await test.turn('then too much')).outcome).not.toMatchObject({ limit: null })
  expect(waiting()).toEqual(['after: waits'])
  // The person says so: it begins its turn.
  test.server.reply({ text: 'Here you are.' })
  const [waits] = queue().list('t1')
  await (
    await queue().send(waits?.id ?? '')
  ).done
  expect([(await lines()).slice(-2), waiting()]).toEqual([['user: waits', 'a: Here you are.'], []])
})

it('a question that was asked before a message could be heard: its answer counts first', async () => {
  await open({ approval: true })
  test.server.reply({ calls: [call('book', 'one')] }, { text: 'Booked.' })
  const { outcome } = await test.turn('go')
  await say('hurry', 'now')
  expect(waiting()).toEqual(['now: hurry'])
  if (outcome.state !== 'finished' || outcome.question === undefined) throw new Error('nothing was asked')
  const approve = { kind: 'approve-call', decision: { is: 'approve' } } as const
  test.server.on({}, { text: 'I hurry.' })
  await test.answer(outcome.question.id, approve)
  await answered()
  expect(tools.inputsOf('book')).toEqual(['one'])
  expect(await lines()).toEqual(['user: go', 'book: b(one)', 'a: Booked.', 'user: hurry', 'a: I hurry.'])
})

it('closed while messages wait: nothing is said by itself afterwards, and the turn that goes on hears them', async () => {
  await open()
  test.server.reply({ hang: true })
  const turn = test.turn('go')
  await test.server.waitForRequest(1)
  await say('and then?')
  await say('now this', 'now')
  await test.restart()
  expect((await turn).outcome).toEqual({ state: 'left' })
  expect(waiting()).toEqual(['now: now this', 'after: and then?'])
  expect(test.core().services.threads.read('t1')).toMatchObject({ state: 'unfinished', turns: 1 })
  test.server.on({}, { text: 'yes' })
  await test.resume()
  await answered()
  expect((await lines()).filter((line) => line.startsWith('user'))).toEqual([
    'user: go',
    'user: now this',
    'user: and then?',
  ])
})

it('one that cannot begin its turn says why, and waits', async () => {
  await open()
  const gate = Promise.withResolvers<undefined>()
  test.server.reply({ text: 'one', gate: gate.promise })
  const turn = test.turn('go')
  await test.server.waitForRequest(1)
  const attachments = [{ node: 'nowhere', uri: 'file:///gone' }]
  await queue().add({ threadId: 't1', when: 'after', text: 'with this', attachments, to: null })
  gate.resolve(undefined)
  await turn
  await eventually(() => expect(queue().list('t1')[0]?.problem).toBeTruthy())
  expect([waiting(), (await lines()).length]).toEqual([['after: with this'], 2])
})
