/** What the place of a breakpoint is called. */
import { expect, test } from 'vitest'
import { ENGLISH } from '../../src-shared/languages/translate'
import { placeWords } from './pause-words'

test('an edge is called by its ends, one inside of a sub-flow by that, and one that is gone so', () => {
  const names = {
    node: (id: string) => (id === 's' ? 'Shop' : id),
    edge: (id: string) => (id === 'e1' ? { from: 'Ann', to: 'Bob' } : null),
  }
  const words = (edge: string) => placeWords(ENGLISH, { on: 'edge', edge }, names)
  expect(['e1', 's~e1', 's~t~e1', 'e2'].map(words)).toEqual([
    'From Ann to Bob',
    'On an edge in Shop',
    'On an edge in Shop',
    'On a deleted edge',
  ])
})
