/** Lines that go round: when they do, and when they are looked for again. */
import { expect, it } from 'vitest'
import { applyLayout, setNodeData, setSettings } from '../../../src-shared/flow/editing/edits'
import { openFlow } from '../../../src-shared/flow/editing/open'
import type { Flow } from '../../../src-shared/flow/records'
import { flow } from '../../../src-shared/testing/flow-builder'
import { largeFlow } from '../../../src-shared/testing/large-flow'
import { createEdgeIndex } from '../edge-index'
import { createLineIndex, holdsFor, type LineIndex } from './line-index'

/** Three agents side by side, the first handing off to the third (`e3`); the second lies in the way. */
function row(): Flow {
  const drawn = flow('Row').start('a').agent('a').agent('b').agent('c').handoff('a', 'b').handoff('a', 'c').build()
  const places = { start: { x: -200, y: 16 }, a: { x: 0, y: 0 }, b: { x: 400, y: 0 }, c: { x: 800, y: 0 } }
  return setSettings(applyLayout(drawn, places), { routing: 'square' })
}

const lineIndex = (): LineIndex => createLineIndex(createEdgeIndex())

it('has a line go round what lies in its way', () => {
  const index = lineIndex()
  expect(index.detour(row(), 'e2')).toBeNull()
  // Above the card, 20 px away, and down to its own height.
  expect(index.detour(row(), 'e3')?.line.path).toContain('Q 380,-20 390,-20 L 770,-20')
  // The same way with rounder corners, where the other lines are curves.
  const curved = setSettings(row(), { routing: 'curved' })
  expect(index.detour(curved, 'e2')).toBeNull()
  expect(index.detour(curved, 'e3')?.line.path).toContain('Q 380,-20 400,-20 L 760,-20')
  expect(index.detour(applyLayout(row(), { b: { x: 400, y: 300 } }), 'e3')).toBeNull()
})

it('has a line go round no longer while one of its ends is dragged', () => {
  const detour = lineIndex().detour(row(), 'e3')
  if (detour === null) throw new Error('It goes round.')
  expect(holdsFor(detour, detour.ends)).toBe(true)
  expect(holdsFor(detour, { ...detour.ends, targetX: detour.ends.targetX + 8 })).toBe(false)
})

it('keeps a way that nothing changed for', () => {
  const index = lineIndex()
  const before = index.detour(row(), 'e3')
  const drawn = row()
  expect(index.detour(drawn, 'e3')).toEqual(before)
  const kept = index.detour(drawn, 'e3')
  const far = applyLayout(drawn, { start: { x: -2000, y: 16 } })
  expect(index.detour(far, 'e3')).toBe(kept)
  expect(index.detour(applyLayout(far, { b: { x: 400, y: 24 } }), 'e3')).not.toEqual(kept)
})

it('leaves a line as it is where there is no way round', () => {
  const walled = applyLayout(row(), { b: { x: 221, y: 0 } })
  expect(lineIndex().detour(walled, 'e3')).toBeNull()
})

it('looks for no way among very many boxes, which a thousand lines would wait for', () => {
  const many = (count: number): Flow => {
    const drawn = row()
    const notes = Array.from(
      { length: count },
      (_none, nth) => [`n${nth}`, { kind: 'note', name: '', data: {} }] as const,
    )
    const places = notes.map(([id], nth) => [id, { x: 400 + (nth % 3) * 8, y: -200 + nth }] as const)
    return applyLayout(
      { ...drawn, nodes: { ...drawn.nodes, ...Object.fromEntries(notes) } },
      Object.fromEntries(places),
    )
  }
  expect(lineIndex().detour(many(20), 'e3')).not.toBeNull()
  expect(lineIndex().detour(many(200), 'e3')).toBeNull()
})

