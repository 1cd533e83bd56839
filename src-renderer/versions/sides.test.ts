import { expect, test } from 'vitest'
import { flow } from '../../src-shared/testing/flow-builder'
import { moveNodes, removeElements, setNodeName } from '../../src-shared/flow/editing/edits'
import { sideRows } from './side-rows'
import { ENGLISH } from '../../src-shared/languages/translate'
import { compareFlows, keyOf } from './sides'

test('one drawing shows both: what is gone stands where it stood, and each has its mark', () => {
  const before = flow('Desk').start('a').agent('a').agent('b').agent('c').handoff('a', 'b').build()
  const after = moveNodes(setNodeName(removeElements(before, { nodes: ['b'], edges: [] }), 'a', 'Ann'), {
    a: { x: 8, y: 8 },
    c: { x: 16, y: 16 },
  })
  const { drawing, marks, lines } = compareFlows(before, after, { moves: true, t: ENGLISH })
  expect(Object.keys(drawing.nodes)).toEqual(['start', 'a', 'c', 'b'])
  expect(drawing.layout.nodes).toMatchObject({ a: { x: 8, y: 8 }, b: before.layout.nodes['b'] })
  expect([Object.fromEntries(marks.nodes), Object.fromEntries(marks.edges)]).toEqual([
    { a: 'changed', b: 'removed', c: 'moved' },
    { e2: 'removed' },
  ])
  expect(new Set(lines.map(keyOf)).size).toBe(lines.length)
})

test('texts stand side by side, with what is the same left out far from what differs', () => {
  const text = (fifth: string): string => ['1', '2', '3', '4', fifth, '6', '7', '8', '9'].join('\n')
  const same = (line: string) => ({ before: line, after: line, isSame: true })
  expect(sideRows(text('5'), text('five\nfive and a half'))).toEqual([
    { left: 2 },
    same('3'),
    same('4'),
    { before: '5', after: 'five', isSame: false },
    { before: null, after: 'five and a half', isSame: false },
    same('6'),
    same('7'),
    { left: 2 },
  ])
  expect(sideRows(undefined, 3)).toEqual([{ before: null, after: '3', isSame: false }])
})
