/** What is changed where a thread leaves another one: the next model is sent it, the first thread stays as it was, and what cannot be is refused before anything is stored. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { differenceOfTexts } from '../../src-shared/flow/difference/text-difference'
import { ENGLISH } from '../../src-shared/languages/translate'
import { saveFlow } from '../../src-shared/flow/editing/save'
import type { RunEvent } from '../../src-shared/run/log/events'
import type { ForkChanges, ForkEdit } from '../../src-shared/run/log/fork-changes'
import { flow } from '../../src-shared/testing/flow-builder'
import { openTestCore, saidIn, type TestCore } from '../testing/core-bench'
import { heard } from '../testing/heard'
import type { ServerReply } from '../testing/model-reply'
import { planFlow, toolNode } from '../testing/plan-bench'
import { startToolServer, type ToolServer } from '../testing/tool-server'

let tools: ToolServer
let bench: TestCore
beforeEach(async () => {
  tools = await startToolServer()
})
afterEach(async () => {
  expect(bench.server.violations).toEqual([])
  await bench.close()
  await tools.close()
})

const desk = () =>
  flow('Desk')
    .start('a')
    .agent('a', { name: 'Front', prompt: 'Be kind to {who}.' })
    .agent('b', { name: 'Back', prompt: 'Be exact.' })
    .handoff('a', 'b', { condition: 'wants more' })
    .httpTool('pay', toolNode(tools, 'pay', {}))
    .use('a', 'pay')
    .variable('who', { type: 'string', default: 'nobody' })
    .variable('tries', { type: 'number', default: 0 })

const runner = () => bench.core().services.runner
const threads = () => bench.core().services.threads
const changes = (edits: ForkEdit[], more: Partial<ForkChanges> = {}): ForkChanges => ({
  edits,
  drawing: null,
  substitutes: {},
  ...more,
})
function eventsIn(threadId: string): RunEvent[] {
  const { events } = bench.core().services
  const turns = Array.from({ length: threads().turnsOf(threadId) }, (_, at) => at + 1)
  return turns.flatMap((turn) => events.eventsOfTurn(threadId, turn))
}
/** All that is stored of a thread. */
const stored = async (threadId: string): Promise<string> =>
  JSON.stringify([threads().read(threadId), eventsIn(threadId), await bench.state(threadId)])
const lastRequest = () => JSON.stringify(bench.server.requests.at(-1)?.messages ?? [])
/** Right after the first event of a thread for which something holds. */
function momentOf(threadId: string, isIt: (event: RunEvent) => boolean) {
  const event = eventsIn(threadId).find(isIt)
  if (event === undefined) throw new Error('There is no such event.')
  return { threadId, runId: event.runId, seq: event.seq }
}
const isResult = (event: RunEvent) => event.type === 'entry' && event.entry.kind === 'result'
function resultIn(threadId: string): string {
  const found = eventsIn(threadId).find(isResult)
  return found?.type === 'entry' ? found.entry.id : ''
}

