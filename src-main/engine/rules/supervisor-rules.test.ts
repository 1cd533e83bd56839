/** DialogSupervisor 1 to 10 in depth, through the core and the real model server: prompts, order of calls, stored state, kills in the middle. */
import { afterEach, describe, expect, it } from 'vitest'
import { builtInPrompts } from '../../../src-shared/agents/prompts'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore } from '../../testing/core-bench'
import { setupD, speakerOf, toolCall as call } from '../../testing/setup-d'
import { heard } from '../../testing/heard'
import { shownDecisions } from '../../testing/shown-decisions'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})
const open = async (builder: FlowBuilder) => (test = await openTestCore(builder.build()))
const order = () => test.server.requests.map(speakerOf).join(' ')
const roles = (index: number) => heard(test.server.requests.at(index)).map(({ role }) => role)
const contents = (index: number) => heard(test.server.requests.at(index)).map(({ content }) => content)
const holders = async (thread?: string) => (await test.state(thread)).frames.map((frame) => frame.node)
/** Setup D while P has the baton. */
async function inProfile(builder: FlowBuilder = setupD()): Promise<void> {
  await open(builder)
  test.server.reply(call('fill_profile'), { text: 'Name?' })
  await test.turn('profile')
}

describe('DialogSupervisor 1: system prompt with both lists, history, reminder', () => {
  it.each(['en', 'ru', 'zh'] as const)('in the words of %s, whatever the history holds', async (language) => {
    await open(
      flow('Words')
        .settings({ language })
        .start('s')
        .supervisor('s')
        .builtinTool('time', { tool: 'clock', toolName: 'get_time', description: 'Tells {the time} & $1' })
        .dialog('p', { name: 'PROFILE', toolName: 'fill_profile', toolDescription: 'Used for {tools} and $&' })
        .use('s', 'time')
        .delegate('s', 'p'),
    )
    test.server.reply(call('get_time'), { text: 'Noon.' }, { text: 'Yes.' })
    await test.turn('the time')
    await test.turn('sure?')
    const { prompts } = builtInPrompts(language)
    expect(roles(2)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user', 'note'])
    expect(contents(2)?.[0]).toContain('- fill_profile: Used for {tools} and $&')
    expect(contents(2)?.[0]).toContain('- get_time: Tells {the time} & $1')
    expect(contents(2)?.at(-1)).toBe(prompts.supervisorReminder)
  })

  it('without any tool or dialog both lists say none; a reminder of its own is used', async () => {
    await open(flow('Alone').start('s').supervisor('s', { prompt: '[{dialogs}] [{tools}]', reminder: 'Mind {{it}}.' }))
    test.server.reply({ text: 'Hi.' })
    await test.turn('hello')
    expect(contents(0)).toEqual(['[none] [none]', 'hello', 'Mind {it}.'])
    expect(test.server.requests[0]?.toolNames).toEqual([])
  })

  it('a history of hundreds of messages is cut from its beginning, the lists and the reminder never', async () => {
    await open(setupD().settings({ model: { contextTokens: 400 } }))
    const history = Array.from({ length: 600 }, (_, index) => ({
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      text: `message number ${index}`,
    }))
    test.server.reply({ text: 'Hi.' })
    test.core().services.threads.createThread({ flowId: 'setup-d', id: 't1' })
    const { services } = test.core()
    const flowText = JSON.stringify(
      setupD()
        .settings({ model: { contextTokens: 400 } })
        .file(),
    )
    const turn = { flowId: 'setup-d', flowText, revision: null, threadId: 't1', text: 'and now?', history }
    expect(await (await services.runner.start(turn)).done).toEqual({ state: 'finished', limit: null })
    const said = contents(0) ?? []
    expect(said[0]).toContain('make_order: Used for ordering cakes')
    expect(said.at(-1)).toBe(builtInPrompts('en').prompts.supervisorReminder)
    expect(said.at(-2)).toBe('and now?')
    expect(said.at(-3)).toBe('message number 599')
    expect(said.length).toBeLessThan(60)
  })
})

describe('DialogSupervisor 2: a tool comes back to the supervisor, a dialog does not', () => {
  it('after any number of tools the dialog has the last word; what S said beside the call is not said', async () => {
    await open(setupD())
    test.server.reply(
      call('get_time'),
      { text: 'One more look.', ...call('get_time', { timezone: 'Nowhere/At-all' }) },
      { text: 'I bring in a helper.', ...call('make_order') },
      { text: 'Which cake?' },
    )
    expect((await test.turn('a cake for now')).said).toEqual(['Which cake?'])
    expect(order()).toBe('S S S O')
    expect((await test.state()).log.flatMap((entry) => (entry.kind === 'result' ? [entry.isError] : []))).toEqual([
      false,
      true,
      false,
    ])
  })

  it('arguments that are no JSON get an error result and S goes on', async () => {
    await open(setupD())
    test.server.reply({ calls: [{ name: 'get_time', arguments: '{"timezone":' }] }, { text: 'I cannot tell.' })
    expect((await test.turn('time?')).said).toEqual(['I cannot tell.'])
    expect(test.server.requests[1]?.messages.find((message) => message.role === 'tool')?.content).toMatch(/^Error: /)
  })

  it('a dialog whose model says nothing ends the turn in order, with a warning', async () => {
    await open(setupD())
    test.server.reply(call('fill_profile'), { text: '' })
    const { outcome, said, events } = await test.turn('profile')
    expect([outcome.state, said]).toEqual(['finished', []])
    expect(eventsOfType(events, 'warning').map(({ code }) => code)).toEqual(['empty-reply'])
    expect(await holders()).toEqual(['s', 'p'])
  })
})

describe('DialogSupervisor 3: the active dialog is stored with the step that started it', () => {
  it('killed before P has replied: the new program goes on at P, S is not asked again', async () => {
    await open(setupD())
    test.server.reply(call('fill_profile'), { hang: true })
    const left = test.turn('profile')
    await test.server.waitForRequest(2)
    const stored = await test.state()
    expect(stored.frames.map((frame) => frame.node)).toEqual(['s', 'p'])
    expect(stored.sessions).toEqual({ p: { scope: 'main/p:1', number: 1, state: 'active', slots: {} } })
    await test.restart()
    expect((await left).outcome).toEqual({ state: 'left' })
    test.server.reply({ text: 'Name?' })
    expect((await test.resume()).said).toEqual(['Name?'])
    expect(order()).toBe('S P P')
    expect((await test.state()).log.filter((entry) => entry.kind === 'calls')).toHaveLength(1)
  })
})

describe('DialogSupervisor 4: nothing lives in memory only', () => {
  it('killed between the switch check and the supervisor: the check is not asked again', async () => {
    await inProfile()
    test.server.reply({ text: 'make_order' }, { hang: true })
    const left = test.turn('a cake')
    await test.server.waitForRequest(4)
    await test.restart()
    await left
    test.server.reply(call('make_order'), { text: 'Which cake?' })
    expect((await test.resume()).said).toEqual(['Which cake?'])
    expect(order()).toBe('S P X S S O')
    expect(await holders()).toEqual(['s', 'o'])
    expect((await test.state()).sessions).toMatchObject({ p: { state: 'interrupted' }, o: { state: 'active' } })
  })

  it('killed before an observer after the reply: the reply is said once and the observer asked again', async () => {
    await open(setupD().observer('f', { prompt: 'Observer F {description} {reply} {history}' }).observe('p', 'f'))
    test.server.reply(call('fill_profile'), { text: 'All done!' }, { hang: true })
    const left = test.turn('profile')
    await test.server.waitForRequest(3)
    await test.restart()
    await left
    test.server.reply({ text: 'yes' })
    await test.resume()
    expect(order()).toBe('S P F F')
    const state = await test.state()
    expect(state.frames.map((frame) => frame.node)).toEqual(['s'])
    expect(state.log.filter((entry) => entry.kind === 'text' && entry.author === 'p')).toHaveLength(1)
    expect(state.log.filter((entry) => entry.kind === 'system')).toHaveLength(1)
  })
})

describe('DialogSupervisor 5: while a dialog is active, S is asked nothing but its check', () => {
  it('over many turns and restarts the order is X P, X P ...', async () => {
    await inProfile()
    for (let turn = 0; turn < 12; turn += 1) {
      if (turn % 4 === 3) await test.restart()
      test.server.reply({ text: 'False' }, { text: `Question ${turn}?` })
      expect((await test.turn(`answer ${turn}`)).said).toEqual([`Question ${turn}?`])
    }
    expect(order()).toBe(`S P${' X P'.repeat(12)}`)
    expect(roles(-1)).toEqual(['system', 'user', ...Array.from({ length: 12 }, () => ['assistant', 'user']).flat()])
  })

  it('without the switch check a message goes straight to the dialog', async () => {
    await inProfile(
      flow('Unwatched')
        .start('s')
        .supervisor('s', { prompt: 'You are S. {dialogs} {tools}', switchObserver: false })
        .dialog('p', { toolName: 'fill_profile', prompt: 'You are P.' })
        .delegate('s', 'p'),
    )
    test.server.reply({ text: 'Skills?' })
    expect((await test.turn('Ann')).said).toEqual(['Skills?'])
    expect(order()).toBe('S P P')
  })
})

describe('DialogSupervisor 6: the flow speaks first', () => {
  it('the opening instruction is the supervisor’s own; later, the same thread is run again without it and without a message', async () => {
    await open(
      flow('Opening').start('s').supervisor('s', {
        prompt: 'You are S. {dialogs} {tools}',
        reminder: 'R',
        openingInstruction: 'Say ahoy.',
      }),
    )
    test.server.reply({ text: 'Ahoy!' }, { text: 'Anything?' }, { text: 'Fine.' })
    await test.turn(null)
    await test.turn(null)
    expect(contents(0)?.slice(1)).toEqual(['Say ahoy.', 'R'])
    expect(contents(1)?.slice(1)).toEqual(['Say ahoy.', 'Ahoy!', 'R'])
    expect((await test.state()).log.filter((entry) => entry.author === 'user')).toEqual([])
    await test.turn('no')
    expect(contents(2)?.slice(1)).toEqual([
      'Say ahoy.',
      'Ahoy!',
      'It is your turn again. Go on.',
      'Anything?',
      'no',
      'R',
    ])
  })

  it('where something was said already no instruction is added', async () => {
    await open(setupD())
    test.server.reply({ text: 'Hi.' }, { text: 'Still there?' })
    await test.turn('hello')
    expect((await test.turn(null)).said).toEqual(['Still there?'])
    expect(roles(1)).toEqual(['system', 'user', 'assistant', 'note'])
    expect((await test.state()).log.map((entry) => entry.kind)).toEqual(['text', 'text', 'text'])
  })
})

describe('DialogSupervisor 7: no message while a dialog is active', () => {
  it.each([[null], [''], [' \n ']])('%j: no check before the reply, those after it run', async (text) => {
    await open(
      setupD()
        .observer('i', { type: 'interest', prompt: 'Observer I {description} {reply} {history}' })
        .observer('f', { prompt: 'Observer F {description} {reply} {history}' })
        .observe('p', 'i')
        .observe('p', 'f'),
    )
    test.server.reply(call('fill_profile'), { text: 'Name?' }, { text: 'no' })
    await test.turn('profile')
    test.server.reply({ text: 'Are you there?' }, { text: 'no' })
    expect((await test.turn(text)).said).toEqual(['Are you there?'])
    expect(order()).toBe('S P F P F')
    expect(contents(3)).toEqual(['You are P.', 'profile', 'Name?', 'It is your turn again. Go on.'])
    expect((await test.state()).turn.userEntry).toBeNull()
  })
})

describe('DialogSupervisor 8: observers in the order of registration', () => {
  const watched = () =>
    setupD()
      .observer('b', { type: 'interest', prompt: 'Observer B {description} {reply} {history}' })
      .observer('a', { type: 'guard', prompt: 'Observer A {description} {reply} {history}' })
      .observer('c', { type: 'steer', prompt: 'Observer C {description} {reply} {history}' })
      .observe('p', 'b', { order: 2 })
      .observe('p', 'a', { order: 1 })
      .observe('p', 'c', { order: 3 })

  it('the order is that of the edges; the first that stops the dialog keeps the others and its model quiet', async () => {
    await inProfile(watched())
    test.server.reply({ text: 'False' }, { text: 'ok' }, { text: 'yes' }, { text: 'False' }, { text: 'Skills?' })
    await test.turn('Ann')
    expect(order()).toBe('S P X A B C P')
    test.server.reset()
    test.server.reply({ text: 'False' }, { text: 'ok' }, { text: 'no' }, { text: 'As you like.' })
    expect((await test.turn('stop it')).said).toEqual(['As you like.'])
    expect(order()).toBe('X A B S')
    expect(await holders()).toEqual(['s'])
  })

  it('what one steered counts for one reply; a guard that answers comes before what follows it', async () => {
    await inProfile(watched())
    test.server.reply({ text: 'False' }, { text: 'ok' }, { text: 'yes' }, { text: 'Be brief.' }, { text: 'Skills?' })
    await test.turn('Ann')
    expect(contents(-1)?.at(-1)).toBe('Be brief.')
    test.server.reply({ text: 'False' }, { text: 'Please be kind.' })
    expect((await test.turn('@!#')).said).toEqual(['Please be kind.'])
    test.server.reply({ text: 'False' }, { text: 'ok' }, { text: 'yes' }, { text: 'False' }, { text: 'Thanks.' })
    await test.turn('sorry')
    expect(order()).toBe('S P X A B C P X A X A B C P')
    expect(contents(-1)).not.toContain('Be brief.')
  })

  it('an instruction from after a reply waits for the next one, over a restart', async () => {
    await open(
      setupD()
        .observer('c', { type: 'steer', when: 'after', prompt: 'Observer C {description} {reply} {history}' })
        .observe('p', 'c'),
    )
    test.server.reply(call('fill_profile'), { text: 'Name?' }, { text: 'Ask for the town.' })
    await test.turn('profile')
    await test.restart()
    test.server.reply({ text: 'False' }, { text: 'Town?' }, { text: 'False' })
    await test.turn('Ann')
    expect(contents(-2)?.at(-1)).toBe('Ask for the town.')
    test.server.reply({ text: 'False' }, { text: 'Thanks.' }, { text: 'False' })
    await test.turn('Rome')
    expect(contents(-2)?.at(-1)).toBe('Rome')
  })
})

describe('DialogSupervisor 9: the switch check', () => {
  it('has the dialog’s description and the message between lines of ===, word for word', async () => {
    await inProfile()
    test.server.reply({ text: 'False' }, { text: 'Skills?' })
    const message = '$& {names} {{x}} ===\nAnn'
    await test.turn(message)
    const prompt = test.server.requests[2]?.user ?? ''
    expect(prompt).toContain(`===\n${message}\n===`)
    expect(prompt).toContain('Used for filling in a profile')
    expect(prompt).toContain('make_order, get_time')
    expect(prompt).not.toContain('Used for ordering cakes')
  })

  it('is the supervisor’s own where it has one, with its slots', async () => {
    await inProfile(
      flow('Own check')
        .start('s')
        .supervisor('s', { prompt: 'You are S. {dialogs} {tools}', switchPrompt: 'Q {description}|{message}|{names}' })
        .dialog('p', { name: 'Profile', toolName: 'fill_profile', prompt: 'You are P.' })
        .delegate('s', 'p'),
    )
    test.server.reply({ text: 'False' }, { text: 'Skills?' })
    await test.turn('Ann')
    expect(contents(2)).toEqual(['Q Used for: Profile|Ann|none'])
  })
})

describe('DialogSupervisor 10: the name in the answer is a hint', () => {
  it('S decides again with its whole prompt and does not see the name', async () => {
    await inProfile()
    test.server.reply({ text: 'make_order' }, { text: 'Cakes are sold out.' })
    const { said, events } = await test.turn('a cake')
    expect(said).toEqual(['Cakes are sold out.'])
    expect(contents(-1)?.slice(1, -1).join(' ')).not.toContain('make_order')
    expect(shownDecisions(events)[0]?.decision).toMatchObject({ answer: 'make_order', choice: 'interrupt' })
  })

  const direct = (data: { [field: string]: string } = {}) =>
    flow('Direct')
      .start('s')
      .supervisor('s', { prompt: 'You are S. {dialogs} {tools}', routeDirectly: true })
      .builtinTool('time', { tool: 'clock', toolName: 'get_time' })
      .dialog('p', { name: 'PROFILE', toolName: 'fill_profile', prompt: 'You are P.' })
      .dialog('o', { name: 'ORDER', toolName: 'make_order', prompt: 'You are O.' })
      .node('message-worker', 'm', { name: 'Desk', prompt: 'Observer M {value} {formatted_chat}' })
      .use('s', 'time')
      .delegate('s', 'p')
      .delegate('s', 'o', data)
      .edge('delegate', { from: 's', to: 'm', port: 'default' })

  it('"route directly": a helper that is named takes the message at once, in the state as if S had called it', async () => {
    await inProfile(direct())
    test.server.reply({ text: '"Order".' }, { text: 'Which cake?' })
    const { said, events } = await test.turn('a cake')
    expect(said).toEqual(['Which cake?'])
    expect(order()).toBe('S P X O')
    expect(shownDecisions(events).map(({ decision }) => [decision.about, decision.rule, decision.choice])).toEqual([
      ['switch', 'helper, directly', 'ORDER'],
    ])
    expect(eventsOfType(events, 'baton').map(({ node, edge }) => [node, edge])).toEqual([
      ['p', null],
      ['s', 'e3'],
      ['o', 'e4'],
    ])
    const state = await test.state()
    expect(state.frames.map((frame) => frame.node)).toEqual(['s', 'o'])
    expect(state.sessions).toMatchObject({ p: { state: 'interrupted' }, o: { state: 'active' } })
    expect(contents(-1)).toEqual(['You are O.', 'a cake'])
    // Back again, directly, and P sees what it was left for.
    test.server.reply({ text: 'fill_profile' }, { text: 'Your name?' })
    await test.turn('my profile')
    expect(contents(-1)).toEqual(['You are P.', 'profile', 'Name?', 'a cake [handed to supervisor]\n\nmy profile'])
    // S sees each message once, as it was.
    test.server.reply({ text: 'SELF' }, { text: 'Yes?' })
    await test.turn('wait')
    const users = heard(test.server.requests.at(-1)).filter(({ role }) => role === 'user')
    expect(users.map(({ content }) => content)).toEqual(['profile', 'a cake\n\nmy profile\n\nwait'])
    expect(order()).toBe('S P X O X P X S')
  })

  it('"route directly": a tool and the on-its-own word still ask S; a worker and the way back work as ever', async () => {
    await inProfile(direct({ returns: 'when-done' }))
    test.server.reply({ text: 'get_time' }, call('get_time'), { text: 'Noon.' })
    expect((await test.turn('time?')).said).toEqual(['Noon.'])
    expect(order()).toBe('S P X S S')
    test.server.reply(call('fill_profile'), { text: 'Name?' })
    await test.turn('profile')
    test.server.reply({ text: 'make_order' }, { text: 'Noted.' })
    expect((await test.turn('a cake')).said).toEqual(['Noted.'])
    expect(await holders()).toEqual(['s'])
    test.server.reply(call('fill_profile'), { text: 'Name?' })
    await test.turn('profile')
    test.server.reply({ text: 'Desk' }, { text: 'Desk here.' })
    expect((await test.turn('odd')).said).toEqual(['Desk here.'])
    expect(await holders()).toEqual(['s'])
    expect(order()).toBe('S P X S S S P X O S P X M')
  })
})
