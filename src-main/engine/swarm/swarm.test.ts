/** Who of a swarm speaks next, through the core and against the real model server: after-work, manager, patterns (swarm 1 to 9). */
import { afterEach, describe, expect, it } from 'vitest'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import type { JsonObject } from '../../../src-shared/flow/records'
import { eventsOfType, openTestCore, type TestCore } from '../../testing/core-bench'
import { heardAs } from '../../testing/heard'
import { shownDecisions } from '../../testing/shown-decisions'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})

const open = async (builder: FlowBuilder) => (test = await openTestCore(builder.build()))
const three = (settings: JsonObject = {}) =>
  flow('Swarm')
    .start('a')
    .agent('a', { name: 'agent1', prompt: 'You are A.', description: 'greets' })
    .agent('b', { name: 'agent2', prompt: 'You are B.', description: 'counts' })
    .agent('c', { name: 'agent3', prompt: 'You are C.' })
    .settings({ swarm: settings })
const speakers = () => test.server.requests.map((request) => /You are (\w)/.exec(request.system)?.[1] ?? 'M').join(' ')
const decisions = (events: Parameters<typeof eventsOfType>[0]) => shownDecisions(events).map(({ decision }) => decision)
const say = (...texts: string[]) => test.server.reply(...texts.map((text) => ({ text })))

describe('after-work', () => {
  it('NC-3: conditional edges lead from one to the next, and an option ends the turn', async () => {
    await open(
      three()
        .variable('step', { type: 'number', default: 1 })
        .afterWork('a', 'c', { when: '${step} == 9', order: 1 })
        .afterWork('a', 'b', { when: '${step} == 1', order: 2 })
        .afterWork('b', 'c')
        .afterWorkOption('c', 'terminate'),
    )
    say('one', 'two', 'three')
    const { said, events } = await test.turn('go')
    expect(speakers()).toBe('A B C')
    expect(said).toEqual(['one', 'two', 'three'])
    expect(decisions(events)[0]).toEqual({
      about: 'after-work',
      candidates: [
        { name: 'agent3', note: '${step} == 9' },
        { name: 'agent2', note: '${step} == 1' },
      ],
      prompt: null,
      answer: null,
      rule: '${step} == 1',
      choice: 'agent2',
      tries: 0,
    })
  })

  it('NC-4: after a history, revert-to-user leaves the fourth message to the user, stay has the agent speak again', async () => {
    const history = [
      { role: 'user' as const, text: 'one' },
      { role: 'assistant' as const, text: 'two' },
    ]
    const run = async (option: string) => {
      const drawn = three({ afterWork: option }).settings({ limits: { rounds: 2 } })
      await open(drawn)
      say('reply', 'again')
      const { id } = test.core().services.threads.createThread({ flowId: drawn.build().id, id: 't1' })
      const turn = { flowId: drawn.build().id, flowText: JSON.stringify(drawn.file()), revision: null, threadId: id }
      const { done } = await test.core().services.runner.start({ ...turn, text: 'three', history })
      await done
      const authors = (await test.state()).log.flatMap((entry) => (entry.kind === 'text' ? [entry.author] : []))
      await test.close()
      return authors
    }
    expect(await run('revert-to-user')).toEqual(['user', 'a', 'user', 'a'])
    expect(await run('stay')).toEqual(['user', 'a', 'user', 'a', 'a'])
    await open(three())
  })
})

