/** Code in the place of a model, in real sandboxes through the core: observers, conditions, who speaks next, instructions, nested chats (swarm 5, 8, 15, 17, 22). */
import { afterEach, describe, expect, it } from 'vitest'
import { ENGLISH } from '../../../src-shared/languages/translate'
import type { RunEvent } from '../../../src-shared/run/log/events'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore } from '../../testing/core-bench'
import { setupD, speakerOf, toolCall } from '../../testing/setup-d'
import { startLoopback, type Loopback } from '../../tools/net/testing/loopback'
import { warningWords } from '../../../src-shared/run/words/warnings'
import { shownDecisions } from '../../testing/shown-decisions'

let test: TestCore
let shop: Loopback | undefined
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
  await shop?.close()
  shop = undefined
})

/** Code whose `run(args, baton)` has this body. */
const code = (body: string, hosts: string[] = []) => ({
  code: `export async function run(args: any, baton: any) { ${body} }`,
  timeout: 15_000,
  hosts,
})
const agents = () =>
  flow('Desk')
    .start('a')
    .agent('a', { name: 'Ann', prompt: 'You are S.' })
    .agent('b', { name: 'Bob', prompt: 'You are P.' })
const open = async (builder: FlowBuilder) => (test = await openTestCore(builder.build()))
const order = () => test.server.requests.map(speakerOf).join(' ')
const offered = () => test.server.requests.map(({ toolNames }) => toolNames.join(' '))
const decided = (events: readonly RunEvent[], about: string) =>
  shownDecisions(events).flatMap(({ decision }) => (decision.about === about ? [decision] : []))
const warned = (events: readonly RunEvent[]) =>
  eventsOfType(events, 'warning').map((warning) => warningWords(warning, ENGLISH))

describe('an observer of type code', () => {
  const watched = (body: string, more: object = {}) =>
    agents()
      .observer('o', { name: 'Watch', type: 'code', code: code(body), ...more })
      .observe('a', 'o')

  it('is told who speaks with whom, sets variables and is traced with its console; what it gives back counts', async () => {
    const body = `console.log('seen', args, { by: baton.sender, to: baton.recipient })
      console.error(new Error('odd'))
      baton.set('seen', baton.messages.map(({ speaker, text }) => speaker + ': ' + text))
      if (baton.config.data.type !== 'code' || 'code' in baton.config.data) throw new Error('config')
      try { baton.handOff('Bob') } catch (error) { console.log(error.message) }
      return args.message === 'rude' ? 'Be kind.' : undefined`
    await open(watched(body, { when: 'before' }))
    test.server.reply({ text: 'Hi.' })
    const { events } = await test.turn('hello')
    expect(decided(events, 'observer')).toEqual([
      {
        about: 'observer',
        candidates: [],
        prompt: null,
        answer: 'null',
        rule: 'code: before Ann replies',
        choice: '',
        tries: 0,
        output:
          'seen {"description":"Ann","message":"hello","reply":"","slots":{}} {"by":"user","to":"Ann"}\nodd (line 2)\nbaton.handOff cannot be used here',
      },
    ])
    expect((await test.state()).variables).toEqual({ seen: ['user: hello'] })
    expect((await test.turn('rude')).said).toEqual(['Be kind.'])
    expect(order()).toBe('S')
  })

  it('holds a reply where it is told to: replaced, or kept back and handed on', async () => {
    const body = `if (args.reply.includes('1234')) return { then: 'reply', text: 'No codes.' }
      return args.reply.includes('bad') ? { then: 'interrupt' } : { slots: { length: args.reply.length, other: 1 } }`
    const slots = { properties: { length: { type: 'number' } } }
    await open(watched(body, { replies: 'hold', slots }))
    test.server.reply({ text: 'It is 1234.' }, { text: 'bad' }, { text: 'fine' })
    expect((await test.turn('code?')).said).toEqual(['No codes.'])
    expect((await test.turn('more')).said).toEqual([])
    expect((await test.turn('well?')).said).toEqual(['fine'])
    expect((await test.state()).variables).toEqual({ length: 4 })
  })

  it('one that fails, takes too long or sets the wrong type fails the turn, and nothing gets past it', async () => {
    for (const body of ['throw new Error("broken")', `baton.set('n', 'many')`]) {
      await open(watched(body, { replies: 'hold' }).variable('n', { type: 'number', default: 0 }))
      test.server.reply({ text: 'secret' })
      const { outcome, said, events } = await test.turn('hello')
      expect([outcome.state, said]).toEqual(['failed', []])
      expect(events.at(-1)).toMatchObject({ type: 'run.failed', node: 'o' })
      expect(decided(events, 'observer')[0]?.rule).toMatch(/^code: after Ann replied; it failed: /)
      if (body.startsWith('baton')) await test.close()
    }
    await open(watched('for (;;) console.log("on")', { replies: 'hold', code: { ...code('for (;;);'), timeout: 50 } }))
    test.server.reply({ text: 'secret' })
    const { outcome } = await test.turn('hello')
    expect(outcome).toMatchObject({
      error: { message: 'The code of the observer Watch failed: the code took longer than 50 ms' },
    })
  })
})

