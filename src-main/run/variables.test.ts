/** Variables that a person sets between turns: told at once, counted from the next turn on, also after a restart. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import type { JsonObject } from '../../src-shared/flow/records'
import { foldEvents } from '../../src-shared/run/fold/fold'
import { EMPTY_THREAD, turnsOf } from '../../src-shared/run/fold/fold-view'
import type { RunEvent } from '../../src-shared/run/log/events'
import { flow } from '../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore } from '../testing/core-bench'

const drawn = flow('Desk')
  .variable('who', { default: 'nobody', description: 'Who is asking' })
  .variable('tries', { type: 'number' })
  .variable('ok', { type: 'boolean', default: false })
  .variable('cart', { type: 'json', default: [] })
  .start('a')
  .agent('a', { name: 'Front', prompt: 'For {who}, {tries}, {ok}, {cart}.' })
  .agent('b', { name: 'Refunds', prompt: 'Refunds for {who}.' })
  .handoff('a', 'b', { condition: 'wants money back', available: 'ok' })
  .build()
const flowText = saveFlow(drawn)

let test: TestCore
beforeEach(async () => {
  test = await openTestCore(drawn)
})
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})

const set = (changes: JsonObject, reset: string[] = [], threadId = 't1') =>
  test.core().services.runner.setVariables({ threadId, flowText, changes, reset })
const say = async (text: string) => {
  test.server.reply({ text: `Re: ${text}` })
  return await test.turn(text)
}
const prompts = () => test.server.requests.map(({ system }) => system)
const offered = () => test.server.requests.map(({ toolNames }) => toolNames)

/** The thread as one who follows it from its beginning sees it, until the fold is as wanted. */
async function followed(isThere: (events: readonly RunEvent[]) => boolean): Promise<RunEvent[]> {
  const events: RunEvent[] = []
  const controller = new AbortController()
  for await (const { item } of test.core().services.events.follow('t1', { after: null, signal: controller.signal })) {
    events.push(item)
    if (isThere(events)) controller.abort()
  }
  return events
}
const hasEdits = (count: number) => (events: readonly RunEvent[]) =>
  events.filter((event) => event.type === 'variables' && event.by === 'user').length === count

describe('between turns', () => {
  it('a value counts from the next turn on, and everybody who follows the thread hears of it at once', async () => {
    const first = await say('one')
    const tabs = [followed(hasEdits(1)), followed(hasEdits(1))]
    await set({ who: 'Ann', tries: 3 })
    const seen = await Promise.all(tabs)
    const runId = first.events[0]?.runId ?? ''
    expect(seen[0]).toEqual(test.core().services.events.events(runId))
    expect(seen[0]?.at(-1)).toMatchObject({
      type: 'variables',
      runId,
      seq: first.events.length + 1,
      changes: { who: 'Ann', tries: 3 },
      by: 'user',
    })
    expect(seen[1]).toEqual(seen[0])
    const second = await say('two')
    expect(prompts()).toEqual(['For nobody, {tries}, false, [].', 'For Ann, 3, false, [].'])
    expect(eventsOfType(second.events, 'variables')).toEqual([])
    expect((await test.state()).variables).toEqual({ who: 'Ann', tries: 3, ok: false, cart: [] })
  })

  it('is no turn and no step: numbers, state and timeline stay, and the fold says who it was', async () => {
    await say('one')
    const { saver, threads } = { saver: await test.state(), threads: test.core().services.threads }
    const steps = await test.core().handlers['threads.timeline']({ threadId: 't1', limit: 100 }, context())
    await set({ who: 'Ann' })
    expect(await test.state()).toEqual(saver)
    expect(await test.core().handlers['threads.timeline']({ threadId: 't1', limit: 100 }, context())).toEqual(steps)
    expect(threads.read('t1')).toMatchObject({ turns: 1, state: 'idle' })
    await expect(test.resume()).rejects.toMatchObject({ code: 'nothing-to-resume' })
    const view = foldEvents(EMPTY_THREAD, await followed(hasEdits(1)))
    expect([view.latest?.state, view.variables['who'], view.variableChanges['who']]).toEqual([
      'done',
      'Ann',
      { by: 'user', turn: 2 },
    ])
    const again = foldEvents(EMPTY_THREAD, [...(await followed(hasEdits(1))), ...(await say('two')).events])
    expect(turnsOf(again).map(({ turn, state }) => [turn, state])).toEqual([
      [1, 'done'],
      [2, 'done'],
    ])
  })

  it('survives a restart, in the order in which it was set; a reset goes back to the default', async () => {
    await say('one')
    await set({ who: 'Ann', cart: ['plum'], tries: 1 })
    await set({ who: 'Bob' })
    await test.restart()
    await set({}, ['cart', 'tries'])
    await say('two')
    expect(prompts()[1]).toBe('For Bob, null, false, [].')
    await set({ who: 'Cy' })
    await say('three')
    await say('four')
    expect(prompts().slice(2)).toEqual(['For Cy, null, false, [].', 'For Cy, null, false, [].'])
  })

  it('a turn that was killed before its first step begins again with what was set', async () => {
    await say('one')
    await set({ who: 'Ann' })
    test.core().services.threads.startRun({ threadId: 't1', flowId: drawn.id, input: 'two', flowText, revision: null })
    await test.restart()
    test.server.reply({ text: 'Here.' })
    const { events } = await test.resume()
    expect(prompts()[1]).toBe('For Ann, {tries}, false, [].')
    expect(eventsOfType(events, 'variables')).toEqual([])
  })

  it('a hand-off behind a variable appears with the next message, and goes with it', async () => {
    await say('one')
    await set({ ok: true })
    test.server.reply({ calls: [{ name: 'transfer_Front_to_Refunds', arguments: {} }] }, { text: 'Refunded.' })
    const { said } = await test.turn('two')
    expect([said, offered()]).toEqual([['Refunded.'], [[], ['transfer_Front_to_Refunds'], []]])
  })

  it('after a stopped turn too', async () => {
    test.server.reply({ hang: true })
    const turn = test.turn('one')
    await test.server.waitForRequest(1)
    const running = test.core().services.threads.activeRun('t1')
    await test.core().services.runner.stop(running?.id ?? '')
    await turn
    await set({ who: 'Ann' })
    await say('two')
    expect(prompts()[1]).toBe('For Ann, {tries}, false, [].')
  })
})

