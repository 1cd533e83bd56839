/** The drawing for React Flow: one edit makes one new node object, drags stay local, selection changes only what it touches. */
import { describe, expect, it } from 'vitest'
import { addEdge, addNode, moveNodes, setNodeName } from '../../../src-shared/flow/edits'
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
  it('makes one new node for one renamed node, and no new edges', () => {
    const model = createCanvasModel()
    const flow = drawing(50)
    model.show(flow, NOTHING)
    const before = model.getState()
    model.show(setNodeName(flow, 'a7', 'Seven'), NOTHING)
    const after = model.getState()
    expect([changed(before.nodes, after.nodes), after.edges === before.edges]).toEqual([1, true])
    expect(after.nodes[7]?.ariaLabel).toBe('Agent Seven')
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
      { id: 'tools', type: 'source', position: 'bottom', x: 110, y: 64 },
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
