/** Breakpoints and going step by step, through the core: where turns pause, how they go on, and what that leaves alone. */
import { expect, it } from 'vitest'
import type { Breakpoint, BreakpointPlace, GoOn } from '../../../src-shared/run/log/breakpoints'
import type { Flow } from '../../../src-shared/flow/records'
import { flow } from '../../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore, type TurnReport } from '../../testing/core-bench'
import type { ServerReply } from '../../testing/model-reply'

const call = (...names: string[]): ServerReply => ({ calls: names.map((name) => ({ name, arguments: {} })) })

type Set = Partial<Omit<Breakpoint, 'id' | 'place'>> & { place: BreakpointPlace }

function set(test: TestCore, drawn: Flow, ...breakpoints: Set[]): void {
  for (const one of breakpoints)
    test.core().services.breakpoints.set(drawn.id, { condition: '', from: 1, isOn: true, ...one })
}

function forget(test: TestCore, drawn: Flow): void {
  const { breakpoints } = test.core().services
  breakpoints.remove(
    drawn.id,
    breakpoints.ofFlow(drawn.id).map(({ id }) => id),
  )
}

const before = (node: string): Set => ({ place: { on: 'node', node, side: 'before' } })
const after = (node: string): Set => ({ place: { on: 'node', node, side: 'after' } })

type Paused = { id: string; at: string; why: string }

/** Where a turn is paused, each as the step and why: `think d: before d`. */
function pausedAt(test: TestCore): Paused[] {
  return test
    .core()
    .services.runner.waiting('t1')
    .flatMap(({ id, node, question }) => {
      if (question.kind !== 'breakpoint') return []
      const why = question.because.map((reason) => {
        if (reason.is !== 'breakpoint') return reason.is
        const { place, hit } = reason
        const words = { ...place, on: undefined }
        return `${Object.values(words).join(' ').trim()}${hit === 1 ? '' : ` (${hit})`}`
      })
      return [{ id, at: `${question.verb} ${node}`, why: why.join(', ') }]
    })
}

function where(test: TestCore): string[] {
  return pausedAt(test).map(({ at, why }) => `${at}: ${why}`)
}

async function go(test: TestCore, is: Exclude<GoOn['is'], 'to'> | { to: string }): Promise<TurnReport> {
  const [first] = pausedAt(test)
  if (first === undefined) throw new Error('the turn is not paused')
  const how: GoOn = typeof is === 'string' ? { is } : { is: 'to', node: is.to }
  return test.answer(first.id, { kind: 'breakpoint', go: how })
}

/** A supervisor with a clock and a dialog that has one too. */
function desk(): Flow {
  return flow('Desk')
    .start('s')
    .supervisor('s', { name: 'Host', prompt: 'You are S. {dialogs} {tools}' })
    .dialog('d', { name: 'ORDER', toolName: 'make_order', toolDescription: 'Used for orders', prompt: 'You are D.' })
    .builtinTool('clock', { tool: 'clock', toolName: 'get_time' })
    .delegate('s', 'd')
    .use('s', 'clock')
    .use('d', 'clock')
    .build()
}

const edgeOf = (drawn: Flow, from: string, to: string): string =>
  Object.entries(drawn.edges).find(([, edge]) => edge.from.node === from && edge.to.node === to)?.[0] ?? ''

it('pauses before a node, after it, on an edge, at a tool, and goes on to the same end', async () => {
  const drawn = desk()
  const test = await openTestCore(drawn)
  const edge = edgeOf(drawn, 's', 'd')
  set(test, drawn, before('s'), { place: { on: 'edge', edge } }, before('clock'), after('clock'))
  set(test, drawn, { place: { on: 'tool', tool: 'get_time' } })
  test.server.reply(call('get_time'), call('make_order'), { text: 'For when?' })
  const turn = await test.turn('a cake')
  expect([turn.outcome.state, where(test), test.server.calls]).toEqual(['finished', ['think s: s before'], 0])
  const seen: string[] = []
  for (let paused = where(test); paused.length > 0; paused = where(test)) {
    seen.push(...paused)
    await go(test, 'continue')
  }
  expect(seen).toEqual([
    'think s: s before',
    'act s: clock before, get_time',
    'think s: clock after',
    `think d: ${edge}`,
  ])
  expect([test.server.calls, pausedAt(test)]).toEqual([3, []])
  await test.close()
})

