/**
 * A message instead of an answer, or of a retry, while chats run side by side: what the others had finished beside the step that was left is said and
 * done, so it stays in the state that models are told, as it stays shown.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { flow, type FlowBuilder } from '../../src-shared/testing/flow-builder'
import { isTerminal } from '../../src-shared/run/log/event-types'
import { eventsOfType, openTestCore, type TestCore, type TurnReport } from '../testing/core-bench'
import type { ServerReply } from '../testing/model-reply'
import type { RecordedRequest } from '../testing/model-server'
import { toolNode } from '../testing/plan-bench'
import { tellerOf } from '../testing/telling-agents'
import { startToolServer, type ToolServer } from '../testing/tool-server'
import { ownEntry } from './conversation'
import { eventually } from '../../src-shared/testing/eventually'

let tools: ToolServer
let test: TestCore
beforeAll(async () => (tools = await startToolServer()))
afterAll(() => tools.close())
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})

const named = (name: string) => ({ name, prompt: `I am ${name}. n is {n}.` })
const callsOf = (name: string, input = 'x') => [{ name, arguments: { input } }]
const call = (name: string, input = 'x'): ServerReply => ({ calls: callsOf(name, input) })
const TO_CHATS = call('transfer_Writer_to_nested_chat_Writer_1')

/** Chats of a writer, side by side; A has `pay`, which asks a person, B `count` and a way to D, and everybody `look`. */
function sideBySide(names: readonly string[]): FlowBuilder {
  const counting = 'export function run(args, baton) { baton.set("n", baton.variables.n + 1); return "counted" }'
  const builder = flow('Beside')
    .variable('n', { type: 'number', default: 0 })
    .start('w')
    .agent('w', named('Writer'))
    .node('nested-chat', 'x', { name: 'All', async: true })
    .handoff('w', 'x')
    .agent('d', named('D'))
    .httpTool('pay', toolNode(tools, 'pay', { needsApproval: true }))
    .httpTool('look', toolNode(tools, 'look'))
    .node('code-tool', 'count', {
      name: 'Count',
      toolName: 'count',
      description: 'counts',
      parameters: { type: 'object', properties: {} },
      code: counting,
    })
  for (const [order, name] of names.entries()) {
    const id = name.toLowerCase()
    builder
      .agent(id, named(name))
      .edge('recipient', { from: 'x', to: id }, { message: `ask ${name}`, chatId: name, order })
      .use(id, 'look')
    if (order === 0) builder.use(id, 'pay')
    // Only whoever may set a variable waits for the others that may.
    else if (order === 1) builder.use(id, 'count').handoff(id, 'd')
  }
  return builder
}

/** A chat within a chat: what the one inside does stands beside what the other one outside asks. */
function nested(): FlowBuilder {
  return sideBySide(['A', 'B'])
    .node('nested-chat', 'y', { name: 'Inner', async: true })
    .handoff('b', 'y')
    .agent('e', named('E'))
    .agent('f', named('F'))
    .edge('recipient', { from: 'y', to: 'e' }, { message: 'ask E', chatId: 'E', order: 0 })
    .edge('recipient', { from: 'y', to: 'f' }, { message: 'ask F', chatId: 'F', order: 1 })
    .use('e', 'look')
    .use('f', 'look')
}

type Plays = { [name: string]: readonly ServerReply[] }

/** Everybody plays what is theirs, one reply for each of their requests, and then says so. */
async function open(builder: FlowBuilder, plays: Plays): Promise<void> {
  const asked = new Map<string, number>()
  const script = ({ system }: RecordedRequest): ServerReply => {
    const name = tellerOf(system) ?? ''
    const nth = asked.get(name) ?? 0
    asked.set(name, nth + 1)
    return plays[name]?.[nth] ?? { text: `${name} says ${nth}.` }
  }
  test = await openTestCore(builder.build(), { script })
}

/** What is shown of the thread is what its models are told. */
async function expectTold(turns: number): Promise<void> {
  const { events } = test.core().services
  const shown = await events.conversation('t1', turns)
  const { log, variables, branches } = await test.state()
  expect(log.map(({ id }) => id).toSorted()).toEqual(shown.log.map(({ id }) => id).toSorted())
  expect(variables).toEqual(shown.variables)
  expect(branches).toEqual({})
  const told = Array.from({ length: turns }, (_, at) => events.eventsOfTurn('t1', at + 1)).flat()
  const ids = told.flatMap(ownEntry).map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)])
  for (const [, ofRun] of Map.groupBy(told, ({ runId }) => runId)) expect(ofRun.filter(isTerminal)).toHaveLength(1)
}

const beside = (report: TurnReport) => eventsOfType(report.events, 'entry').map(({ entry }) => entry)

