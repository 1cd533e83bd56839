import { afterEach, expect, test } from 'vitest'
import { AppError } from '../../../src-shared/errors'
import { asWritten } from '../../../src-shared/languages/translate'
import { createClient } from '../../../src-shared/rpc/client'
import { contract } from '../../../src-shared/rpc/contract'
import { memoryLinkPair } from '../../../src-shared/rpc/link'
import { serve } from '../../../src-shared/rpc/serve'
import { answers, clockTurn, done, entry, numbered, reply, started, user } from '../../../src-shared/testing/run-script'
import { createRunOverlay } from '../../editor/canvas/run-overlay'
import { isBusy } from './run-state'
import { createRunStore } from './run-store'
import { scriptedCore } from './testing/scripted-core'
import { eventually } from '../../../src-shared/testing/eventually'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

function setUp(prepare: (core: ReturnType<typeof scriptedCore>) => void = () => undefined) {
  const core = scriptedCore()
  prepare(core)
  const pair = memoryLinkPair()
  const stopServing = serve({ contract, handlers: core.handlers }, pair.server)
  const client = createClient(contract, pair.client)
  const overlay = createRunOverlay()
  const memory = { last: null as string | null }
  const errors: string[] = []
  const run = createRunStore({
    client,
    flowId: 'flow',
    overlay,
    memory: { read: () => memory.last, write: (id) => (memory.last = id) },
    frame(show) {
      const timer = setTimeout(show, 0)
      return () => clearTimeout(timer)
    },
    beforeRun: async () => void core.calls.push('flush'),
    guard: (_verb, act) => act(),
    onError: (title) => errors.push(title),
    removeAfterMs: 30,
  })
  const stop = run.start()
  closers.push(stop, stopServing, () => client.close())
  return { core, run, overlay, memory, errors, pair }
}

/** What was said in the newest turn. */
function said(run: ReturnType<typeof setUp>['run']): string[] {
  const { latest } = run.getState().view
  const parts = [...(latest?.items ?? []), ...(latest?.streams ?? [])]
  return parts.flatMap((part) => ('text' in part && typeof part.text === 'string' ? [part.text] : []))
}

const ready = (run: ReturnType<typeof setUp>['run']) => eventually(() => expect(run.getState().threads).not.toBe(null))

test('a first message saves the drawing, begins a thread and follows it', async () => {
  const { core, run, overlay, memory } = setUp()
  await ready(run)
  expect(await run.send('What time is it?')).toBe(true)
  expect([core.calls, run.getState().threadId, memory.last, isBusy(run.getState())]).toEqual([
    ['flush', 'start new: What time is it?'],
    't-new',
    't-new',
    true,
  ])
  const events = numbered('r-new', clockTurn)
  core.say('t-new', events.slice(0, -2))
  await eventually(() => expect(run.getState().pending).toBe(null))
  expect(overlay.getState().holder).toBe('concierge')
  core.say('t-new', events.slice(-2))
  await eventually(() => expect(isBusy(run.getState())).toBe(false))
  expect(said(run)).toEqual(['What time is it?', 'It is two in the afternoon.'])
  expect(overlay.getState().nodes).toEqual({ concierge: { state: 'done' }, clock: { state: 'done' } })
})

test('the thread of last time is opened, and goes on after the link was lost', async () => {
  const { core, run, pair } = setUp((core) => {
    core.say('t1', numbered('r1', [started(1, 'Hello'), entry(user), ...reply('concierge', 's1', answers)]))
    core.states.set('t1', 'running')
  })
  await eventually(() => expect(said(run)).toContain('It is two in the afternoon.'))
  pair.drop()
  core.say('t1', numbered('r1', [done], 100))
  pair.reopen()
  await eventually(() => expect(run.getState().view.latest?.state).toBe('done'))
})

test('what is said before the threads were read goes to the thread of last time', async () => {
  const { core, run } = setUp(({ say }) => say('t-old', numbered('r1', clockTurn)))
  expect(run.getState().threads).toBe(null)
  const sent = run.send('Thanks')
  expect(isBusy(run.getState())).toBe(true)
  expect(await run.send('Twice')).toBe(false)
  expect(await sent).toBe(true)
  expect(core.calls).toEqual(['flush', 'start t-old: Thanks'])
  expect(run.getState().threadId).toBe('t-old')
})

