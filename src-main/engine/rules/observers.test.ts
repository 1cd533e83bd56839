/** Observers and sessions of dialogs through the core, against the real model server: DS-7, DS-8 and the rules behind them. */
import { afterEach, describe, expect, it } from 'vitest'
import { flow, type NodeFields } from '../../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore } from '../../testing/core-bench'
import { setupD, speakerOf, toolCall } from '../../testing/setup-d'
import { heard } from '../../testing/heard'
import { shownDecisions } from '../../testing/shown-decisions'

let test: TestCore
const order = () => test.server.requests.map(speakerOf).join(' ')
const call = toolCall

describe('observers', () => {
  const observed = () =>
    setupD()
      .observer('finished', {
        name: 'Finished?',
        type: 'finished',
        prompt: 'Observer F {description} {reply} {history}',
      })
      .observer('collect', {
        name: 'Collect',
        type: 'collect',
        prompt: 'Observer C {description} {reply} {history}',
        slots: {
          type: 'object',
          properties: { name: { type: 'string' }, skill: { type: 'string' } },
          required: ['name', 'skill'],
        },
      })
  const watchers = () =>
    setupD()
      .observer('first', { type: 'steer', prompt: 'Observer A {description} {reply} {history}' })
      .observer('second', { type: 'guard', prompt: 'Observer B {description} {reply} {history}' })
      .observe('p', 'first')
      .observe('p', 'second')

  afterEach(async () => {
    expect(test.server.violations).toEqual([])
    await test.close()
  })

  it("DS-7: the supervisor's check comes first; after an interruption the others never run (DialogSupervisor 8)", async () => {
    test = await openTestCore(watchers().build())
    test.server.reply(call('fill_profile'), { text: 'Name?' })
    await test.turn('profile')
    expect(order()).toBe('S P')
    test.server.reply({ text: 'False' }, { text: 'Be brief.' }, { text: 'ok' }, { text: 'Skills?' })
    await test.turn('Ann')
    expect(order()).toBe('S P X A B P')
    expect(heard(test.server.requests.at(-1)).at(-1)).toEqual({ role: 'note', content: 'Be brief.' })
    test.server.reply({ text: 'SELF' }, { text: 'Here I am.' })
    await test.turn('something else')
    expect(order()).toBe('S P X A B P X S')
  })

  it('a guard that objects replies in place of the dialog', async () => {
    test = await openTestCore(watchers().build())
    test.server.reply(
      call('fill_profile'),
      { text: 'Name?' },
      { text: 'False' },
      { text: 'False' },
      { text: 'Let us stay polite.' },
    )
    await test.turn('profile')
    expect((await test.turn('rude words')).said).toEqual(['Let us stay polite.'])
    expect(order()).toBe('S P X A B')
  })

  it('DS-8: a finished dialog shows its reply, gives the baton back and its result to S (DialogSupervisor 15)', async () => {
    test = await openTestCore(observed().observe('p', 'finished').build())
    test.server.reply(
      call('fill_profile'),
      { text: 'Name?' },
      { text: 'no' },
      { text: 'False' },
      { text: 'Thanks!' },
      { text: 'yes' },
    )
    await test.turn('profile')
    expect((await test.turn('Ann')).said).toEqual(['Thanks!'])
    expect(order()).toBe('S P F X P F')
    let state = await test.state()
    expect(state.frames.map((frame) => frame.node)).toEqual(['s'])
    expect(state.sessions).toMatchObject({ p: { state: 'finished' } })
    test.server.reply({ text: 'What next?' })
    await test.turn('ok')
    expect(order()).toBe('S P F X P F S')
    expect(test.server.requests.at(-1)?.system).toContain(
      '{"dialog_code":"PROFILE","slots":{},"last_message":"Thanks!"}',
    )
    test.server.reply(call('fill_profile'), { text: 'Again: name?' }, { text: 'no' })
    await test.turn('profile once more')
    state = await test.state()
    expect(state.sessions).toMatchObject({ p: { number: 2, state: 'active', scope: 'main/p:2' } })
  })

  it('collect merges slots over turns and finishes when all are there', async () => {
    test = await openTestCore(observed().observe('p', 'collect').build())
    test.server.reply(call('fill_profile'), { text: 'Name?' }, { text: '{"name":"Ann"}' })
    await test.turn('profile, I am Ann')
    expect((await test.state()).sessions).toMatchObject({ p: { slots: { name: 'Ann' }, state: 'active' } })
    test.server.reply({ text: 'False' }, { text: 'Thanks!' }, { text: '```json\n{"skill": "baking"}\n```' })
    await test.turn('baking')
    expect((await test.state()).sessions).toMatchObject({
      p: { slots: { name: 'Ann', skill: 'baking' }, state: 'finished' },
    })
  })
})