it('a condition and a count of hits hold it back, a condition that cannot be evaluated is told, and what is off does nothing', async () => {
  const drawn = flow('Counting')
    .start('a')
    .agent('a', { prompt: 'You are A.' })
    .node('set-variables', 'v', { name: 'Count', set: [{ name: 'count', value: '${count} + 1' }] })
    .agent('b', { prompt: 'You are B.' })
    .node('end', 'e')
    .next('a', 'v')
    .next('v', 'b')
    .next('b', 'e')
    .variable('count', { type: 'number', default: 0 })
    .build()
  const test = await openTestCore(drawn)
  test.server.on({}, { text: 'ok' })
  set(test, drawn, { ...before('b'), condition: '${count} == 2' }, { ...before('v'), from: 3 })
  set(test, drawn, { ...before('a'), isOn: false }, { ...after('a'), condition: '${nothing} > 1' })
  const first = await test.turn('one')
  expect([where(test), eventsOfType(first.events, 'warning').map(({ code }) => code)]).toEqual([
    [],
    ['breakpoint-condition'],
  ])
  await test.turn('two')
  expect(where(test)).toEqual(['think b: b before'])
  await test.restart()
  await go(test, 'continue')
  await test.turn('three')
  expect(where(test)).toEqual(['assign v: v before (3)'])
  await go(test, 'continue')
  expect([pausedAt(test), Object.values((await test.state()).pauses.hits).toSorted()]).toEqual([[], [1, 3]])
  await test.close()
})

it('pauses when a variable was written, by whoever wrote it', async () => {
  const drawn = flow('Writing')
    .start('v')
    .node('set-variables', 'v', { name: 'Set', set: [{ name: 'count', value: '${count} + 1' }] })
    .agent('a', { prompt: 'You are A.' })
    .next('v', 'a')
    .variable('count', { type: 'number', default: 0 })
    .build()
  const test = await openTestCore(drawn)
  test.server.reply({ text: 'ok' })
  set(test, drawn, { place: { on: 'variable', variable: 'count' }, condition: '${count} > 0' })
  await test.turn('go')
  expect([where(test), (await test.state()).variables['count']]).toEqual([['think a: count'], 1])
  await test.close()
})

it('steps over whoever is asked, into them, and out of them again', async () => {
  const drawn = flow('Asking')
    .start('a')
    .agent('a', { name: 'A', prompt: 'You are A.' })
    .agent('b', { name: 'B', prompt: 'You are B.' })
    .use('a', 'b')
    .build()
  const test = await openTestCore(drawn)
  set(test, drawn, before('a'))
  const asks: ServerReply = { calls: [{ name: 'ask_B', arguments: { message: 'Who?' } }] }
  const walk = async (is: 'over' | 'into', until: string) => {
    const seen = [where(test)]
    while (pausedAt(test).length > 0 && !seen.at(-1)?.includes(until)) {
      await go(test, is)
      seen.push(where(test))
    }
    return seen.flat()
  }
  test.server.reply(asks, { text: 'Me.' }, { text: 'Done.' })
  await test.turn('go')
  expect((await walk('over', '')).map((at) => at.replace(/:.*/, ''))).not.toContain('think b')
  expect([pausedAt(test), test.server.calls]).toEqual([[], 3])
  test.server.reply(asks, { text: 'Me.' }, { text: 'Done.' })
  await test.turn('again')
  expect((await walk('into', 'think b: step')).at(-1)).toBe('think b: step')
  forget(test, drawn)
  await go(test, 'out')
  expect([where(test), test.server.calls]).toEqual([['answer a: step'], 5])
  await go(test, 'continue')
  expect([pausedAt(test), test.server.calls]).toEqual([[], 6])
  await test.close()
})

it('who steps out of a dialog comes to whoever has the baton when it is given back, be it turns later', async () => {
  const drawn = desk()
  const test = await openTestCore(drawn)
  set(test, drawn, before('d'))
  test.server.reply(call('make_order'), { text: 'For when?' })
  await test.turn('a cake')
  expect(where(test)).toEqual(['think d: d before'])
  forget(test, drawn)
  await go(test, 'out')
  test.server.reply({ text: 'False' }, { text: 'How many?' })
  expect([(await test.turn('Monday')).said, where(test)]).toEqual([['How many?'], []])
  await test.restart()
  test.server.reply({ text: 'SELF' }, { text: 'Noon.' })
  await test.turn('What is the time?')
  expect(where(test)).toEqual(['think s: step'])
  expect((await go(test, 'continue')).said).toEqual(['Noon.'])
  await test.close()
})