describe('conditions by code', () => {
  it('what the model reads of a hand-off is what its code says then; nothing or a failure leaves what is drawn', async () => {
    const body = `baton.set('asked', (baton.variables.asked ?? 0) + 1)
      if (baton.variables.asked === 2) return null
      if (baton.variables.asked === 3) throw new Error('broken')
      return args.condition + ', ' + baton.recipient + ', ' + baton.messages.length`
    await open(
      agents()
        .variable('what', { type: 'string', default: 'money' })
        .handoff('a', 'b', { condition: 'Wants {what}', conditionCode: code(body) })
        .agent('c', { name: 'Cid' })
        .handoff('a', 'c', { condition: 'never', available: 'false', conditionCode: code('throw new Error("asked")') }),
    )
    test.server.on({}, { text: 'No.' })
    const turns = [await test.turn('one'), await test.turn('two'), await test.turn('three')]
    const read = test.server.requests.map(({ body: { tools } }) => tools?.map((tool) => tool.function.description))
    expect(read).toEqual([['Wants money, Bob, 1'], ['Wants money'], ['Wants money']])
    expect(turns.flatMap(({ events }) => warned(events))).toEqual([
      'The code of Ann (condition, to Bob) failed, so the model reads the condition as it is drawn: broken (line 3)',
    ])
    expect(decided(turns[0]?.events ?? [], 'condition')).toMatchObject([{ rule: 'code: condition, to Bob' }])
  })

  it('a hand-off and a tool are there while their code says so: asked once before each reply, also of what it set', async () => {
    const counting = `baton.set('asked', (baton.variables.asked ?? 0) + 1); return baton.variables.asked > 1`
    await open(
      agents()
        .handoff('a', 'b', { available: 'true', availableCode: code(counting) })
        .builtinTool('clock', { tool: 'clock', toolName: 'get_time' })
        .use('a', 'clock', { availableCode: code(`return baton.variables.asked > 1 && baton.recipient === 'clock'`) }),
    )
    test.server.reply({ text: 'No.' }, toolCall('get_time'), toolCall('transfer_Ann_to_Bob'), { text: 'Bob here.' })
    const first = await test.turn('hello')
    expect(decided(first.events, 'available').map(({ rule, answer }) => [rule, answer])).toEqual([
      ['code: only when, to Bob', 'false'],
      ['code: only when, to clock', 'false'],
    ])
    expect((await test.turn('again')).said).toEqual(['Bob here.'])
    expect(offered()).toEqual(['', 'get_time transfer_Ann_to_Bob', 'get_time transfer_Ann_to_Bob', ''])
    // Once for each reply of the model, none for the calls.
    expect((await test.state()).variables).toEqual({ asked: 3 })
  })

  it('one that fails keeps it closed, with a warning; a call of it is refused', async () => {
    await open(agents().handoff('a', 'b', { availableCode: code('throw new Error("broken")') }))
    test.server.reply(toolCall('transfer_Ann_to_Bob'), { text: 'Alone.' })
    const { said, events } = await test.turn('hello')
    expect([said, order()]).toEqual([['Alone.'], 'S S'])
    expect(warned(events)[0]).toMatch(/^The code of Ann \(only when, to Bob\) failed, so Bob is not available: broken/)
  })

  it('killed while the model answers: the code has answered, and is not asked again', async () => {
    shop = await startLoopback()
    const body = `await baton.fetch('${shop.base}/'); return true`
    const asked = code(body, [`127.0.0.1:${shop.port}`])
    await open(
      agents()
        .agent('a', {
          name: 'Ann',
          prompt: 'x',
          promptCode: code(`await baton.fetch('${shop.base}/'); return 'You are S.'`, asked.hosts),
        })
        .handoff('a', 'b', { availableCode: asked }),
    )
    test.server.reply({ hang: true })
    const left = test.turn('hello')
    await test.server.waitForRequest(1)
    await test.restart()
    await left
    test.server.reply({ text: 'Hi.' })
    expect((await test.resume()).said).toEqual(['Hi.'])
    expect([shop.seen.length, order(), offered()[1]]).toEqual([2, 'S S', 'transfer_Ann_to_Bob'])
  })
})

