/** Lines that lead back, in px of the drawing. */
import { expect, test } from 'vitest'
import { Position } from '../../react-flow/react-flow'
import { lineOf } from './edge-line'

const lineAt = (sourceY: number, target: { x: number; y: number }) =>
  lineOf(
    {
      source: 'a',
      target: 'b',
      sourceX: 220,
      sourceY,
      targetX: target.x,
      targetY: target.y,
      sourcePosition: Position.Right,
      targetPosition: Position.Left,
    },
    'square',
    { lane: 0, fan: 'none' },
  )

test.each([
  ['right above', 117, { x: 170, y: 0 }],
  ['far above', 400, { x: 170, y: 0 }],
  ['right below', 0, { x: 100, y: 117 }],
  ['far below', 0, { x: 100, y: 400 }],
])('a line to a node %s runs between both nodes', (_, sourceY, target) => {
  const { y } = lineAt(sourceY, target)
  const [upper, lower] = [Math.min(sourceY, target.y), Math.max(sourceY, target.y)]
  expect(y).toBeGreaterThan(upper + 40)
  expect(y).toBeLessThan(lower - 40)
})

test('a line that leads further back, or to a node beside its own, goes round the outside', () => {
  expect(lineAt(117, { x: -300, y: 0 }).y).toBe(117 + 96)
  expect(lineAt(0, { x: -300, y: 117 }).y).toBe(-56)
  expect(lineAt(40, { x: 170, y: 0 }).y).toBe(40 + 96)
})
