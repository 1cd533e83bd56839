/** The first difference of two routes: what it is, in words, and the node to look at. */
import { expect, test } from 'vitest'
import { ENGLISH } from '../../languages/translate'
import { firstDifference, type ComparedParts } from './difference'
import { differenceWords } from './difference-words'
import type { RouteStep } from './test-file'

const baton = (node: string): RouteStep => ({ is: 'baton', node })
const said = (node: string, text: string): RouteStep => ({ is: 'said', node, text })
const call = (tool: string, n: number, beside = false): RouteStep => ({
  is: 'call',
  node: 'A',
  tool,
  toolNode: `${tool}-node`,
  arguments: { n },
  ...(beside ? { beside } : {}),
})
const DONE: RouteStep = { is: 'ended', how: 'done' }

function told(
  expected: RouteStep[],
  came: RouteStep[],
  { parts = 'all', isCut = false }: { parts?: ComparedParts; isCut?: boolean } = {},
): string {
  const difference = firstDifference(expected, came, { parts, isCut })
  if (difference === null) return 'same'
  return `${difference.node}: ${differenceWords({ turn: 1, hosts: [], ...difference }, (node) => node, ENGLISH)}`
}

test('each difference names what was expected, what came, and where', () => {
  const way = [baton('A'), said('A', 'Hi'), baton('B'), said('B', 'Bye'), DONE]
  const many = [baton('A'), call('find', 1), call('find', 2, true), call('count', 3, true), said('A', 'So'), DONE]
  const other = (at: number, ...steps: RouteStep[]) => many.toSpliced(at, 1, ...steps)
  expect([
    told(way, way),
    told(way, [baton('A'), said('A', 'Hi'), baton('C'), said('C', 'Bye'), DONE]),
    told(way, [baton('A'), said('A', 'Hi'), DONE]),
    told(way, [baton('A'), said('A', 'Hi')], { isCut: true }),
    told(way, [baton('A'), said('A', 'Hello'), baton('B')]),
    told(way, [baton('A'), said('A', 'Hello'), baton('B'), DONE], { parts: 'route' }),
    told(way, [...way, baton('C')]),
    // Side by side, in whatever order.
    told(many, [baton('A'), call('count', 3), call('find', 2), call('find', 1), said('A', 'So'), DONE]),
    told(many, [baton('A'), call('count', 3), call('find', 2), call('find', 2), said('A', 'So'), DONE]),
    told(many, other(3, call('find', 4)), { parts: 'route' }),
    told(many, other(1, call('find', 7))),
    told(many, other(1, call('find', 7)), { parts: 'route' }),
    told([call('find', 1), call('count', 2)], [call('count', 2), call('find', 1)]),
    told([baton('A'), DONE], [baton('A'), { is: 'ended', how: 'limit' }]),
    told([baton('A'), DONE], [baton('A'), { is: 'asked', node: 'B', kind: 'approval' }]),
    told([said('A', `${'long '.repeat(50)}`)], [said('A', 'short')]),
  ]).toMatchInlineSnapshot(`
    [
      "same",
      "A: The conversation was to go to B, and went to C.",
      "A: Expected: The conversation goes to B. What came: The turn ends.",
      "same",
      "A: A was to say “Hi”, and said “Hello”.",
      "same",
      "B: Nothing more was to happen in this turn. What came: The conversation goes to C.",
      "same",
      "A: A was to call find with {"n":1}, and called it with {"n":2}.",
      "A: A was to call count. Instead A called find.",
      "A: A was to call find with {"n":1}, and called it with {"n":7}.",
      "same",
      "A: A was to call find. Instead A called count.",
      "A: Expected: The turn ends. What came: A limit ends the turn.",
      "B: Expected: The turn ends. What came: B asks you something.",
      "A: A was to say “long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long …”, and said “short”.",
    ]
  `)
})
