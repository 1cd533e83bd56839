import { ENGLISH } from '../../../src-shared/languages/translate'
import { expect, test } from 'vitest'
import { foldEvents } from '../../../src-shared/run/fold/fold'
import { EMPTY_THREAD } from '../../../src-shared/run/fold/fold-view'
import { clockTurn, entry, numbered, reply, started } from '../../../src-shared/testing/run-script'
import { traceWords, usageWords } from '../../../src-shared/run/trace/trace-words'
import { timeWords } from './time-words'

const nameOf = (id: string): string => id.toUpperCase()

test('the rows of a turn in words', () => {
  const handoff = { id: 'c9', name: 'make_order', arguments: '{"date":"Friday","people":6}', transit: true }
  const place = { node: 'check', path: 'main', span: 'd1' }
  const decision = {
    about: 'switch' as const,
    candidates: [{ name: 'False' }, { name: 'make_order' }],
    prompt: 'Which?',
    answer: 'make_order',
    rule: { by: 'switch' as const, read: 'helper' as const, directly: false },
    choice: { is: 'outcome' as const, outcome: 'interrupt' as const },
    tries: 1,
  }
  const view = foldEvents(EMPTY_THREAD, [
    ...numbered('r1', clockTurn),
    ...numbered('r2', [
      started(2, 'A cake for\nFriday'),
      { type: 'decision', ...place, decision, usage: { input: 19_073, output: 2 }, ms: 240 },
      ...reply('concierge', 's1', { kind: 'calls', id: 'x1', author: 'concierge', text: '', calls: [handoff] }),
      entry({
        kind: 'handoff',
        id: 'x2',
        author: 'concierge',
        from: 'concierge',
        to: 'order',
        edge: 'e',
        by: 'model',
        reason: 'wants cake',
        fromScope: 'main',
        carries: [],
      }),
      { type: 'session', node: 'order', path: 'main/order:1', number: 1, state: 'active', slots: { cake: null } },
      { type: 'run.stopped' },
    ]),
  ])
  const rows = [...view.earlier.flatMap((turn) => turn.trace), ...(view.latest?.trace ?? [])]
  const words = rows.map((row) => {
    const { what, text } = traceWords(row, nameOf, ENGLISH)
    return [what, text, usageWords(row, ENGLISH), timeWords(row, ENGLISH)].filter((part) => part !== '').join(' | ')
  })
  expect(words).toEqual([
    'message | “What time is it?”',
    'tool call | called get_time() | 12 + 5 | 300 ms',
    'tool | get_time() → 14:02 | 4 ms',
    'reply | “It is two in the afternoon.” | 12 + 5 | 300 ms',
    'message | “A cake for Friday”',
    'switch check | candidates False, make_order · answered “make_order” → interrupt · rule: helper | 19,073 + 2 | 240 ms',
    'hand-off | called make_order(date: “Friday”, people: 6) | 12 + 5 | 300 ms',
    'hand-off | baton → ORDER, by the model, because: wants cake',
    'session | session 1 is open · slots: cake = ?',
    'turn | stopped by you',
  ])
})

test('a sequence goes on over a branch, and a list says how long it is', () => {
  const move = { kind: 'handoff' as const, author: 'c', edge: null, fromScope: 'main', carries: [], from: 'c' }
  const view = foldEvents(
    EMPTY_THREAD,
    numbered('r1', [
      started(1, 'Go'),
      entry({ ...move, id: 'm1', to: 'a', by: 'next', reason: 'else' }),
      entry({ ...move, id: 'm2', to: 'b', by: 'next', reason: '' }),
      entry({ ...move, id: 'm3', to: 'c', by: 'start', reason: '3 items' }),
    ]),
  )
  expect((view.latest?.trace ?? []).slice(1).map((row) => traceWords(row, nameOf, ENGLISH).text)).toEqual([
    'baton → A, branch: else',
    'baton → B',
    'baton → C, 3 items',
  ])
})