const CASES: readonly (readonly [string, () => FlowBuilder, Plays, string])[] = [
  ['a tool result of a second chat', () => sideBySide(['A', 'B']), { A: [call('pay')], B: [call('look')] }, 'result'],
  ['a variable that it set', () => sideBySide(['A', 'B']), { A: [call('pay')], B: [call('count')] }, 'variable'],
  [
    'a hand-off that it made',
    () => sideBySide(['A', 'B']),
    { A: [call('pay')], B: [call('transfer_B_to_D')] },
    'handoff',
  ],
  ['what it said', () => sideBySide(['A', 'B']), { A: [call('look'), call('pay')], B: [call('look')] }, 'text'],
  [
    'all that two others did',
    () => sideBySide(['A', 'B', 'C']),
    { A: [call('pay')], B: [call('count')], C: [call('look', 'c')] },
    'variable',
  ],
  [
    'what chats within a chat did',
    nested,
    {
      A: [call('look'), call('look'), call('pay')],
      B: [call('transfer_B_to_nested_chat_B_1')],
      E: [call('look')],
      F: [call('look')],
    },
    'result',
  ],
]

describe('a message instead of an answer keeps', () => {
  it.each(CASES)('%s', async (_name, draw, plays, what) => {
    await open(draw(), { Writer: [TO_CHATS], ...plays })
    const asked = await test.turn('go')
    expect(asked.outcome).toMatchObject({ state: 'finished', question: {} })
    const done = beside(asked)
    if (what === 'variable') expect(eventsOfType(asked.events, 'variables').at(-1)?.changes).toEqual({ n: 1 })
    else expect(done.map(({ kind }) => kind)).toContain(what)
    const next = await test.turn('never mind')
    expect(next.outcome).toEqual({ state: 'finished', limit: null })
    await expectTold(2)
    const { system = '' } = test.server.requests.find(({ user }) => user.includes('never mind')) ?? {}
    if (what === 'variable') expect(system).toContain('n is 1.')
  })
})

/** The texts of results in the log, by the call. */
const resultsIn = async () =>
  Object.fromEntries(
    (await test.state()).log.flatMap((entry) => (entry.kind === 'result' ? [[entry.callId, entry.text]] : [])),
  )

describe('what was left in the middle', () => {
  it('what the very step beside the one that asks has set and spent is kept, as what it gave is', async () => {
    const drawn = sideBySide(['A', 'B'])
      .httpTool('find', toolNode(tools, 'find', { holdResult: true }))
      .use('a', 'find')
    await open(drawn, {
      Writer: [TO_CHATS],
      A: [{ calls: [...callsOf('find'), ...callsOf('pay')] }],
      B: [call('count'), call('count'), call('count')],
    })
    const asked = await test.turn('go')
    expect(asked.outcome).toMatchObject({ state: 'finished', question: {} })
    const [{ modelCalls } = { modelCalls: 0 }] = eventsOfType(asked.events, 'run.finished')
    expect(eventsOfType(asked.events, 'variables').at(-1)?.changes).toEqual({ n: 2 })
    await test.restart()
    await test.turn('never mind')
    await expectTold(2)
    const { variables, turn } = await test.state()
    expect([variables, turn.before?.calls]).toEqual([{ n: 2 }, modelCalls])
  })

  it('a call that ran beside one that asks keeps its result, and the other gets one: models are told what happened', async () => {
    const calls = ['look', 'pay'].map((name) => ({ id: name, name, arguments: { input: name } }))
    const alone = flow('Alone')
      .variable('n', { type: 'number', default: 0 })
      .start('a')
      .agent('a', named('A'))
      .httpTool('pay', toolNode(tools, 'pay', { needsApproval: true }))
      .httpTool('look', toolNode(tools, 'look'))
      .use('a', 'pay')
      .use('a', 'look')
    await open(alone, { A: [{ calls }] })
    const before = tools.calls.length
    await test.turn('go')
    await test.restart()
    await test.turn('never mind')
    await expectTold(2)
    expect(await resultsIn()).toEqual({
      look: 'l(look)',
      pay: 'Error: the user said something before this call was begun, so it did not run.',
    })
    const shown = test.server.requests
      .at(-1)
      ?.messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : []))
    expect(shown).toEqual(Object.values(await resultsIn()))
    expect(tools.calls.slice(before).map(({ tool }) => tool)).toEqual(['look'])
  })

  it.each([
    ['failed', { status: 400 }],
    ['stopped', { hang: true }],
  ] as const)('a turn that %s keeps what others had done, for the next message', async (state, fault) => {
    await open(sideBySide(['A', 'B']), { Writer: [TO_CHATS], A: [call('look'), fault], B: [call('count')] })
    const { runner, events, threads } = test.core().services
    const going = test.turn('go')
    if (state === 'stopped') {
      // A's second request hangs; B's second, beside it, was answered.
      await test.server.waitForRequest(5)
      const said = async () =>
        (await events.conversation('t1', 1)).log.map((entry) => ('text' in entry ? entry.text : ''))
      await eventually(async () => expect(await said()).toContain('B says 1.'))
      await runner.stop(threads.activeRun('t1')?.id ?? '')
    }
    expect((await going).outcome.state).toBe(state)
    await test.turn('go on')
    await expectTold(2)
    expect((await test.state()).variables).toEqual({ n: 1 })
  })
})
