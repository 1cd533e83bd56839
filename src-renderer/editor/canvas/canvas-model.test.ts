/** The drawing for React Flow: one edit makes one new node object, drags stay local, selection changes only what it touches. */
import { describe, expect, it } from 'vitest'
import { addEdge, addNode, moveNodes, setNodeData, setNodeName } from '../../../src-shared/flow/editing/edits'
import { emptyFlow, type Flow } from '../../../src-shared/flow/records'
import { createCanvasModel, selectionAfter } from './canvas-model'

const NOTHING = { nodes: new Set<string>(), edges: new Set<string>() }

function drawing(count: number): Flow {
  let flow = emptyFlow('Big')
  for (let index = 0; index < count; index += 1) {
    flow = addNode(flow, { id: `a${index}`, kind: 'agent', position: { x: index * 240, y: 0 } })
    if (index > 0)
      flow = addEdge(flow, {
        id: `e${index}`,
        from: { node: `a${index - 1}`, port: 'handoffs' },
        to: { node: `a${index}`, port: 'in' },
      })
  }
  return flow
}

function changed<Item>(before: readonly Item[], after: readonly Item[]): number {
  return after.filter((item, index) => item !== before[index]).length
}

describe('what React Flow is shown', () => {
  it('makes one new node for one renamed node, and new edges only where it is an end, which are named after it', () => {
    const model = createCanvasModel()
    const flow = drawing(50)
    model.show(flow, NOTHING)
    const before = model.getState()
    model.show(setNodeName(flow, 'a7', 'Seven'), NOTHING)
    const after = model.getState()
    expect([changed(before.nodes, after.nodes), changed(before.edges, after.edges)]).toEqual([1, 2])
    expect(after.nodes[7]?.ariaLabel).toBe('Agent Seven')
    expect([after.edges[6]?.ariaLabel, after.edges[7]?.ariaLabel]).toEqual([
      'Hand-off from Agent 7 to Seven',
      'Hand-off from Seven to Agent 9',
    ])
  })

  it('makes no new edges for what is written into a node', () => {
    const model = createCanvasModel()
    const flow = drawing(5)
    model.show(flow, NOTHING)
    const before = model.getState()
    model.show(setNodeData(flow, 'a2', { prompt: 'Be kind.' }), NOTHING)
    expect(model.getState().edges).toBe(before.edges)
  })

  it('names an edge with its place among those of its port, and what follows an answer by what it says', () => {
    const model = createCanvasModel()
    const agent = { node: 'a0', port: 'handoffs' }
    const more = addEdge(drawing(3), { id: 'more', from: agent, to: { node: 'a2', port: 'in' } })
    const end = { node: 'a0', port: 'afterWork' }
    const flow = addEdge(more, { id: 'stop', from: end, to: { node: 'a0', port: 'in' }, data: { option: 'terminate' } })
    model.show(flow, NOTHING)
    expect(model.getState().edges.map(({ ariaLabel }) => ariaLabel)).toEqual([
      'Hand-off from Agent to Agent 2, 1 of 2',
      'Hand-off from Agent 2 to Agent 3',
      'Hand-off from Agent to Agent 3, 2 of 2',
      'When it has answered of Agent: End the turn',
    ])
  })

  it('shows the same arrays for the same flow', () => {
    const model = createCanvasModel()
    const flow = drawing(5)
    model.show(flow, NOTHING)
    const before = model.getState()
    model.show({ ...flow, name: 'Other' }, NOTHING)
    expect(model.getState()).toBe(before)
  })

  it('keeps a dragged node under the pointer while the flow changes elsewhere', () => {
    const model = createCanvasModel()
    const flow = drawing(3)
    model.show(flow, NOTHING)
    model.move([{ type: 'position', id: 'a1', position: { x: 500, y: 90 }, dragging: true }])
    model.show(setNodeName(flow, 'a2', 'Two'), NOTHING)
    expect(model.getState().nodes[1]?.position).toEqual({ x: 500, y: 90 })
    model.move([{ type: 'position', id: 'a1', position: { x: 500, y: 90 }, dragging: false }])
    model.show(moveNodes(flow, { a1: { x: 500, y: 90 } }), NOTHING)
    expect(model.getState().nodes[1]?.position).toEqual({ x: 500, y: 90 })
  })

  it('says where nodes would be after a step of a drag, with what a frame carries, and moves none', () => {
    const model = createCanvasModel()
    const framed = addNode(drawing(3), {
      id: 'f',
      kind: 'frame',
      data: { children: ['a0', 'a1'] },
      position: { x: -20, y: -60 },
    })
    model.show(framed, NOTHING)
    const before = model.getState()
    const moves = model.movesOf([{ type: 'position', id: 'f', position: { x: 80, y: -10 }, dragging: true }])
    expect(Object.fromEntries(moves)).toEqual({
      f: { position: { x: 80, y: -10 }, dragging: true },
      a0: { position: { x: 100, y: 50 }, dragging: true },
      a1: { position: { x: 340, y: 50 }, dragging: true },
    })
    expect(model.getState()).toBe(before)
  })

  it('says where every port is, so that edges need no measuring', () => {
    const model = createCanvasModel()
    model.show(drawing(1), NOTHING)
    const ports = model
      .getState()
      .nodes[0]?.handles?.map(({ id, type, position, x, y }) => ({ id, type, position, x, y }))
    expect(ports).toEqual([
      { id: 'in', type: 'target', position: 'left', x: 0, y: 32 },
      { id: 'handoffs', type: 'source', position: 'right', x: 220, y: 16 },
      { id: 'afterWork', type: 'source', position: 'right', x: 220, y: 32 },
      { id: 'out', type: 'source', position: 'right', x: 220, y: 48 },
      { id: 'tools', type: 'source', position: 'bottom', x: 220 / 3, y: 64 },
      { id: 'observers', type: 'source', position: 'bottom', x: (2 * 220) / 3, y: 64 },
    ])
  })
})

describe('selection', () => {
  it('follows React Flow, and is the same object when nothing changed', () => {
    const selection = { nodes: new Set(['a']), edges: new Set<string>() }
    expect(selectionAfter(selection, { nodes: [{ type: 'select', id: 'a', selected: true }] })).toBeNull()
    const next = selectionAfter(selection, {
      nodes: [
        { type: 'select', id: 'a', selected: false },
        { type: 'select', id: 'b', selected: true },
      ],
    })
    expect(next).toEqual({ nodes: new Set(['b']), edges: new Set() })
  })
})
