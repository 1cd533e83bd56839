/** How the examples that come with Baton are drawn: nothing lies on anything. */
import { expect, test } from 'vitest'
import { openFlow } from '../../../src-shared/flow/editing/open'
import type { Flow, Position } from '../../../src-shared/flow/records'
import { sizeOf, type Size } from '../../../src-shared/drawing/node-size'

const FILES = import.meta.glob<string>('../../../resources/examples/*.flow.json', {
  eager: true,
  query: '?raw',
  import: 'default',
})

type Box = Position & Size & { name: string }

function boxesOf({ nodes, layout }: Flow): Box[] {
  return Object.entries(nodes).map(([id, node]) => ({
    name: node.name,
    ...(layout.nodes[id] ?? { x: 0, y: 0 }),
    ...sizeOf(node),
  }))
}

function touches(one: Box, other: Box): boolean {
  const isBeside = one.x + one.width < other.x || other.x + other.width < one.x
  return !isBeside && one.y + one.height >= other.y && other.y + other.height >= one.y
}

test.each(Object.entries(FILES))('%s has nothing on top of anything', (_file, text) => {
  const opened = openFlow(text)
  if (!opened.ok) throw new Error(opened.error.message)
  const boxes = boxesOf(opened.flow)
  const pairs = boxes.flatMap((one, at) =>
    boxes.slice(at + 1).flatMap((other) => (touches(one, other) ? [`${one.name} on ${other.name}`] : [])),
  )
  expect(pairs).toEqual([])
})
