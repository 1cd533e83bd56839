import { expect, test } from 'vitest'
import { flow } from '../../src-shared/testing/flow-builder'
import type { Flow, Position } from '../../src-shared/flow/records'
import { boxesOf, clearPlace, isNear } from './placing'

const CARD = { width: 220, height: 64 }

/** Start, and the supervisor that it leads to. */
const desk = placed({ start: { x: 0, y: 16 }, s: { x: 240, y: 0 } })

function placed(nodes: Flow['layout']['nodes']): Flow {
  const drawn = flow('Desk').start('s').node('supervisor', 's', { name: 'Supervisor' }).build()
  return { ...drawn, layout: { ...drawn.layout, nodes } }
}

const isOnNothing = (at: Position) => !boxesOf(desk).some((box) => isNear(box, { ...at, ...CARD }, 0))

test('what is dropped where nothing lies stays there, on the grid', () => {
  expect(clearPlace(desk, { x: 601, y: 203 }, { size: CARD, from: 's' })).toEqual({ x: 600, y: 200 })
  expect(clearPlace(desk, { x: 100, y: 203 }, { size: CARD, from: null })).toEqual({ x: 104, y: 200 })
})

test.each([
  [90, -10],
  [180, 30],
  [0, 0],
  [240, 0],
  [300, 40],
])('what is dropped on others at %s, %s lies beside them, and not far', (x, y) => {
  const at = clearPlace(desk, { x, y }, { size: CARD, from: 's' })
  expect(isOnNothing(at)).toBe(true)
  expect(Math.hypot(at.x - x, at.y - y)).toBeLessThan(200)
})

test('a line that leads back to it comes through nothing', () => {
  // Start lies over the place where the line would come down.
  const at = clearPlace(desk, { x: 88, y: 100 }, { size: CARD, from: 's' })
  const start = boxesOf(desk)[0]
  expect(start === undefined ? null : at.x - 32 >= start.x + start.width || at.x <= start.x).toBe(true)
  expect(clearPlace(desk, { x: 88, y: 104 }, { size: CARD, from: null })).toEqual({ x: 88, y: 104 })
})

test('a frame carries what is dropped in it, and may be dropped round others', () => {
  const drawn = flow('Desk')
    .start('a')
    .agent('a')
    .node('frame', 'f', { name: 'Frame', width: 600, height: 400 })
    .build()
  const nodes = { start: { x: -200, y: 0 }, a: { x: -200, y: 200 }, f: { x: 0, y: 0 } }
  const framed = { ...drawn, layout: { ...drawn.layout, nodes } }
  expect(clearPlace(framed, { x: 80, y: 80 }, { size: CARD, from: null })).toEqual({ x: 80, y: 80 })
  expect(clearPlace(desk, { x: 0, y: 0 }, { size: CARD, from: null, isAround: true })).toEqual({ x: 0, y: 0 })
})
