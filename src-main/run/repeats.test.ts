/**
 * Turns that run again with what was decided on their calls: a tool server hears exactly the calls that were forecast, whatever the shape of the
 * turn, also where the app is closed in between. By default each shape is decided on in two ways, each way is met by a shape or more, and the app is
 * closed at a model call in the middle of the turn; `BATON_STEPS=all` tries all ways and all calls.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../src-shared/testing/eventually'
import { callsToMake, usualChoice, type RepeatDecision, type RepeatedCall } from '../../src-shared/run/log/repeats'
import { openFlow } from '../../src-shared/flow/editing/open'
import { saveFlow } from '../../src-shared/flow/editing/save'
import type { Flow } from '../../src-shared/flow/records'
import type { RunEvent } from '../../src-shared/run/log/events'
import { flow, type FlowBuilder } from '../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, saidIn, type TestCore } from '../testing/core-bench'
import { DIALOGS, KILL_SCENES, type KillScene } from '../testing/kill-scenes'
import { openMcpBench } from '../testing/mcp-bench'
import { plan, planFlow, toolNode } from '../testing/plan-bench'
import { tellingAgent } from '../testing/telling-agents'
import { startToolServer, type ToolCall, type ToolServer } from '../testing/tool-server'

let tools: ToolServer
let bench: TestCore
beforeEach(async () => {
  tools = await startToolServer()
})
afterEach(async () => {
  await bench.close()
  await tools.close()
})

const TRIES_ALL = process.env['BATON_STEPS'] === 'all'

const runner = () => bench.core().services.runner
const repeats = (drawn: Flow, threadId = 't1') =>
  runner().repeats({ how: 'again', threadId, turn: 1, flowText: saveFlow(drawn) })

/** The turn once more; where it was made, and what it said. */
async function again(drawn: Flow, decisions: readonly RepeatDecision[], text?: string) {
  const events: RunEvent[] = []
  const asked = { threadId: 't1', turn: 1, revision: null, flowText: saveFlow(drawn), text, decisions }
  const started = await runner().again(asked, (event) => events.push(event))
  const outcome = await started.done
  return { threadId: started.threadId, events, outcome, said: saidIn(events) }
}

const choicesOf = (calls: readonly RepeatedCall[], choose: (call: RepeatedCall, at: number) => 'recorded' | 'again') =>
  calls.map((call, at): RepeatDecision => ({ id: call.id, choice: choose(call, at) }))
/** What the server of tools hears of calls: the tool with its input. */
const heardOf = (calls: readonly RepeatedCall[]) =>
  calls.flatMap(({ tool, arguments: json }) => {
    const input: unknown = (JSON.parse(json) as { input?: unknown }).input
    return typeof input === 'string' ? [`${tool} ${input}`] : []
  })
const calledSince = (count: number) => tools.calls.slice(count).map(({ tool, input }) => `${tool} ${input}`)

const SCENES: { readonly [name: string]: KillScene } = { ...KILL_SCENES, dialogs: DIALOGS }
const NAMES = Object.keys(SCENES)

function sceneOf(name: string): KillScene {
  const scene = SCENES[name]
  if (scene === undefined) throw new Error(`no scene ${name}`)
  return scene
}

/** The scene with tools that pay by POST, also inside of the flow that is a tool. */
function paying(scene: KillScene): Flow {
  const pays = /("toolName": "(?:pay|Calc)",)/g
  const opened = openFlow(saveFlow(scene.draw(tools)).replaceAll(pays, '$1 "method": "POST",'))
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.flow
}

