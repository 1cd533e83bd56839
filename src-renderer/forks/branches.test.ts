/** Which ways a conversation took at a turn, found from the list of threads. */
import { expect, it } from 'vitest'
import { branchesAt, type BranchThread } from './branches'

let clock = 0
function thread(id: string, from?: string, turn = 1, changed = 0): BranchThread {
  clock += 1
  const at = (nth: number): string => new Date(nth).toISOString()
  return {
    id,
    forkedFrom: from === undefined ? null : { threadId: from, turn, above: [] },
    createdAt: at(clock),
    changedAt: at(clock + changed),
  }
}
const ids = (threads: readonly BranchThread[], open: string, turn: number): string[] =>
  branchesAt(threads, open, turn).map(({ threadId, isOpen }) => (isOpen ? `[${threadId}]` : threadId))

it('a thread by itself has one way, whatever others there are', () => {
  expect(ids([thread('a'), thread('b')], 'a', 1)).toEqual(['[a]'])
})

it('each edit of a message is a way of its own, in the order in which they were made', () => {
  const threads = [thread('a'), thread('b', 'a', 2), thread('c', 'a', 2), thread('d', 'b', 2)]
  expect(ids(threads, 'a', 2)).toEqual(['[a]', 'b', 'c', 'd'])
  expect(ids(threads, 'd', 2)).toEqual(['a', 'b', 'c', '[d]'])
  expect([ids(threads, 'a', 1), ids(threads, 'd', 1), ids(threads, 'd', 3)]).toEqual([['[a]'], ['[d]'], ['[d]']])
})

it('a way is opened where it was last talked to, and turns before a fork are those of the thread that it left', () => {
  const threads = [thread('a'), thread('b', 'a', 2), thread('late', 'b', 5, 100), thread('e', 'late', 2)]
  expect(ids(threads, 'a', 2)).toEqual(['[a]', 'late', 'e'])
  expect(ids(threads, 'late', 2)).toEqual(['a', '[late]', 'e'])
  expect(ids(threads, 'late', 5)).toEqual(['b', '[late]'])
})

it('a thread that was removed leads on to those that it had left', () => {
  const heir = { ...thread('c', 'b', 3), forkedFrom: { threadId: 'b', turn: 3, above: [{ threadId: 'a', turn: 2 }] } }
  expect(ids([thread('a'), heir], 'a', 2)).toEqual(['c', '[a]'].toSorted().toReversed())
  expect(ids([thread('a'), heir], 'c', 1)).toEqual(['[c]'])
})

it('ways stay together when the thread that they left is removed, and a circle ends', () => {
  expect(ids([thread('b', 'a', 2), thread('c', 'a', 2)], 'b', 2)).toEqual(['[b]', 'c'])
  expect(ids([thread('a', 'b', 2), thread('b', 'a', 2)], 'a', 2).length).toBeGreaterThan(0)
})