test('in the middle of a turn: the next model is sent the edited result, prompt, model and variable', async () => {
  const drawn = desk().build()
  const connections = (baseUrl: string) => [{ name: 'default', baseUrl, key: 'test-key', model: 'test-model' }]
  bench = await openTestCore(drawn, { connections })
  bench.server.reply({ calls: [{ name: 'pay', arguments: { input: 'x' } }] }, { text: 'Paid.' })
  await bench.turn('pay it')
  const before = await stored('t1')
  const entry = resultIn('t1')
  const moment = momentOf('t1', isResult)
  const fork = await runner().forkAt({
    ...moment,
    changes: changes([
      { what: 'result', entry, text: 'Refused: the card is blocked.', isError: true },
      { what: 'variable', name: 'who', value: 'Ann' },
      { what: 'prompt', node: 'a', text: 'Be strict with {who}.' },
      { what: 'model', node: 'a', connection: 'default', model: 'other-model' },
    ]),
  })
  expect(threads().read(fork)).toMatchObject({ title: 'pay it (edited)', hasOwnDrawing: true, state: 'unfinished' })
  expect(threads().read(fork).changes?.edits).toHaveLength(4)
  // The library is closed between the fork and its first step.
  await bench.restart()
  bench.server.reply({ text: 'It was refused.' })
  expect((await bench.resume(fork)).said).toEqual(['It was refused.'])
  expect(lastRequest()).toContain('Refused: the card is blocked.')
  expect(lastRequest()).toContain('Be strict with Ann.')
  expect(bench.server.requests.at(-1)?.model).toBe('other-model')
  expect(tools.calls).toHaveLength(1)
  // It is told as it is, and stays so: also where its state is made anew of what was told.
  expect(JSON.stringify(eventsIn(fork))).not.toContain('pay got x')
  await runner().rebuild(fork)
  bench.server.reply({ text: 'As said.' })
  await bench.turn('why?', fork)
  expect(lastRequest()).toContain('Refused: the card is blocked.')
  expect(lastRequest()).toContain('Be strict with Ann.')
  expect(await stored('t1')).toBe(before)

  // A fork of the fork keeps its drawing, and changes what it was changed to.
  const own = momentOf(fork, (event) => event.type === 'run.finished')
  const twice = await runner().forkAt({ ...own, changes: changes([{ what: 'variable', name: 'who', value: 'Bob' }]) })
  bench.server.reply({ text: 'Strict.' })
  await bench.turn('and now?', twice)
  expect(lastRequest()).toContain('Be strict with Bob.')
  expect(lastRequest()).toContain('Refused: the card is blocked.')
  // Then the flow as it is again.
  threads().dropDrawing(twice)
  bench.server.reply({ text: 'Kind.' })
  await bench.turn('and now?', twice)
  expect(lastRequest()).toContain('Be kind to Bob.')
  // That is taken back once, and what is not kept any more is said.
  threads().restoreDrawing(twice)
  bench.server.reply({ text: 'Strict again.' })
  await bench.turn('and now?', twice)
  expect(lastRequest()).toContain('Be strict with Bob.')
  expect(() => threads().restoreDrawing(twice)).toThrow(/not kept any more/)
  expect(await stored('t1')).toBe(before)
})

test('a turn begun again with another prompt, and a conversation that is given to somebody else', async () => {
  const drawn = desk().build()
  bench = await openTestCore(drawn)
  bench.server.reply({ text: 'One.' }, { text: 'Two.' })
  await bench.turn('hello')
  await bench.turn('more')
  const before = await stored('t1')
  const again = async (edits: ForkEdit[], turn: number) => {
    const events: RunEvent[] = []
    const place = { threadId: 't1', turn, flowText: saveFlow(drawn), revision: null }
    const started = await runner().again({ ...place, changes: changes(edits) }, (event) => events.push(event))
    await started.done
    return { threadId: started.threadId, said: saidIn(events) }
  }
  bench.server.reply({ text: 'Strict two.' })
  const edited = await again(
    [
      { what: 'prompt', node: 'a', text: 'Be strict with {who}.' },
      { what: 'variable', name: 'who', value: 'Ann' },
    ],
    2,
  )
  expect(edited.said).toEqual(['Strict two.'])
  expect(lastRequest()).toContain('Be strict with Ann.')
  expect(lastRequest()).toContain('more')
  bench.server.reply({ text: 'Exact.' })
  const given = await again([{ what: 'holder', node: 'b' }], 2)
  expect(threads().read(given.threadId).holder).toBe('b')
  expect(lastRequest()).toContain('Be exact.')
  bench.server.reply({ text: 'Exact first.' })
  const first = await again(
    [
      { what: 'holder', node: 'b' },
      { what: 'variable', name: 'tries', value: 3 },
    ],
    1,
  )
  expect((await bench.state(first.threadId)).variables).toEqual({ who: 'nobody', tries: 3 })
  expect(lastRequest()).toContain('Be exact.')
  // In the middle of a turn the one who has it begins to answer.
  const fork = await runner().forkAt({
    ...momentOf('t1', (event) => event.type === 'entry'),
    changes: changes([{ what: 'holder', node: 'b' }]),
  })
  bench.server.reply({ text: 'Back here.' })
  expect((await bench.resume(fork)).said).toEqual(['Back here.'])
  expect(lastRequest()).toContain('Be exact.')
  expect(lastRequest()).toContain('hello')
  // In the second turn, and once more in the thread that came of it.
  const left = (threadId: string) => momentOf(threadId, (event) => event.type === 'entry' && event.entry.turn === 2)
  const strict = changes([{ what: 'prompt', node: 'a', text: 'Be strict.' }])
  const once = await runner().forkAt({ ...left('t1'), changes: strict })
  bench.server.reply({ text: 'Strictly.' })
  expect((await bench.resume(once)).said).toEqual(['Strictly.'])
  const twice = await runner().forkAt({ ...left(once), changes: changes([{ what: 'holder', node: 'b' }]) })
  bench.server.reply({ text: 'Exactly.' })
  expect((await bench.resume(twice)).said).toEqual(['Exactly.'])
  expect(lastRequest()).toContain('Be exact.')
  expect(threads().read(twice)).toMatchObject({ forkedFrom: { threadId: once, turn: 2 }, hasOwnDrawing: true })
  expect(await stored('t1')).toBe(before)
})

