/** Which thread left which, as it is drawn. */
import { expect, it } from 'vitest'
import { forkTreeOf, forkTrees, type TreeThread } from './fork-tree'
import { forkLanes } from './fork-lanes'

type Left = { threadId: string; turn: number; isMid?: boolean; above?: { threadId: string; turn: number }[] }

function thread(id: string, turns: number, left?: Left): TreeThread {
  const { isMid = false, above = [], ...place } = left ?? { threadId: '', turn: 1 }
  const forkedFrom = left === undefined ? null : { ...place, above, until: isMid ? { runId: 'r', seq: 1 } : null }
  return { id, turns, forkedFrom, createdAt: id, changedAt: id }
}
/** `  c < a at 2`: the thread, indented by its level, whom it left, and at which turn (`~` in the middle of it). */
const words = (threads: readonly TreeThread[], open: string): string[] =>
  forkTreeOf(threads, open).map(({ threadId, from, level, turn, isMid, isGone }, _at, rows) => {
    const left = from === null ? '' : ` < ${rows[from]?.threadId} at ${isMid ? '~' : ''}${turn}`
    return `${'  '.repeat(level)}${threadId}${isGone ? ' (gone)' : ''}${left}`
  })

it('who left last stands nearest to the thread that it left; forks of forks stand under theirs', () => {
  const threads = [
    thread('a', 5),
    thread('b', 3, { threadId: 'a', turn: 2 }),
    thread('c', 6, { threadId: 'a', turn: 4, isMid: true }),
    thread('d', 4, { threadId: 'b', turn: 3 }),
    thread('other', 1),
  ]
  const tree = ['a', '  c < a at ~4', '  b < a at 2', '    d < b at 3']
  for (const { id } of threads.slice(0, 4)) expect(words(threads, id)).toEqual(tree)
  expect(words(threads, 'other')).toEqual(['other'])
  expect(forkTrees(threads).map((rows) => rows[0]?.threadId)).toEqual(['other', 'a'])
})

it('a thread is drawn where it leaves in fact: an edit of an edited message, or of a turn that was there before, leaves the first one', () => {
  const threads = [
    thread('a', 3),
    thread('b', 3, { threadId: 'a', turn: 2 }),
    thread('c', 3, { threadId: 'b', turn: 2 }),
    thread('d', 3, { threadId: 'b', turn: 1 }),
    thread('e', 3, { threadId: 'b', turn: 2, isMid: true }),
  ]
  expect(words(threads, 'c')).toEqual(['a', '  b < a at 2', '    e < b at ~2', '  c < a at 2', '  d < a at 1'])
})

it('what left a removed thread is still drawn where that one left, or under what is gone', () => {
  const above = [{ threadId: 'a', turn: 2 }]
  const threads = [thread('a', 4), thread('c', 5, { threadId: 'b', turn: 4, above })]
  expect(words(threads, 'c')).toEqual(['a', '  c < a at 2'])
  const orphans = [thread('c', 5, { threadId: 'b', turn: 4 }), thread('d', 5, { threadId: 'b', turn: 3 })]
  expect(words(orphans, 'c')).toEqual(['b (gone)', '  c < b at 4', '  d < b at 3'])
  expect(words(orphans.slice(0, 1), 'c')).toEqual(['c'])
  expect(words([thread('a', 1, { threadId: 'b', turn: 1 }), thread('b', 1, { threadId: 'a', turn: 1 })], 'a')).toEqual(
    [],
  )
})

it('lanes leave at the turn before their own, or within it, and each has a dot for each turn of its own', () => {
  const rows = forkTreeOf(
    [
      thread('a', 3),
      thread('b', 3, { threadId: 'a', turn: 2 }),
      thread('c', 3, { threadId: 'a', turn: 3, isMid: true }),
    ],
    'a',
  )
  const lanes = forkLanes(rows, { rowHeight: 20, most: 400 })
  expect(lanes.lanes.map(({ dots }) => dots)).toEqual([[11, 33, 55], [66], [33, 55]])
  expect(lanes.width).toBe(77)
  expect(lanes.lanes.map(({ path }) => path.slice(0, path.indexOf('V') === -1 ? 9 : path.indexOf('V')))).toEqual([
    'M11 10H55',
    'M55 10',
    'M11 10',
  ])
  const long = forkLanes(forkTreeOf([thread('a', 900), thread('b', 2, { threadId: 'a', turn: 2 })], 'a'), {
    rowHeight: 20,
    most: 300,
  })
  expect([long.width <= 300, long.lanes[0]?.dots.length]).toEqual([true, 1])
})
