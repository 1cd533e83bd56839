import { expect, test } from 'vitest'
import type { LogEntry } from '../../../src-shared/run/log/log'
import { poolQuery } from './pool-query'

const base = { turn: 1, at: '', scope: 'main' }
const text = (id: string, [author, scope = 'main']: readonly string[], words: string): LogEntry => ({
  ...base,
  id,
  scope,
  kind: 'text',
  author: author ?? '',
  text: words,
})
const calls = (id: string, author: string, words: string): LogEntry => ({
  ...base,
  id,
  kind: 'calls',
  author,
  text: words,
  calls: [],
})
const handoff = (
  id: string,
  [from, to]: [string, string],
  { scope, carries }: { scope: string; carries: string[] } = { scope: 'main', carries: [] },
): LogEntry => ({
  ...base,
  id,
  scope,
  kind: 'handoff',
  author: from,
  from,
  to,
  edge: null,
  by: 'model',
  reason: '',
  fromScope: 'main',
  carries,
})
const asked = (log: LogEntry[], viewer: string, scope = 'main') =>
  poolQuery(log, 'new-messages', { scope, viewer }).split('\n')

test('Workbench 1: what others said since the own answer, also beside a hand-off; calls alone are no answer', () => {
  const log = [
    text('1', ['user'], 'old'),
    text('2', ['a'], 'answered'),
    text('3', ['user'], 'new'),
    calls('4', 'a', 'let me see'),
    calls('5', 'b', 'a should do it'),
    handoff('6', ['b', 'a']),
  ]
  expect(asked(log, 'a')).toEqual(['new', 'a should do it'])
  expect(asked(log, 'b')).toEqual([''])
  expect(poolQuery(log, 'last-user-message', { scope: 'main', viewer: 'a' })).toBe('new')
})

test('a dialog is asked what its hand-off brought along, and nothing of other scopes', () => {
  const log = [
    text('1', ['user'], 'book a trip'),
    handoff('2', ['s', 'd'], { scope: 'main/d:1', carries: ['1'] }),
    text('3', ['d', 'main/d:1'], 'Where to?'),
    text('4', ['user', 'main/d:1'], 'Rome'),
  ]
  expect(asked(log.slice(0, 2), 'd', 'main/d:1')).toEqual(['book a trip'])
  expect(asked(log, 'd', 'main/d:1')).toEqual(['Rome'])
  expect(asked(log, 's')).toEqual([''])
})

test('pictures are not text, and of very much the newest counts', () => {
  const log = [
    text('1', ['user'], ` ![a](http://x/y.png) see data:image/png;base64,AAAA `),
    text('2', ['user'], 'x'.repeat(9_000)),
  ]
  expect(asked(log.slice(0, 1), 'a')).toEqual(['see'])
  expect(asked(log, 'a').join('\n')).toHaveLength(8_000)
})