describe('observers that interrupt or answer', () => {
  const watched = (fields: NodeFields) => setupD().observer('w', fields).observe('p', 'w').build()
  afterEach(async () => {
    expect(test.server.violations).toEqual([])
    await test.close()
  })

  it('interest: a no gives the message to the supervisor, and the dialog stays unfinished (DialogSupervisor 8, 13)', async () => {
    test = await openTestCore(watched({ type: 'interest', prompt: 'Observer I {description} {reply} {history}' }))
    test.server.reply(
      call('fill_profile'),
      { text: 'Name?' },
      { text: 'False' },
      { text: 'No.' },
      { text: 'Never mind then.' },
    )
    await test.turn('profile')
    const { said, events } = await test.turn('I do not want this any more')
    expect(said).toEqual(['Never mind then.'])
    expect(order()).toBe('S P X I S')
    expect((await test.state()).sessions).toMatchObject({ p: { state: 'interrupted' } })
    const verdict = shownDecisions(events).find(({ decision }) => decision.about === 'observer')
    expect(verdict).toMatchObject({ node: 'w', decision: { answer: 'No.', choice: 'interrupt' } })
    expect(verdict?.decision.prompt).toContain('Observer I Used for filling in a profile Name?')
  })

  it('question: its outcomes say what follows, before or after the reply', async () => {
    const outcomes = [
      { answer: 'angry', then: 'reply', text: 'I am sorry to hear that.' },
      { answer: 'done', then: 'finish' },
    ]
    const prompt = 'Observer Q {description} {reply} {history}'
    test = await openTestCore(watched({ type: 'question', when: 'before', outcomes, prompt }))
    test.server.reply(call('fill_profile'), { text: 'Name?' }, { text: 'False' }, { text: '"Angry".' })
    await test.turn('profile')
    expect((await test.turn('grr')).said).toEqual(['I am sorry to hear that.'])
    test.server.reply({ text: 'False' }, { text: 'done' }, { text: 'What else?' })
    expect((await test.turn('that is all')).said).toEqual(['What else?'])
    expect(order()).toBe('S P X Q X Q S')
    expect((await test.state()).sessions).toMatchObject({ p: { state: 'finished' } })
  })

  it('an observer with an unclear answer lets the dialog go on, with a warning (DialogSupervisor 11)', async () => {
    test = await openTestCore(watched({ type: 'interest', prompt: 'Observer I {description} {reply} {history}' }))
    test.server.reply(
      call('fill_profile'),
      { text: 'Name?' },
      { text: 'False' },
      { text: 'Perhaps' },
      { text: 'Skills?' },
    )
    await test.turn('profile')
    const { said, events } = await test.turn('Ann')
    expect(said).toEqual(['Skills?'])
    expect(eventsOfType(events, 'warning').map(({ node, code }) => [node, code])).toEqual([['w', 'unclear-answer']])
  })
})

describe('sessions', () => {
  afterEach(async () => {
    expect(test.server.violations).toEqual([])
    await test.close()
  })

  it('first words are spoken word for word without a model call; "continue" goes on after the end (DialogSupervisor 2, 16, 17)', async () => {
    test = await openTestCore(
      flow('Sessions')
        .start('s')
        .supervisor('s', { prompt: 'You are S. {dialogs} {tools}' })
        .dialog('p', {
          name: 'PROFILE',
          toolName: 'fill_profile',
          firstWords: 'What is your name?',
          restart: 'continue',
          prompt: 'You are P.',
        })
        .observer('f', { type: 'finished', prompt: 'Observer F {description} {reply} {history}' })
        .delegate('s', 'p')
        .observe('p', 'f')
        .build(),
    )
    test.server.reply(
      call('fill_profile'),
      { text: 'yes' },
      call('fill_profile'),
      { text: 'Once more?' },
      { text: 'no' },
    )
    expect((await test.turn('profile')).said).toEqual(['What is your name?'])
    expect((await test.turn('again')).said).toEqual(['Once more?'])
    expect(order()).toBe('S F S P F')
    expect((await test.state()).sessions).toMatchObject({ p: { number: 1, scope: 'main/p:1', state: 'active' } })
  })

  it('an edge that returns when done gives the baton back after the reply', async () => {
    test = await openTestCore(
      flow('Returns')
        .start('s')
        .supervisor('s', { prompt: 'You are S. {dialogs} {tools}' })
        .dialog('p', { toolName: 'fill_profile', prompt: 'You are P.' })
        .delegate('s', 'p', { returns: 'when-done' })
        .build(),
    )
    test.server.reply(call('fill_profile'), { text: 'Noted.' }, { text: 'S again.' })
    expect((await test.turn('profile')).said).toEqual(['Noted.'])
    expect((await test.turn('more')).said).toEqual(['S again.'])
    expect(order()).toBe('S P S')
  })

  it('two dialogs of one code, or one tool name, are refused before the run (DialogSupervisor 18)', async () => {
    const twins = flow('Twins')
      .start('s')
      .supervisor('s')
      .dialog('a', { code: 'X', toolName: 'same' })
      .dialog('b', { code: 'X', toolName: 'same' })
      .delegate('s', 'a')
      .delegate('s', 'b')
      .build()
    test = await openTestCore(twins)
    await expect(test.turn('x')).rejects.toMatchObject({ code: 'flow-has-problems' })
    expect(test.server.calls).toBe(0)
  })
})
