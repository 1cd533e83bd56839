import { expect, test } from 'vitest'
import { MOST_SKETCHED } from '../../src-shared/rpc/sketch'
import { flow } from '../../src-shared/testing/flow-builder'
import { readSketch, sketchOf } from './sketch'

const desk = { ...flow('Desk', 'desk').start('triage').agent('triage', { name: 'Triage' }).build() }

test('a sketch has a box for each node where it is drawn, and a line for each edge between them', () => {
  const layout = { nodes: { start: { x: 10.4, y: -3.6 }, triage: { x: 200, y: 0 } } }
  expect(sketchOf({ ...desk, layout })).toEqual({
    nodes: [
      [10, -4, 80, 32, 'entry'],
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

test('a large flow is simplified, not cut: what lies close together is one box, over the whole drawing', () => {
  const at = (index: number) => ({ x: (index % 50) * 300, y: Math.floor(index / 50) * 160 })
  const ids = Array.from({ length: 1000 }, (_, index) => `n${index}`)
  const nodes = Object.fromEntries(ids.map((id) => [id, { kind: 'agent', name: id, data: {} }]))
  const edges = Object.fromEntries(
    ids.slice(1).map((id, index) => {
      const ends = { from: { node: ids[index] ?? '', port: 'out' }, to: { node: id, port: 'in' } }
      return [`e${index}`, { kind: 'next', ...ends, data: {} }]
    }),
  )
  const layout = { nodes: Object.fromEntries(ids.map((id, index) => [id, at(index)])) }
  const sketch = sketchOf({ ...desk, nodes, edges, layout })
  expect(sketch.nodes).toHaveLength(MOST_SKETCHED)
  expect(Math.max(...sketch.nodes.map(([x, , width]) => x + width))).toBe(49 * 300 + 220)
  expect(Math.max(...sketch.nodes.map(([, y, , height]) => y + height))).toBe(19 * 160 + 64)
  expect(sketch.edges.length).toBeLessThan(300)
  expect(sketch.edges.every(([from, to]) => from !== to && from < 150 && to < 150)).toBe(true)
})

test('a stored sketch is read; none, or one that cannot be read, is none', () => {
  expect(readSketch(JSON.stringify(sketchOf(desk)))).toEqual(sketchOf(desk))
  expect(readSketch(null)).toBeNull()
  expect(readSketch('{"nodes":[["far"]],"edges":[]}')).toBeNull()
  expect(readSketch('{"nodes":')).toBeNull()
})
