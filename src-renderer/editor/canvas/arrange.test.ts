/** The automatic layout, on the real ELK. */
import ELK from 'elkjs/lib/elk.bundled.js'
import { expect, it } from 'vitest'
import { addEdge, addNode, applyLayout } from '../../../src-shared/flow/editing/edits'
import { emptyFlow, type Flow } from '../../../src-shared/flow/records'
import { fitFrames } from '../frames'
import { arrange } from './arrange'
import { GRID, sizeOf } from './node-size'

function shop(): Flow {
  const at = { x: 40, y: 80 }
  let flow = emptyFlow('Shop')
  const kinds = {
    start: 'start',
    host: 'supervisor',
    profile: 'dialog',
    order: 'dialog',
    clock: 'builtin-tool',
    prices: 'http-tool',
  }
  for (const [id, kind] of Object.entries(kinds)) flow = addNode(flow, { id, kind, position: at })
  const edges = {
    first: ['start', 'out', 'host'],
    a: ['host', 'dialogs', 'profile'],
    b: ['host', 'dialogs', 'order'],
    c: ['host', 'tools', 'clock'],
    d: ['host', 'tools', 'prices'],
  }
  for (const [id, [node = '', port = '', to = '']] of Object.entries(edges))
    flow = addEdge(flow, { id, from: { node, port }, to: { node: to, port: 'in' } })
  return flow
}

it('lays a flow out from left to right, on the grid, with nothing on top of anything', async () => {
  const flow = shop()
  const places = await arrange(flow, new ELK())
  const arranged = applyLayout(flow, places)
  expect(Object.keys(places).sort()).toEqual(['clock', 'host', 'order', 'prices', 'profile', 'start'])
  const at = (id: string) => arranged.layout.nodes[id] ?? { x: NaN, y: NaN }
  expect([at('start').x < at('host').x, at('host').x < at('order').x, at('clock').y > at('host').y]).toEqual([
    true,
    true,
    true,
  ])
  expect(Object.values(places).every(({ x, y }) => x % GRID === 0 && y % GRID === 0)).toBe(true)
  expect(overlaps(arranged)).toEqual([])
})

it('keeps what a frame carries together, notes in it too, and has other notes make room', async () => {
  let flow = shop()
  for (const id of ['in-frame', 'beside'])
    flow = addNode(flow, { id, kind: 'note', data: { text: 'Why' }, position: { x: 0, y: 0 } })
  flow = addNode(flow, { id: 'inner', kind: 'frame', data: { children: ['order'] }, position: { x: 0, y: 0 } })
  flow = addNode(flow, {
    id: 'outer',
    kind: 'frame',
    data: { children: ['profile', 'in-frame', 'inner'] },
    position: { x: 0, y: 0 },
  })
  const first = await arrange(flow, new ELK())
  // A note that lies where the host goes.
  const places = await arrange(applyLayout(flow, { ...first, beside: first['host'] ?? { x: 0, y: 0 } }), new ELK())
  const arranged = fitFrames(applyLayout(flow, places), places)
  // A frame lies round what it carries, and on nothing else.
  expect(overlaps(arranged)).toEqual(['profile outer', 'order inner', 'order outer', 'in-frame outer', 'inner outer'])
  expect(places['beside']).toBeDefined()
})

function overlaps(flow: Flow): string[] {
  const boxes = Object.entries(flow.nodes).flatMap(([id, node]) => {
    const place = flow.layout.nodes[id]
    return place === undefined ? [] : [{ id, ...place, ...sizeOf(node) }]
  })
  return boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter(
        (other) =>
          one.x < other.x + other.width &&
          other.x < one.x + one.width &&
          one.y < other.y + other.height &&
          other.y < one.y + one.height,
      )
      .map((other) => `${one.id} ${other.id}`),
  )
}
