/** Supervisors and dialogs through the core, against the real model server: the cases DS-1 to DS-9 and the rules behind them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventsOfType, openTestCore, type TestCore } from '../../testing/core-bench'
import { setupD, speakerOf, toolCall } from '../../testing/setup-d'
import { heard } from '../../testing/heard'
import { shownDecisions } from '../../testing/shown-decisions'

let test: TestCore
const order = () => test.server.requests.map(speakerOf).join(' ')
const call = toolCall

describe('setup D', () => {
  beforeEach(async () => {
    test = await openTestCore(setupD().build())
  })
  afterEach(async () => {
    expect(test.server.violations).toEqual([])
    await test.close()
  })

  it('DS-1: the flow speaks first; the prompt has both lists and says that a user arrived, and no user turn is added (DialogSupervisor 1, 6)', async () => {
    test.server.reply({ text: 'Welcome!' })
    const { said } = await test.turn(null)
    expect(said).toEqual(['Welcome!'])
    expect(order()).toBe('S')
    const [request] = test.server.requests
    const parts = heard(request)
    expect(parts.map(({ role }) => role)).toEqual(['system', 'note', 'note'])
    expect(parts[0]?.content).toContain('fill_profile: Used for filling in a profile')
    expect(parts[0]?.content).toContain('get_time')
    expect(parts[1]?.content).toContain('just arrived')
    const state = await test.state()
    expect(state.log.map((entry) => [entry.kind, entry.author])).toEqual([
      ['system', 'flow'],
      ['text', 's'],
    ])
  })

  it('DS-2: a tool call goes agent, tool, agent and the supervisor words the answer (DialogSupervisor 2)', async () => {
    test.server.reply(call('get_time'), { text: 'It is noon.' })
    const { said } = await test.turn('what time is it')
    expect(said).toEqual(['It is noon.'])
    expect(order()).toBe('S S')
    expect(heard(test.server.requests[1]).map(({ role }) => role)).toEqual([
      'system',
      'user',
      'note',
      'assistant',
      'tool',
    ])
    expect((await test.state()).frames.map((frame) => frame.node)).toEqual(['s'])
  })

  it('a dialog that is brought in after failed turns hears what was said in them, once; and so does whoever it gives way to', async () => {
    const lost = { status: 400 }
    test.server.reply(lost, lost, call('fill_profile'), { text: 'What is your name?' })
    for (const text of ['my profile, please', 'I am Ann', 'go on']) await test.turn(text)
    const heardBy = (index: number) =>
      heard(test.server.requests[index]).flatMap(({ role, content }) => (role === 'user' ? [content] : []))
    expect([order(), heardBy(3)]).toEqual(['S S S P', ['my profile, please\n\nI am Ann\n\ngo on']])
    test.server.reply({ text: 'False' }, lost, { text: 'get_time' }, { text: 'At noon.' })
    await test.turn('I sell cakes')
    expect((await test.turn('what time is it')).said).toEqual(['At noon.'])
    expect(heardBy(7).at(-1)).toContain('I sell cakes')
    expect(heardBy(7).join().match(/go on/g)).toHaveLength(1)
    expect(heardBy(7).at(-1)).toContain('what time is it')
  })

  it("DS-3: a dialog tool goes agent, dialog, end: the dialog's words are the reply (DialogSupervisor 2, 3)", async () => {
    test.server.reply(call('fill_profile', { reason: 'asked for it' }), { text: 'What is your name?' })
    const { said, events } = await test.turn("let's do my profile")
    expect(said).toEqual(['What is your name?'])
    expect(order()).toBe('S P')
    const state = await test.state()
    expect(state.frames.map((frame) => frame.node)).toEqual(['s', 'p'])
    expect(state.sessions).toMatchObject({ p: { scope: 'main/p:1', number: 1, state: 'active' } })
    expect(eventsOfType(events, 'baton').map(({ node, edge }) => [node, edge])).toEqual([
      ['s', null],
      ['p', 'e3'],
    ])
    expect(state.log.filter((entry) => entry.kind === 'result')).toHaveLength(1)
  })

  it('DS-4: after a restart the active dialog gets the message, past its switch check, and S is not called (DialogSupervisor 4, 5, 9)', async () => {
    test.server.reply(call('fill_profile'), { text: 'What is your name?' }, { text: 'False' }, { text: 'Your skills?' })
    await test.turn("let's do my profile")
    await test.restart()
    const { said } = await test.turn('Ann')
    expect(said).toEqual(['Your skills?'])
    expect(order()).toBe('S P X P')
    const check = test.server.requests[2]
    expect(check?.messages).toHaveLength(1)
    expect(check?.user).toContain('Used for filling in a profile')
    expect(check?.user).toMatch(/===\nAnn\n===/)
    expect(check?.user).toContain('make_order, get_time')
    expect(test.server.requests[3]?.messages.map((message) => message.content)).toEqual([
      'You are P.',
      "let's do my profile",
      'What is your name?',
      'Ann',
    ])
  })

  it('DS-5: an interruption goes X, S, O; the first dialog keeps its history (DialogSupervisor 9, 10, 13, 14)', async () => {
    test.server.reply(
      call('fill_profile'),
      { text: 'What is your name?' },
      { text: 'make_order' },
      call('make_order'),
      { text: 'Which cake?' },
    )
    await test.turn("let's do my profile")
    const { said, events } = await test.turn('I want to order a cake')
    expect(said).toEqual(['Which cake?'])
    expect(order()).toBe('S P X S O')
    const state = await test.state()
    expect(state.frames.map((frame) => frame.node)).toEqual(['s', 'o'])
    expect(state.sessions).toMatchObject({ p: { state: 'interrupted', number: 1 }, o: { state: 'active' } })
    expect(shownDecisions(events)[0]?.decision).toMatchObject({
      about: 'switch',
      answer: 'make_order',
      rule: 'helper',
      choice: 'interrupt',
    })
    const prompt = heard(test.server.requests[3])
    expect(prompt.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual([
      "let's do my profile",
      'I want to order a cake',
    ])
    test.server.reply({ text: 'fill_profile' }, call('fill_profile'), { text: 'Back to your name?' })
    expect((await test.turn('my profile again')).said).toEqual(['Back to your name?'])
    const resumed = test.server.requests.at(-1)
    expect(resumed?.messages.map((message) => message.content)).toEqual([
      'You are P.',
      "let's do my profile",
      'What is your name?',
      'I want to order a cake [handed to supervisor]\n\nmy profile again',
    ])
    expect((await test.state()).sessions).toMatchObject({ p: { state: 'active', number: 1 } })
  })

  it('DS-6: the on-its-own word interrupts and the supervisor answers itself (DialogSupervisor 11)', async () => {
    test.server.reply(
      call('fill_profile'),
      { text: 'Name?' },
      { text: ' «САМОСТОЯТЕЛЬНО». ' },
      { text: 'Sure, Paris.' },
    )
    await test.turn("let's do my profile")
    const { said } = await test.turn('What is the capital of France?')
    expect(said).toEqual(['Sure, Paris.'])
    expect(order()).toBe('S P X S')
    expect((await test.state()).frames.map((frame) => frame.node)).toEqual(['s'])
  })

  it('DialogSupervisor 12: when S starts the same dialog again after an interruption, it runs without another check', async () => {
    test.server.reply(call('fill_profile'), { text: 'Name?' }, { text: 'SELF' }, call('fill_profile'), {
      text: 'So, your name?',
    })
    await test.turn("let's do my profile")
    expect((await test.turn('hm')).said).toEqual(['So, your name?'])
    expect(order()).toBe('S P X S P')
  })

  it('DialogSupervisor 11: an unclear answer stays with the dialog and says so', async () => {
    test.server.reply(
      call('fill_profile'),
      { text: 'Name?' },
      { text: 'I think the user is happy' },
      { text: 'Skills?' },
    )
    await test.turn("let's do my profile")
    const { said, events } = await test.turn('Ann')
    expect(said).toEqual(['Skills?'])
    expect(eventsOfType(events, 'warning').map(({ code }) => code)).toEqual(['unclear-answer'])
  })

  it('DialogSupervisor 7: an empty message while a dialog is active lets the dialog speak without a check', async () => {
    test.server.reply(call('fill_profile'), { text: 'Name?' }, { text: 'Are you still there?' })
    await test.turn("let's do my profile")
    expect((await test.turn('')).said).toEqual(['Are you still there?'])
    expect(order()).toBe('S P P')
  })

  it('a tool and a dialog in one reply: both calls get one result, then the dialog speaks', async () => {
    test.server.reply({ calls: [{ name: 'make_order' }, { name: 'get_time' }] }, { text: 'Which cake?' })
    expect((await test.turn('cake, and the time')).said).toEqual(['Which cake?'])
    expect(order()).toBe('S O')
    const { log } = await test.state()
    expect(log.flatMap((entry) => (entry.kind === 'result' ? [[entry.tool, entry.isError]] : []))).toEqual([
      ['make_order', false],
      ['get_time', false],
    ])
  })

  it('two dialogs in one reply: the last wins, the other gets its result', async () => {
    test.server.reply({ calls: [{ name: 'fill_profile' }, { name: 'make_order' }] }, { text: 'Which cake?' })
    expect((await test.turn('both')).said).toEqual(['Which cake?'])
    const { log } = await test.state()
    expect(log.flatMap((entry) => (entry.kind === 'result' ? [entry.text] : []))).toEqual([
      'Not carried out: this reply asked for several hand-offs, and the conversation went to ORDER.',
      'The conversation was handed to ORDER.',
    ])
  })

  it('DS-9: threads never mix', async () => {
    test.server.on({ system: 'You are S.', user: 'profile' }, call('fill_profile'))
    test.server.on({ system: 'You are S.', user: 'cake' }, call('make_order'))
    test.server.on({ system: 'You are P.' }, { text: 'P here' })
    test.server.on({ system: 'You are O.' }, { text: 'O here' })
    test.server.on(() => true, { text: 'False' })
    expect((await test.turn('profile', 'ann')).said).toEqual(['P here'])
    expect((await test.turn('cake', 'bob')).said).toEqual(['O here'])
    expect((await test.turn('yes', 'ann')).said).toEqual(['P here'])
    await test.restart()
    expect((await test.turn('two', 'bob')).said).toEqual(['O here'])
    expect((await test.state('ann')).frames.at(-1)?.node).toBe('p')
    expect((await test.state('bob')).frames.at(-1)?.node).toBe('o')
  })
})

describe('nested dialogs', () => {
  it('interruption climbs one level at a time', async () => {
    test = await openTestCore(
      setupD()
        .dialog('size', {
          name: 'SIZE',
          toolName: 'choose_size',
          toolDescription: 'Used for the size of the cake',
          prompt: 'You are P.',
        })
        .delegate('o', 'size')
        .build(),
    )
    test.server.reply(call('make_order'), call('choose_size'), { text: 'How many people?' })
    expect((await test.turn('a cake')).said).toEqual(['How many people?'])
    expect((await test.state()).frames.map((frame) => frame.node)).toEqual(['s', 'o', 'size'])
    // O's check about SIZE interrupts, then S's check about ORDER stays: O answers.
    test.server.reply({ text: 'SELF' }, { text: 'False' }, { text: 'Chocolate it is.' })
    expect((await test.turn('chocolate')).said).toEqual(['Chocolate it is.'])
    expect((await test.state()).frames.map((frame) => frame.node)).toEqual(['s', 'o'])
    expect(test.server.violations).toEqual([])
    await test.close()
  })
})
