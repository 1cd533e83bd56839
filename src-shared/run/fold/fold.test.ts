import { describe, expect, test } from 'vitest'
import { ENGLISH, message } from '../../languages/translate'
import { answers, asks, AT, clockTurn, done, entry, numbered, reply, started, user } from '../../testing/run-script'
import type { NewRunEvent } from '../log/events'
import { toReason } from '../log/reasons'
import { foldEvent, foldEvents, interruptThread } from './fold'
import { EMPTY_THREAD, turnsOf, type ThreadView } from './fold-view'
import { beginsAgainWords } from '../words/warnings'
import { choiceWords } from '../words/decisions'

const fold = (events: Parameters<typeof foldEvents>[1], view = EMPTY_THREAD): ThreadView => foldEvents(view, events)

/** The items of the newest turn in short words. */
function words(view: ThreadView): string[] {
  return (view.latest?.items ?? []).map((item) => {
    switch (item.kind) {
      case 'message':
        return `${item.author}: ${item.text}`
      case 'tool':
        return `${item.tool} ${item.state} ${item.result ?? ''}`.trim()
      case 'handoff':
        return `${item.from ?? ''} > ${item.to}`
      case 'verdict':
        return `verdict ${choiceWords(item.decision.choice, ENGLISH)}`
      case 'system':
        return `system ${item.text}`
      case 'error':
        return `${item.isPast ? 'past ' : ''}error ${item.error.message}`
      case 'note':
        return `${item.isPast ? 'past ' : ''}${item.note}`
    }
  })
}

