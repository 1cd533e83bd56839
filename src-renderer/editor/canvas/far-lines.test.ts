/** The lines that are drawn together from afar: those that edges have each for itself, alike in one group, and the same object where nothing changed. */
import { expect, test } from 'vitest'
import { moveNodes } from '../../../src-shared/flow/editing/edits'
import type { Flow } from '../../../src-shared/flow/records'
import { flow } from '../../../src-shared/testing/flow-builder'
import { createEdgeIndex } from '../edge-index'
import { EMPTY } from '../session-store'
import { createCanvasModel } from './canvas-model'
import type { ChangeMark } from './change-marks'
import { createFarLines, type FarDrawing } from './far-lines'

const desk = () =>
  flow('Desk').start('s').supervisor('s').dialog('d').dialog('e').delegate('s', 'd').delegate('s', 'e').build()

function openDrawing() {
  const index = createEdgeIndex()
  const model = createCanvasModel(index)
  const linesOf = createFarLines(index)
  return (shown: Flow, rest: Partial<FarDrawing> = {}) => {
    model.show(shown, { nodes: EMPTY, edges: EMPTY })
    const { nodes, edges } = model.getState()
    return linesOf({ flow: shown, nodes, edges, lifted: EMPTY, changes: null, ...rest })
  }
}

test('lines that look alike are one group, in the order of the edges', () => {
  const groups = openDrawing()(desk())
  expect(groups.map(({ look, lines }) => [look.kind, look.isDouble, lines.length])).toEqual([
    ['next', false, 1],
    ['delegate', true, 2],
  ])
})

test('a line that is as it was is the same object; one whose node was moved is another', () => {
  const draw = openDrawing()
  const before = desk()
  const [, delegates] = draw(before)
  const [, again] = draw(before)
  expect(again?.lines[0]).toBe(delegates?.lines[0])
  const [, moved] = draw(moveNodes(before, { d: { x: 900, y: 900 } }))
  expect(moved?.lines[0]?.path).not.toBe(delegates?.lines[0]?.path)
  expect(moved?.lines[1]).toBe(delegates?.lines[1])
})

test('what is dragged has its lines elsewhere, and what has become of an edge sets it apart', () => {
  const draw = openDrawing()
  expect(draw(desk(), { lifted: new Set(['d']) }).map(({ lines }) => lines.length)).toEqual([1, 1])
  const first = Object.keys(desk().edges).at(-1) ?? ''
  const changes = new Map<string, ChangeMark>([[first, 'added']])
  expect(draw(desk(), { changes }).map(({ look, lines }) => [look.kind, look.change, lines.length])).toEqual([
    ['next', undefined, 1],
    ['delegate', undefined, 1],
    ['delegate', 'added', 1],
  ])
})
