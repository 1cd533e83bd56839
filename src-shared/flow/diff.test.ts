import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { someRuns } from '../testing/some-runs'
import { arbitraryEdits } from '../testing/arbitrary-edits'
import { arbitraryFlow } from '../testing/arbitrary-flow'
import { flow } from '../testing/flow-builder'
import { applyDiff, diffFlows, invertDiff, squashDiffs } from './diff'
import { addNode, moveNodes, removeElements } from './editing/edits'
import { openFlow } from './editing/open'
import { saveFlow } from './editing/save'

const drawn = flow('F').start('a').agent('a').agent('b').agent('c').handoff('a', 'b').handoff('a', 'c').build()
const none = { nodes: {}, edges: {}, layout: {} }
const nothing = {
  added: none,
  updated: { header: null, settings: null, ...none },
  removed: none,
  order: { nodes: [], edges: [] },
}

describe('what a difference holds', () => {
  test('the same flow differs in nothing', () => {
    expect(diffFlows(drawn, structuredClone(drawn))).toEqual(nothing)
    expect(applyDiff(drawn, diffFlows(drawn, drawn))).toEqual(drawn)
  })

  test('a move is one position', () => {
    const moved = moveNodes(drawn, { a: { x: 7.4, y: 8 } })
    const change = { before: { x: 280, y: 0 }, after: { x: 7, y: 8 } }
    expect(diffFlows(drawn, moved)).toEqual({
      ...nothing,
      updated: { ...nothing.updated, layout: { a: change } },
    })
  })

  test('a removed node remembers its place in the order of drawing', () => {
    const removed = removeElements(drawn, { nodes: ['b'] })
    const diff = diffFlows(drawn, removed)
    expect(diff).toEqual({
      ...nothing,
      removed: {
        nodes: { b: drawn.nodes['b'] },
        edges: { e2: drawn.edges['e2'] },
        layout: { b: drawn.layout.nodes['b'] },
      },
      order: { nodes: [{ at: 2, before: ['b'], after: [] }], edges: [{ at: 1, before: ['e2'], after: [] }] },
    })
    expect(Object.keys(applyDiff(removed, invertDiff(diff)).nodes)).toEqual(['start', 'a', 'b', 'c'])
  })

  test('adding and removing at once squash to nothing but their order', () => {
    const added = addNode(drawn, { id: 'n', kind: 'note', position: { x: 0, y: 0 } })
    const squashed = squashDiffs(diffFlows(drawn, added), diffFlows(added, drawn))
    expect({ ...squashed, order: nothing.order }).toEqual(nothing)
    expect(saveFlow(applyDiff(drawn, squashed))).toBe(saveFlow(drawn))
  })
})

describe('properties', () => {
  test('any edits, then their undos: the same bytes; then their redos: the same bytes again', () => {
    fc.assert(
      fc.property(arbitraryFlow(), arbitraryEdits(), (begin, edits) => {
        const flows = [begin]
        for (const edit of edits) flows.push(edit(flows.at(-1) ?? begin))
        const diffs = flows.slice(1).map((after, index) => diffFlows(flows[index] ?? begin, after))
        const texts = flows.map(saveFlow)
        let current = flows.at(-1) ?? begin
        for (let index = diffs.length - 1; index >= 0; index -= 1) {
          current = applyDiff(current, invertDiff(diffs[index] ?? diffFlows(begin, begin)))
          expect(saveFlow(current)).toBe(texts[index])
        }
        diffs.forEach((diff, index) => {
          current = applyDiff(current, diff)
          expect(saveFlow(current)).toBe(texts[index + 1])
        })
      }),
      { numRuns: someRuns(100) },
    )
  })

  test('squashed edits undo and redo in one step', () => {
    fc.assert(
      fc.property(arbitraryFlow(), arbitraryEdits(), (begin, edits) => {
        let current = begin
        let squashed = diffFlows(begin, begin)
        for (const edit of edits) {
          const after = edit(current)
          squashed = squashDiffs(squashed, diffFlows(current, after))
          current = after
        }
        expect(saveFlow(applyDiff(begin, squashed))).toBe(saveFlow(current))
        expect(saveFlow(applyDiff(current, invertDiff(squashed)))).toBe(saveFlow(begin))
      }),
      { numRuns: someRuns(100) },
    )
  })

  test('differences between unrelated flows lead from one to the other and back', () => {
    fc.assert(
      fc.property(arbitraryFlow(), arbitraryFlow(), (first, second) => {
        const diff = diffFlows(first, second)
        expect(saveFlow(applyDiff(first, diff))).toBe(saveFlow(second))
        expect(saveFlow(applyDiff(second, invertDiff(diff)))).toBe(saveFlow(first))
      }),
      { numRuns: someRuns(100) },
    )
  })

  test('no edit makes a flow that the door refuses, and none changes what it got', () => {
    fc.assert(
      fc.property(arbitraryFlow(), arbitraryEdits(), (begin, edits) => {
        const text = saveFlow(begin)
        const end = edits.reduce((current, edit) => edit(current), begin)
        expect(openFlow(saveFlow(end))).toMatchObject({ ok: true })
        expect(saveFlow(begin)).toBe(text)
      }),
      { numRuns: someRuns(100) },
    )
  })
})
