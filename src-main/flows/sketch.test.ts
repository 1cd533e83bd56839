import { expect, test } from 'vitest'
import { MOST_SKETCHED } from '../../src-shared/rpc/sketch'
import { flow } from '../../src-shared/testing/flow-builder'
import { readSketch, sketchOf } from './sketch'

const desk = { ...flow('Desk', 'desk').start('triage').agent('triage', { name: 'Triage' }).build() }

test('a sketch has a box for each node where it is drawn, and a line for each edge between them', () => {
  const layout = { nodes: { start: { x: 10.4, y: -3.6 }, triage: { x: 200, y: 0 } } }
  expect(sketchOf({ ...desk, layout })).toEqual({
    nodes: [
      [10, -4, 110, 32, 'entry'],
      [200, 0, 220, 64, 'swarm'],
    ],
    edges: [[0, 1]],
  })
})

test('a kind that nobody knows has a box without a colour, and an edge into nowhere no line', () => {
  const nodes = { odd: { kind: 'of-tomorrow', name: 'Odd', data: {} } }
  const edges = {
    loose: { kind: 'next', from: { node: 'odd', port: 'out' }, to: { node: 'gone', port: 'in' }, data: {} },
  }
  expect(sketchOf({ ...desk, nodes, edges, layout: { nodes: {} } })).toEqual({
    nodes: [[0, 0, 220, 64, null]],
    edges: [],
  })
})

test('of a very large flow the first nodes are shown', () => {
  const node = { kind: 'agent', name: 'One', data: {} }
  const nodes = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`n${index}`, node]))
  expect(sketchOf({ ...desk, nodes, edges: {} }).nodes).toHaveLength(MOST_SKETCHED)
})

test('a stored sketch is read; none, or one that cannot be read, is none', () => {
  expect(readSketch(JSON.stringify(sketchOf(desk)))).toEqual(sketchOf(desk))
  expect(readSketch(null)).toBeNull()
  expect(readSketch('{"nodes":[["far"]],"edges":[]}')).toBeNull()
  expect(readSketch('{"nodes":')).toBeNull()
})
