/** Going from node to node by the arrow keys. */
import { describe, expect, it } from 'vitest'
import { moveNodes } from '../../src-shared/flow/editing/edits'
import { flow } from '../../src-shared/testing/flow-builder'
import { walk, type Direction } from './walk'

const desk = moveNodes(
  flow('Desk')
    .start('triage')
    .agent('triage')
    .agent('sales')
    .agent('tech')
    .builtinTool('clock')
    .builtinTool('sums')
    .note('note')
    .handoff('triage', 'sales')
    .handoff('triage', 'tech')
    .handoff('tech', 'triage')
    .use('triage', 'clock')
    .use('triage', 'sums')
    .build(),
  {
    start: { x: 0, y: 100 },
    triage: { x: 160, y: 100 },
    sales: { x: 500, y: 0 },
    tech: { x: 500, y: 160 },
    clock: { x: 160, y: 240 },
    sums: { x: 300, y: 240 },
    note: { x: 0, y: 400 },
  },
)

function path(from: string, ...directions: readonly Direction[]): (string | null)[] {
  let at: string | null = from
  return directions.map((direction) => (at = at === null ? null : walk(desk, at, direction)))
}

describe('arrow keys', () => {
  it('go along edges and back', () => {
    expect(path('start', 'right', 'right', 'left', 'left')).toEqual(['triage', 'tech', 'triage', 'start'])
  })
  it('go among those that hang on the same node, by their place', () => {
    expect(path('tech', 'up', 'down')).toEqual(['sales', 'tech'])
    expect(path('sales', 'up')).toEqual([null])
  })
  it('go down to parts, from one to the next, and up again', () => {
    expect(path('triage', 'down', 'right', 'left', 'up')).toEqual(['clock', 'sums', 'clock', 'triage'])
  })
  it('lead nowhere from what is joined to nothing', () => {
    expect((['left', 'right', 'up', 'down'] as const).map((direction) => walk(desk, 'note', direction))).toEqual([
      null,
      null,
      null,
      null,
    ])
  })
})
