/** The automatic layout, on the real ELK. */
import type { ElkNode } from 'elkjs/lib/elk-api'
import ELK from 'elkjs/lib/elk.bundled.js'
import { expect, it } from 'vitest'
import { addEdge, addNode, applyLayout } from '../../../src-shared/flow/editing/edits'
import { emptyFlow, type Flow } from '../../../src-shared/flow/records'
import { flow as drawing } from '../../../src-shared/testing/flow-builder'
import { fitFrames } from '../frames'
import { arrange } from './arrange'
import { GRID, sizeOf } from '../../../src-shared/drawing/node-size'

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

/** A tree of agents who hand off to four others each, and back now and then; some are in frames. */
function organisation(agents: number): Flow {
  const drawn = drawing('Organisation').start('a0')
  for (let at = 0; at < agents; at += 1) drawn.agent(`a${at}`)
  for (let at = 1; at < agents; at += 1) drawn.handoff(`a${Math.floor((at - 1) / 4)}`, `a${at}`)
  for (let at = 5; at < agents; at += 9) drawn.handoff(`a${at}`, `a${at - 5}`)
  for (const first of [10, 20]) {
    const children = Array.from({ length: 6 }, (_none, at) => `a${first + at}`)
    drawn.node('frame', `f${first}`, { children })
  }
  return drawn.build()
}

it.each([
  ['few', 30, ['NETWORK_SIMPLEX']],
  ['many', 121, ['LINEAR_SEGMENTS']],
])(
  'lays %s out the way that their number allows, frames too, with nothing on top of anything',
  async (_of, agents, ways) => {
    const elk = new ELK()
    const asked = new Set<string | undefined>()
    const note = ({ layoutOptions = {}, children = [] }: ElkNode): void => {
      if (children.length > 0) asked.add(layoutOptions['elk.layered.nodePlacement.strategy'])
      children.forEach(note)
    }
    const drawn = organisation(agents)
    const places = await arrange(drawn, {
      layout: (graph) => {
        note(graph)
        return elk.layout(graph)
      },
    })
    expect([...asked]).toEqual(ways)
    expect(Object.keys(places)).toHaveLength(agents + 1)
    const nodes = Object.fromEntries(Object.entries(drawn.nodes).filter(([, { kind }]) => kind !== 'frame'))
    expect(overlaps(applyLayout({ ...drawn, nodes }, places))).toEqual([])
  },
)

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
