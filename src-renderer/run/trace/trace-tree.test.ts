import { ENGLISH } from '../../../src-shared/languages/translate'
import { expect, test } from 'vitest'
import { foldEvents } from '../../../src-shared/run/fold/fold'
import { EMPTY_THREAD, type TraceRow } from '../../../src-shared/run/fold/fold-view'
import type { NewRunEvent } from '../../../src-shared/run/log/events'
import { logEntrySchema, toolScope } from '../../../src-shared/run/log/log'
import { AT, numbered, started } from '../../../src-shared/testing/run-script'
import { traceLines, traceTree, withTurns, type TraceLine } from './trace-tree'
import { chatWords, traceWords } from '../../../src-shared/run/trace/trace-words'

/** An entry of a scope, by a node. */
type EntryLocation = readonly [scope: string, author: string]
function said(id: string, [scope, author]: EntryLocation, rest: object): NewRunEvent {
  const entry = logEntrySchema.parse({ id, scope, author, turn: 1, at: AT, ...rest })
  return { type: 'entry', node: author, path: scope, entry }
}
const text = (id: string, place: EntryLocation, words: string) => said(id, place, { kind: 'text', text: words })
const move = (id: string, scope: string, [from, to, by]: readonly [string, string, string]) =>
  said(id, [scope, from], { kind: 'handoff', from, to, by, edge: null, reason: '', fromScope: 'main', carries: [] })
function reply(id: string, place: EntryLocation, words: string): NewRunEvent[] {
  const call = { node: place[1], path: place[0], span: id, purpose: 'reply' as const, model: 'm' }
  return [
    { type: 'model.started', ...call, messages: 2, dropped: 0 },
    { type: 'model.finished', ...call, usage: null, ms: 3 },
    text(id, place, words),
  ]
}

const call = 'main/n#1'
const events: NewRunEvent[] = [
  started(1, 'Write it'),
  move('h1', call, ['w', 'n', 'model']),
  { type: 'session', node: 'n', path: call, number: 1, state: 'active', slots: {} },
  text('t1', [`${call}.1`, 'n'], 'Sum up\nContext:\nWrite it'),
  move('h2', `${call}.1`, ['n', 'a', 'recipient']),
  text('t2', [`${call}.2`, 'n'], 'Rhyme'),
  move('h3', `${call}.2`, ['n', 'b', 'recipient']),
  ...reply('t3', [`${call}.2`, 'b'], 'a rhyme'),
  ...reply('t4', [`${call}.1`, 'a'], 'ducks'),
  move('h4', `${call}.1`, ['a', 'n', 'returns']),
  move('h5', `${call}.2`, ['b', 'n', 'returns']),
]
const end: NewRunEvent[] = [
  text('t5', ['main', 'n'], 'a rhyme'),
  move('h6', 'main', ['n', 'w', 'returns']),
  { type: 'session', node: 'n', path: call, number: 1, state: 'finished', slots: {} },
  ...reply('t6', ['main', 'w'], 'There it is.'),
]

function rowsAfter(script: readonly NewRunEvent[]): readonly TraceRow[] {
  return foldEvents(EMPTY_THREAD, numbered('r1', script)).latest?.trace ?? []
}

function words(line: TraceLine): string {
  if (line.kind === 'turn') return `Turn ${line.turn}`
  const indent = '  '.repeat(line.depth)
  if (line.kind === 'chat')
    return `${indent}${line.chat.place} ${line.chat.to ?? ''}: ${chatWords(line.chat.told, line.chat.cameTo, ENGLISH)}`
  const node = line.kind === 'call' ? line.call : line
  const { what, text: cell } = traceWords(node.row, (id) => id, ENGLISH, line.kind === 'row' ? line.part : null)
  return `${indent}${node.number} ${node.row.node ?? ''} ${what}: ${cell}`
}

test('chats side by side lie apart under the hand-off that called them, with what they were told and came to', () => {
  expect(traceLines(traceTree(rowsAfter(events)), () => null).map(words)).toEqual([
    '1  message: “Write it”',
    '2 w hand-off: baton → n, by the model',
    '  1 a: “Sum up Context: Write it” → “ducks”',
    '    4 n message: “Sum up Context: Write it”',
    '    9 a reply: “ducks”',
    '  2 b: “Rhyme” → “a rhyme”',
    '    6 n message: “Rhyme”',
    '    8 b reply: “a rhyme”',
  ])
})

test('once the baton came back everything is folded, until it is unfolded', () => {
  const tree = traceTree(rowsAfter([...events, ...end]))
  const folded = [
    '1  message: “Write it”',
    '2 w hand-off: baton → n, by the model',
    '12 n result: “a rhyme”',
    '13 n hand-off: baton → w, hands back',
    '15 w reply: “There it is.”',
  ]
  expect(traceLines(tree, () => null).map(words)).toEqual(folded)
  const lines = traceLines(tree, (key) => (key.startsWith('call ') ? true : key.includes(`${call}.1`) ? null : false))
  expect(lines.map(words)).toEqual([
    ...folded.slice(0, 2),
    '  1 a: “Sum up Context: Write it” → “ducks”',
    '    4 n message: “Sum up Context: Write it”',
    '    9 a reply: “ducks”',
    '  2 b: “Rhyme” → “a rhyme”',
    ...folded.slice(2),
  ])
})

