/** DialogSupervisor 15 to 20 in depth, through the core and the real model server: results, sessions, keys, duplicates, threads, cost. */
import { afterEach, describe, expect, it } from 'vitest'
import { costOf } from '../../../src-shared/run/fold/fold-cost'
import { foldEvents } from '../../../src-shared/run/fold/fold'
import { EMPTY_THREAD, turnsOf } from '../../../src-shared/run/fold/fold-view'
import { checkFlow } from '../../../src-shared/flow/checks/check'
import { saveFlow } from '../../../src-shared/flow/editing/save'
import type { RunEvent } from '../../../src-shared/run/log/events'
import { flow, type FlowBuilder, type NodeFields } from '../../../src-shared/testing/flow-builder'
import { openTestCore, saidIn, type TestCore } from '../../testing/core-bench'
import { setupD, speakerOf, toolCall as call } from '../../testing/setup-d'
import { heard } from '../../testing/heard'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})
const open = async (builder: FlowBuilder) => (test = await openTestCore(builder.build()))
const order = () => test.server.requests.map(speakerOf).join(' ')
const contents = (index: number) => heard(test.server.requests.at(index)).map(({ content }) => content)
const results = (index: number) => contents(index)?.filter((text) => text?.includes('"dialog_code"')) ?? []
const holders = async (thread?: string) => (await test.state(thread)).frames.map((frame) => frame.node)
const finished = (builder: FlowBuilder = setupD()) =>
  builder.observer('f', { prompt: 'Observer F {description} {reply} {history}' }).observe('p', 'f')

describe('DialogSupervisor 15: a finished dialog hands its result back', () => {
  it('in the turn that started it, too; S reads it once in each prompt, as a system message, and answers without X', async () => {
    await open(finished())
    test.server.reply(call('fill_profile'), { text: 'Nothing to ask!' }, { text: 'Yes, it is.' })
    expect((await test.turn('profile')).said).toEqual(['Nothing to ask!'])
    expect(await holders()).toEqual(['s'])
    await test.restart()
    test.server.reply({ text: 'What next?' }, { text: 'Sure.' })
    await test.turn('ok')
    await test.turn('and?')
    expect(order()).toBe('S P F S S')
    for (const index of [-2, -1])
      expect(results(index)).toEqual([
        'Result of the dialog PROFILE: {"dialog_code":"PROFILE","slots":{},"last_message":"Nothing to ask!"}',
      ])
    const calls = test.server.requests.at(-1)?.messages.filter((message) => message.role === 'tool')
    expect(calls).toHaveLength(1)
  })

  it('with what was collected, typed and merged over turns; observers after the one that ends it do not run', async () => {
    const slots = {
      type: 'object',
      properties: { name: { type: 'string' }, age: { type: 'integer' }, note: { type: 'string' } },
      required: ['name', 'age'],
    }
    await open(
      finished(
        setupD().observer('c', { type: 'collect', prompt: 'Observer C {description} {reply} {history}', slots }),
      ).observe('p', 'c', { order: -1 }),
    )
    test.server.reply(
      call('fill_profile'),
      { text: 'Age?' },
      { text: '{"name":"Ann","age":"old","other":1}' },
      { text: 'no' },
    )
    await test.turn('profile, I am Ann')
    test.server.reply({ text: 'False' }, { text: 'Thanks!' }, { text: 'Here: {"age":31,"name":""} as you asked' })
    await test.turn('31')
    expect(order()).toBe('S P C F X P C')
    test.server.reply({ text: 'What next?' })
    await test.turn('ok')
    expect(results(-1)).toEqual([
      'Result of the dialog PROFILE: {"dialog_code":"PROFILE","slots":{"name":"Ann","age":31},"last_message":"Thanks!"}',
    ])
  })

  it('two finished dialogs leave two results; a nested one tells the dialog that brought it in, not S', async () => {
    await open(
      finished(
        flow('Nested')
          .start('s')
          .supervisor('s', { prompt: 'You are S. {dialogs} {tools}' })
          .dialog('o', { name: 'ORDER', toolName: 'make_order', prompt: 'You are O.' })
          .dialog('p', { name: 'SIZE', toolName: 'choose_size', prompt: 'You are P.' })
          .delegate('s', 'o')
          .delegate('o', 'p'),
      ),
    )
    test.server.reply(call('make_order'), call('choose_size'), { text: 'Twelve, then.' }, { text: 'yes' })
    expect((await test.turn('a cake for twelve')).said).toEqual(['Twelve, then.'])
    expect(await holders()).toEqual(['s', 'o'])
    test.server.reply({ text: 'False' }, { text: 'Which taste?' })
    await test.turn('ok')
    expect(results(-1)).toEqual([
      'Result of the dialog SIZE: {"dialog_code":"SIZE","slots":{},"last_message":"Twelve, then."}',
    ])
    test.server.reply({ text: 'SELF' }, { text: 'Yes?' })
    await test.turn('wait')
    expect(results(-1)).toEqual([])
  })

  it('a dialog whose edge gives the baton back after each reply tells what it said', async () => {
    await open(
      flow('Returns')
        .start('s')
        .supervisor('s', { prompt: 'You are S. {dialogs} {tools}' })
        .dialog('p', { name: 'PROFILE', toolName: 'fill_profile', prompt: 'You are P.' })
        .delegate('s', 'p', { returns: 'when-done' }),
    )
    test.server.reply(call('fill_profile'), { text: 'Which town?' }, { text: 'Rome it is.' })
    await test.turn('profile')
    await test.turn('Rome')
    expect(order()).toBe('S P S')
    expect(results(-1)).toHaveLength(1)
    expect((await test.state()).sessions).toMatchObject({ p: { state: 'interrupted', number: 1 } })
  })
})