test('what is said before the threads were read can be stopped', async () => {
  const { core, run } = setUp(({ say }) => say('t-old', numbered('r1', clockTurn)))
  const sent = run.send('Thanks')
  await run.stop()
  expect(await sent).toBe(false)
  expect([core.calls, isBusy(run.getState()), run.getState().threadId]).toEqual([[], false, 't-old'])
})

test('a turn that nobody works on any more is unfinished, and can be continued', async () => {
  const { core, run } = setUp((core) => {
    core.say('t1', numbered('r1', [started(1, 'Hello'), entry(user)]))
    core.states.set('t1', 'unfinished')
  })
  await eventually(() => expect(run.getState().view.latest?.state).toBe('unfinished'))
  expect(isBusy(run.getState())).toBe(false)
  core.states.set('t1', 'running')
  expect(await run.resume()).toBe(true)
  expect(isBusy(run.getState())).toBe(true)
  core.say('t1', numbered('r1', [{ type: 'run.resumed' }, ...reply('concierge', 's1', answers), done], 3))
  await eventually(() => expect(run.getState().view.latest?.state).toBe('done'))
  expect([core.calls, isBusy(run.getState())]).toEqual([['flush', 'resume t1'], false])
})

test('what does not begin says why and leaves nothing pending', async () => {
  const { core, run } = setUp((core) => {
    core.refused.next = new AppError('flow-has-problems', asWritten('The flow cannot run yet: Start leads nowhere.'))
  })
  await ready(run)
  expect(await run.send('Hello')).toBe(false)
  const { error, pending, phase, threadId } = run.getState()
  expect({ code: error?.code, pending, phase, threadId }).toEqual({
    code: 'flow-has-problems',
    pending: null,
    phase: 'ready',
    threadId: null,
  })
  expect(await run.send('Hello again')).toBe(true)
  expect([run.getState().error, core.calls.at(-1)]).toEqual([null, 'start new: Hello again'])
})

test('values go with the first message of a new thread, and are set at once between turns', async () => {
  const { core, run } = setUp()
  const given: unknown[] = []
  Object.assign(core.handlers, {
    'runs.start': async (input: unknown) => {
      given.push(input)
      core.say('t1', numbered('r1', clockTurn))
      return { runId: 'r1', threadId: 't1' }
    },
    'threads.setVariables': async (input: unknown) => {
      given.push(input)
      if (given.length === 3) throw new AppError('bad-input', asWritten('That does not fit.'))
      return {}
    },
  })
  await ready(run)
  expect(await run.setVariables({ who: 'Ann', tries: 1 })).toBe(null)
  await run.setVariables({}, ['tries'])
  await run.send('Hello')
  await eventually(() => expect(run.getState().view.latest?.state).toBe('done'))
  expect(await run.setVariables({ who: 'Bob' }, ['tries'])).toBe(null)
  expect(await run.setVariables({ who: 7 })).toEqual(asWritten('That does not fit.'))
  expect(given).toEqual([
    {
      flowId: 'flow',
      threadId: null,
      to: null,
      model: null,
      only: null,
      text: 'Hello',
      attachments: [],
      variables: { who: 'Ann' },
    },
    { threadId: 't1', changes: { who: 'Bob' }, reset: ['tries'] },
    { threadId: 't1', changes: { who: 7 }, reset: [] },
  ])
  expect(core.calls).toEqual(['flush', 'flush', 'flush'])
})