it('runs to a node, and stops: nothing of the rest runs, and the thread goes on with the next message', async () => {
  const drawn = desk()
  const test = await openTestCore(drawn)
  set(test, drawn, before('s'))
  test.server.reply(call('get_time'))
  await test.turn('the time?')
  await go(test, { to: 'clock' })
  expect([where(test), test.server.calls]).toEqual([['act s: step'], 1])
  const stopped = await go(test, 'stop')
  expect([stopped.outcome, eventsOfType(stopped.events, 'tool.started'), test.server.calls]).toEqual([
    { state: 'finished', limit: null },
    [],
    1,
  ])
  test.server.reply({ text: 'Hello.' })
  await test.turn('never mind')
  const { said } = await go(test, 'continue')
  expect([said, test.server.violations]).toEqual([['Hello.'], []])
  await test.close()
})

it('chats side by side pause each by itself, and who steps in one of them comes back to who waits for it', async () => {
  const drawn = ['a', 'b']
    .reduce(
      (builder, id) =>
        builder
          .agent(id, { name: id.toUpperCase(), prompt: `You are ${id}.` })
          .edge('recipient', { from: 'n', to: id }, { message: `ask ${id}`, chatId: id }),
      flow('Both')
        .start('w')
        .agent('w', { name: 'Writer', prompt: 'You are Writer.' })
        .node('nested-chat', 'n', { name: 'Ask both', async: true })
        .handoff('w', 'n'),
    )
    .build()
  const test = await openTestCore(drawn)
  test.server.on({}, (request) => {
    if (!request.system.includes('You are Writer.')) return { text: 'yes' }
    return request.last.includes('nested_chat_Writer_1: ')
      ? { text: 'Done.' }
      : call('transfer_Writer_to_nested_chat_Writer_1')
  })
  set(test, drawn, before('a'), before('b'))
  await test.turn('go')
  const [toA, toB] = pausedAt(test)
  expect(where(test).toSorted()).toEqual(['think a: a before', 'think b: b before'])
  if (toA === undefined || toB === undefined) throw new Error('both are to be paused')
  const asked = test.server.calls
  const over = await test.answer(toA.id, { kind: 'breakpoint', go: { is: 'over' } })
  expect([where(test), test.server.calls]).toEqual([[expect.stringContaining(toB.at)], asked + 1])
  await test.restart()
  const goneOn = await test.answer(toB.id, { kind: 'breakpoint', go: { is: 'continue' } })
  expect([where(test), test.server.calls]).toEqual([[expect.stringMatching(/n: step$/)], asked + 2])
  const last = await go(test, 'continue')
  expect([last.said.at(-1), pausedAt(test)]).toEqual(['Done.', []])
  const told = [over, goneOn, last].flatMap(({ events }) => eventsOfType(events, 'entry').map(({ entry }) => entry.id))
  expect(told).toEqual([...new Set(told)])
  await test.close()
})

it('pauses in a sub-flow, at it, and when it is through', async () => {
  const inner = flow('Pair').start('a').agent('a', { name: 'A' }).agent('b', { name: 'B' }).next('a', 'b').file()
  const drawn = flow('Steps')
    .start('s')
    .node('subflow', 's', { name: 'Sub', flow: inner })
    .agent('d', { name: 'D' })
    .next('s', 'd')
    .build()
  const test = await openTestCore(drawn)
  test.server.on({}, { text: 'ok' })
  set(test, drawn, before('s'), before('s~b'), after('s'))
  await test.turn('go')
  const seen: string[] = []
  for (let paused = where(test); paused.length > 0; paused = where(test)) {
    seen.push(...paused)
    await go(test, 'continue')
  }
  expect(seen.map((at) => at.replace(/^\w+ /, ''))).toEqual([
    expect.stringMatching(/^s(~a)?: s before$/),
    's~b: s~b before',
    'd: s after',
  ])
  await test.close()
})

it('a breakpoint that is set while the step waits for an approval does not ask for that approval again', async () => {
  const drawn = flow('Asking')
    .start('a')
    .agent('a', { prompt: 'You are A.' })
    .builtinTool('clock', { tool: 'clock', toolName: 'get_time' })
    .use('a', 'clock', { needsApproval: true })
    .build()
  const test = await openTestCore(drawn)
  test.server.reply(call('get_time'), { text: 'Noon.' })
  const asked = await test.turn('the time?')
  const [approval] = eventsOfType(asked.events, 'question')
  set(test, drawn, before('clock'))
  await test.answer(approval?.id ?? '', { kind: 'approve-call', decision: { is: 'approve' } })
  expect(where(test)).toEqual(['act a: clock before'])
  const { said } = await go(test, 'continue')
  expect([said, pausedAt(test), test.server.calls]).toEqual([['Noon.'], [], 2])
  await test.close()
})