test('what cannot be changed is refused in a sentence, and nothing is stored', async () => {
  const drawn = desk().build()
  bench = await openTestCore(drawn)
  bench.server.reply({ calls: [{ name: 'pay', arguments: { input: 'x' } }] }, { text: 'Paid.' })
  await bench.turn('pay it')
  const before = await stored('t1')
  const moment = momentOf('t1', isResult)
  const refused: readonly [ForkEdit, string][] = [
    [{ what: 'variable', name: 'tries', value: 'many' }, 'The variable "tries" must be a number, and "many" is not.'],
    [{ what: 'variable', name: 'nothing', value: 1 }, 'The flow declares no variable "nothing".'],
    [{ what: 'result', entry: 'e1', text: 'x', isError: false }, '“e1” is not the result of a tool'],
    [{ what: 'result', entry: 'e99', text: 'x', isError: false }, 'There is no result “e99” before this step.'],
    [{ what: 'holder', node: 'pay' }, '“pay” cannot have the conversation. Those who can are: Front (a), Back (b).'],
    [{ what: 'holder', node: 'gone' }, 'There is no node “gone” in this drawing.'],
    [{ what: 'model', node: 'pay', connection: 'default', model: 'm' }, '“pay” asks no model'],
    [{ what: 'prompt', node: 'a', field: 'name', text: 'x' }, 'Its prompts are: prompt.'],
    [{ what: 'prompt', node: 'gone', text: 'x' }, 'There is no node “gone” on the canvas of this drawing'],
    [
      { what: 'plan-step', node: 'a', step: { id: 'E1' } },
      'At this step Front has no plan that waits to be carried out.',
    ],
  ]
  for (const [edit, why] of refused) {
    const attempt = runner().forkAt({ ...moment, changes: changes([edit]) })
    await expect(attempt, JSON.stringify(edit)).rejects.toMatchObject({ code: 'bad-input' })
    await expect(attempt).rejects.toThrow(why)
  }
  const calling = momentOf('t1', (event) => event.type === 'entry' && event.entry.kind === 'calls')
  await expect(runner().forkAt({ ...calling, changes: changes([{ what: 'holder', node: 'b' }]) })).rejects.toThrow(
    'At this step the call of pay has no result yet',
  )
  expect(threads().list(drawn.id)).toHaveLength(1)
  expect(await stored('t1')).toBe(before)
})

