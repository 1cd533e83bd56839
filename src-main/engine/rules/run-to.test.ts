/** Running to a place: the next turn that comes there pauses once, whoever set it when, and never again. */
import { expect, it } from 'vitest'
import { runTo, type BreakpointPlace, type GoOn } from '../../../src-shared/run/log/breakpoints'
import { flow } from '../../../src-shared/testing/flow-builder'
import { openTestCore, type TestCore } from '../../testing/core-bench'

/** Two agents, of whom the first hands over; both have a clock. */
function desk() {
  const drawn = flow('Desk')
    .start('a')
    .agent('a', { name: 'Ann', prompt: 'You are Ann.' })
    .agent('b', { name: 'Bob', prompt: 'You are Bob.' })
    .builtinTool('clock', { tool: 'clock', toolName: 'get_time' })
    .handoff('a', 'b', { condition: 'Always' })
    .use('b', 'clock')
    .build()
  const edge = Object.keys(drawn.edges).find((id) => drawn.edges[id]?.to.node === 'b') ?? ''
  return { drawn, edge }
}

const BOB: BreakpointPlace = { on: 'node', node: 'b', side: 'before' }

const CLOCK: BreakpointPlace = { on: 'node', node: 'clock', side: 'before' }

function scene(test: TestCore, flowId: string) {
  const { breakpoints, runner } = test.core().services
  const asked = () =>
    runner.waiting('t1').flatMap(({ id, question }) => (question.kind === 'breakpoint' ? [{ id, question }] : []))
  return {
    set: (place: BreakpointPlace) => breakpoints.set(flowId, runTo(place, null)),
    left: () => breakpoints.ofFlow(flowId).map(({ place, once }) => ({ ...place, once })),
    paused: () =>
      asked().flatMap(({ question }) => question.because.map((why) => ('place' in why ? [why.is, why.place] : why.is))),
    go: (go: GoOn) => test.answer(asked()[0]?.id ?? '', { kind: 'breakpoint', go }),
  }
}

const toBob = { calls: [{ name: 'transfer_Ann_to_Bob', arguments: {} }] }

it('the next message runs to a node and pauses there once, also after a restart and beside a breakpoint that stays', async () => {
  const { drawn, edge } = desk()
  const test = await openTestCore(drawn)
  scene(test, drawn.id).set({ on: 'edge', edge })
  // There is one such place at a time, and what stays there stays.
  test.core().services.breakpoints.set(drawn.id, { place: BOB, condition: '1 == 2', from: 1, isOn: true })
  scene(test, drawn.id).set(BOB)
  await test.restart()
  expect(scene(test, drawn.id).left()).toEqual([
    { ...BOB, once: undefined },
    { ...BOB, once: true },
  ])
  test.server.reply(toBob)
  await test.turn('hello')
  expect([scene(test, drawn.id).paused(), test.server.calls]).toEqual([[['run-to', BOB]], 1])
  await test.restart()
  const after = scene(test, drawn.id)
  expect([after.paused(), after.left()]).toEqual([[['run-to', BOB]], [{ ...BOB, once: undefined }]])
  test.server.reply({ calls: [{ name: 'get_time', arguments: {} }] }, { text: 'It is late.' })
  expect((await after.go({ is: 'continue' })).said).toEqual(['It is late.'])
  expect(Object.keys((await test.state()).pauses.hits)).toEqual([])
  await test.close()
})

it('a turn that runs already hears of it at its next step, and of a call of a tool', async () => {
  const { drawn, edge } = desk()
  const test = await openTestCore(drawn)
  const { set, left, paused, go } = scene(test, drawn.id)
  test.server.reply(() => {
    set({ on: 'edge', edge })
    return toBob
  })
  await test.turn('again')
  expect([paused(), left()]).toEqual([[['run-to', { on: 'edge', edge }]], []])
  test.server.reply(() => {
    set(CLOCK)
    return { calls: [{ name: 'get_time', arguments: {} }] }
  })
  await go({ is: 'continue' })
  expect([paused(), left()]).toEqual([[['run-to', CLOCK]], []])
  test.server.reply({ text: 'It is late.' })
  expect((await go({ is: 'continue' })).said).toEqual(['It is late.'])
  await test.close()
})

it('what is never reached stays, and a turn that does not come there ends as ever', async () => {
  const { drawn } = desk()
  const test = await openTestCore(drawn)
  const { set, left } = scene(test, drawn.id)
  set(BOB)
  test.server.reply({ text: 'Ann here.' })
  expect((await test.turn('hello')).said).toEqual(['Ann here.'])
  expect(left()).toEqual([{ ...BOB, once: true }])
  await test.close()
})

it('a thread runs to where it was told, which other threads do not; a retry does too, and whoever forks it takes that along', async () => {
  const { drawn } = desk()
  const test = await openTestCore(drawn)
  const { breakpoints, runner, threads } = test.core().services
  const left = () => breakpoints.ofFlow(drawn.id).map(({ place, thread }) => ({ ...place, thread }))
  const pausedIn = (thread: string) => runner.waiting(thread).length
  test.server.reply({ status: 400, body: { error: { message: 'The server is broken.' } } }, toBob, {
    text: 'Bob here.',
  })
  expect((await test.turn('hello')).outcome.state).toBe('failed')
  breakpoints.set(drawn.id, runTo(CLOCK, 't1'))
  breakpoints.set(drawn.id, runTo(BOB, 't1'))
  expect(left()).toEqual([{ ...BOB, thread: 't1' }])
  expect([(await test.turn('hello', 't2')).said, pausedIn('t2')]).toEqual([['Bob here.'], 0])
  // Another thread has one of its own, at the same place too.
  breakpoints.set(drawn.id, runTo(BOB, 't2'))
  test.server.reply(toBob)
  await test.resume()
  expect([pausedIn('t1'), left()]).toEqual([1, [{ ...BOB, thread: 't2' }]])
  const fork = await runner.fork({ threadId: 't2', turn: 1 })
  expect(left()).toEqual([{ ...BOB, thread: fork }])
  threads.remove(fork)
  expect(left()).toEqual([])
  await test.close()
})
