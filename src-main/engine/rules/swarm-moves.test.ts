/** Which moves a swarm can make: those that are drawn and available, and no others; who speaks again after tools (swarm 1 to 12). */
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { saveFlow } from '../../../src-shared/flow/editing/save'
import { eventsOfType, openTestCore, saidIn, type TestCore } from '../../testing/core-bench'
import { speakerIn } from '../../testing/heard'
import type { RunEvent } from '../../../src-shared/run/log/events'
import { shownDecisions } from '../../testing/shown-decisions'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})

const open = async (builder: FlowBuilder) => (test = await openTestCore(builder.build()))
const NAMES = ['Ada', 'Bob', 'Cleo', 'Dan']
const speakers = () => test.server.requests.map((request) => speakerIn(request)).join(' ')

/** One drawn hand-off: places of its agents, and whether it is available. */
type DrawnHandoff = { from: number; to: number; isOpen: boolean }

const swarms = fc.integer({ min: 2, max: NAMES.length }).chain((size) => {
  const place = fc.integer({ min: 0, max: size - 1 })
  const edge = fc.record({ from: place, to: place, isOpen: fc.boolean() }).filter(({ from, to }) => from !== to)
  return fc.record({
    size: fc.constant(size),
    edges: fc.uniqueArray(edge, { maxLength: 10, selector: ({ from, to }) => `${from} ${to}` }),
  })
})

function draw(size: number, edges: readonly DrawnHandoff[], initial: number): FlowBuilder {
  const builder = flow('Swarm', 'swarm').start('a0')
  for (let place = 0; place < size; place += 1)
    builder.agent(`a${place}`, { name: NAMES[place] ?? 'X', prompt: `You are ${NAMES[place] ?? 'X'}.` })
  for (const { from, to, isOpen } of edges)
    builder.handoff(`a${from}`, `a${to}`, { condition: 'go', available: isOpen ? 'open' : 'closed' })
  return builder
    .variable('open', { type: 'boolean', default: true })
    .variable('closed', { type: 'boolean', default: false })
    .settings({ swarm: { initial: `a${initial}` } })
}

it('the moves that can be made are the drawn edges that are available; a model that asks for others is refused, and the turn ends in order', async () => {
  await open(draw(1, [], 0))
  await fc.assert(
    fc.asyncProperty(swarms, async ({ size, edges }) => {
      const made: string[] = []
      for (let from = 0; from < size; from += 1) {
        for (let to = 0; to < size; to += 1) {
          const name = `transfer_${NAMES[from]}_to_${NAMES[to]}`
          test.server.reset()
          test.server.reply({ calls: [{ name, arguments: {} }] }, { text: 'ok' })
          const events: RunEvent[] = []
          const built = draw(size, edges, from).build()
          const { done } = await test.core().services.runner.start({
            flowId: built.id,
            flowText: saveFlow(built),
            revision: null,
            threadId: null,
            text: 'x',
            listen: (event) => events.push(event),
          })
          expect(await done).toEqual({ state: 'finished', limit: null })
          expect(saidIn(events)).toEqual(['ok'])
          expect(test.server.violations).toEqual([])
          const moves = eventsOfType(events, 'entry').flatMap(({ entry }) => (entry.kind === 'handoff' ? [entry] : []))
          for (const move of moves) {
            expect(built.edges[move.edge ?? '']).toMatchObject({ from: { node: move.from }, to: { node: move.to } })
            made.push(`${move.from} ${move.to}`)
          }
        }
      }
      const drawn = edges.flatMap(({ from, to, isOpen }) => (isOpen ? [`a${from} a${to}`] : []))
      expect(made.toSorted()).toEqual(drawn.toSorted())
    }),
    { numRuns: 5 },
  )
})