test('with the drawing as it was or as it is, and a node that stands for one that is gone', async () => {
  const then = desk().build()
  bench = await openTestCore(then)
  bench.server.reply({ calls: [{ name: 'transfer_Front_to_Back', arguments: {} }] }, { text: 'Back here.' })
  await bench.turn('more')
  const before = await stored('t1')
  const drawn = flow('Desk')
    .start('a')
    .agent('a', { name: 'Front', prompt: 'Be brief.' })
    .agent('c', { name: 'Clerk', prompt: 'Be swift.' })
    .handoff('a', 'c', { condition: 'wants more' })
    .build()
  const flowText = saveFlow({ ...drawn, id: then.id })
  const next = async (threadId: string, text: string) => {
    const turn = { flowId: then.id, flowText, revision: null, threadId, text }
    await (
      await runner().start(turn)
    ).done
  }
  const over = momentOf('t1', (event) => event.type === 'run.finished')
  const mid = momentOf('t1', (event) => event.type === 'model.started' && event.node === 'b')
  const asItIs = (substitutes: { [node: string]: string } = {}) => changes([], { drawing: 'now', substitutes })

  const now = { flowText, revision: null }
  for (const place of [over, mid]) {
    const moment = { ...place, now }
    await expect(runner().forkAt({ ...moment, changes: asItIs() })).rejects.toThrow(
      '“Back” had a part in this step and is not in the drawing any more. Say which node stands for it (b): Front (a), Clerk (c).',
    )
    await expect(runner().forkAt({ ...moment, changes: asItIs({ b: 'b' }) })).rejects.toThrow(
      '“b” cannot stand for “Back”. Choose one of: Front (a), Clerk (c).',
    )
    await expect(runner().forkAt({ ...moment, changes: asItIs({ b: 'c', a: 'c' }) })).rejects.toThrow(
      '“a” needs no substitute',
    )
  }
  expect(threads().list(then.id)).toHaveLength(1)

  const going = await runner().forkAt({ ...mid, now, changes: asItIs({ b: 'c' }) })
  expect(threads().read(going)).toMatchObject({ holder: 'c', state: 'unfinished' })
  await bench.restart()
  bench.server.reply({ text: 'Swift.' })
  expect((await bench.resume(going)).said).toEqual(['Swift.'])
  expect(lastRequest()).toContain('Be swift.')
  expect(lastRequest()).toContain('more')

  const later = await runner().forkAt({ ...over, now, changes: asItIs({ b: 'c' }) })
  bench.server.reply({ text: 'Swift too.' })
  await next(later, 'go on')
  expect(lastRequest()).toContain('Be swift.')
  expect(lastRequest()).toContain('Back here.')

  // The drawing of then stays with the thread that was made with it, whatever the flow has become.
  const kept = await runner().forkAt({ ...over, changes: changes([], { drawing: 'then' }) })
  bench.server.reply({ text: 'Still exact.' })
  await next(kept, 'go on')
  expect(lastRequest()).toContain('Be exact.')
  // What there is to choose is of the thread's own drawing, as is the difference, until another one is chosen.
  const choicesOf = (drawing: 'now' | null) => runner().forkChoices({ threadId: kept, at: { turn: 3 }, drawing, now })
  const own = await choicesOf(null)
  expect(own).toMatchObject({ drawing: 'own', usual: 'own', missing: [], connection: 'default' })
  expect(own.difference && differenceOfTexts(own.difference, ENGLISH).join()).toContain('Clerk')
  expect(await choicesOf('now')).toMatchObject({ drawing: 'now', usual: 'own' })
  expect(await stored('t1')).toBe(before)
})

test('a step of a plan that was made is changed before it is carried out', async () => {
  const drawn = planFlow(tools).build()
  bench = await openTestCore(drawn)
  bench.server.reply({ text: 'Plan: look\n#E1 = Search[a]\nPlan: count\n#E2 = Calc[#E1]' }, { text: 'Done.' })
  await bench.turn('count it')
  const before = await stored('t1')
  const moment = momentOf('t1', (event) => event.type === 'plan.attempt')
  const step = (id: string, more: object): ForkEdit => ({ what: 'plan-step', node: 'p', step: { id, ...more } })
  await expect(runner().forkAt({ ...moment, changes: changes([step('E9', { input: 'b' })]) })).rejects.toThrow(
    'The plan has no step #E9.',
  )
  await expect(runner().forkAt({ ...moment, changes: changes([step('E1', { tool: 'Fly' })]) })).rejects.toThrow(
    'There is no tool named “Fly”. The plan can use: Search, Calc',
  )
  const count = tools.calls.length
  const fork = await runner().forkAt({
    ...moment,
    changes: changes([step('E1', { evidence: 'seven' }), step('E2', { input: 'twice #E1' })]),
  })
  bench.server.reply({ text: 'Fourteen.' })
  expect((await bench.resume(fork)).said).toEqual(['Fourteen.'])
  expect(tools.calls.slice(count).map(({ tool, input }) => `${tool} ${input}`)).toEqual(['Calc twice seven'])
  expect(lastRequest()).toContain('seven')

  // What would be called again is the changed step, and what is decided on it is for that step as it runs then.
  const { edits } = changes([step('E1', { evidence: 'seven' }), step('E2', { input: 'twice #E1' })])
  const calls = await runner().repeats({ how: 'fork', ...moment, edits, flowText: saveFlow(drawn) })
  expect(calls).toMatchObject([{ tool: 'Calc', step: 'p 1 E2', edited: { input: 'twice #E1' } }])
  const decisions = [{ id: calls[0]?.id ?? '', choice: 'recorded' } as const]
  const taken = await runner().forkAt({ ...moment, decisions, changes: changes(edits) })
  bench.server.reply({ text: 'As before.' })
  expect((await bench.resume(taken)).said).toEqual(['As before.'])
  expect(tools.calls).toHaveLength(count + 1)
  expect(await stored('t1')).toBe(before)
})