test('what is typed right after the message that begins a thread is said behind it, in that thread', async () => {
  const { core, run } = setUp()
  await ready(run)
  const sending = run.send('Hello')
  const [first, second] = [run.queue('And this?', [], 'after'), run.queue('Now!', [], 'now')]
  expect(await Promise.all([sending, first, second])).toEqual([true, true, true])
  const done = core.calls.filter((call) => call !== 'flush')
  expect(done).toEqual(['start new: Hello', 'queue t-new: And this?, after', 'queue t-new: Now!, now'])
  // In a thread that there is already it does not overtake the message before it either.
  core.say('t-new', numbered('r-new', [started(1, 'Hello'), { type: 'run.stopped' }]))
  await eventually(() => expect(isBusy(run.getState())).toBe(false))
  const again = run.send('Once more')
  expect([await run.queue('Behind it', [], 'after'), await again]).toEqual([true, true])
  expect(core.calls.slice(-3)).toEqual(['start t-new: Once more', 'flush', 'queue t-new: Behind it, after'])
})

test('what is typed right after a message that begins nothing is not sent either', async () => {
  const { core, run } = setUp(({ refused }) => (refused.next = new AppError('bad-input', asWritten('No.'))))
  await ready(run)
  const sending = run.send('Hello')
  expect([await run.queue('And this?', [], 'after'), await sending]).toEqual([false, false])
  expect(core.calls.some((call) => call.startsWith('queue'))).toBe(false)
})

test('stop reaches the run, also one that is only about to begin', async () => {
  const { core, run } = setUp()
  await ready(run)
  const sending = run.send('Hello')
  await run.stop()
  await sending
  await eventually(() => expect(core.calls).toContain('stop r-new'))
  core.say('t-new', numbered('r-new', [started(1, 'Hello'), { type: 'run.stopped' }]))
  await eventually(() => expect([run.getState().phase, isBusy(run.getState())]).toEqual(['ready', false]))
})

test('another thread shows its own end, at once and without travelling', async () => {
  const { core, run, overlay, memory } = setUp((core) => {
    core.say('t1', numbered('r1', clockTurn))
    core.say('t2', numbered('r9', [started(1, 'Hi'), { type: 'baton', node: 'order', path: 'main', edge: 'e' }, done]))
  })
  await eventually(() => expect(overlay.getState().holder).toBe('concierge'))
  run.openThread('t2')
  await eventually(() => expect(overlay.getState().holder).toBe('order'))
  expect([overlay.getState().travelled, memory.last, said(run)]).toEqual([null, 't2', ['Hi']])
  run.newThread()
  expect([run.getState().threadId, overlay.getState().holder, memory.last, core.calls]).toEqual([null, null, '', []])
})

test('a removed thread can be taken back for a while', async () => {
  const { core, run } = setUp((core) => {
    core.say('t1', numbered('r1', clockTurn))
    core.say('t2', numbered('r2', clockTurn))
  })
  await eventually(() => expect(run.getState().threadId).toBe('t1'))
  const undo = run.remove('t1')
  expect([run.getState().threadId, run.getState().threads?.map((thread) => thread.id)]).toEqual([null, ['t2']])
  undo()
  await eventually(() => expect(run.getState().threads?.map((thread) => thread.id)).toEqual(['t1', 't2']))
  expect(run.getState().threadId).toBe('t1')
  run.remove('t2')
  await eventually(() => expect(core.calls).toEqual(['remove t2']))
})

test('an answer goes on with the turn that waits; one that is not taken says why', async () => {
  const steps = [{ id: 'E1', plan: '', tool: 'Search', input: 'tea', deps: [], level: 1, toolNode: null }]
  const question = { kind: 'approve-plan', round: 1, steps, problem: null } as const
  const asked = { type: 'question', node: 'p', path: 'main', id: '1.p.1', question } as const
  const waits = {
    type: 'run.finished',
    reason: 'waiting',
    limit: null,
    usage: { input: 0, output: 0 },
    modelCalls: 1,
    ms: 1,
  } as const
  const { core, run } = setUp(({ say }) => say('t1', numbered('r1', [started(1, 'Q'), asked, waits])))
  await eventually(() => expect(run.getState().view.latest?.state).toBe('waiting'))
  core.refused.next = new AppError('nothing-to-resume', asWritten('It is gone.'))
  expect(await run.answer('1.p.1', { kind: 'approve-plan', approved: false })).toBe(false)
  expect([run.getState().error?.message, isBusy(run.getState())]).toEqual(['It is gone.', false])
  expect(await run.answer('1.p.1', { kind: 'approve-plan', approved: true })).toBe(true)
  expect([core.calls.at(-1), isBusy(run.getState())]).toEqual(['answer t1 1.p.1: true', true])
  const answer = {
    type: 'answer',
    node: 'p',
    path: 'main',
    id: '1.p.1',
    answer: { kind: 'approve-plan', approved: true },
  } as const
  core.say('t1', numbered('r2', [started(1, 'Q'), answer, done]))
  await eventually(() => expect(run.getState().view.latest?.state).toBe('done'))
  expect([run.getState().view.latest?.questions, isBusy(run.getState())]).toEqual([[], false])
})