describe('DialogSupervisor 15: what gathers reads the last words, wherever it is drawn', () => {
  const slots = {
    type: 'object',
    properties: { name: { type: 'string' }, city: { type: 'string' } },
    required: ['name', 'city'],
  }
  const collector = (mark: string, more: NodeFields = {}): NodeFields => ({
    type: 'collect',
    prompt: `Observer ${mark} {description} {message} {reply} {history}`,
    slots,
    ...more,
  })
  /** Finished first, as the seed has it; then one that steers, and one that collects. */
  const seedOrder = (when?: string) =>
    finished(setupD())
      .observer('t', { type: 'steer', when: 'after', prompt: 'Observer T {description} {reply} {history}' })
      .observer('c', collector('C', when === undefined ? {} : { when }))
      .observe('p', 't', { order: 1 })
      .observe('p', 'c', { order: 2 })
  const begin = () => {
    test.server.reply(
      call('fill_profile'),
      { text: 'Name and city?' },
      { text: 'no' },
      { text: 'False' },
      { text: '{}' },
    )
    return test.turn('profile')
  }
  const filled = { text: '{"name":"Ann","city":"Rome"}' }
  const result =
    'Result of the dialog PROFILE: {"dialog_code":"PROFILE","slots":{"name":"Ann","city":"Rome"},"last_message":"Thank you!"}'

  it('finished before collect: the message that finishes the dialog is collected, others do not run', async () => {
    await open(seedOrder())
    await begin()
    test.server.reply({ text: 'False' }, { text: 'Thank you!' }, { text: 'yes' }, filled)
    expect((await test.turn('Ann from Rome')).said).toEqual(['Thank you!'])
    expect(order()).toBe('S P F T C X P F C')
    expect(await holders()).toEqual(['s'])
    test.server.reply({ text: 'ok' })
    await test.turn('thanks')
    expect(results(-1)).toEqual([result])
  })

  it('two that collect: whichever finds that all is there, the other one reads it too', async () => {
    const other = { type: 'object', properties: { pet: { type: 'string' } }, required: ['pet'] }
    await open(
      setupD()
        .observer('c', collector('C'))
        .observer('d', collector('D', { slots: other }))
        .observe('p', 'c', { order: 1 })
        .observe('p', 'd', { order: 2 }),
    )
    test.server.reply(call('fill_profile'), { text: 'Thank you!' }, filled, { text: '{"pet":"dog"}' }, { text: 'ok' })
    await test.turn('Ann of Rome, with a dog')
    await test.turn('thanks')
    expect(order()).toBe('S P C D S')
    expect(results(-1)[0]).toContain('"slots":{"name":"Ann","city":"Rome","pet":"dog"}')
  })

  it('a message that ends the dialog before its reply is collected, then answered by S', async () => {
    await open(
      setupD()
        .observer('f', { when: 'before', prompt: 'Observer F {description} {reply} {history}' })
        .observer('c', collector('C'))
        .observe('p', 'f', { order: 1 })
        .observe('p', 'c', { order: 2 }),
    )
    test.server.reply(call('fill_profile'), { text: 'Thank you!' }, { text: '{}' })
    await test.turn('profile')
    test.server.reply({ text: 'False' }, { text: 'yes' }, filled, { text: 'Noted, Ann.' })
    expect((await test.turn('Ann from Rome, that is all')).said).toEqual(['Noted, Ann.'])
    expect(order()).toBe('S P C X F C S')
    expect(results(-1)).toEqual([result])
  })

  it('killed between the two, it goes on with what is left', async () => {
    await open(seedOrder())
    await begin()
    test.server.reply({ text: 'False' }, { text: 'Thank you!' }, { text: 'yes' }, { hang: true })
    const left = test.turn('Ann from Rome')
    await test.server.waitForRequest(9)
    await test.restart()
    await left
    test.server.reply(filled, { text: 'ok' })
    await test.resume()
    await test.turn('thanks')
    expect(order()).toBe('S P F T C X P F C C S')
    expect(results(-1)).toEqual([result])
  })

  it('a limit, or a failure, while it is read: the dialog is finished with what there is', async () => {
    await open(seedOrder().settings({ limits: { modelCalls: 5 } }))
    await begin()
    test.server.reply({ text: 'False' }, { text: 'Thank you!' }, { text: 'yes' }, { status: 401, body: 'no' })
    expect((await test.turn('Ann from Rome')).outcome.state).toBe('failed')
    test.server.reply({ text: 'ok' })
    expect((await test.turn('thanks')).said).toEqual(['ok'])
    expect(results(-1)[0]).toContain('"slots":{}')
    await test.close()
    await open(seedOrder().settings({ limits: { modelCalls: 3 } }))
    test.server.reply(call('fill_profile'), { text: 'Thank you!' }, { text: 'yes' })
    const { outcome } = await test.turn('profile')
    expect(outcome.state === 'finished' && outcome.limit).toContain('3')
    expect(await holders()).toEqual(['s'])
  })
})

