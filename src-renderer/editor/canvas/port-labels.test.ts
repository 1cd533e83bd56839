/** Names of ports beside a neighbour. */
import { expect, test } from 'vitest'
import { flow } from '../../../src-shared/testing/flow-builder'
import { Position } from '../../react-flow/react-flow'
import { sizeOf } from './node-size'
import { crowdedPorts } from './port-labels'
import { portsOf } from './ports'

const clerk = flow('Desk').agent('clerk', { name: 'Clerk' }).build().nodes['clerk']
if (clerk === undefined) throw new Error('there is no clerk')
const size = sizeOf(clerk)
const node = { x: 100, y: 100, ...size }
const ports = portsOf(clerk).map((port) => ({ port, words: port.label }))
const right = ports.filter(({ port }) => port.side === Position.Right).map(({ port }) => port.id)
const bottom = ports.filter(({ port }) => port.side === Position.Bottom).map(({ port }) => port.id)
const crowded = (...others: { x: number; y: number; width: number; height: number }[]) =>
  crowdedPorts(node, ports, [node, ...others])

test('only names that would lie on a neighbour are crowded', () => {
  expect([right.length > 0, bottom.length > 0]).toEqual([true, true])
  expect(crowded()).toEqual([])
  expect(crowded({ ...size, x: node.x + size.width + 40, y: node.y })).toEqual(right)
  expect(crowded({ ...size, x: node.x + size.width + 200, y: node.y })).toEqual([])
  expect(crowded({ ...size, x: node.x, y: node.y + size.height + 30 })).toEqual(bottom)
  expect(crowded({ ...size, x: node.x - size.width - 10, y: node.y })).toEqual([])
})

test('a frame that carries the node is no neighbour', () => {
  expect(crowded({ x: 0, y: 0, width: 1000, height: 800 })).toEqual([])
})

test('of names below the node that would lie on each other the first is shown', () => {
  const long = ports.map(({ port }) => ({ port, words: 'Инструменты и наблюдатели' }))
  expect(bottom.length).toBe(2)
  expect(crowdedPorts(node, long, [node])).toEqual(bottom.slice(1))
})
