import { expect, test } from 'vitest'
import type { FlowSummary } from '../../src-shared/rpc/flow-summary'
import { foundFlows } from './flow-order'

const flow = (name: string, changedAt: string, said?: [string, string]): FlowSummary => ({
  id: name,
  name,
  description: `About ${name}`,
  revision: 1,
  createdAt: changedAt,
  changedAt,
  nodes: 1,
  problems: 0,
  isPinned: false,
  sketch: null,
  lastThread: said === undefined ? null : { id: 't', said: said[0], changedAt: said[1] },
})
const flows = [
  flow('Desk 10', '2026-01-01'),
  flow('Desk 9', '2026-01-03', ['a refund', '2026-01-04']),
  flow('Shop', '2026-01-02', ['cake', '2026-01-09']),
]
const names = (search: string, order: Parameters<typeof foundFlows>[2]) =>
  foundFlows(flows, search, order).map(({ name }) => name)

test('flows stand by when they changed, when they were talked to, or by name', () => {
  expect([names('', 'changed'), names('', 'talked'), names('', 'name')]).toEqual([
    ['Desk 9', 'Shop', 'Desk 10'],
    ['Shop', 'Desk 9', 'Desk 10'],
    ['Desk 9', 'Desk 10', 'Shop'],
  ])
})

test('each word of a search has to be somewhere, in what was said last too', () => {
  expect([names('DESK refund', 'name'), names('desk cake', 'name'), names('  ', 'name').length]).toEqual([
    ['Desk 9'],
    [],
    3,
  ])
})

test('pinned flows stand first, by time among themselves', () => {
  const pinned = [...flows, flow('Zoo', '2026-02-01')].map((one) => ({
    ...one,
    isPinned: /Desk 10|Zoo/.test(one.name),
  }))
  const order = (by: Parameters<typeof foundFlows>[2]) => foundFlows(pinned, '', by).map(({ name }) => name)
  expect([order('changed'), order('talked'), order('name')]).toEqual([
    ['Zoo', 'Desk 10', 'Desk 9', 'Shop'],
    ['Zoo', 'Desk 10', 'Shop', 'Desk 9'],
    ['Zoo', 'Desk 10', 'Desk 9', 'Shop'],
  ])
})
