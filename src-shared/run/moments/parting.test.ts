/** Two threads that were one: how much they share, and what is each one's own. */
import { expect, test } from 'vitest'
import { clockTurn, done, numbered, reply, started } from '../../testing/run-script'
import type { RunEvent } from '../log/events'
import { compareThreads } from './parting'
import { createThreadRecord } from './thread-record'

function record(...events: readonly (readonly RunEvent[])[]) {
  const made = createThreadRecord()
  made.add(events.flat())
  return made
}
const said = (text: string, id: string) => reply('a', `s-${id}`, { kind: 'text', id, author: 'a', text })
const turnOf = (run: string, input: string, text: string) =>
  numbered(run, [started(2, input), ...said(text, `e-${run}`), done])
/** A copy of events in a run of another thread. */
const copied = (events: readonly RunEvent[], runId: string): RunEvent[] =>
  events.map((event) => ({ ...event, runId, ...('threadId' in event ? { threadId: 'other' } : {}) }))

test('threads part before the turn that each began by itself', () => {
  const first = record(numbered('r1', clockTurn)).events
  const one = record(first, turnOf('r2', 'More', 'Yes.'))
  const other = record(copied(first, 'c1'), turnOf('c2', 'Less', 'No.'), turnOf('c3', 'Even less', 'Never.'))
  const { shared, turn, isMid, ...found } = compareThreads(one, other)
  expect({ shared, turn, isMid }).toEqual({ shared: first.length, turn: 2, isMid: false })
  expect(found.one.difference.rows.map(({ step }) => step.what)).toEqual(['user', 'model'])
  expect(found.other.difference.cost.after.modelCalls - found.one.difference.cost.after.modelCalls).toBe(1)
  expect(compareThreads(other, one).shared).toBe(shared)
})

test('threads part in the middle of a turn, of which each has the beginning', () => {
  const first = record(numbered('r1', clockTurn)).events
  const one = record(first)
  const other = record(copied(first.slice(0, 4), 'c1'), copied(numbered('c1', clockTurn).slice(-1), 'c1'))
  const { shared, turn, isMid } = compareThreads(one, other)
  expect({ shared, turn, isMid }).toEqual({ shared: 4, turn: 1, isMid: true })
})

test('threads that say the same have no tail, and threads that share nothing part before the first turn', () => {
  const first = record(numbered('r1', clockTurn)).events
  const same = compareThreads(record(first), record(copied(first, 'c1')))
  expect([same.shared, same.one.difference.rows, same.other.ms, same.ends.variables]).toEqual([first.length, [], 0, []])
  expect(compareThreads(record(turnOf('r1', 'Hello', 'Yes.')), record(first))).toMatchObject({ shared: 0, turn: 1 })
  expect(compareThreads(record(), record(first))).toMatchObject({ shared: 0, turn: 1, isMid: false })
})
