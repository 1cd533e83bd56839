/** Where in a thread others left it, by its own events. */
import { expect, it } from 'vitest'
import { createThreadRecord } from '../../src-shared/run/moments/thread-record'
import type { ThreadSummary } from '../../src-shared/rpc/contract'
import { clockTurn, done, numbered, reply, started } from '../../src-shared/testing/run-script'
import { leavingSteps } from './leaving-steps'

function left(id: string, from: Partial<NonNullable<ThreadSummary['forkedFrom']>> | null): ThreadSummary {
  const forkedFrom = from === null ? null : { threadId: 'a', turn: 1, until: null, above: [], ...from }
  const times = { createdAt: '', changedAt: '' }
  const rest = { state: 'idle' as const, holder: null, model: null, only: null, pinned: false, imported: false }
  return { id, flowId: 'f', title: id, turns: 2, forkedFrom, ...times, ...rest }
}

it('who left before a turn stands at the last step before it, who left in one at its step', () => {
  const record = createThreadRecord()
  const second = [started(2, 'More'), ...reply('a', 's', { kind: 'text', id: 'e', author: 'a', text: 'Yes.' }), done]
  record.add([...numbered('r1', clockTurn), ...numbered('r2', second)])
  const { steps } = record.index
  const last = steps.findLastIndex(({ turn }) => turn === 1)
  const call = record.events.find((event) => event.type === 'entry' && event.entry.kind === 'calls')
  if (call === undefined) throw new Error('The turn calls no tool.')
  const threads = [
    left('a', null),
    left('first', { turn: 1 }),
    left('second', { turn: 2 }),
    left('mid', { turn: 1, until: { runId: call.runId, seq: call.seq } }),
    left('again', { turn: 2 }),
    left('other', { threadId: 'b', turn: 2 }),
    left('gone', { turn: 1, until: { runId: 'none', seq: 3 } }),
  ]
  const found = [...leavingSteps(record, threads, 'a')].map(([step, all]) => [step, all.map(({ id }) => id)])
  expect(found).toEqual([
    [last, ['second', 'again']],
    [steps.findIndex(({ kind }) => kind === 'calls'), ['mid']],
  ])
})