test.each(NAMES)('%s: the calls that are heard are those of the forecast', async (name) => {
  const scene = sceneOf(name)
  const drawn = paying(scene)
  bench = await openTestCore(drawn, { script: scene.reply })
  const first = await bench.turn('go')
  const calls = await repeats(drawn)
  expect(heardOf(calls).toSorted()).toEqual(calledSince(0).toSorted())
  const effects = Object.fromEntries(calls.map(({ tool, effect }) => [tool, effect]))
  expect(effects).toEqual(
    {
      dialogs: { pay: 'writes' },
      batch: { pay: 'writes', look: 'reads', trip: 'unknown' },
      nested: { pay: 'writes', look: 'reads' },
    }[name] ?? {
      Search: 'reads',
      Calc: 'writes',
      trip: 'unknown',
      pay: 'writes',
      look: 'reads',
    },
  )
  const ways: ((call: RepeatedCall, at: number) => 'recorded' | 'again')[] = [
    usualChoice,
    () => 'again',
    () => 'recorded',
    (_call, at) => (at % 2 === 0 ? 'again' : 'recorded'),
    (call, at) => (call.tool === 'trip' || at % 3 === 0 ? 'again' : 'recorded'),
  ]
  const place = NAMES.indexOf(name)
  // The usual one, and one of the four others.
  const isPlayed = (at: number) => TRIES_ALL || at === 0 || at === 1 + (place % 4)
  for (const choose of ways.filter((_way, at) => isPlayed(at))) {
    const decisions = choose === usualChoice ? [] : choicesOf(calls, choose)
    const forecast = callsToMake(
      calls,
      (call) => decisions.find(({ id }) => id === call.id)?.choice ?? usualChoice(call),
    )
    const before = tools.calls.length
    const { said, outcome, events } = await again(drawn, decisions)
    expect(outcome).toMatchObject({ state: 'finished' })
    expect(calledSince(before).toSorted()).toEqual(heardOf(forecast).toSorted())
    expect(said.map(withoutTags)).toEqual(first.said.map(withoutTags))
    const taken = eventsOfType(events, 'tool.finished').filter(({ takenFrom }) => takenFrom === 'record').length
    const steps = eventsOfType(events, 'plan.step').filter(({ notes }) =>
      notes?.some(({ note }) => note === 'recorded'),
    )
    const notMade = calls.filter(
      ({ inside, id }) => !forecast.some((call) => call.id === id) && isReached(inside, forecast),
    )
    expect(taken + steps.length).toBe(notMade.length)
  }
})

const withoutTags = (text: string) => text.replaceAll(/ \[r\d+\]/g, '')
const isReached = (inside: string | null, made: readonly RepeatedCall[]) =>
  inside === null || made.some(({ id }) => id === inside)

test.each(NAMES)('%s: what was decided stays when the app is closed at a model call', async (name) => {
  const scene = sceneOf(name)
  const drawn = paying(scene)
  let hangAt = Infinity
  let asked = 0
  bench = await openTestCore(drawn, {
    script(request) {
      asked += 1
      return asked === hangAt ? { hang: true } : scene.reply(request)
    },
  })
  await bench.turn('go')
  const calls = await repeats(drawn)
  const decisions = choicesOf(calls, (call, at) => (call.tool === 'trip' || at % 2 === 1 ? 'again' : 'recorded'))
  const forecast = callsToMake(calls, (call) => decisions.find(({ id }) => id === call.id)?.choice ?? 'again')
  const whole = asked
  for (let nth = TRIES_ALL ? 1 : Math.ceil(whole / 2); nth <= whole; nth += TRIES_ALL ? 1 : whole) {
    const before = tools.calls.length
    hangAt = asked + nth
    const waiting = bench.server.waitForRequest(bench.server.calls + nth)
    const events: RunEvent[] = []
    const started = await runner().again(
      { threadId: 't1', turn: 1, revision: null, flowText: saveFlow(drawn), decisions },
      (event) => events.push(event),
    )
    await waiting
    // A call that is answered, and whose result is not stored yet, is made again: those beside the model call come to rest first.
    await eventually(() => expect(tools.calls.slice(before).filter((made) => !isTold(events, made))).toEqual([]))
    await bench.restart()
    expect(await started.done).toEqual({ state: 'left' })
    expect((await bench.resume(started.threadId, drawn)).outcome).toMatchObject({ state: 'finished' })
    expect(calledSince(before).toSorted()).toEqual(heardOf(forecast).toSorted())
  }
})

/** Whether the events say what a call that the server heard gave: the result of a plan's step, or the end of a call. */
function isTold(events: readonly RunEvent[], { tool, input, end }: ToolCall): boolean {
  if (end === null) return false
  const ended = new Set(events.flatMap((event) => (event.type === 'tool.finished' ? [event.callId] : [])))
  const isEnded = events.some(
    (event) =>
      event.type === 'tool.started' &&
      event.tool === tool &&
      event.arguments.includes(JSON.stringify(input)) &&
      ended.has(event.callId),
  )
  return isEnded || JSON.stringify(events).includes(`${tool.charAt(0)}(${input})`)
}

