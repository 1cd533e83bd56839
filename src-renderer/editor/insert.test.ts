/** Putting a node into an edge. */
import { inEnglish } from '../../src-shared/testing/in-english'
import { describe, expect, it } from 'vitest'
import { addNode, moveNodes } from '../../src-shared/flow/editing/edits'
import type { Flow } from '../../src-shared/flow/records'
import { flow } from '../../src-shared/testing/flow-builder'
import { fitsBetween, insertInEdge, kindsBetween, roomBetween } from './insert'
import { reversedEnds } from './wiring'

/** `e1` leads from the start to triage, `e2` is a hand-off, `e3` uses the clock. */
function desk(): Flow {
  const drawn = flow('Desk')
    .start('triage')
    .agent('triage')
    .agent('tech')
    .builtinTool('clock')
    .handoff('triage', 'tech', { condition: 'It is broken', order: 2 })
    .use('triage', 'clock')
    .build()
  return moveNodes(drawn, {
    start: { x: 0, y: 0 },
    triage: { x: 160, y: 0 },
    tech: { x: 480, y: 0 },
    clock: { x: 160, y: 112 },
  })
}

describe('inserting', () => {
  it('offers the kinds of which both halves fit', () => {
    const kinds = (edge: string): string[] => kindsBetween(desk(), edge).map(({ kind }) => kind)
    expect(kinds('e2')).toEqual(expect.arrayContaining(['agent']))
    expect(kinds('e2')).not.toContain('builtin-tool')
    expect(kinds('e2')).not.toContain('note')
    expect(kinds('e3')).toContain('workbench')
    expect(kinds('e3')).not.toContain('builtin-tool')
    expect(kinds('nothing')).toEqual([])
  })

  it('keeps what the edge says on its first half, and leads on by an edge of the same kind', () => {
    const added = addNode(desk(), { id: 'desk', kind: 'agent', position: { x: 0, y: 300 } })
    expect(fitsBetween(added, 'e2', 'desk')).toBe(true)
    const { edges } = insertInEdge(added, 'e2', { node: 'desk', newEdge: 'on' })
    expect(edges['e2']).toEqual({
      kind: 'handoff',
      from: { node: 'triage', port: 'handoffs' },
      to: { node: 'desk', port: 'in' },
      data: { condition: 'It is broken', order: 2 },
    })
    expect(edges['on']).toEqual({
      kind: 'handoff',
      from: { node: 'desk', port: 'handoffs' },
      to: { node: 'tech', port: 'in' },
      data: {},
    })
    expect(Object.keys(edges)).toHaveLength(4)
  })

  it('changes nothing where a half does not fit, and takes no node that is joined already', () => {
    const added = addNode(desk(), { id: 'other', kind: 'builtin-tool', position: { x: 0, y: 0 } })
    expect(insertInEdge(added, 'e2', { node: 'other', newEdge: 'on' })).toBe(added)
    expect(fitsBetween(added, 'e2', 'other')).toBe(false)
    expect(fitsBetween(desk(), 'e1', 'tech')).toBe(false)
  })

  it('moves what follows on out of the way, and not what leads there', () => {
    const size = { width: 220, height: 64 }
    const edge = desk().edges['e2']
    if (edge === undefined) throw new Error('There is no edge.')
    const { at, moved } = roomBetween(desk(), edge, size)
    expect(moved).toEqual({ tech: { x: 744, y: 0 } })
    expect(at.x - (160 + 220)).toBeGreaterThanOrEqual(64)
    expect(744 - (at.x + 220)).toBeGreaterThanOrEqual(64)
    const wide = moveNodes(desk(), { tech: { x: 900, y: 0 } })
    expect(roomBetween(wide, edge, size).moved).toEqual({})
  })
})

describe('reversing', () => {
  it('turns an edge that both ends take the other way round', () => {
    expect(reversedEnds(desk(), 'e2')).toEqual({
      ok: true,
      from: { node: 'tech', port: 'handoffs' },
      to: { node: 'triage', port: 'in' },
    })
  })
  it('says why another one cannot be turned', () => {
    expect(inEnglish(reversedEnds(desk(), 'e3'))).toEqual({ ok: false, reason: 'A built-in tool cannot use tools.' })
    expect(reversedEnds(desk(), 'e1')).toMatchObject({ ok: false })
  })
})