it('swarm 2, 4: tool calls are carried out, and the agent that asked speaks again', async () => {
  await open(
    flow('Tools').start('a').agent('a', { name: 'Ada', prompt: 'You are Ada.' }).builtinTool('clock').use('a', 'clock'),
  )
  test.server.reply({ calls: [{ name: 'clock', arguments: {} }] }, { text: 'It is late.' })
  expect((await test.turn('time?')).said).toEqual(['It is late.'])
  expect(speakers()).toBe('Ada Ada')
  expect(test.server.requests[1]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool'])
})

it('swarm 5: an edge goes before the option of the agent, and that before the option of the flow', async () => {
  const both = (own: string | null) =>
    flow('After')
      .start('a')
      .agent('a', { name: 'Ada', prompt: 'You are Ada.', afterWork: own })
      .agent('b', { name: 'Bob', prompt: 'You are Bob.' })
      .settings({ swarm: { afterWork: 'stay' }, limits: { rounds: 2 } })
  const heard = async (builder: FlowBuilder) => {
    await open(builder)
    test.server.on({}, { text: 'ok' })
    await test.turn('x')
    const order = speakers()
    await test.close()
    return order
  }
  expect(await heard(both('terminate').afterWork('a', 'b'))).toBe('Ada Bob')
  expect(await heard(both('terminate'))).toBe('Ada')
  expect(await heard(both(null))).toBe('Ada Ada')
  await open(both(null))
})

it('swarm 1, 8: a new thread begins with the initial agent; what is available is looked at before every reply', async () => {
  const drawn = flow('Available')
    .start('a')
    .agent('a', { name: 'Ada', prompt: 'You are Ada.' })
    .agent('b', { name: 'Bob', prompt: 'You are Bob, {mood}.' })
    .handoff('b', 'a', { condition: 'when {mood}', available: '${mood} == "glad"' })
    .variable('mood', { type: 'string', default: 'sad' })
    .settings({ swarm: { initial: 'b' } })
    .build()
  test = await openTestCore(drawn)
  test.server.reply({ text: 'one' }, { text: 'two' })
  await test.turn('x')
  const flowText = saveFlow(drawn)
  await test.core().services.runner.setVariables({ threadId: 't1', flowText, changes: { mood: 'glad' }, reset: [] })
  await test.restart()
  await test.turn('y')
  const asked = test.server.requests.map(({ system, tools }) => [
    system,
    tools.map((tool) => `${tool.function.name}: ${tool.function.description}`),
  ])
  expect(asked).toEqual([
    ['You are Bob, sad.', []],
    ['You are Bob, glad.', ['transfer_Bob_to_Ada: when glad']],
  ])
})

it('the trace of a hand-off has every candidate, and says of those that were not available why', async () => {
  await open(
    draw(
      3,
      [
        { from: 0, to: 1, isOpen: true },
        { from: 0, to: 2, isOpen: false },
      ],
      0,
    ),
  )
  test.server.reply({ calls: [{ name: 'transfer_Ada_to_Bob', arguments: { reason: 'sums' } }] }, { text: 'ok' })
  const { events } = await test.turn('x')
  expect(shownDecisions(events).map(({ decision }) => decision)).toEqual([
    {
      about: 'handoff',
      candidates: [
        { name: 'Bob', node: 'a1', tool: 'transfer_Ada_to_Bob', note: 'go' },
        { name: 'Cleo', node: 'a2', tool: 'transfer_Ada_to_Cleo', unavailable: { when: 'closed' } },
      ],
      prompt: null,
      answer: 'transfer_Ada_to_Bob({"reason":"sums"})',
      rule: 'the model called it',
      choice: 'Bob',
      tries: 1,
    },
  ])
})

it('swarm 12: the user has no name, in the first message or later', async () => {
  await open(flow('User').start('a').agent('a', { name: 'Ada', prompt: 'You are Ada.' }))
  test.server.reply({ text: 'one' }, { text: 'two' })
  await test.turn('x')
  await test.turn('y')
  expect(test.server.requests[1]?.messages.map(({ role, name }) => [role, name])).toEqual([
    ['system', undefined],
    ['user', undefined],
    ['assistant', undefined],
    ['user', undefined],
  ])
})

it('a dialog as a hand-off target: it speaks in its own session, and gives the baton back when it is finished', async () => {
  await open(
    flow('Mixed')
      .start('a')
      .agent('a', { name: 'Ada', prompt: 'You are Ada.' })
      .dialog('d', { name: 'Form', prompt: 'You are Form.', toolDescription: 'Used for forms' })
      .observer('o', { name: 'Done', type: 'finished' })
      .observe('d', 'o')
      .handoff('a', 'd', { condition: 'wants a form' }),
  )
  test.server.on(({ messages }) => JSON.stringify(messages).includes('You watch'), { text: 'no' }, { text: 'yes' })
  test.server.on({ system: 'You are Form' }, { text: 'Name?' }, { text: 'Thanks!' })
  test.server.on(
    { system: 'You are Ada' },
    { calls: [{ name: 'transfer_Ada_to_Form', arguments: {} }] },
    { text: 'Ada here.' },
  )
  expect((await test.turn('form')).said).toEqual(['Name?'])
  await test.restart()
  expect((await test.turn('Ann')).said).toEqual(['Thanks!'])
  expect((await test.turn('and now?')).said).toEqual(['Ada here.'])
})
