import { expect, test } from 'vitest'
import { flow } from '../../src-shared/testing/flow-builder'
import { heardChats } from './queue'

function queue(async: boolean) {
  const drawn = flow('Queue').start('w').agent('w').node('nested-chat', 'n', { async }).handoff('w', 'n')
  for (const [index, id] of ['a', 'b', 'c', 'd'].entries()) {
    const message = id === 'b' ? undefined : `Ask ${id}`
    const prerequisites = id === 'd' ? ['c', 'a'] : undefined
    drawn.agent(id, { name: id.toUpperCase() })
    drawn.edge('recipient', { from: 'n', to: id }, { order: index, message, chatId: id, prerequisites })
  }
  return drawn.build()
}

test('a chat hears of those before it that run, counted as the run counts them', () => {
  const heard = (async: boolean, edge: string) =>
    heardChats(queue(async), edge).map(({ to, place, at }) => `${at}: ${place} ${to}`)
  // Edges: e1 start, e2 hand-off, e3 to e6 the chats.
  expect([heard(false, 'e6'), heard(false, 'e3'), heard(true, 'e6'), heard(true, 'e5'), heard(true, 'gone')]).toEqual([
    ['0: 1 A', '1: 3 C'],
    [],
    ['0: 1 A', '1: 3 C'],
    [],
    [],
  ])
})