test('looking back shows a moment and stays there; nothing is said to the past', async () => {
  const events = numbered('r1', clockTurn)
  const { core, run, overlay } = setUp(({ say }) => say('t1', events.slice(0, -3)))
  await eventually(() => expect(run.getState().live.latest?.items).toHaveLength(2))
  const { live, record } = run.getState()
  run.look(0)
  expect(run.getState().past).toEqual({ step: 0, count: 3 })
  expect([said(run), overlay.getState().holder, [...overlay.getState().walked]]).toEqual([
    ['What time is it?'],
    'concierge',
    ['edge-1'],
  ])
  expect(run.getState().view).toEqual(record?.of.viewAt(3))
  expect(await run.send('Thanks')).toBe(false)
  expect(await run.answer('q1', { kind: 'approve-plan', approved: true })).toBe(false)

  const shown = run.getState().view
  const marks = overlay.getState()
  core.say('t1', events.slice(-3))
  await eventually(() => expect(run.getState().live.latest?.state).toBe('done'))
  expect(run.getState().view).toBe(shown)
  expect(overlay.getState()).toBe(marks)
  expect(run.getState().live).not.toBe(live)
  expect(isBusy(run.getState())).toBe(false)

  run.look(2)
  expect(said(run)).toEqual(['What time is it?'])
  run.look(99)
  expect([run.getState().past, said(run)]).toEqual([null, ['What time is it?', 'It is two in the afternoon.']])
  expect([...overlay.getState().walked]).toEqual([])

  run.look(0)
  run.openThread('t1')
  expect(run.getState().past).toBe(null)
  expect(core.calls).toEqual([])
})

test('a token adds nothing to look back at, and a turn that is over is folded once', async () => {
  const events = numbered('r1', clockTurn)
  const tokens = events.flatMap(({ type }, at) => (type === 'token' ? [at] : []))
  const { core, run } = setUp(({ say }) => say('t1', events.slice(0, tokens[0])))
  await eventually(() => expect(run.getState().live.latest?.items).toHaveLength(2))
  const { record } = run.getState()
  core.say('t1', events.slice(tokens[0], tokens[2]))
  await eventually(() => expect(run.getState().live.latest?.streams).toMatchObject([{ text: 'It is ' }]))
  expect(run.getState().record).toBe(record)
  core.say('t1', events.slice(tokens[2]))
  await eventually(() => expect(isBusy(run.getState())).toBe(false))
  expect(run.getState().live).toBe(run.getState().record?.of.viewAt(Infinity))
})

test('a case opens its thread at the step of its call, also while that is still being told', async () => {
  const events = numbered('r2', clockTurn)
  const told = 1 + events.findIndex((event) => event.type === 'entry' && event.entry.kind === 'calls')
  const { core, run } = setUp(({ say }) => {
    say('t1', numbered('r1', clockTurn))
    say('t2', events.slice(0, told))
  })
  await eventually(() => expect(run.getState().live.latest?.state).toBe('done'))
  run.openCase('t2', 's1')
  await eventually(() => expect(run.getState().record?.count).toBe(told))
  expect([run.getState().threadId, run.getState().past]).toEqual(['t2', null])
  core.say('t2', events.slice(told))
  await eventually(() => expect(run.getState().past).toMatchObject({ step: 1 }))
  expect(said(run)).toEqual(['What time is it?'])
  run.look(null)
  core.say('t2', numbered('r3', clockTurn))
  await eventually(() => expect(run.getState().live.latest?.runId).toBe('r3'))
  expect(run.getState().past).toBeNull()
})
