import { expect, test } from 'vitest'
import { ENGLISH } from '../../languages/translate'
import { foldEvents } from '../fold/fold'
import { EMPTY_THREAD } from '../fold/fold-view'
import { differenceOf } from '../moments/difference'
import { compareThreads } from '../moments/parting'
import { createThreadRecord } from '../moments/thread-record'
import { clockTurn, done, numbered, reply, started } from '../../testing/run-script'
import { comparisonRows } from './comparison-words'
import { differenceWords, tailWords } from './difference-words'

const nameOf = (id: string): string => id.toUpperCase()

test('what differs is said under headings, and only where something does', () => {
  const first = foldEvents(EMPTY_THREAD, numbered('r1', clockTurn))
  const second = foldEvents(
    first,
    numbered('r2', [
      started(2, 'A cake'),
      { type: 'baton', node: 'order', path: 'main/order:1', edge: null },
      { type: 'session', node: 'order', path: 'main/order:1', number: 1, state: 'active', slots: { cake: 'plum' } },
      { type: 'variables', changes: { cake: 'plum', note: '' }, by: 'order' },
      ...reply('order', 's9', { kind: 'text', id: 'e9', author: 'order', text: 'For when?' }),
      done,
    ]),
  )
  expect(differenceWords(differenceOf(first, second), { ms: 1500, nameOf }, ENGLISH)).toEqual([
    { title: 'Said and done', lines: ['You: message, “A cake”', 'ORDER: reply, “For when?”'], more: 0 },
    { title: 'Variables', lines: ['cake is plum, was not set', 'note is empty, was not set'], more: 0 },
    {
      title: 'Baton',
      lines: [
        'ORDER has the baton, CONCIERGE had it',
        'Stack: ORDER 1, was empty',
        'ORDER: session 1 is open · cake = plum',
      ],
      more: 0,
    },
    { title: 'Spent', lines: ['1 turn more', '1 model call more', '17 tokens more', '1.5 s later'], more: 0 },
  ])
  expect(differenceWords(differenceOf(first, first), { ms: 0, nameOf }, ENGLISH)).toEqual([])
})

test('the stack names each conversation as the sequence diagram does', () => {
  const held = (path: string) => ({ node: 'order', path, edge: null, moves: 1 })
  const at = foldEvents(EMPTY_THREAD, numbered('r1', clockTurn))
  const stackAt = (path: string): string[] => {
    const parts = differenceWords(
      differenceOf({ ...at, holder: held('main') }, { ...at, holder: held(path) }),
      { ms: 0, nameOf },
      ENGLISH,
    )
    return parts.flatMap(({ lines }) => lines)
  }
  expect(stackAt('main/order:1/panel#2.1/!call_1#1/inner#anna')).toEqual([
    'Stack: ORDER 1 › PANEL 2.1 › a tool › INNER (ANNA), was empty',
  ])
  expect(stackAt('main/queue#3/chat')).toEqual(['Stack: QUEUE 3 › CHAT, was empty'])
})

test('of two threads each says what it spent by itself, without the time in which nobody worked', () => {
  const first = numbered('r1', clockTurn)
  const record = (...events: readonly (typeof first)[]) => {
    const made = createThreadRecord()
    made.add(events.flat())
    return made
  }
  const turnOf = (run: string, turn: number) => {
    const said = reply('order', `s-${run}`, { kind: 'text', id: `e-${run}`, author: 'order', text: 'Yes.' })
    // A week later.
    return numbered(run, [started(turn, `Order ${run}`), ...said, done]).map((event) => ({
      ...event,
      at: '2030-01-08T00:00:00Z',
    }))
  }
  const one = record(first, turnOf('r2', 2))
  const other = record(
    first.map((event) => ({ ...event, runId: 'c1' })),
    turnOf('c2', 2),
    turnOf('c3', 3),
  )
  const rows = comparisonRows(compareThreads(one, other), nameOf, ENGLISH)
  expect(rows.find(({ title }) => title === 'Spent')).toMatchObject({
    title: 'Spent',
    one: { lines: ['1 turn', '1 model call', '17 tokens', '900 ms'], more: 0 },
    other: { lines: ['2 turns', '2 model calls', '34 tokens', '1.8 s'], more: 0 },
  })
  const clock = differenceOf(EMPTY_THREAD, foldEvents(EMPTY_THREAD, first))
  expect(tailWords(clock, { ms: 0, nameOf }, ENGLISH).at(-1)?.lines).toContain('1 tool call')
})
