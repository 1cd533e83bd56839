/** What models see of messages with attachments: those that answer, those that decide, and the search in a pool. */
import { describe, expect, it } from 'vitest'
import type { Attachment } from '../../../src-shared/run/log/attachments'
import { MAIN_SCOPE, type LogEntry } from '../../../src-shared/run/log/log'
import { poolQuery } from './pool-query'
import { historyText, viewOf } from './view'

const notes: Attachment = { name: 'notes.txt', uri: null, mimeType: 'text/plain', size: 5, text: 'Plums', kept: null }
const BLOCK = '[Attachment 1 of 1: notes.txt, text/plain]\n```\nPlums\n```'
const base = { turn: 1, scope: MAIN_SCOPE, at: '2026-03-01T10:00:00.000Z', kind: 'text' } as const
const said = (id: string, text: string, attachments?: Attachment[]): LogEntry => ({
  ...base,
  id,
  author: 'user',
  text,
  ...(attachments === undefined ? {} : { attachments }),
})
const log = [said('e1', 'Read', [notes]), said('e2', '', [notes]), said('e3', 'And?')]
const look = {
  scope: MAIN_SCOPE,
  viewer: 'a',
  nameOf: (id: string) => id,
  hideTransit: true,
  handedOn: '(handed on)',
  leftOut: '(left out)',
  interrupted: '(interrupted)',
}
const texts = (options: { budget: number; wordsOnly?: boolean }) =>
  viewOf(log, { ...look, ...options }).messages.map(({ text }) => text)

it('who answers sees words and attachments, and both count to the budget', () => {
  expect(texts({ budget: 1000 })).toEqual([`Read\n\n${BLOCK}`, BLOCK, 'And?'])
  const long = [said('e1', 'Read', [{ ...notes, text: 'Plums '.repeat(1000) }]), said('e2', 'And?')]
  const { messages, isCut } = viewOf(long, { ...look, budget: 500 })
  expect([messages.map(({ text }) => text), isCut]).toEqual([['And?'], true])
})

it('what a message carries to another scope comes with what is attached, and the mark stays with the words', () => {
  const handoff: LogEntry = {
    ...base,
    id: 'e2',
    kind: 'handoff',
    author: 's',
    scope: 'main/d:1',
    from: 's',
    to: 'd',
    edge: null,
    by: 'switch',
    reason: '',
    fromScope: MAIN_SCOPE,
    carries: ['e1'],
  }
  const moved = [said('e1', 'Read', [notes]), handoff]
  const seen = (scope: string) => viewOf(moved, { ...look, scope, budget: 1000 }).messages.map(({ text }) => text)
  expect([seen('main/d:1'), seen(MAIN_SCOPE)]).toEqual([[`Read\n\n${BLOCK}`], [`Read (handed on)\n\n${BLOCK}`]])
})

it('who decides sees the words, or the names where there are none; a worker that answers sees all', () => {
  expect(texts({ budget: 1000, wordsOnly: true })).toEqual(['Read', 'Attached: notes.txt', 'And?'])
  const { scope, nameOf } = look
  expect(historyText(log, { scope, nameOf })).toBe('User: Read\nUser: Attached: notes.txt\nUser: And?')
  expect(historyText(log, { scope, nameOf, showsAttachments: true })).toBe(
    `User: Read\n\n${BLOCK}\nUser: ${BLOCK}\nUser: And?`,
  )
})

it('a pool is searched by the words alone', () => {
  expect(poolQuery(log, 'thread', { scope: MAIN_SCOPE, viewer: 'a' })).toBe('Read\nAnd?')
})

describe('a history that does not fit', () => {
  const own = (id: string, text: string): LogEntry => ({ ...base, id, author: 'a', text })
  const calls = (id: string): LogEntry => ({
    ...base,
    id,
    kind: 'calls',
    author: 'a',
    text: '',
    calls: [{ id: `c${id}`, name: 'look', arguments: '{}', transit: false }],
  })
  const result = (id: string): LogEntry => ({
    ...base,
    id: `r${id}`,
    kind: 'result',
    author: 'a',
    callId: `c${id}`,
    tool: 'look',
    text: 'x'.repeat(400),
    isError: false,
  })
  const shown = (entries: readonly LogEntry[], budget: number) => {
    const { messages, isCut } = viewOf(entries, { ...look, budget })
    return [
      isCut,
      messages.map((one) => (one.kind === 'calls' ? one.calls.map(({ result: text }) => text.length) : one.text)),
    ]
  }

  it('begins with what was said to the participant, never with its own words', () => {
    const talk = [said('e1', 'a'.repeat(400)), own('e2', 'Mine.'), said('e3', 'And?'), own('e4', 'Well.')]
    expect(shown(talk, 40)).toEqual([true, ['And?', 'Well.']])
    expect(shown(talk, 1000)).toEqual([false, ['a'.repeat(400), 'Mine.', 'And?', 'Well.']])
  })

  it('keeps the newest question before the newest calls, each with its result', () => {
    const work = ['1', '2', '3', '4'].flatMap((id) => [calls(id), result(id)])
    const question = [said('e1', 'old'), own('e2', 'yes'), said('e3', 'The question?')]
    expect(shown([...question, ...work], 300)).toEqual([true, ['The question?', '(left out)', [400], [400]]])
  })
})
