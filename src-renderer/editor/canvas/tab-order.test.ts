import { expect, test } from 'vitest'
import { addEdge, addNode } from '../../../src-shared/flow/editing/edits'
import { emptyFlow, type Flow } from '../../../src-shared/flow/records'
import { createCanvasModel } from './canvas-model'
import { tabOrder } from './tab-order'

type DrawnNode = { kind?: string; x: number; y: number; data?: { [key: string]: number } }

function drawn(nodes: { [id: string]: DrawnNode }, ...edges: [from: string, to: string][]): string[] {
  let flow: Flow = emptyFlow('Drawn')
  for (const [id, { kind = 'agent', x, y, data }] of Object.entries(nodes))
    flow = addNode(flow, { id, kind, position: { x, y }, ...(data === undefined ? {} : { data }) })
  for (const [from, to] of edges)
    flow = addEdge(flow, { id: `${from}-${to}`, from: { node: from, port: 'handoffs' }, to: { node: to, port: 'in' } })
  const model = createCanvasModel()
  model.show(flow, { nodes: new Set(), edges: new Set() })
  return tabOrder(model.getState()).map(({ id }) => id)
}

test('nodes come line by line from the left, whenever they were drawn, and then edges as they leave them', () => {
  const places = { last: { x: 300, y: 400 }, right: { x: 600, y: 10 }, left: { x: 0, y: 30 }, middle: { x: 300, y: 0 } }
  expect(drawn(places, ['right', 'last'], ['left', 'right'], ['left', 'middle'])).toEqual([
    'left',
    'middle',
    'right',
    'last',
    'left-middle',
    'left-right',
    'right-last',
  ])
})

test('a high frame comes before what it carries, line by line', () => {
  const places = {
    inner: { x: 60, y: 300 },
    other: { x: 20, y: 100 },
    frame: { kind: 'frame', x: 0, y: 0, data: { width: 600, height: 500 } },
  }
  expect(drawn(places)).toEqual(['frame', 'other', 'inner'])
})