describe('one turn', () => {
  test('becomes messages, tool lines, trace rows and the place of the baton', () => {
    const view = fold(numbered('r1', clockTurn))
    expect(words(view)).toEqual([
      'user: What time is it?',
      'get_time done 14:02',
      'concierge: It is two in the afternoon.',
    ])
    expect(view.latest?.items.at(-1)).toEqual({
      kind: 'message',
      key: 'entry-e3',
      at: AT,
      author: 'concierge',
      path: 'main',
      text: 'It is two in the afternoon.',
      entryId: 'e3',
      span: 's3',
      usage: { input: 12, output: 5 },
      ms: 300,
    })
    expect(view.latest?.trace.map((row) => [row.step.what, row.node, row.state, row.ms])).toEqual([
      ['user', null, 'done', null],
      ['model', 'concierge', 'done', 300],
      ['tool', 'concierge', 'done', 4],
      ['model', 'concierge', 'done', 300],
    ])
    expect({ ...view, latest: null }).toEqual({
      ...EMPTY_THREAD,
      // One turn is the whole thread.
      spending: view.latest?.spending,
      holder: { node: 'concierge', path: 'main', edge: 'edge-1', moves: 1 },
      nodes: { concierge: { state: 'done', message: null }, clock: { state: 'done', message: null } },
    })
    expect(view.latest).toMatchObject({ state: 'done', ms: 900, streams: [], activity: null, modelCalls: 1 })
  })

  test('streams a reply under the key of its entry, which then replaces it', () => {
    const events = numbered('r1', clockTurn)
    const lastToken = events.findLastIndex((event) => event.type === 'token')
    const during = fold(events.slice(0, lastToken + 1))
    expect(during.latest?.streams).toEqual([
      { entryId: 'e3', span: 's3', author: 'concierge', path: 'main', at: AT, text: 'It is two in the afternoon.' },
    ])
    expect(during.latest?.activity).toEqual({ node: 'concierge', path: 'main', purpose: 'reply', retry: null })
    expect(during.nodes).toEqual({
      concierge: { state: 'running', message: null },
      clock: { state: 'done', message: null },
    })
  })

  test('what is thought takes the place of how often, and in whose place, it was tried', () => {
    const { node, path, span } = { node: 'concierge', path: 'main', span: 's1' }
    const at = { node, path, span }
    const tried: NewRunEvent = { type: 'model.retry', ...at, attempt: 0, waitMs: 0, reason: 'In another form.' }
    const other: NewRunEvent = { type: 'model.fallback', ...at, from: 'a', to: 'b', why: 'busy', reason: 'Busy.' }
    const thought: NewRunEvent = { type: 'thought', ...at, text: 'Hm.', takesBack: false }
    const begun = clockTurn.slice(0, clockTurn.findIndex(({ type }) => type === 'model.started') + 1)
    const waiting = { node, path, purpose: 'reply', retry: null }
    for (const said of [tried, other]) {
      const before = fold(numbered('r1', [...begun, said]))
      expect(before.latest?.activity).not.toEqual(waiting)
      const after = foldEvents(before, numbered('r1', [...begun, said, thought]).slice(-1))
      expect([after.latest?.activity, after.latest?.thinking[0]?.text]).toEqual([waiting, 'Hm.'])
    }
  })

  test('keeps why a model was asked again, or another one, as what every language can say', () => {
    const at = { node: 'concierge', path: 'main', span: 's1' }
    const why = toReason(message('Asked again in another form: {how}.', { how: 'x' }))
    const begun = clockTurn.slice(0, clockTurn.findIndex(({ type }) => type === 'model.started') + 1)
    const { latest } = fold(numbered('r1', [...begun, { type: 'model.retry', ...at, attempt: 1, waitMs: 5, ...why }]))
    const retry = { attempt: 1, waitMs: 5, ...why }
    expect([latest?.activity?.retry, latest?.trace.at(-1)?.step]).toMatchObject([retry, { call: { retries: [retry] } }])
    const fallback = { from: 'a', to: 'b', why: 'busy', ...why } as const
    const other = fold(numbered('r1', [...begun, { type: 'model.fallback', ...at, ...fallback }])).latest
    expect([other?.activity?.fallback, other?.trace.at(-1)?.step]).toMatchObject([
      fallback,
      { call: { fallbacks: [fallback] } },
    ])
  })

  test('shows a decision on the row of the model call that answered it', () => {
    const decision = {
      about: 'switch' as const,
      candidates: [{ name: 'False' }],
      prompt: 'p',
      answer: 'False',
      rule: { by: 'switch' as const, read: 'false' as const, directly: false },
      choice: { is: 'outcome' as const, outcome: 'stay' as const },
      tries: 1,
    }
    const place = { node: 'concierge', path: 'main', span: 's9' }
    const view = fold(
      numbered('r1', [
        started(1, 'Hello'),
        { type: 'model.started', ...place, purpose: 'choose', model: 'm', messages: 1, dropped: 0 },
        { type: 'model.finished', ...place, purpose: 'choose', model: 'm', usage: { input: 9, output: 1 }, ms: 20 },
        { type: 'decision', ...place, decision, usage: null, ms: 21 },
        ...reply('concierge', 's3', answers),
        done,
      ]),
    )
    expect(view.latest?.trace[1]).toMatchObject({
      usage: { input: 9, output: 1 },
      ms: 20,
      step: { what: 'decision', decision },
    })
    expect(words(view)).toEqual(['user: Hello', 'verdict stay', 'concierge: It is two in the afternoon.'])
  })

  test('keeps where a task graph stands', () => {
    const move = (id: string, to: string, by: 'intent' | 'pick' | 'returns') =>
      entry({
        kind: 'handoff',
        id,
        author: 'shop',
        from: 'shop',
        to,
        edge: null,
        by,
        reason: '',
        fromScope: 'main',
        carries: [],
      })
    const moves = [move('h1', 'faq', 'intent'), move('h2', 'counter', 'intent'), move('h3', 'x', 'pick')]
    expect(fold(numbered('r1', [started(1, 'Hello'), ...moves, done])).places).toEqual({ shop: 'counter' })
  })

  test('keeps variables and the sessions of dialogs', () => {
    const view = fold(
      numbered('r1', [
        started(1, 'A cake'),
        { type: 'session', node: 'order', path: 'main/order:1', number: 1, state: 'active', slots: { cake: 'plum' } },
        { type: 'variables', changes: { city: 'Ghent' } },
        { type: 'variables', changes: { people: 6 } },
        done,
      ]),
    )
    expect([view.sessions, view.variables]).toEqual([
      { order: { number: 1, state: 'active', path: 'main/order:1', slots: { cake: 'plum' } } },
      { city: 'Ghent', people: 6 },
    ])
  })
})

