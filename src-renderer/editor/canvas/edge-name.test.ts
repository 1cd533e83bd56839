/** What is heard of an edge. */
import { expect, test } from 'vitest'
import { ENGLISH } from '../../../src-shared/languages/translate'
import { flow } from '../../../src-shared/testing/flow-builder'
import { createEdgeIndex } from '../edge-index'
import { edgeName, edgeSaid } from './edge-name'

test('an edge says its words, or the name that is shown at the port it leaves', () => {
  const drawn = flow('Desk')
    .start('a')
    .agent('a', { name: 'Clerk' })
    .agent('b', { name: 'Helper' })
    .node('approval', 'q', { name: 'Check', message: 'Is it right?' })
    .edge('next', { from: 'a', to: 'q' })
    .edge('next', { from: 'q', to: 'a', port: 'timeout' })
    .edge('next', { from: 'q', to: 'b', port: 'approved' })
    .handoff('a', 'b', { condition: 'Asks for help' })
    .build()
  const named = { flow: drawn, index: createEdgeIndex(), t: ENGLISH }
  const heard = Object.keys(drawn.edges).map((id) => [edgeName(named, id), edgeSaid(named, id)])
  expect(heard).toEqual([
    ['Next from Start to Clerk', undefined],
    ['Next from Clerk to Check', undefined],
    ['Next from Check to Clerk', 'Timed out'],
    ['Next from Check to Helper', 'Approved'],
    ['Hand-off from Clerk to Helper', 'Asks for help'],
  ])
})
