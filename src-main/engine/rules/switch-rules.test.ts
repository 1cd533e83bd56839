/** DialogSupervisor 11 to 14 in depth, through the core and the real model server: odd answers, the guard, interrupted dialogs, marks. */
import { afterEach, describe, expect, it } from 'vitest'
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
const contents = (index: number) => heard(test.server.requests.at(index)).map(({ content }) => content)
const users = (index: number) =>
  heard(test.server.requests.at(index)).flatMap(({ role, content }) => (role === 'user' ? [content] : []))
const holders = async (thread?: string) => (await test.state(thread)).frames.map((frame) => frame.node)
async function inProfile(builder: FlowBuilder = setupD(), thread = 't1'): Promise<void> {
  await open(builder)
  test.server.reply(call('fill_profile'), { text: 'Name?' })
  await test.turn('profile', thread)
}

describe('DialogSupervisor 11: reading the answer', () => {
  const STAY = [
    ['False', 'false'],
    [' "FALSE". ', 'false'],
    ['«false»', 'false'],
    ['**False**', 'false'],
    ['fill_profile', 'current'],
    ["'Profile.'", 'current'],
    ['True', 'unclear'],
    ['No', 'unclear'],
    ['ЛОЖЬ', 'unclear'],
    ['make_order, get_time', 'unclear'],
    ['make_orders', 'unclear'],
    ['order cakes', 'unclear'],
    ['.', 'unclear'],
    ['', 'unclear'],
  ] as const
  const LEAVE = [
    ['make_order', 'helper'],
    ['"Make_Order."', 'helper'],
    ['order', 'helper'],
    ['The user wants make_order', 'helper'],
    ['{"answer": "make_order"}', 'helper'],
    ['`GET_TIME`', 'tool'],
    ['self', 'alone'],
    ['“SELF”.', 'alone'],
    ['самостоятельно', 'alone'],
    ['„САМОСТОЯТЕЛЬНО“.', 'alone'],
    ['自行回答。', 'alone'],
    ['「自己」', 'alone'],
  ] as const

  it('stays, or asks the supervisor, by the answer cleaned of quotes, periods and case; unclear stays and warns', async () => {
    await open(setupD())
    test.server.on({ system: 'You are P.', last: 'profile' }, { text: 'Name?' })
    test.server.on({ system: 'You are P.' }, { text: 'P goes on.' })
    test.server.on({ system: 'You are S.', last: 'profile' }, call('fill_profile'))
    test.server.on({ system: 'You are S.' }, { text: 'S takes it.' })
    for (const [index, [answer, rule]] of [...STAY, ...LEAVE].entries()) {
      const thread = `t${index}`
      await test.turn('profile', thread)
      test.server.reply({ text: answer })
      const { said, events } = await test.turn('so', thread)
      const isStay = index < STAY.length
      expect([answer, said]).toEqual([answer, [isStay ? 'P goes on.' : 'S takes it.']])
      expect([answer, shownDecisions(events).map(({ decision }) => [decision.rule, decision.choice])]).toEqual([
        answer,
        [[rule, isStay ? 'stay' : 'interrupt']],
      ])
      const warned = eventsOfType(events, 'warning').map(({ code }) => code)
      expect([answer, warned.includes('unclear-answer')]).toEqual([answer, rule === 'unclear'])
    }
  })

  it('a tool that is switched off, or one of somebody else, is no known name', async () => {
    await inProfile(
      setupD()
        .builtinTool('calc', { tool: 'calculator', toolName: 'calculate' })
        .edge('use', { from: 's', to: 'calc' }, { enabled: false })
        .builtinTool('calc2', { tool: 'calculator', toolName: 'only_o' })
        .use('o', 'calc2'),
    )
    for (const answer of ['calculate', 'only_o']) {
      test.server.reply({ text: answer }, { text: 'Skills?' })
      expect((await test.turn('2+2')).said).toEqual(['Skills?'])
    }
    expect(test.server.requests[2]?.user).not.toContain('calculate')
  })
})