describe('the swarm manager (swarm 6)', () => {
  const managed = (more: JsonObject = {}) =>
    three({ afterWork: 'swarm-manager', managerModel: { model: 'boss' }, ...more })

  it('picks from the agents by its own model, with the list of agents; USER ends the turn', async () => {
    await open(managed())
    say('hello', 'agent2', 'counted', 'USER')
    const { said, events } = await test.turn('count')
    expect(speakers()).toBe('A M B M')
    expect(said).toEqual(['hello', 'counted'])
    const [, asked] = test.server.requests
    expect(heardAs(asked)).toEqual([
      ['user', 'count\n\nagent1: hello'],
      ['note', expect.stringContaining('agent1: greets\nagent2: counts\nagent3: agent3') as string],
    ])
    expect(decisions(events).map(({ about, choice, tries }) => [about, choice, tries])).toEqual([
      ['manager', 'agent2', 1],
      ['manager', 'USER', 1],
    ])
    expect(eventsOfType(events, 'entry').flatMap(({ entry }) => (entry.kind === 'handoff' ? [entry.by] : []))).toEqual([
      'manager',
    ])
  })

  it('is asked once more with the bad answer named, then the user goes on', async () => {
    await open(managed())
    say('hello', 'agent9', 'nobody in particular')
    const { said, outcome } = await test.turn('count')
    expect(speakers()).toBe('A M M')
    expect(said).toEqual(['hello'])
    expect(outcome).toEqual({ state: 'finished', limit: null })
    expect(test.server.requests[2]?.messages.at(-1)?.content).toContain('agent9')
  })

  it('without a model is refused at start', async () => {
    await open(three({ afterWork: 'swarm-manager' }))
    await expect(test.turn('x')).rejects.toThrow('has no model')
    expect(test.server.calls).toBe(0)
  })

  it('goes by its own instruction, which must keep the list', async () => {
    await open(managed({ managerPrompt: 'Who of {agentlist}?' }))
    say('hello', 'USER')
    await test.turn('x')
    expect(heardAs(test.server.requests[1]).at(-1)?.[1]).toBe('Who of agent1: greets\nagent2: counts\nagent3: agent3?')
    await test.close()
    await open(managed({ managerPrompt: 'Who?' }))
    await expect(test.turn('x')).rejects.toThrow('{agentlist}')
  })
})

describe('patterns on one set of agents', () => {
  it('round robin: everybody speaks once a turn, and the circle goes on with the next turn', async () => {
    await open(three({ pattern: 'round-robin' }).settings({ limits: { rounds: 9 } }))
    say('1', '2', '3', '4', '5', '6')
    expect((await test.turn('x')).said).toEqual(['1', '2', '3'])
    expect(speakers()).toBe('A B C')
    await test.restart()
    await test.turn('y')
    expect(speakers()).toBe('A B C A B C')
  })

  it('round robin: the order can be given', async () => {
    await open(three({ pattern: 'round-robin', order: ['c', 'a'] }))
    say('1', '2', '3')
    await test.turn('x')
    expect(speakers()).toBe('A B C')
    await test.close()
    await open(three({ pattern: 'round-robin', order: ['a', 'c', 'b'] }))
    say('1', '2', '3')
    await test.turn('x')
    expect(speakers()).toBe('A C B')
  })

  it('random: never the one that has just spoken, and the same seed gives the same speakers', async () => {
    const run = async (seed: number) => {
      await open(three({ pattern: 'random', seed }))
      test.server.on({}, { text: 'ok' })
      for (const text of ['1', '2', '3', '4']) await test.turn(text)
      const order = speakers()
      await test.close()
      return order
    }
    const first = await run(7)
    expect(await run(7)).toBe(first)
    expect(await run(8)).not.toBe(first)
    expect(/(\w) \1/.test(first.split(' ').slice(0, 3).join(' '))).toBe(false)
    await open(three())
  })

  it('manual: the user picks who speaks; others cannot be picked', async () => {
    const drawn = three({ pattern: 'manual' }).build()
    test = await openTestCore(drawn)
    say('one', 'two', 'three')
    await test.turn('x')
    await test.turn('y', 't1', { to: 'c' })
    await test.turn(null, 't1', { to: 'b' })
    expect(speakers()).toBe('A C B')
    await expect(test.turn('z', 't1', { to: 'start' })).rejects.toThrow('cannot be picked')
    await test.close()
    await open(three())
    await expect(test.turn('z', 't1', { to: 'b' })).rejects.toThrow('pattern “manual”')
  })

  it('drawn edges go before the pattern', async () => {
    await open(three({ pattern: 'round-robin' }).afterWork('a', 'c').afterWorkOption('c', 'terminate'))
    say('1', '2')
    await test.turn('x')
    expect(speakers()).toBe('A C')
  })
})