describe('with a message', () => {
  it('values count from its turn on, and are told as set by the person', async () => {
    test.server.reply({ text: 'Hi.' }, { text: 'Hi.' })
    const events: RunEvent[] = []
    const { runner } = test.core().services
    const started = await runner.start({
      flowId: drawn.id,
      flowText,
      revision: null,
      threadId: null,
      text: 'one',
      variables: { who: 'Ann' },
      listen: (event) => events.push(event),
    })
    await started.done
    expect(prompts()).toEqual(['For Ann, {tries}, false, [].'])
    expect(eventsOfType(events, 'variables').map(({ changes, by }) => [by, changes])).toEqual([
      ['user', { who: 'Ann' }],
      ['flow', { ok: false, cart: [] }],
    ])
    expect((await test.turn('two', started.threadId)).said).toEqual(['Hi.'])
    expect(prompts()[1]).toBe('For Ann, {tries}, false, [].')
  })

  it('a value that does not fit starts nothing', async () => {
    const { runner, threads } = test.core().services
    const turn = { flowId: drawn.id, flowText, revision: null, threadId: null, text: 'one' }
    await expect(runner.start({ ...turn, variables: { ok: 'yes' } })).rejects.toMatchObject({ code: 'bad-input' })
    expect(threads.list(drawn.id)).toEqual([])
  })
})

describe('refused', () => {
  it('what does not fit, naming variable, type and value; nothing is changed', async () => {
    await say('one')
    const refusals = [
      [{ who: 'Ann', tries: '3' }, 'The variable "tries" must be a number, and "3" is not.'],
      [{ ok: null }, 'The variable "ok" must be true or false, and null is not.'],
      [{ who: 7 }, 'The variable "who" must be a text, and 7 is not.'],
      [{ color: 'red' }, 'The flow declares no variable "color". It declares who, tries, ok, cart.'],
    ] as const
    for (const [changes, message] of refusals)
      await expect(set(changes)).rejects.toMatchObject({ code: 'bad-input', message })
    await expect(set({}, ['color'])).rejects.toMatchObject({ code: 'bad-input' })
    expect(test.core().services.events.editsFor('t1', 2)).toEqual({})
  })

  it('while a turn runs, and while one is unfinished', async () => {
    test.server.reply({ hang: true })
    const turn = test.turn('one')
    await test.server.waitForRequest(1)
    await expect(set({ who: 'Ann' })).rejects.toMatchObject({ code: 'run-active' })
    await test.restart()
    await turn
    await expect(set({ who: 'Ann' })).rejects.toMatchObject({
      code: 'run-active',
      message: 'The last turn of this thread is unfinished. Go on with it or send a message first.',
    })
  })

  it('in a thread that is not there or where nothing was said', async () => {
    await expect(set({ who: 'Ann' }, [], 'nowhere')).rejects.toMatchObject({ code: 'not-found' })
    test.core().services.threads.createThread({ flowId: drawn.id, id: 'new' })
    await expect(set({ who: 'Ann' }, [], 'new')).rejects.toMatchObject({ code: 'bad-input' })
  })
})

describe('through the link', () => {
  it('the flow as it is in the library declares; a name that it has no more is edited as JSON', async () => {
    const { handlers } = test.core()
    const { id: flowId } = await handlers['flows.import']({ text: flowText, fileName: null }, context())
    test.server.reply({ text: 'Hi.' }, { text: 'Hi.' })
    const start = { flowId, threadId: null, text: 'one', attachments: [], variables: {}, to: null }
    const { threadId } = await handlers['runs.start'](start, context())
    await ended(threadId)
    const { revision } = await handlers['flows.read']({ id: flowId }, context())
    const { who: _who, ...variables } = drawn.settings['variables'] as JsonObject
    const text = saveFlow({ ...drawn, id: flowId, settings: { ...drawn.settings, variables } })
    await handlers['flows.save']({ id: flowId, baseRevision: revision, text }, context())
    const edit = { threadId, changes: { who: ['Ann', 'Bob'] }, reset: [] }
    expect(await handlers['threads.setVariables'](edit, context())).toEqual({})
    await handlers['runs.start']({ ...start, threadId, text: 'two' }, context())
    await ended(threadId)
    expect(prompts()[1]).toBe('For ["Ann","Bob"], {tries}, false, [].')
  })

  async function ended(threadId: string): Promise<void> {
    const controller = new AbortController()
    const { signal } = controller
    for await (const _change of test.core().services.events.follow(threadId, { after: null, signal }))
      if (test.core().services.threads.read(threadId).state === 'idle') controller.abort()
  }
})

function context() {
  return { signal: new AbortController().signal }
}
