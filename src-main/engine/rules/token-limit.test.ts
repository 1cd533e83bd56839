/** The limit of tokens where model servers do not count them: estimated, counted, and told as estimated (limits). */
import { afterEach, expect, it } from 'vitest'
import { foldEvents } from '../../../src-shared/run/fold/fold'
import { EMPTY_THREAD } from '../../../src-shared/run/fold/fold-view'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore } from '../../testing/core-bench'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})
const open = async (builder: FlowBuilder) => (test = await openTestCore(builder.build()))
const staying = (tokens: number | null) =>
  flow('Stay')
    .settings({ limits: { tokens } })
    .start('a')
    .agent('a', { name: 'Ada', prompt: 'You are Ada.', afterWork: 'stay' })
const words = 'lorem ipsum dolor sit amet '.repeat(5)

it('limits.tokens ends the turn where the server sends no usage, or counts nothing', async () => {
  for (const usage of [null, { input: 0, output: 0 }]) {
    await open(staying(200))
    test.server.on(() => true, { text: words, usage })
    const { outcome, events } = await test.turn('hi')
    expect(outcome.state === 'finished' && outcome.limit).toContain('200')
    expect(test.server.calls).toBe(3)
    const told = eventsOfType(events, 'model.finished').map((event) => event.usage)
    expect(told.map((one) => one?.estimated)).toEqual([true, true, true])
    const sum = told.reduce((total, one) => total + (one?.input ?? 0) + (one?.output ?? 0), 0)
    const { usage: total } = eventsOfType(events, 'run.finished')[0] ?? {}
    expect([total?.estimated, (total?.input ?? 0) + (total?.output ?? 0)]).toEqual([true, sum])
    expect(sum).toBeGreaterThanOrEqual(200)
    expect(foldEvents(EMPTY_THREAD, events).latest?.usage).toEqual(total)
    if (usage === null) await test.close()
  }
})

it('what a server counts is taken as it is, and is not called estimated', async () => {
  await open(staying(null).settings({ limits: { rounds: 1 } }))
  test.server.reply({ text: words, usage: { input: 7, output: 3 } })
  const { events } = await test.turn('hi')
  expect(eventsOfType(events, 'model.finished')[0]?.usage).toEqual({ input: 7, output: 3 })
  expect(eventsOfType(events, 'run.finished')[0]?.usage).toEqual({ input: 7, output: 3 })
})

it('one estimated call makes the turn’s sum estimated; tools, calls and their arguments count', async () => {
  await open(
    flow('Tools')
      .start('a')
      .agent('a', { name: 'Ada' })
      .builtinTool('c', { name: 'Calculate', tool: 'calculator', toolName: 'calculate' })
      .use('a', 'c'),
  )
  const call = { calls: [{ name: 'calculate', arguments: { expression: `1${'+1'.repeat(400)}` } }], usage: null }
  test.server.reply(call, { text: 'Many.', usage: { input: 5, output: 5 } })
  const { events } = await test.turn('hi')
  const [first, second] = eventsOfType(events, 'model.finished').map((event) => event.usage)
  expect(first?.output).toBeGreaterThan(200)
  expect(second?.estimated).toBeUndefined()
  expect(eventsOfType(events, 'run.finished')[0]?.usage.estimated).toBe(true)
})

it('calls of a flow that runs as a tool, side by side and inside plans, count too', async () => {
  const inner = flow('Inner').start('b').agent('b', { name: 'Bob', prompt: 'You are Bob.' })
  await open(
    flow('Outer')
      .start('p')
      .node('rewoo', 'p', { name: 'P', prompts: { planner: 'You are P. {tool_description}' } })
      .node('flow-tool', 't', { name: 'Ask', toolName: 'Ask', description: 'asks', flow: inner.file() })
      .use('p', 't'),
  )
  test.server.on({ system: 'You are P.' }, { text: 'Plan: ask\n#E1 = Ask[you]', usage: { input: 1, output: 1 } })
  test.server.on({ system: 'You are Bob.' }, { text: words, usage: null })
  test.server.on(() => true, { text: 'Solved.', usage: { input: 1, output: 1 } })
  const { events, said } = await test.turn('hi')
  expect(said).toEqual(['Solved.'])
  const usage = eventsOfType(events, 'run.finished')[0]?.usage
  expect([usage?.estimated, (usage?.output ?? 0) > 30]).toEqual([true, true])
})