test('what only sets variables or leads on is done when it has', () => {
  const move = { kind: 'handoff' as const, edge: null, reason: '', fromScope: 'main', carries: [] }
  const nodes = fold(
    numbered('r1', [
      started(1, 'Go'),
      { type: 'variables', changes: { tries: 1 }, by: 'flow' },
      { type: 'variables', changes: { tries: 2 }, by: 'count' },
      entry({ ...move, id: 'm1', author: 'same', from: 'same', to: 'lead', by: 'next' }),
      entry({ ...move, id: 'm2', author: 'lead', from: 'lead', to: 'ann', by: 'model' }),
    ]),
  ).nodes
  expect(nodes).toEqual({ count: { state: 'done', message: null }, same: { state: 'done', message: null } })
})

describe('variables that a person sets', () => {
  const begun = [
    started(1, 'Hello'),
    { type: 'variables', changes: { who: 'nobody', tries: 1 }, by: 'flow' },
    { type: 'variables', changes: { tries: 2 }, by: 'counter' },
    done,
  ] as const satisfies readonly NewRunEvent[]
  const edit = { type: 'variables', changes: { who: 'Ann' }, by: 'user' } as const

  test('after the end of a turn count from the next one; the turn stays ended', () => {
    const before = fold(numbered('r1', begun))
    const after = fold(numbered('r1', [...begun, edit]))
    expect([after.variables, after.variableChanges]).toEqual([
      { who: 'Ann', tries: 2 },
      { who: { by: 'user', turn: 2 }, tries: { by: 'counter', turn: 1 } },
    ])
    expect(before.variableChanges).toEqual({ who: { by: 'flow', turn: 1 }, tries: { by: 'counter', turn: 1 } })
    expect({ ...after.latest, seq: 4, trace: [] }).toEqual({ ...before.latest, trace: [] })
    expect(after.latest?.trace.map(({ node, step }) => [node, step])).toEqual([
      ...(before.latest?.trace ?? []).map(({ node, step }) => [node, step]),
      [null, { what: 'variables', changes: { who: 'Ann' }, by: 'user' }],
    ])
    expect(fold(numbered('r1', [edit], 5), after)).toBe(after)
  })
})

