import { expect, test } from 'vitest'
import { ENGLISH } from '../../languages/translate'
import { foldEvents } from '../fold/fold'
import { EMPTY_THREAD } from '../fold/fold-view'
import { differenceOf } from '../moments/difference'
import { clockTurn, done, numbered, reply, started } from '../../testing/run-script'
import { differenceWords } from './difference-words'

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