const call = (name: string, input = '') => ({ name, arguments: { input } })
const code = (body: string) => ({ code: `export function run(args, baton) { ${body} }`, description: 'does it' })
const desk = (body: string): FlowBuilder =>
  flow('Desk')
    .variable('n', { type: 'number', default: 0 })
    .start('a')
    .agent('a', tellingAgent('A'))
    .agent('b', { ...tellingAgent('B'), prompt: 'I am B. n is {n}.' })
    .handoff('a', 'b')
    .node('code-tool', 'count', { name: 'count', effect: 'writes', ...code(body) })
    .use('a', 'count')

test('a recorded result sets the variables, and passes the baton, as the call did', async () => {
  const before = desk("baton.set('n', 7); return baton.handOff('B')").build()
  const now = { ...desk("baton.set('n', 8); return 'nothing'").build(), id: before.id }
  bench = await openTestCore(before)
  bench.server.reply({ calls: [{ name: 'count', arguments: {} }] }, { text: 'Seven.' })
  expect((await bench.turn('go')).said).toEqual(['Seven.'])
  bench.server.reply({ calls: [{ name: 'count', arguments: {} }] }, { text: 'Seven again.' })
  const { threadId, said } = await again(now, [])
  expect(said).toEqual(['Seven again.'])
  expect(bench.server.requests.at(-1)?.system).toBe('I am B. n is 7.')
  expect((await bench.state(threadId)).variables).toEqual({ n: 7 })
  // It is recorded itself, as the call that it stands for.
  const [recorded] = await repeats(now, threadId)
  expect(recorded).toMatchObject({ effect: 'writes', result: { handOff: 'B', variables: { n: 7 } } })
})

test('an answer by hand, one call of several that are the same, and a call that was not made before', async () => {
  const drawn = flow('Shop')
    .start('a')
    .agent('a', tellingAgent('A'))
    .httpTool('pay', toolNode(tools, 'pay', { method: 'POST' }))
    .use('a', 'pay')
    .build()
  bench = await openTestCore(drawn)
  tools.on('pay', ({ nth }) => `paid ${nth}`)
  const twice = { calls: [call('pay', 'x'), call('pay', 'x')] }
  bench.server.reply(twice, { text: 'Paid.' })
  await bench.turn('go')
  const [one, other] = await repeats(drawn)
  if (one === undefined || other === undefined) throw new Error('two calls were made')
  expect([one.result?.text, other.result?.text].toSorted()).toEqual(['paid 1', 'paid 2'])
  bench.server.reply({ calls: [...twice.calls, call('pay', 'y')] }, { text: 'Done.' })
  const byHand = { id: one.id, choice: 'by-hand', text: 'refused' } as const
  const { events } = await again(drawn, [byHand])
  expect(calledSince(2)).toEqual(['pay y'])
  const results = eventsOfType(events, 'entry').flatMap(({ entry }) => (entry.kind === 'result' ? [entry.text] : []))
  expect(results).toEqual(['refused', other.result?.text, 'paid 3'])
  expect(
    eventsOfType(events, 'tool.finished')
      .map(({ takenFrom = null }) => takenFrom)
      .toSorted(),
  ).toEqual([null, 'person', 'record'].toSorted())
  const stray = again(drawn, [{ ...byHand, id: 'other' }])
  await expect(stray).rejects.toMatchObject({ code: 'bad-input' })
})

test('what tools of an MCP server do is what it says of them, or the author', async () => {
  const mcp = openMcpBench()
  try {
    const small = mcp.small(['peek:reads', 'add:writes', 'drop:destroys'])
    const drawn = (effect: string) =>
      flow('Files')
        .start('a')
        .agent('a', tellingAgent('A'))
        .node('mcp-server', 'm', { ...small.data, effect })
        .use('a', 'm')
        .build()
    bench = await openTestCore(drawn(''))
    const calls = { calls: ['peek', 'add', 'drop', 'token'].map((name) => ({ name, arguments: {} })) }
    bench.server.reply(calls, { text: 'Done.' })
    await bench.turn('go')
    const known = await repeats(drawn(''))
    expect(known.map(({ tool, effect }) => `${tool} ${effect}`)).toEqual([
      'peek reads',
      'add writes',
      'drop destroys',
      'token unknown',
    ])
    const heard = () => small.heard().filter((line) => line.startsWith('tools/call'))
    expect(heard()).toHaveLength(4)
    bench.server.reply(calls, { text: 'Done.' })
    await again(drawn(''), [])
    expect(heard().slice(4)).toEqual(['tools/call peek'])
    const dropped = known.filter(({ tool }) => tool === 'drop').map(({ id }) => ({ id, choice: 'again' }) as const)
    bench.server.reply(calls, { text: 'Done.' })
    await again(drawn(''), dropped)
    expect(heard().slice(5).toSorted()).toEqual(['tools/call drop', 'tools/call peek'])
    expect((await repeats(drawn('destroys'))).map(({ effect }) => effect)).toEqual(Array(4).fill('destroys'))
  } finally {
    mcp.close()
  }
})

