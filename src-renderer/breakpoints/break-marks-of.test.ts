/** Which dots a drawing shows, of the flow and of what is inside of it. */
import { expect, test } from 'vitest'
import { runTo, type Breakpoint, type BreakpointPlace } from '../../src-shared/run/log/breakpoints'
import { breakMarksOf } from './break-marks-of'

const once = (place: BreakpointPlace): Breakpoint => ({ id: JSON.stringify(place), ...runTo(place, null) })
const at = (place: BreakpointPlace, isOn = true): Breakpoint => ({
  id: JSON.stringify(place),
  place,
  condition: '',
  from: 1,
  isOn,
})

const ALL = [
  at({ on: 'node', node: 'a', side: 'before' }),
  at({ on: 'node', node: 'a', side: 'after' }, false),
  at({ on: 'edge', edge: 'e1' }),
  at({ on: 'node', node: 's~a', side: 'before' }),
  at({ on: 'edge', edge: 's~e1' }, false),
  at({ on: 'node', node: 's~t~a', side: 'before' }),
  once({ on: 'node', node: 's~a', side: 'before' }),
  once({ on: 'edge', edge: 'e2' }),
  at({ on: 'tool', tool: 'refund' }),
  at({ on: 'variable', variable: 'count' }),
]

test('marks both sides of a node and its edges, on and off; what is inside of a sub-flow is marked there, and so is where a turn runs to', () => {
  expect([breakMarksOf(ALL, ''), breakMarksOf(ALL, 's'), breakMarksOf(ALL, 's~t')]).toEqual([
    { nodes: { a: { before: true, after: false } }, edges: { e1: { on: true }, e2: { once: true } } },
    { nodes: { a: { before: true, once: true } }, edges: { e1: { on: false } } },
    { nodes: { a: { before: true } }, edges: {} },
  ])
})