test('what a flow did that is a tool lies folded under its call; other tools are rows', () => {
  const tool = (type: 'started' | 'finished', callId: string) => {
    const place = { node: 'o', path: 'main', span: 's', callId, tool: 'desk', toolNode: 't' }
    return type === 'started'
      ? ({ type: 'tool.started', ...place, arguments: '{}' } as const)
      : ({ type: 'tool.finished', ...place, isError: false, ms: 1 } as const)
  }
  const inside = toolScope('main', 'call/1')
  const called: NewRunEvent[] = [
    started(1, 'Go'),
    tool('started', 'call/1'),
    text('i1', [inside, 't'], 'To Rome'),
    ...reply('i2', [inside, 't~a'], 'One moment.'),
    move('i3', inside, ['t~a', 't~b', 'model']),
    ...reply('i4', [inside, 't~b'], 'Booked.'),
    tool('finished', 'call/1'),
    tool('started', 'call/2'),
    tool('finished', 'call/2'),
  ]
  const tree = traceTree(rowsAfter(called))
  const folded = ['1  message: “Go”', '2 o tool: desk()', '7 o tool: desk()']
  expect(traceLines(tree, () => null).map(words)).toEqual(folded)
  expect(traceLines(tree, () => true).map(words)).toEqual([
    ...folded.slice(0, 2),
    '  3 t message: “To Rome”',
    '  4 t~a reply: “One moment.”',
    '  5 t~a hand-off: baton → t~b, by the model',
    '  6 t~b reply: “Booked.”',
    ...folded.slice(2),
  ])
})

test('somebody who was asked lies folded under the call, with what was asked and without the way there and back', () => {
  const place = { node: 'w', path: 'main', span: 's', callId: 'c1', tool: 'ask_a', toolNode: 'a' } as const
  const inside = toolScope('main', 'c1', 300)
  const asked: NewRunEvent[] = [
    started(1, 'Go'),
    { type: 'tool.started', ...place, arguments: '{}' },
    text('i1', [inside, 'w'], 'What is it worth?'),
    move('i2', inside, ['w', 'a', 'recipient']),
    ...reply('i3', [inside, 'a'], '12 euro'),
    move('i4', inside, ['a', 'w', 'returns']),
    { type: 'tool.finished', ...place, isError: false, ms: 1 },
  ]
  expect(traceLines(traceTree(rowsAfter(asked)), () => true).map(words)).toEqual([
    '1  message: “Go”',
    '2 w tool: ask_a()',
    '  3 w message: “What is it worth?”',
    '  5 a reply: “12 euro”',
  ])
})

test('a list lies folded under the map that works on it, item by item', () => {
  const place = 'main/m#9'
  const listed: NewRunEvent[] = [
    started(1, 'Go'),
    move('l1', place, ['m', 'm', 'start']),
    text('l2', [`${place}.1`, 'm'], 'x'),
    move('l3', `${place}.1`, ['m', 'a', 'recipient']),
    text('l4', [`${place}.2`, 'm'], 'y'),
    move('l5', `${place}.2`, ['m', 'a', 'recipient']),
    ...reply('l6', [`${place}.2`, 'a'], 'Y'),
    ...reply('l7', [`${place}.1`, 'a'], 'X'),
    move('l8', `${place}.1`, ['a', 'm', 'returns']),
    move('l9', 'main', ['m', 'm', 'returns']),
    move('l10', 'main', ['m', 'z', 'next']),
  ]
  const lines = traceLines(traceTree(rowsAfter(listed)), (key) => key.startsWith('call')).map(words)
  expect(lines.filter((line) => !line.startsWith('    '))).toEqual([
    '1  message: “Go”',
    '2 m hand-off: baton → m',
    '  1 a: “x” → “X”',
    '  2 a: “y” → “Y”',
    '11 m hand-off: baton → z',
  ])
})

test('each turn has a heading', () => {
  const turn = (number: number): TraceLine[] =>
    traceLines(
      traceTree(rowsAfter([started(number, `Say ${number}`), ...reply(`r${number}`, ['main', 'w'], 'Yes')])),
      () => null,
    )
  expect(withTurns([...turn(2), ...turn(3)]).map(words)).toEqual([
    'Turn 2',
    '1  message: “Say 2”',
    '2 w reply: “Yes”',
    'Turn 3',
    '1  message: “Say 3”',
    '2 w reply: “Yes”',
  ])
  expect(withTurns(turn(3)).slice(1).map(words)).toEqual(turn(3).map(words))
})
