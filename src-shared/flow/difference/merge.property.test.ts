import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { someRuns } from '../../testing/some-runs'
import { arbitraryEdits, type Edit } from '../../testing/arbitrary-edits'
import { arbitraryFlow, arbitraryJson, arbitraryPosition } from '../../testing/arbitrary-flow'
import { addEdge, addNode, moveNodes, removeElements, setNodeData, setNodeName, setSettings } from '../editing/edits'
import { openFlow } from '../editing/open'
import { respellFlow } from '../editing/respell'
import { saveFlow } from '../editing/save'
import type { Flow } from '../records'
import { differenceOf, isNoChange } from './difference'
import { ENGLISH } from '../../languages/translate'
import { differenceLines } from './difference-words'
import { conflictWords } from './conflict-words'
import { mergeFlows } from './merge'

const RUNS = { numRuns: someRuns(30) }
const edited = (flow: Flow, edits: readonly Edit[]): Flow => edits.reduce((now, edit) => edit(now), flow)

test('what only one side changed is taken over byte for byte, and what both did alike', () => {
  fc.assert(
    fc.property(arbitraryFlow(), arbitraryEdits(), (base, edits) => {
      const changed = edited(base, edits)
      const wanted = { text: saveFlow(changed), conflicts: [] }
      const merged = [
        mergeFlows({ base, ours: changed, theirs: base }),
        mergeFlows({ base, ours: base, theirs: changed }),
        mergeFlows({ base, ours: changed, theirs: changed }),
      ].map(({ flow, conflicts }) => ({ text: saveFlow(flow), conflicts }))
      expect(merged).toEqual([wanted, wanted, wanted])
    }),
    RUNS,
  )
})

test('whatever both sides do, the result opens, is canonical, and every conflict has its words', () => {
  fc.assert(
    fc.property(arbitraryFlow(), arbitraryEdits(), arbitraryEdits(), (drawn, mine, others) => {
      const base = respellFlow(drawn)
      const sides = { base, ours: respellFlow(edited(base, mine)), theirs: respellFlow(edited(base, others)) }
      const { flow: merged, conflicts } = mergeFlows(sides)
      const flow = respellFlow(merged)
      const text = saveFlow(flow)
      const opened = openFlow(text)
      expect(opened.ok && saveFlow(opened.flow)).toBe(text)
      expect(conflicts.map((conflict) => conflictWords(conflict, sides)).every((words) => words.endsWith('.'))).toBe(
        true,
      )
      const difference = differenceOf(sides.ours, flow)
      expect(
        differenceLines(difference, { before: sides.ours, after: flow }, { moves: true, t: ENGLISH }).length === 0,
      ).toBe(isNoChange(difference))
      expect(isNoChange(difference)).toBe(saveFlow(sides.ours) === text)
    }),
    { numRuns: someRuns(40) },
  )
})

/** Edits of nodes of one half of a flow, each side with one; new ids and fields are the side's own. */
function disjointEdits(side: 'a' | 'b'): fc.Arbitrary<Edit[]> {
  const idOf = (flow: Flow, at: number): string => {
    const own = Object.keys(flow.nodes).filter(
      (id) => (id.charCodeAt(0) % 2 === 0) === (side === 'a') && !/^[ab]-/.test(id),
    )
    return own[at % Math.max(1, own.length)] ?? 'gone'
  }
  const at = fc.nat(20)
  const edit: fc.Arbitrary<Edit> = fc.oneof(
    fc.tuple(at, fc.string()).map(
      ([node, name]): Edit =>
        (flow) =>
          setNodeName(flow, idOf(flow, node), `${side} ${name}`),
    ),
    fc.tuple(at, arbitraryJson()).map(
      ([node, value]): Edit =>
        (flow) =>
          setNodeData(flow, idOf(flow, node), { zeta: value }),
    ),
    fc.tuple(at, arbitraryPosition()).map(
      ([node, position]): Edit =>
        (flow) =>
          moveNodes(flow, { [idOf(flow, node)]: position }),
    ),
    at.map(
      (count): Edit =>
        (flow) =>
          addNode(flow, { id: `${side}-${count}`, kind: 'agent', name: side, position: { x: count, y: 0 } }),
    ),
    fc.tuple(at, at).map(([from, to]): Edit => (flow) => {
      const ends = { from: { node: `${side}-${from}`, port: 'handoffs' }, to: { node: `${side}-${to}`, port: 'in' } }
      return addEdge(flow, { id: `${side}-${from}-${to}`, ...ends })
    }),
    at.map(
      (count): Edit =>
        (flow) =>
          removeElements(flow, { nodes: [`${side}-${count}`], edges: [] }),
    ),
    arbitraryJson().map(
      (value): Edit =>
        (flow) =>
          setSettings(flow, { [`${side}-own`]: value }),
    ),
    fc.nat(90).map((hops): Edit => (flow) => {
      const limits = typeof flow.settings['limits'] === 'object' ? flow.settings['limits'] : {}
      return setSettings(flow, { limits: { ...limits, [side === 'a' ? 'hops' : 'rounds']: hops + 1 } })
    }),
  )
  return fc.array(edit, { maxLength: 10 })
}

test('edits of different nodes and fields never conflict, and come to the same whichever side is ours', () => {
  fc.assert(
    fc.property(arbitraryFlow(), disjointEdits('a'), disjointEdits('b'), (drawn, mine, others) => {
      // Setting any limit takes defaults out of the others, which both sides would do alike.
      const base = setSettings(drawn, { limits: drawn.settings['limits'] })
      const [ours, theirs] = [edited(base, mine), edited(base, others)]
      const merged = mergeFlows({ base, ours, theirs })
      const other = mergeFlows({ base, ours: theirs, theirs: ours })
      expect([merged.conflicts, other.conflicts]).toEqual([[], []])
      expect(saveFlow(merged.flow)).toBe(saveFlow(other.flow))
      // Nothing of either side is missing: seen from ours, only what theirs did is new, and the other way round.
      const named = (before: Flow, after: Flow): string[] =>
        differenceLines(differenceOf(before, after), { before, after }, { moves: true, t: ENGLISH })
          .filter(({ about }) => about !== 'order')
          .map(({ about, id, change }) => `${about} ${id} ${change}`)
          .sort()
      expect([named(ours, merged.flow), named(theirs, merged.flow)]).toEqual([named(base, theirs), named(base, ours)])
    }),
    RUNS,
  )
})