test('each result that may be changed comes with the arguments of its call, by which it is found among many', async () => {
  bench = await openTestCore(desk().build())
  const pay = (input: string) => ({ name: 'pay', arguments: { input } })
  bench.server.reply({ calls: [pay('tea'), pay('coffee')] }, { text: 'Paid.' })
  await bench.turn('pay both')
  const choices = await runner().forkChoices({ threadId: 't1', at: { turn: 2 }, drawing: null })
  expect(choices.results.map(({ tool, arguments: args }) => `${tool} ${args}`)).toEqual([
    'pay {"input":"tea"}',
    'pay {"input":"coffee"}',
  ])
})

test('a substitute has its own budget with what it spent before, and the thread counts what the one that is gone spent', async () => {
  const limits = { threadTokens: 150 }
  const drawn = (isNow: boolean) => {
    const builder = flow('Desk')
      .settings({ limits })
      .start('a')
      .agent('a', { name: 'Front', prompt: 'Be brief.' })
      .agent('c', { name: 'Clerk', prompt: 'Be swift.', budgetThreadTokens: 100 })
      .handoff('a', 'c', { condition: 'wants more' })
    return isNow ? builder : builder.agent('b', { name: 'Back' }).handoff('c', 'b', { condition: 'wants all' })
  }
  const then = drawn(false).build()
  bench = await openTestCore(then)
  const to = (name: string) => ({ calls: [{ name, arguments: {} }] })
  const taking = (tokens: number, reply: ServerReply) => ({ ...reply, usage: { input: tokens - 5, output: 5 } })
  bench.server.reply(taking(20, to('transfer_Front_to_Clerk')), taking(50, { text: 'Swift.' }))
  await bench.turn('more')
  bench.server.reply(taking(20, to('transfer_Clerk_to_Back')), taking(30, { text: 'All.' }))
  await bench.turn('all of it')
  const { runId, seq } = eventsIn('t1').at(-1) ?? { runId: '', seq: 0 }
  const flowText = saveFlow({ ...drawn(true).build(), id: then.id })
  const fork = await runner().forkAt({
    threadId: 't1',
    runId,
    seq,
    now: { flowText, revision: null },
    changes: changes([], { drawing: 'now', substitutes: { b: 'c' } }),
  })
  const notes = async (text: string) => {
    bench.server.reply(taking(15, { text: 'Well.' }))
    const turn = { flowId: then.id, flowText, revision: null, threadId: fork, text }
    await (
      await runner().start(turn)
    ).done
    return heard(bench.server.requests.at(-1)).flatMap(({ role, content }) => (role === 'note' ? [content] : []))
  }
  // Front spent 20, Clerk 50 and 20, Back 30.
  expect([await notes('go on'), await notes('and on')]).toEqual([
    [expect.stringContaining('80 % of the budget is used (this whole conversation: 120 of 150 tokens)')],
    [expect.stringContaining('135 of 150 tokens; your part of this whole conversation: 85 of 100 tokens)')],
  ])
})