it('has a line begin where its port is now, in a node that is as large as it was', () => {
  const branch = (name: string) => ({ name, when: 'true' })
  const branches = [branch('x'), branch('y')]
  const drawn = flow('Fork')
    .start('k')
    .node('condition', 'k', { branches })
    .agent('b')
    .agent('c')
    .edge('next', { from: 'k', to: 'c', port: 'x' })
    .build()
  const places = { start: { x: -200, y: 16 }, k: { x: 0, y: 0 }, b: { x: 400, y: 0 }, c: { x: 800, y: 0 } }
  const placed = setSettings(applyLayout(drawn, places), { routing: 'square' })
  const index = lineIndex()
  const before = index.detour(placed, 'e2')?.ends.sourceY ?? 0
  const turned = setNodeData(placed, 'k', { branches: branches.toReversed() })
  expect(index.detour(turned, 'e2')?.ends.sourceY).toBeGreaterThan(before)
  expect(index.detour(turned, 'e2')).toEqual(lineIndex().detour(turned, 'e2'))
})

function drawn(count: number): Flow {
  const opened = openFlow(largeFlow(count))
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.flow
}

it('looks for no ways in a large drawing with curves, and again in one that is small', () => {
  const detours = (of: Flow): number => {
    const index = lineIndex()
    return Object.keys(of.edges).filter((id) => index.detour(of, id) !== null).length
  }
  expect([detours(drawn(200)) > 50, detours(drawn(600))]).toEqual([true, 0])
  // From one that is large back to one that is small, as by undo.
  const index = lineIndex()
  const [small, large] = [drawn(200), drawn(600)]
  const found = (of: Flow) => Object.keys(of.edges).map((id) => index.detour(of, id)?.line)
  const before = found(small)
  expect(found(large).every((line) => line === undefined)).toBe(true)
  expect(found(small)).toEqual(before)
})

it('looks ahead in slices while another flow is drawn, and finds what it would at once', () => {
  const [before, arranged] = [drawn(200), setSettings(drawn(200), { routing: 'square' })]
  const found = (index: LineIndex, of: Flow) => Object.keys(of.edges).map((id) => index.detour(of, id))
  const lines = (index: LineIndex, of: Flow) => found(index, of).map((detour) => detour?.line)
  const [ofBefore, ofArranged] = [lines(lineIndex(), before), lines(lineIndex(), arranged)]
  for (const most of [0, 3, Number.POSITIVE_INFINITY]) {
    const index = lineIndex()
    const kept = found(index, before)
    const work = index.lookAhead(arranged)
    let slices = 0
    while (slices < most && work.next().done !== true) {
      slices += 1
      // What is drawn meanwhile is not looked for again.
      expect(found(index, before).every((detour, at) => detour === kept[at])).toBe(true)
    }
    if (most === Number.POSITIVE_INFINITY) expect(slices).toBeGreaterThan(10)
    // In the middle too: what is left is found at once, and nothing is looked for in vain.
    expect(lines(index, arranged)).toEqual(ofArranged)
    expect(work.next().done).toBe(true)
    expect(lines(index, before)).toEqual(ofBefore)
  }
})

it('leaves one flow for another that is looked at ahead of it', () => {
  const index = lineIndex()
  const [one, other] = [drawn(200), setSettings(drawn(200), { routing: 'square' })]
  const work = index.lookAhead(one)
  work.next()
  const next = index.lookAhead(other)
  next.next()
  expect([work.next().done, next.next().done]).toEqual([true, false])
  expect(index.detour(other, 'e1')).toEqual(lineIndex().detour(other, 'e1'))
})

it('goes on from what it found ahead where the flow was edited since', () => {
  const index = lineIndex()
  const before = setSettings(drawn(200), { routing: 'square' })
  const work = index.lookAhead(before)
  while (work.next().done !== true);
  const [first = ''] = Object.keys(before.nodes)
  const edited = applyLayout(before, { [first]: { x: -5000, y: -5000 } })
  const found = (at: LineIndex, of: Flow) => Object.keys(of.edges).map((id) => at.detour(of, id)?.line)
  expect(found(index, edited)).toEqual(found(lineIndex(), edited))
})