describe('who speaks next, by code', () => {
  const next = (body: string) => agents().agent('a', { name: 'Ann', prompt: 'You are S.', afterWorkCode: code(body) })

  it('NC-3: a name goes over an open edge, an option is taken, nothing leaves it to the drawing', async () => {
    const body = `const { n = 0 } = baton.variables; baton.set('n', n + 1)
      if (n === 0) return 'STAY'
      if (n === 1) { baton.handOff('bob'); return }
      return n === 2 ? 'TERMINATE' : null`
    await open(next(body).afterWork('a', 'b', { when: '${n} > 1' }))
    test.server.reply({ text: 'one' }, { text: 'two' }, { text: 'b' })
    expect((await test.turn('hello')).said).toEqual(['one', 'two', 'b'])
    test.server.reply({ text: 'over' })
    expect((await test.turn('more')).said).toEqual(['over'])
    expect(order()).toBe('S S P P')
  })

  it('code of the whole swarm: where an agent says nothing itself, any agent of the swarm by its name, or an option', async () => {
    const body = `const { n = 0 } = baton.variables; baton.set('n', n + 1)
      if (args.candidates.toSorted().join() !== 'Ann,Bob,Cid') throw new Error(args.candidates.join())
      return n === 0 ? 'cid' : n === 1 ? null : 'TERMINATE'`
    const drawn = agents()
      .agent('c', { name: 'Cid', prompt: 'You are O.' })
      .afterWork('a', 'b', { when: '${n} == 1' })
      .settings({ swarm: { afterWork: 'terminate', afterWorkCode: code(body) } })
      .variable('n', { type: 'number', default: 0 })
    await open(drawn)
    test.server.on({ system: 'You are S.' }, { text: 'a' })
    test.server.on({ system: 'You are O.' }, { text: 'c' })
    const { said, events } = await test.turn('hello')
    // Ann, then Cid by name; nothing for Cid: the flow's option, which ends the turn.
    expect([said, decided(events, 'after-work').map(({ rule, answer }) => [rule, answer])]).toEqual([
      ['a', 'c'],
      [
        ['code: who speaks next in the swarm', 'cid'],
        ['code: who speaks next in the swarm', 'null'],
      ],
    ])
    expect((await test.state()).variables).toEqual({ n: 2 })
  })

  it('a name without an open edge is warned of and left to the drawing; one that nobody has fails the turn (swarm 3)', async () => {
    await open(next(`return baton.messages.length > 2 ? 'Carol' : 'Bob'`).afterWork('a', 'b', { when: 'false' }))
    test.server.reply({ text: 'one' }, { text: 'two' })
    const { said, events } = await test.turn('hello')
    expect([said, warned(events)]).toEqual([
      ['one'],
      [
        'The code of Ann wants Bob to speak next, and no open edge leads there, so it goes on as drawn. Draw an edge, or name somebody else.',
      ],
    ])
    const { outcome } = await test.turn('more')
    const message = "No agent found with the name 'Carol'. Ensure the agent exists in the swarm."
    expect(outcome).toMatchObject({ state: 'failed', error: { message } })
  })
})

describe('instructions by code', () => {
  it('of agents, supervisors and dialogs: with what would be said, the conversation and the variables', async () => {
    const promptCode = code(`baton.set('n', (baton.variables.n ?? 0) + 1)
      return args.prompt + ' ' + baton.recipient + ' hears ' + baton.sender + ' ' + baton.variables.n`)
    await open(
      setupD()
        .supervisor('s', { name: 'Concierge', prompt: 'You are S. {dialogs}', promptCode })
        .dialog('p', { name: 'PROFILE', toolName: 'fill_profile', prompt: 'You are P.', promptCode }),
    )
    test.server.reply(toolCall('fill_profile'), { text: 'Name?' })
    await test.turn('profile')
    expect(test.server.requests[0]?.system).toMatch(/^You are S\. .*fill_profile.* Concierge hears user 1/s)
    expect(test.server.requests[1]?.system).toContain('You are P. PROFILE hears null 2')
  })
})

