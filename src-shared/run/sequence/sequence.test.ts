import { describe, expect, test } from 'vitest'
import { ENGLISH } from '../../languages/translate'
import { AT, clockTurn, done, numbered, reply, started } from '../../testing/run-script'
import type { NewRunEvent } from '../log/events'
import { foldEvents } from '../fold/fold'
import { EMPTY_THREAD, turnsOf, type ThreadView } from '../fold/fold-view'
import { logEntrySchema } from '../log/log'
import { castOf } from './sequence-cast'
import { sequenceOf } from './sequence'
import type { Sequence } from './sequence-parts'
import { frameTitle, itemWords, spokenWords } from './sequence-words'

const NODES = {
  triage: { kind: 'agent', name: 'Triage', data: {} },
  refunds: { kind: 'agent', name: 'Refunds', data: {} },
  profile: { kind: 'dialog', name: 'PROFILE', data: {} },
  clock: { kind: 'builtin-tool', name: 'Clock', data: {} },
  concierge: { kind: 'supervisor', name: 'Concierge', data: {} },
}
const cast = castOf(NODES)

/** An entry in a conversation of its own choice. */
function said(
  scope: string,
  entry: { id: string; author: string; kind: string } & Record<string, unknown>,
): NewRunEvent {
  const parsed = logEntrySchema.parse({ turn: 1, at: AT, scope, ...entry })
  return { type: 'entry', node: entry.author, path: scope, entry: parsed }
}

function text(scope: string, id: string, [author, words]: readonly [string, string]): NewRunEvent {
  return said(scope, { id, kind: 'text', author, text: words })
}

function moved(
  scope: string,
  id: string,
  [from, to, by, reason]: readonly [string, string, string, string],
): NewRunEvent {
  const move = { from, to, by, reason, edge: `${from}-${to}`, fromScope: 'main', carries: [] }
  return said(scope, { id, kind: 'handoff', author: from, ...move })
}

function view(...turns: readonly (readonly NewRunEvent[])[]): ThreadView {
  return turns.reduce((before, events, index) => foldEvents(before, numbered(`r${index + 1}`, events)), EMPTY_THREAD)
}

/** The diagram, a line for each row. */
function drawn({ rows, lanes }: Sequence): string[] {
  const name = (lane: number | null): string => (lane === null ? '-' : (lanes[lane]?.name ?? '?'))
  return rows.map((row) => {
    const indent = '  '.repeat(row.frames.length - (row.kind === 'item' || row.kind === 'turn' ? 0 : 1))
    const held = `[${name(row.held[0])} ${name(row.held[1])}]`
    switch (row.kind) {
      case 'turn':
        return `${indent}turn ${row.turn}`
      case 'open':
        return `${indent}{ ${frameTitle(row.frame, ENGLISH)}: ${name(row.frame.from)} to ${name(row.frame.to)}`
      case 'close':
        return `${indent}}`
      case 'item':
        return `${indent}${name(row.item.from)} > ${name(row.item.to)} ${row.item.kind}: ${itemWords(row.item, ENGLISH)} ${held}`
    }
  })
}

const draw = (...turns: readonly (readonly NewRunEvent[])[]): string[] =>
  drawn(sequenceOf(turnsOf(view(...turns)), cast))

