import { expect, test } from 'vitest'
import { boxAround, viewOfAll, viewOn, ZOOM } from './fit'
import { boundsOf } from '../placing'
import { flow } from '../../../src-shared/testing/flow-builder'
import { createCanvasModel } from './canvas-model'

const CANVAS = { width: 1000, height: 600 }
const FIT = { padding: 44, maxZoom: 1 }

test('a box is shown in the middle, as large as it fits and no larger than is wanted', () => {
  const wide = viewOn({ x: 100, y: 50, width: 1824, height: 100 }, CANVAS, FIT)
  expect(wide).toEqual({ x: 44 - 50, y: 300 - 50, zoom: 0.5 })
  const small = viewOn({ x: 0, y: 0, width: 100, height: 60 }, CANVAS, FIT)
  expect(small).toEqual({ x: 450, y: 270, zoom: 1 })
  expect(viewOn({ x: 0, y: 0, width: 1e6, height: 10 }, CANVAS, FIT).zoom).toBe(ZOOM.least)
})

test('the view of a drawing comes from its records alone, and an empty one shows its origin', () => {
  const drawn = flow('Two').start('a').agent('a').agent('b').build()
  const placed = { ...drawn, layout: { nodes: { a: { x: 0, y: 0 }, b: { x: 1000, y: 400 } } } }
  const model = createCanvasModel()
  model.show(placed, { nodes: new Set(), edges: new Set() })
  const box = boundsOf(placed, ['a', 'b'])
  expect(box).toMatchObject({ x: 0, y: 0, width: 1220 })
  const shown = model.getState().nodes.filter(({ id }) => id === 'a' || id === 'b')
  expect(box === null ? null : viewOn(box, CANVAS, FIT)).toEqual(viewOfAll(shown, CANVAS, FIT))
  expect(viewOfAll([], CANVAS, FIT)).toEqual({ x: 0, y: 0, zoom: 1 })
  expect(boxAround([])).toBeNull()
})

test('names of branches at the right of a drawing are in the view too', () => {
  const drawn = flow('One').start('q').node('approval', 'q', { name: 'Check', message: 'Is it right?' }).build()
  const model = createCanvasModel()
  model.show({ ...drawn, layout: { nodes: { q: { x: 0, y: 0 } } } }, { nodes: new Set(), edges: new Set() })
  const nodes = model.getState().nodes.filter(({ id }) => id === 'q')
  const { x, zoom } = viewOfAll(nodes, { width: 300, height: 600 }, FIT)
  const right = (nodes[0]?.width ?? Infinity) + 6 + 88
  expect([x >= 43, right * zoom + x <= 300 - 43]).toEqual([true, true])
})

test('where the last row would lie under the corner with the map, the drawing is shown above it or beside it', () => {
  const canvas = { width: 1920, height: 1000 }
  const corner = { width: 192, height: 182 }
  const cards = (columns: number, rows: number) =>
    Array.from({ length: columns * rows }, (_none, at) => {
      const position = { x: (at % columns) * 300, y: Math.floor(at / columns) * 120 }
      const data = { record: { kind: 'agent', name: String(at), data: {} }, home: position }
      return { id: String(at), type: 'baton' as const, position, width: 220, height: 64, data }
    })
  const isUnder = (nodes: ReturnType<typeof cards>, { x, y, zoom }: ReturnType<typeof viewOfAll>) =>
    nodes.some(
      ({ position, height }) =>
        position.x * zoom + x < corner.width && (position.y + height) * zoom + y > canvas.height - corner.height,
    )
  for (const [columns, rows] of [
    [30, 40],
    [40, 25],
    [20, 50],
    [10, 100],
  ] as const) {
    const nodes = cards(columns, rows)
    const shown = viewOfAll(nodes, canvas, { ...FIT, corner })
    expect(isUnder(nodes, shown)).toBe(false)
    const right = (columns * 300 - 80) * shown.zoom + shown.x
    expect([shown.x >= 43, right <= canvas.width - 43, shown.y >= 43]).toEqual([true, true, true])
  }
  expect(isUnder(cards(30, 40), viewOfAll(cards(30, 40), canvas, FIT))).toBe(true)
  // What leaves the corner free stays in the middle.
  const few = cards(3, 2)
  expect(viewOfAll(few, canvas, { ...FIT, corner })).toEqual(viewOfAll(few, canvas, FIT))
})