describe('the instruction of a swarm’s manager by code', () => {
  const managed = (body: string) =>
    agents().settings({
      swarm: { pattern: 'manager', managerModel: { model: 'm' }, managerPromptCode: code(body) },
    })
  const asked = () => test.server.requests.map(({ messages }) => messages.at(-1)?.content ?? '')

  it('is what it gives back, before each try: with what would be said, the names, the conversation and the variables', async () => {
    await open(
      managed(`baton.set('n', (baton.variables.n ?? 0) + 1)
        console.log(baton.recipient, baton.config.model.model)
        return [args.prompt.includes('Bob: Bob'), ...args.candidates, baton.sender, baton.messages.at(-1).text, baton.variables.n].join()`),
    )
    test.server.reply({ text: 'one' }, { text: 'Zoe' }, { text: 'Bob' }, { text: 'two' }, { text: 'USER' })
    const { said, events } = await test.turn('hello')
    expect(said).toEqual(['one', 'two'])
    const own = asked().flatMap((text) => text.split('\n').filter((line) => line.startsWith('true')))
    expect(own).toEqual(['true,Ann,Bob,Ann,one,1', 'true,Ann,Bob,Ann,one,2', 'true,Ann,Bob,Bob,two,3'])
    expect(asked()[2]).toContain('Zoe')
    expect(decided(events, 'instruction').map(({ rule, output }) => [rule, output])).toEqual(
      Array.from({ length: 3 }, () => ["code: the manager's instruction", 'null m']),
    )
  })

  it('nothing leaves it as it is drawn; one that fails fails the turn, and asks no model', async () => {
    await open(managed('return baton.variables.n === undefined ? null : baton.variables.n.none.at'))
    test.server.reply({ text: 'one' }, { text: 'USER' })
    await test.turn('hello')
    expect(asked()[1]).toContain('Ann: Ann\nBob: Bob')
    await test.close()
    await open(managed('throw new Error("broken")'))
    test.server.reply({ text: 'one' })
    const message = "The code for the instruction of the swarm's manager failed: broken"
    expect((await test.turn('hello')).outcome).toMatchObject({
      state: 'failed',
      error: { message: expect.stringContaining(message) as string },
    })
    expect(test.server.calls).toBe(1)
  })
})

describe('nested chats by code', () => {
  const nested = (recipient: object, carryover: object | null = null) =>
    agents()
      .node('nested-chat', 'n', { name: 'Ask', ...(carryover === null ? {} : { carryover: { ...carryover } }) })
      .handoff('a', 'n')
      .edge('recipient', { from: 'n', to: 'b' }, { ...recipient })
  const call = toolCall('transfer_Ann_to_nested_chat_Ann_1')

  it('what the chat is told, what is carried into it and what it comes to', async () => {
    const around = `baton.sender + '>' + baton.recipient + ' '`
    await open(
      nested(
        {
          messageCode: code(`return ${around} + baton.messages.at(-1).text`),
          summaryMethod: 'code',
          summaryArgs: { loud: true },
          summaryCode:
            code(`const last = ${around} + baton.messages.map(({ speaker, text }) => speaker + '=' + text).join()
            return args.summaryArgs.loud ? last.toUpperCase() : last`),
        },
        { summaryMethod: 'code', summaryCode: code(`return [{ content: baton.messages[0].text }, 'and more']`) },
      ),
    )
    test.server.reply(call, { text: 'Yellow.' }, { text: 'Done.' })
    expect((await test.turn('Ducks')).said).toEqual([
      'ANN>BOB ANN=ANN>BOB DUCKS\nCONTEXT:\nDUCKS\nAND MORE,BOB=YELLOW.',
      'Done.',
    ])
    expect(test.server.requests[1]?.messages.at(-1)?.content).toBe('Ann>Bob Ducks\nContext:\nDucks\nand more')
  })

  it('a summary that fails is empty, with a warning; a message that fails fails the turn', async () => {
    await open(nested({ message: 'Well?', summaryMethod: 'code', summaryCode: code('throw new Error("broken")') }))
    test.server.reply(call, { text: 'Yellow.' }, { text: 'Done.' })
    const { said, events } = await test.turn('Ducks')
    expect([said, warned(events)]).toEqual([
      ['Done.'],
      [expect.stringMatching(/^The code of Ask \(what the chat with Bob came to\) failed, so it is empty: broken/)],
    ])
    await test.close()
    await open(nested({ messageCode: code('throw new Error("broken")') }))
    test.server.reply(call)
    expect((await test.turn('Ducks')).outcome).toMatchObject({
      state: 'failed',
      error: { message: expect.stringContaining('broken') as string },
    })
  })
})
