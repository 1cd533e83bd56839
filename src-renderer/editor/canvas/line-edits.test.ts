/** After any edits lines are what they would be had nobody looked at them before. */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { applyLayout, setNodeData, setSettings } from '../../../src-shared/flow/editing/edits'
import type { Flow, Position } from '../../../src-shared/flow/records'
import { arbitraryEdit, type Edit } from '../../../src-shared/testing/arbitrary-edits'
import { flow } from '../../../src-shared/testing/flow-builder'
import { someRuns } from '../../../src-shared/testing/some-runs'
import { createEdgeIndex } from '../edge-index'
import { createLineIndex, type LineIndex } from './line-index'

const AGENTS = 10
const agent = fc.integer({ min: 1, max: AGENTS }).map((nth) => `a${nth}`)
const place: fc.Arbitrary<Position> = fc.record({
  x: fc.integer({ min: 0, max: 120 }).map((step) => step * 8),
  y: fc.integer({ min: 0, max: 80 }).map((step) => step * 8),
})
const words = fc.constantFrom('', 'It is about money.', 'The customer wants it in writing, as a mail or as a letter.')
const handoff = fc.tuple(agent, agent, words)

/** Agents anywhere, some on each other, who hand off to anybody; some are in a frame. */
const crowd: fc.Arbitrary<Flow> = fc
  .record({
    places: fc.array(place, { minLength: AGENTS, maxLength: AGENTS }),
    handoffs: fc.array(handoff, { minLength: AGENTS, maxLength: 1.5 * AGENTS }),
  })
  .map(({ places, handoffs }) => {
    const drawn = flow('Crowd').start('a1')
    places.forEach((_at, at) => drawn.agent(`a${at + 1}`))
    drawn.node('frame', 'f', { children: ['a2', 'a3', 'a4'] })
    for (const [from, to, condition] of handoffs) drawn.handoff(from, to, { condition })
    const layout = Object.fromEntries(places.map((at, nth) => [`a${nth + 1}`, at]))
    return applyLayout(drawn.build(), { ...layout, start: { x: -200, y: 0 }, f: { x: 400, y: 300 } })
  })

const moved: fc.Arbitrary<Edit> = fc
  .dictionary(fc.oneof({ weight: 4, arbitrary: agent }, fc.constant('f')), place, { minKeys: 1, maxKeys: 3 })
  .map((places) => (drawn) => applyLayout(drawn, places))
const unjoined: fc.Arbitrary<Edit> = fc.nat(40).map((nth) => (drawn) => {
  const edges = Object.entries(drawn.edges).filter((_edge, at) => at !== nth)
  return { ...drawn, edges: Object.fromEntries(edges) }
})
const reordered: fc.Arbitrary<Edit> = fc.nat(40).map((nth) => (drawn) => {
  const edges = Object.entries(drawn.edges)
  return { ...drawn, edges: Object.fromEntries([...edges.slice(nth), ...edges.slice(0, nth)]) }
})
const turned: fc.Arbitrary<Edit> = fc
  .constantFrom('square', 'curved')
  .map((routing) => (drawn) => setSettings(drawn, { routing }))
const folded: fc.Arbitrary<Edit> = fc
  .boolean()
  .map((collapsed) => (drawn) => (drawn.nodes['f'] === undefined ? drawn : setNodeData(drawn, 'f', { collapsed })))

const edits = fc.array(
  fc.oneof({ weight: 4, arbitrary: moved }, unjoined, reordered, turned, folded, arbitraryEdit()),
  { minLength: 1, maxLength: 8 },
)

it('looks for no line again that is as it was, and has those that it would find', () => {
  const lines = (index: LineIndex, drawn: Flow) =>
    Object.keys(drawn.edges).map((id) => [id, index.detour(drawn, id)?.line ?? null])
  const property = fc.property(crowd, edits, (first, changes) => {
    const index = createLineIndex(createEdgeIndex())
    let drawn = first
    lines(index, drawn)
    for (const change of changes) {
      try {
        drawn = change(drawn)
      } catch {
        continue
      }
      expect(lines(index, drawn)).toEqual(lines(createLineIndex(createEdgeIndex()), drawn))
    }
  })
  fc.assert(property, { numRuns: someRuns(40), seed: Number(process.env['BATON_SEED'] ?? 29) })
})