describe('what goes wrong', () => {
  const failure: NewRunEvent = {
    type: 'run.failed',
    node: 'concierge',
    error: { code: 'model-key', message: 'The key was refused.' },
  }

  test('a failed turn that is tried again keeps its failure as past', () => {
    const first = numbered('r1', [started(1, 'What time is it?'), entry(user), failure])
    const failed = fold(first)
    expect([failed.latest?.state, failed.activeRunId, failed.nodes, words(failed)]).toEqual([
      'failed',
      null,
      { concierge: { state: 'failed', message: 'The key was refused.' } },
      ['user: What time is it?', 'error The key was refused.'],
    ])
    const again = fold(numbered('r2', clockTurn), failed)
    expect([turnsOf(again).length, again.latest?.state, again.latest?.pastRuns, words(again)]).toEqual([
      1,
      'done',
      ['r1'],
      [
        'user: What time is it?',
        'past error The key was refused.',
        'get_time done 14:02',
        'concierge: It is two in the afternoon.',
      ],
    ])
    expect(fold(first, again)).toBe(again)
  })

  test('a killed turn goes on after what was stored, without the half of a reply', () => {
    const live = numbered('r1', clockTurn)
    const killedAt = live.findLastIndex((event) => event.type === 'token')
    const killed = interruptThread(fold(live.slice(0, killedAt)))
    expect([killed.latest?.state, killed.latest?.streams, killed.activeRunId]).toEqual(['unfinished', [], null])
    const rest = numbered('r1', [{ type: 'run.resumed' }, entry(asks), ...reply('concierge', 's4', answers), done], 12)
    const resumed = fold(rest, killed)
    expect([resumed.latest?.state, words(resumed)]).toEqual([
      'done',
      ['user: What time is it?', 'get_time done 14:02', 'concierge: It is two in the afternoon.'],
    ])
  })

  test('a stopped turn says so and leaves nothing running', () => {
    const live = numbered('r1', clockTurn)
    const during = live.slice(
      0,
      live.findIndex((event) => event.type === 'tool.finished'),
    )
    const view = fold([...during, ...numbered('r1', [{ type: 'run.stopped' }], 50)])
    expect([view.latest?.state, words(view)]).toEqual([
      'stopped',
      ['user: What time is it?', 'get_time stopped', 'stopped'],
    ])
  })

  test('a turn that begins again with its message says why, in the conversation and in the trace', () => {
    const failure: NewRunEvent = { type: 'run.failed', node: 'b', error: { code: 'internal', message: 'x' } }
    const facts = { why: { change: 'gone', name: 'Bob' } } as const
    const again: NewRunEvent = { type: 'warning', node: null, code: 'turn-begins-again', facts }
    const message = beginsAgainWords(facts.why)
    expect(ENGLISH.message(message)).toContain('“Bob” is not drawn any more.')
    const view = fold([
      ...numbered('r1', [started(1, 'Hello'), failure]),
      ...numbered('r2', [started(1, 'Hello'), again, done]),
    ])
    expect(
      view.latest?.items.flatMap((item) => (item.kind === 'note' ? [[item.note, item.text, item.isPast]] : [])),
    ).toEqual([['again', message, false]])
    expect(view.latest?.trace.map(({ step }) => step.what)).toEqual(['user', 'run', 'run', 'warning'])
  })

  test('a turn that another one follows was left unfinished', () => {
    const view = fold([...numbered('r1', clockTurn.slice(0, 5)), ...numbered('r2', [started(2, 'Hello'), done])])
    expect(turnsOf(view).map((turn) => turn.state)).toEqual(['unfinished', 'done'])
  })
})

describe('sharing', () => {
  test('a token gives new identity to the stream alone', () => {
    const events = numbered('r2', [started(2, 'Hi'), ...reply('concierge', 's1', { ...answers, id: 'e9' })])
    const before = fold(events.slice(0, 3), fold(numbered('r1', clockTurn)))
    const token = events[3]
    if (token?.type !== 'token') throw new Error('expected a token')
    const after = foldEvent(before, token)
    expect(after.latest?.streams).not.toBe(before.latest?.streams)
    const { latest, ...rest } = after
    for (const [name, value] of Object.entries(rest)) expect(value).toBe(before[name as keyof typeof rest])
    expect([latest?.items === before.latest?.items, latest?.trace === before.latest?.trace]).toEqual([true, true])
  })

  test('no event of a turn touches the turns before it', () => {
    const before = fold(numbered('r1', clockTurn))
    const second = numbered('r2', [started(2, 'And now?'), ...clockTurn.slice(1).map((event) => renamed(event))])
    const views = second.map((_event, index) => fold(second.slice(0, index + 1), before))
    expect(views.every((view) => view.earlier.length === 1 && view.earlier[0] === before.latest)).toBe(true)
  })
})

function renamed(event: NewRunEvent): NewRunEvent {
  return event.type === 'entry' ? { ...event, entry: { ...event.entry, id: `${event.entry.id}-2`, turn: 2 } } : event
}