describe('DialogSupervisor 12: one interruption per message', () => {
  it('the same dialog started again in the same turn runs without check and observers; the next message is checked again', async () => {
    await inProfile(
      setupD()
        .observer('i', { type: 'interest', prompt: 'Observer I {description} {reply} {history}' })
        .observe('p', 'i'),
    )
    test.server.reply({ text: 'SELF' }, call('fill_profile'), { text: 'So, your name?' })
    await test.turn('hm')
    expect(order()).toBe('S P X S P')
    expect((await test.state()).sessions).toMatchObject({ p: { number: 1, state: 'active' } })
    test.server.reply({ text: 'False' }, { text: 'no' }, call('fill_profile'), { text: 'Your name, please?' })
    expect((await test.turn('well')).said).toEqual(['Your name, please?'])
    expect(order()).toBe('S P X S P X I S P')
  })

  it('a supervisor that starts the same dialog for ever is stopped by nothing but the message: one check each', async () => {
    await inProfile()
    for (let turn = 0; turn < 5; turn += 1) {
      test.server.reply({ text: 'SELF' }, call('fill_profile'), { text: `Name? ${turn}` })
      expect((await test.turn(`hm ${turn}`)).said).toEqual([`Name? ${turn}`])
    }
    expect(order()).toBe(`S P${' X S P'.repeat(5)}`)
    expect((await test.state()).sessions).toMatchObject({ p: { number: 1, state: 'active' } })
  })

  it('a dialog that asks for another one while it is active is refused, and goes on itself', async () => {
    await inProfile()
    test.server.reply({ text: 'False' }, call('make_order'), { text: 'First your name.' })
    expect((await test.turn('cake')).said).toEqual(['First your name.'])
    expect(order()).toBe('S P X P P')
    expect(await holders()).toEqual(['s', 'p'])
    expect((await test.state()).log.flatMap((entry) => (entry.kind === 'result' ? [entry.isError] : []))).toEqual([
      false,
      true,
    ])
  })

  it('two dialog tools and a tool in one reply: the first wins where the flow says so, each call has its one result', async () => {
    await open(setupD().settings({ swarm: { severalHandoffs: 'first' } }))
    test.server.reply(
      { calls: [{ name: 'fill_profile' }, { name: 'get_time' }, { name: 'make_order' }, { name: 'no_such' }] },
      { text: 'Name?' },
    )
    expect((await test.turn('all at once')).said).toEqual(['Name?'])
    const results = (await test.state()).log.flatMap((entry) =>
      entry.kind === 'result' ? [[entry.tool, entry.isError]] : [],
    )
    expect(results).toEqual([
      ['fill_profile', false],
      ['get_time', false],
      ['make_order', false],
      ['no_such', true],
    ])
    expect(await holders()).toEqual(['s', 'p'])
    // S goes on with a clean history: the strict server would refuse a call without its result.
    test.server.reply({ text: 'SELF' }, { text: 'Yes?' })
    await test.turn('wait')
  })

  it('the same dialog tool twice in one reply starts one session', async () => {
    await open(setupD())
    test.server.reply({ calls: [{ name: 'make_order' }, { name: 'make_order' }] }, { text: 'Which cake?' })
    expect((await test.turn('cakes')).said).toEqual(['Which cake?'])
    expect((await test.state()).sessions).toMatchObject({ o: { number: 1, state: 'active' } })
    expect(order()).toBe('S O')
  })
})

describe('DialogSupervisor 13: an interrupted dialog is not over', () => {
  it('keeps its history and what it collected over restarts and other dialogs, also where a finished one would start afresh', async () => {
    const slots = { type: 'object', properties: { name: { type: 'string' }, skill: { type: 'string' } } }
    await open(
      setupD()
        .observer('c', { type: 'collect', prompt: 'Observer C {description} {reply} {history}', slots })
        .observe('p', 'c'),
    )
    test.server.reply(call('fill_profile'), { text: 'Name?' }, { text: '{"name":"Ann"}' })
    await test.turn('profile, I am Ann')
    test.server.reply({ text: 'make_order' }, call('make_order'), { text: 'Which cake?' })
    await test.turn('a cake')
    await test.restart()
    expect((await test.state()).sessions).toMatchObject({
      p: { state: 'interrupted', slots: { name: 'Ann' }, number: 1 },
      o: { state: 'active' },
    })
    test.server.reply({ text: 'fill_profile' }, call('fill_profile'), { text: 'Skills?' }, { text: '{}' })
    await test.turn('my profile')
    expect(contents(-2)?.slice(0, 3)).toEqual(['You are P.', 'profile, I am Ann', 'Name?'])
    expect((await test.state()).sessions).toMatchObject({
      p: { state: 'active', slots: { name: 'Ann' }, number: 1 },
      o: { state: 'interrupted' },
    })
    // Nothing of the interruption is left: the next message is P's, past its check.
    test.server.reply({ text: 'False' }, { text: 'Thanks!' }, { text: '{"skill":"baking"}' })
    expect((await test.turn('baking')).said).toEqual(['Thanks!'])
    expect((await test.state()).sessions).toMatchObject({ p: { state: 'finished' } })
  })
})

