/** Words on lines that go round: they keep clear of each other, and follow what they keep clear of. */
import { expect, it } from 'vitest'
import { Position as Side } from '../../react-flow/react-flow'
import type { Position } from '../../../src-shared/flow/records'
import type { KnownWay } from './detour'
import { createDetourWords } from './detour-words'

const ends = {
  source: 'a',
  target: 'b',
  sourceX: 0,
  sourceY: 0,
  targetX: 0,
  targetY: 0,
  sourcePosition: Side.Right,
  targetPosition: Side.Left,
}

/** With words in its middle; `points`: of one that goes round. */
function way(middle: Position, points: Position[] | null): KnownWay {
  const from = { node: 'a', port: 'out' }
  return {
    edge: { kind: 'handoff', from, to: { node: 'b', port: 'in' }, data: {} },
    ends,
    place: { lane: 0, fan: 'none' },
    label: 'x',
    around: { own: [], others: [] },
    way: { line: { path: '', ...middle }, points, clearOf: null },
  }
}

const across = way({ x: 400, y: 0 }, [
  { x: 0, y: 0 },
  { x: 800, y: 0 },
])
const down = way({ x: 200, y: 0 }, [
  { x: 200, y: -400 },
  { x: 200, y: 400 },
])
const clear = way({ x: 400, y: 0 }, null)

it('has words follow others that follow others, and leaves alone what is far from them', () => {
  const words = createDetourWords()
  const update = (...ways: [string, KnownWay][]) => words.update({ ways: new Map(ways), anew: null })
  const at = (...ids: string[]) =>
    ids.map((id) => {
      const { x, y } = words.detour(id)?.line ?? { x: null, y: null }
      return [x, y]
    })
  update(['across', across], ['down', down])
  expect(at('across', 'down')).toEqual([
    [400, 0],
    [200, 0],
  ])
  const before = words.detour('down')
  update(['clear', clear], ['across', across], ['down', down])
  // The words of `clear` lie where those of `across` were, and these then where those of `down` were.
  expect(at('clear', 'across', 'down')).toEqual([
    [null, null],
    [200, 0],
    [200, -200],
  ])
  update(['across', across], ['down', down])
  expect(words.detour('down')).toEqual(before)
  const kept = [words.detour('across'), words.detour('down')]
  update(['across', across], ['down', down], ['far', way({ x: 9000, y: 0 }, null)])
  expect([words.detour('across'), words.detour('down')]).toEqual(kept)
  // Of one line alone, which gives way to those before it.
  const nearer = way({ x: 200, y: 0 }, across.way.points?.slice(0, 1).concat({ x: 400, y: 0 }) ?? null)
  words.update({
    ways: new Map([
      ['across', nearer],
      ['down', down],
    ]),
    anew: new Set(['across']),
  })
  expect(at('across', 'down')).toEqual([
    [200, 0],
    [200, -200],
  ])
  // The order of the edges says which of two gives way.
  update(['down', down], ['across', nearer])
  expect(at('down', 'across')).toEqual([
    [200, 0],
    [100, 0],
  ])
})