describe('DialogSupervisor 16: starting a finished dialog again', () => {
  const restarting = (restart: string) =>
    finished(
      flow('Restart')
        .start('s')
        .supervisor('s', { prompt: 'You are S. {dialogs} {tools}' })
        .dialog('p', { toolName: 'fill_profile', prompt: 'You are P.', restart, firstWords: 'Hello!' })
        .delegate('s', 'p'),
    )

  it('fresh: an empty history, its first words again, a new key, over restarts', async () => {
    await open(restarting('fresh'))
    for (const number of [1, 2, 3]) {
      test.server.reply(call('fill_profile'), { text: 'no' }, { text: 'False' }, { text: 'Bye.' }, { text: 'yes' })
      expect((await test.turn(`again ${number}`)).said).toEqual(['Hello!'])
      await test.restart()
      await test.turn('done')
      expect(contents(-2)).toEqual(['You are P.', `again ${number}`, 'Hello!', 'done'])
      expect((await test.state()).sessions).toEqual({
        p: { scope: `main/p:${number}`, number, state: 'finished', slots: {} },
      })
    }
  })

  it('continue: the same session with all that was said, and no first words again', async () => {
    await open(restarting('continue'))
    test.server.reply(
      call('fill_profile'),
      { text: 'yes' },
      call('fill_profile'),
      { text: 'Where were we?' },
      { text: 'no' },
    )
    await test.turn('one')
    expect((await test.turn('two')).said).toEqual(['Where were we?'])
    expect(contents(-2)).toEqual(['You are P.', 'one', 'Hello!', 'two'])
    expect((await test.state()).sessions).toMatchObject({ p: { scope: 'main/p:1', number: 1, state: 'active' } })
  })
})

describe('DialogSupervisor 17: keys', () => {
  it('each session has a scope within its parent’s, and its entries lie there', async () => {
    await open(
      setupD()
        .dialog('z', { name: 'SIZE', toolName: 'choose_size', prompt: 'You are P.' })
        .delegate('o', 'z')
        .delegate('s', 'z'),
    )
    test.server.reply(call('make_order'), call('choose_size'), { text: 'How many?' })
    await test.turn('a cake')
    test.server.reply({ text: 'SELF' }, { text: 'SELF' }, call('choose_size'), { text: 'Which size?' })
    await test.turn('just a size')
    const { sessions, log } = await test.state()
    expect(Object.entries(sessions).map(([key, { scope }]) => [key, scope])).toEqual([
      ['o', 'main/o:1'],
      ['main/o:1/z', 'main/o:1/z:1'],
      ['z', 'main/z:1'],
    ])
    expect(
      log.flatMap((entry) => (entry.kind === 'text' && entry.author === 'z' ? [[entry.scope, entry.text]] : [])),
    ).toEqual([
      ['main/o:1/z:1', 'How many?'],
      ['main/z:1', 'Which size?'],
    ])
    expect(contents(-1)).toEqual(['You are P.', 'just a size'])
  })
})

