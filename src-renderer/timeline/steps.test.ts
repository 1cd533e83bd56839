import { ENGLISH } from '../../src-shared/languages/translate'
import { expect, test } from 'vitest'
import { stepWords, timelineRows } from './steps'

function item(checkpointId: string, turn: number | null, nodes: string[] = []) {
  return { checkpointId, parentId: null, step: 0, turn, at: '2026-03-01T10:00:00.000Z', nodes }
}

test('steps stand under the heading of their turn, counted from 1', () => {
  const rows = timelineRows([item('d', 2, ['think.a']), item('begun', 2), item('c', 2), item('b', 1), item('a', null)])
  expect(
    rows.map((row) => (row.kind === 'turn' ? `turn ${row.turn ?? '-'} of ${row.steps}` : `${row.number} ${row.key}`)),
  ).toEqual(['turn 2 of 2', '2 d', '1 c', 'turn 1 of 1', '1 b', 'turn - of 1', '1 a'])
})

test('steps are told in words', () => {
  const nameOf = (id: string): string => id.toUpperCase()
  const words = [
    'think.order',
    'act.order',
    'watch.slots',
    'route.shop',
    'pick.else',
    'talk.polish',
    'branch.e1',
    'decide.fork',
    'map.list',
    'after-all.order',
    'end',
    '__start__',
  ].map((step) => stepWords(step, nameOf, ENGLISH))
  expect(words).toEqual([
    'ORDER replied',
    'ORDER used tools',
    'SLOTS watched',
    'SHOP looked for the intent',
    'ELSE picked a worker',
    'POLISH went on with a chat',
    'A chat beside others went on',
    'FORK chose a branch',
    'LIST went through its list',
    'ORDER was followed as code says',
    'END',
    'Turn began',
  ])
})