describe('a turn', () => {
  test('is a question, a call with its result on the lane of the tool, and an answer', () => {
    expect(draw(clockTurn)).toEqual([
      'turn 1',
      'User > Concierge message: What time is it? [- Concierge]',
      'Concierge > Clock call: get_time() [Concierge Concierge]',
      'Clock > Concierge result: 14:02 [Concierge Concierge]',
      'Concierge > User message: It is two in the afternoon. [Concierge -]',
    ])
  })

  test('lanes come in the order of their first appearance, with name and group', () => {
    const { lanes, items } = sequenceOf(turnsOf(view(clockTurn)), cast)
    expect(lanes).toEqual([
      { id: 'user', role: 'user', node: null, name: 'User', group: null },
      { id: 'concierge', role: 'participant', node: 'concierge', name: 'Concierge', group: 'conversation' },
      { id: 'tool:clock', role: 'tool', node: 'clock', name: 'Clock', group: 'tools' },
    ])
    expect(items[1]).toEqual({
      kind: 'call',
      key: '1:call-e2-c1',
      turn: 1,
      at: AT,
      from: 1,
      to: 2,
      tool: 'get_time',
      text: '{}',
      isRunning: false,
    })
  })

  test('has the reason of a hand-off, and a refused one as a note', () => {
    const refused = { id: 'c9', name: 'transfer_to_nobody', arguments: '{}', transit: true }
    expect(
      draw([
        started(1, 'Money back'),
        text('main', 'e1', ['user', 'Money back']),
        said('main', { id: 'e2', kind: 'calls', author: 'triage', text: '', calls: [refused] }),
        said('main', {
          id: 'e3',
          kind: 'result',
          author: 'triage',
          callId: 'c9',
          tool: refused.name,
          text: 'There is no such agent.',
          isError: true,
        }),
        moved('main', 'e4', ['triage', 'refunds', 'model', 'asks for money back']),
        text('main', 'e5', ['refunds', 'Which order?']),
        done,
      ]),
    ).toEqual([
      'turn 1',
      'User > Triage message: Money back [- Triage]',
      'Triage > Triage note: transfer_to_nobody: There is no such agent. [Triage Triage]',
      'Triage > Refunds handoff: handed over: asks for money back [Triage Refunds]',
      'Refunds > User message: Which order? [Refunds -]',
    ])
  })

  test('that runs shows what is being written and a call without its result', () => {
    const events = numbered('r1', clockTurn)
    const asked = events.findIndex((event) => event.type === 'tool.started')
    const during = foldEvents(EMPTY_THREAD, events.slice(0, asked + 1))
    expect(drawn(sequenceOf(turnsOf(during), cast)).slice(2)).toEqual([
      'Concierge > Clock call: get_time() [Concierge Concierge]',
    ])
    const streaming = foldEvents(
      EMPTY_THREAD,
      events.slice(
        0,
        events.findLastIndex((one) => one.type === 'token'),
      ),
    )
    const { items } = sequenceOf(turnsOf(streaming), cast)
    expect(items.at(-1)).toMatchObject({ kind: 'message', key: '1:entry-e3', isGrowing: true, from: 1, to: 0 })
  })

  test('in which the flow spoke first has no words of the user', () => {
    expect(
      draw([started(1, null), ...reply('concierge', 's', { kind: 'text', id: 'e', author: 'concierge', text: 'Hi' })]),
    ).toEqual(['turn 1', 'Concierge > User message: Hi [Concierge Concierge]'])
  })
})

