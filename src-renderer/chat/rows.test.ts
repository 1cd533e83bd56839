import { expect, test } from 'vitest'
import type { DecisionSubject } from '../../src-shared/run/log/facts'
import type { ChatItem, HandoffItem, MessageItem, ToolItem } from '../../src-shared/run/fold/fold-view'
import { chatRows, type ChatRow } from './rows'

const at = '2026-03-01T10:00:00.000Z'

function message(key: string, author: string): MessageItem {
  return { kind: 'message', key, at, author, path: 'main', text: key, entryId: key, span: null, usage: null, ms: null }
}

function move(key: string, [from, to]: [string | null, string], by: HandoffItem['by'] = 'model'): HandoffItem {
  return { kind: 'handoff', key, at, entryId: key, path: 'main', from, to, edge: null, by, reason: '' }
}

function transit(key: string, isError: boolean): ToolItem {
  const call = {
    node: 'a',
    path: 'main',
    callId: key,
    tool: 'transfer_to_b',
    toolNode: null,
    arguments: '{}',
    entryId: key,
  }
  return {
    kind: 'tool',
    key,
    at,
    ...call,
    transit: true,
    state: 'done',
    result: 'ok',
    resultId: null,
    isError,
    ms: null,
  }
}

function verdict(key: string, about: DecisionSubject): ChatItem {
  const grounds = { rule: { by: 'always' }, choice: { is: 'nothing' } } as const
  const decision = { about, candidates: [], prompt: null, answer: null, ...grounds, tries: 1 }
  return { kind: 'verdict', key, at, node: 'a', path: 'main', decision }
}

function words(rows: readonly ChatRow[]): string[] {
  return rows.map((row) => {
    if (row.kind === 'handoffs') return row.moves.map((one) => `${one.from ?? ''}>${one.to}`).join(' ')
    if (row.kind === 'nested') return row.key
    return `${row.key}${row.isContinued ? ' (goes on)' : ''}`
  })
}

test('workers that give the baton back are not told, dialogs that do are', () => {
  const shop = [
    move('in', ['shop', 'else'], 'intent'),
    move('picked', ['else', 'counter'], 'pick'),
    message('welcome', 'counter'),
    move('back', ['counter', 'else'], 'returns'),
    move('back again', ['else', 'shop'], 'returns'),
  ]
  const dialog = [
    move('begins', ['host', 'order']),
    { ...message('which', 'order'), path: 'main/order:1' },
    move('done', ['order', 'host'], 'returns'),
  ]
  const agents = [move('asks', ['a', 'b']), message('told', 'b'), move('gives', ['b', 'a'], 'returns')]
  expect(
    [shop, dialog, agents, [...agents, message('so', 'a')]].map((items) => words(chatRows(items, [], false))),
  ).toEqual([
    ['shop>else else>counter', 'welcome'],
    ['host>order', 'which', 'order>host'],
    ['a>b', 'told'],
    ['a>b', 'told', 'b>a', 'so'],
  ])
})

test('moves in a row are one divider, what they tell is not told twice', () => {
  const items = [
    message('hello', 'user'),
    move('start', [null, 'a'], 'start'),
    transit('accepted', false),
    verdict('chose', 'handoff'),
    verdict('checked', 'switch'),
    move('one', ['a', 'b']),
    move('two', ['b', 'c']),
    move('three', ['d', 'e']),
    transit('refused', true),
    message('first', 'c'),
    message('second', 'c'),
  ]
  const stream = { entryId: 'third', span: 's', author: 'c', path: 'main', at, text: '' }
  expect(words(chatRows(items, [stream], false))).toEqual([
    'hello',
    'a>b b>c',
    'd>e',
    'refused',
    'first',
    'second (goes on)',
    'entry-third (goes on)',
  ])
  expect(words(chatRows(items, [], true))).toContain('checked')
})

test('a nested chat is one row, with its chats inside; what it came to and the return are outside (swarm 26)', () => {
  const inner = (item: ChatItem, path: string) => ({ ...item, path }) as ChatItem
  const items = [
    inner(move('call', ['writer', 'polish']), 'main/polish#1'),
    inner(message('ask a', 'polish'), 'main/polish#1.1'),
    inner(move('to a', ['polish', 'a'], 'recipient'), 'main/polish#1.1'),
    inner(message('ask b', 'polish'), 'main/polish#1.2'),
    inner(message('from a', 'a'), 'main/polish#1.1'),
    inner(move('deeper', ['a', 'more'], 'model'), 'main/polish#1.1/more#1'),
    inner(message('inmost', 'c'), 'main/polish#1.1/more#1.1'),
    inner(move('up', ['more', 'a'], 'returns'), 'main/polish#1.1'),
    message('summary', 'polish'),
    move('back', ['polish', 'writer'], 'returns'),
    message('thanks', 'writer'),
  ]
  const shape = (rows: readonly ChatRow[]): unknown =>
    rows.map((row) =>
      row.kind === 'nested' ? [row.move.key, row.isRunning, row.chats.map((chat) => shape(chat.rows))] : row.key,
    )
  expect(shape(chatRows(items, [], false))).toEqual([
    ['call', false, [['ask a', 'from a', ['deeper', false, [['inmost']]]], ['ask b']]],
    'summary',
    'thanks',
  ])
  expect(shape(chatRows(items.slice(0, 2), [], false))).toEqual([['call', true, [['ask a']]]])
})