describe('DialogSupervisor 14: the message that caused the switch', () => {
  it.each([
    ['en', '[handed to supervisor]'],
    ['ru', '[передано супервизору]'],
    ['zh', '[已交给主管]'],
  ])('is marked in the dialog (%s) and plain for the supervisor', async (language, mark) => {
    await inProfile(setupD().settings({ language }))
    test.server.reply({ text: 'SELF' }, { text: 'Paris.' })
    await test.turn('Capital of France?')
    expect(users(-1)).toEqual(['profile', 'Capital of France?'])
    test.server.reply(call('fill_profile'), { text: 'Back: name?' })
    await test.turn('profile again')
    expect(users(-1)).toEqual(['profile', `Capital of France? ${mark}\n\nprofile again`])
    expect(users(-2)).toEqual(['profile', 'Capital of France?', 'profile again'])
  })

  it('started again by the very message that left it, the dialog reads it marked and then anew', async () => {
    await inProfile()
    test.server.reply({ text: 'SELF' }, call('fill_profile'), { text: 'Name?' })
    await test.turn('hm')
    expect(users(-1)).toEqual(['profile', 'hm [handed to supervisor]\n\nhm'])
  })

  const nested = () =>
    flow('Nested')
      .start('s')
      .supervisor('s', { prompt: 'You are S. {dialogs} {tools}' })
      .dialog('o', { name: 'ORDER', toolName: 'make_order', prompt: 'You are O.' })
      .dialog('z', { name: 'SIZE', toolName: 'choose_size', prompt: 'You are P.' })
      .delegate('s', 'o')
      .delegate('o', 'z')

  it('climbs level by level and is marked in each dialog that it left', async () => {
    await open(nested())
    test.server.reply(call('make_order'), call('choose_size'), { text: 'How many people?' })
    await test.turn('a cake')
    test.server.reply({ text: 'SELF' }, { text: 'SELF' }, { text: 'Noon.' })
    expect((await test.turn('What time is it?')).said).toEqual(['Noon.'])
    expect(order()).toBe('S O P X X S')
    expect(users(-1)).toEqual(['a cake', 'What time is it?'])
    expect((await test.state()).sessions).toMatchObject({
      o: { state: 'interrupted', scope: 'main/o:1' },
      'main/o:1/z': { state: 'interrupted', scope: 'main/o:1/z:1' },
    })
    test.server.reply(call('make_order'), call('choose_size'), { text: 'So, how many?' })
    expect((await test.turn('the cake')).said).toEqual(['So, how many?'])
    expect(users(-1)).toEqual(['a cake', 'What time is it? [handed to supervisor]\n\nthe cake'])
    expect(users(-2)).toEqual(['a cake', 'What time is it? [handed to supervisor]\n\nthe cake'])
  })

  it('a message that ends a dialog before its reply reaches the supervisor that answers it', async () => {
    await inProfile(
      setupD()
        .observer('q', {
          type: 'question',
          when: 'before',
          prompt: 'Observer Q {description} {reply} {history}',
          outcomes: [{ answer: 'over', then: 'finish' }],
        })
        .observe('p', 'q'),
    )
    test.server.reply({ text: 'False' }, { text: 'over' }, { text: 'Bye!' })
    expect((await test.turn('That is all, bye')).said).toEqual(['Bye!'])
    expect(users(-1)).toEqual(['profile', 'That is all, bye'])
    expect(order()).toBe('S P X Q S')
  })
})