describe('conversations of their own', () => {
  const dialogTurns: NewRunEvent[][] = [
    [
      started(1, 'My name is Ann'),
      text('main', 'e1', ['user', 'My name is Ann']),
      moved('main/profile:1', 'e2', ['concierge', 'profile', 'model', '']),
      text('main/profile:1', 'e3', ['profile', 'How old are you?']),
      done,
    ],
    [
      started(2, '42'),
      text('main/profile:1', 'e4', ['user', '42']),
      moved('main', 'e5', ['profile', 'concierge', 'finished', '']),
      said('main', { id: 'e6', kind: 'system', author: 'flow', text: 'PROFILE: 42' }),
      text('main', 'e7', ['concierge', 'Thank you']),
      done,
    ],
  ]

  test('are frames round what was said in them, which go on in the next turn', () => {
    expect(draw(...dialogTurns)).toEqual([
      'turn 1',
      'User > Concierge message: My name is Ann [- Concierge]',
      'Concierge > PROFILE handoff: handed over [Concierge PROFILE]',
      '{ PROFILE, session 1: User to PROFILE',
      '  PROFILE > User message: How old are you? [PROFILE -]',
      '}',
      'turn 2',
      '{ PROFILE, session 1, continued: User to PROFILE',
      '  User > PROFILE message: 42 [- PROFILE]',
      '}',
      'PROFILE > Concierge handoff: finished [PROFILE Concierge]',
      'Concierge > Concierge note: PROFILE: 42 [Concierge Concierge]',
      'Concierge > User message: Thank you [Concierge -]',
    ])
  })

  test('between participants have no user in them', () => {
    expect(
      draw([
        started(1, 'Write'),
        text('main', 'e1', ['user', 'Write']),
        moved('main/inner#1', 'e2', ['triage', 'inner', 'model', '']),
        text('main/inner#1.1', 'e3', ['inner', 'Summarise']),
        moved('main/inner#1.1', 'e4', ['inner', 'refunds', 'recipient', '']),
        text('main/inner#1.1', 'e5', ['refunds', 'One moment']),
        text('main/inner#1.1', 'e50', ['refunds', 'ducks']),
        moved('main/inner#1.1', 'e6', ['refunds', 'inner', 'returns', '']),
        moved('main/inner#1.1/profile:1', 'e7', ['inner', 'profile', 'model', 'more to ask']),
        text('main/inner#1.1/profile:1', 'e8', ['profile', 'Deeper']),
        text('main', 'e9', ['inner', 'A rhyme']),
        moved('main', 'e10', ['inner', 'triage', 'returns', '']),
        done,
      ]),
    ).toEqual([
      'turn 1',
      'User > Triage message: Write [- Triage]',
      'Triage > inner handoff: handed over [Triage inner]',
      '{ inner, call 1, chat 1: inner to PROFILE',
      '  inner > Refunds message: Summarise [inner Refunds]',
      '  Refunds > inner message: One moment [Refunds Refunds]',
      '  Refunds > inner message: ducks [Refunds inner]',
      '  inner > PROFILE handoff: handed over: more to ask [inner PROFILE]',
      '  { PROFILE, session 1: inner to PROFILE',
      '    PROFILE > inner message: Deeper [PROFILE inner]',
      '  }',
      '}',
      'inner > User message: A rhyme [inner inner]',
      'inner > Triage handoff: hands back [inner -]',
    ])
  })
})

test('turns that are added later give the diagram of all at once, and leave the earlier one as it was', () => {
  const turns = turnsOf(view(clockTurn, [started(2, 'Again'), text('main', 'x1', ['triage', 'Hello']), done]))
  const first = sequenceOf(turns.slice(0, 1), cast)
  const kept = structuredClone(first)
  expect(sequenceOf(turns.slice(1), cast, first)).toEqual(sequenceOf(turns, cast))
  expect(first).toEqual(kept)
})

test('a failure lies on the lane of its node, and an item can be read out', () => {
  const failed: NewRunEvent = {
    type: 'run.failed',
    node: 'refunds',
    error: { code: 'model-rejected', message: 'The model server is down.' },
  }
  const sequence = sequenceOf(turnsOf(view([started(1, 'Hi'), failed])), cast)
  expect(sequence.items.map((item) => spokenWords(item, sequence.lanes, ENGLISH))).toEqual([
    'User to Refunds, message: Hi',
    'Refunds, note: The model server is down.',
  ])
})

test('a lane is called as its participant was in the newest turn that it is in, whatever the drawing says now', () => {
  const turn = (number: number, id: string, name: string): readonly NewRunEvent[] => [
    {
      ...started(number, 'Hello'),
      nodes: { triage: { kind: 'agent', name }, gone: { kind: 'agent', name: 'Former' } },
    } as NewRunEvent,
    text('main', `e${number}`, [id, 'Yes?']),
    done,
  ]
  const thread = view(turn(1, 'gone', 'Front'), turn(2, 'triage', 'Front desk'))
  const names = (sequence: Sequence): string[] => sequence.lanes.map((lane) => lane.name)
  expect(names(sequenceOf(turnsOf(thread), cast))).toEqual(['User', 'Former', 'Front desk'])
  const first = sequenceOf(turnsOf(thread).slice(0, 1), cast)
  expect(names(sequenceOf(turnsOf(thread).slice(1), cast, first))).toEqual(['User', 'Former', 'Front desk'])
})