describe('DialogSupervisor 18: what is registered', () => {
  it('a dialog and a tool of one name, and codes that differ in case alone, are errors before the run', async () => {
    await open(setupD())
    const twins = setupD().dialog('q', { code: 'profile', toolName: 'get_time' }).delegate('s', 'q').build()
    const codes = checkFlow(twins).flatMap(({ severity, code }) => (severity === 'error' ? [code] : []))
    expect(codes.toSorted()).toEqual(['duplicate-code', 'duplicate-tool'])
    const { runner, threads } = test.core().services
    const thread = threads.createThread({ flowId: twins.id, id: 'twins' })
    const turn = { flowId: twins.id, flowText: saveFlow(twins), revision: null, threadId: thread.id, text: 'x' }
    await expect(runner.start(turn)).rejects.toMatchObject({ code: 'flow-has-problems' })
    expect(test.server.calls).toBe(0)
  })

  it('what is drawn between two turns counts from the next one; a dialog that is gone gives the baton to what is left', async () => {
    await open(setupD())
    const turn = async (builder: FlowBuilder, text: string) => {
      const { runner } = test.core().services
      const events: RunEvent[] = []
      const flowText = saveFlow(builder.build())
      const listen = (event: RunEvent) => events.push(event)
      await (
        await runner.start({ flowId: 'setup-d', flowText, revision: null, threadId: 't1', text, listen })
      ).done
      return saidIn(events)
    }
    test.server.reply(call('fill_profile'), { text: 'Name?' })
    await test.turn('profile')
    const more = setupD().dialog('n', { name: 'NEWS', toolName: 'read_news', prompt: 'You are O.' }).delegate('s', 'n')
    test.server.reply({ text: 'read_news' }, call('read_news'), { text: 'No news.' })
    expect(await turn(more, 'news?')).toEqual(['No news.'])
    expect(await holders()).toEqual(['s', 'n'])
    test.server.reply({ text: 'S again.' })
    expect(await turn(setupD(), 'and now?')).toEqual(['S again.'])
    expect(order()).toBe('S P X S O S')
    expect(await holders()).toEqual(['s'])
  })
})

describe('DialogSupervisor 19: a session never mixes users', () => {
  it('two threads in the same moment, both in the same dialog', async () => {
    await open(setupD())
    test.server.on({ system: 'You are S.' }, call('fill_profile'))
    test.server.on({ system: 'You are P.' }, (request) => ({ text: `You said ${request.user}.`, delayMs: 1 }))
    test.server.on(() => true, { text: 'False' })
    const users = ['ann', 'bob', 'eve', 'joe']
    for (const words of ['profile', 'one', 'two']) {
      const reports = await Promise.all(users.map((user) => test.turn(`${user} ${words}`, user)))
      expect(reports.map(({ said }) => said)).toEqual(users.map((user) => [`You said ${user} ${words}.`]))
    }
    for (const user of users) {
      const { log, frames, sessions } = await test.state(user)
      expect(frames.map((frame) => frame.node)).toEqual(['s', 'p'])
      expect(Object.keys(sessions)).toEqual(['p'])
      const others = users.filter((other) => other !== user)
      expect(others.some((other) => JSON.stringify(log).includes(other))).toBe(false)
    }
  })
})

describe('DialogSupervisor 20: what a message costs', () => {
  it('in a dialog one switch check, one reply and its observers; the trace adds them up', async () => {
    await open(finished())
    const usage = { input: 10, output: 2 }
    test.server.reply({ ...call('fill_profile'), usage }, { text: 'Name?', usage }, { text: 'no', usage })
    const first = await test.turn('profile')
    test.server.reply({ text: 'False', usage }, { text: 'Thanks!', usage }, { text: 'yes', usage })
    const second = await test.turn('Ann')
    test.server.reply({ text: 'What next?', usage })
    const third = await test.turn('ok')
    const view = foldEvents(EMPTY_THREAD, [...first.events, ...second.events, ...third.events])
    expect(turnsOf(view).map((turn) => costOf(turn))).toEqual([
      {
        calls: 3,
        parts: [
          { what: 'reply', count: 2 },
          { what: 'observer', count: 1 },
        ],
        usage: { input: 30, output: 6 },
      },
      {
        calls: 3,
        parts: [
          { what: 'switch check', count: 1 },
          { what: 'reply', count: 1 },
          { what: 'observer', count: 1 },
        ],
        usage: { input: 30, output: 6 },
      },
      { calls: 1, parts: [{ what: 'reply', count: 1 }], usage: { input: 10, output: 2 } },
    ])
  })
})