test('a plan that runs again, whose steps were tried more than once', async () => {
  const drawn = planFlow(tools, { stepRetries: 2 }).build()
  bench = await openTestCore(drawn)
  tools.on('Search', ({ nth }) => (nth === 1 ? { status: 500 } : 'found'))
  bench.server.reply({ text: plan('Search[a]', 'Calc[#E1]', 'Calc[b]') }, { text: 'Solved.' })
  await bench.turn('go')
  expect(calledSince(0).toSorted()).toEqual(['Calc b', 'Calc found', 'Search a', 'Search a'])
  const of = { threadId: 't1', turn: 1, node: 'p', round: 1 }
  const edits = [{ id: 'E1', input: 'other' }]
  const calls = await runner().repeats({ how: 'plan', ...of, edits, flowText: saveFlow(drawn) })
  expect(calls).toMatchObject([
    { tool: 'Search', times: 1, step: 'p 1 E1', edited: { input: 'other' } },
    { tool: 'Calc', times: 1, step: 'p 1 E2' },
  ])
  expect(calls[1]).not.toHaveProperty('edited')
  const before = tools.calls.length
  bench.server.reply({ text: 'Solved again.' })
  const recorded = calls.filter(({ tool }) => tool === 'Calc').map(({ id }) => ({ id, choice: 'recorded' }) as const)
  const { done } = await runner().rerunPlan({ ...of, edits, decisions: recorded })
  expect(await done).toMatchObject({ state: 'finished' })
  expect(calledSince(before)).toEqual(['Search other'])

  // What is decided is for the step, whatever it asks for by then: the changed one itself, and one that gets other evidence.
  const rerun = async (choices: readonly ('recorded' | 'again' | 'by-hand')[]) => {
    const since = tools.calls.length
    bench.server.reply({ text: 'Solved.' })
    const decisions = calls.map(({ id }, index) => ({ id, choice: choices[index] ?? 'again', text: 'by me' }))
    expect(await (await runner().rerunPlan({ ...of, edits, decisions })).done).toMatchObject({ state: 'finished' })
    return calledSince(since)
  }
  tools.on('Search', () => 'else')
  expect(await rerun(['again', 'recorded'])).toEqual(['Search other'])
  expect(await rerun(['again', 'again'])).toEqual(['Search other', 'Calc else'])
  expect(await rerun(['recorded', 'again'])).toEqual(['Calc found'])
  expect(await rerun(['by-hand', 'recorded'])).toEqual([])
  expect(
    await runner().repeats({ how: 'plan', ...of, edits: [{ id: 'E1', evidence: 'seen' }], flowText: saveFlow(drawn) }),
  ).toMatchObject([{ tool: 'Calc' }])
})

test('a failed turn that begins again with its message takes what was recorded; one that goes on asks for what has no result', async () => {
  const drawn = (more: (builder: FlowBuilder) => FlowBuilder = (same) => same) =>
    more(
      flow('Shop')
        .start('a')
        .agent('a', tellingAgent('A'))
        .httpTool('pay', toolNode(tools, 'pay', { method: 'POST' }))
        .use('a', 'pay'),
    ).build()
  bench = await openTestCore(drawn())
  bench.server.reply({ calls: [call('pay', 'x')] }, { status: 400 })
  expect((await bench.turn('go')).outcome).toMatchObject({ state: 'failed' })
  const ofRetry = (now: Flow) => runner().repeats({ how: 'retry', threadId: 't1', flowText: saveFlow(now) })
  expect(await ofRetry(drawn())).toEqual([])
  // Who had the baton is another kind of node now, so the turn begins again.
  const other = flow('Shop')
    .start('b')
    .agent('b', tellingAgent('A'))
    .httpTool('pay', toolNode(tools, 'pay', { method: 'POST' }))
    .use('b', 'pay')
    .build()
  expect((await ofRetry(other)).map(({ tool, effect }) => `${tool} ${effect}`)).toEqual(['pay writes'])
  bench.server.reply({ calls: [call('pay', 'x')] }, { text: 'Paid.' })
  expect((await bench.resume('t1', other)).said).toEqual(['Paid.'])
  expect(calledSince(0)).toEqual(['pay x'])
})
