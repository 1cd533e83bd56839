/** Names of ports beside a neighbour. */
import { expect, test } from 'vitest'
import { flow } from '../../../src-shared/testing/flow-builder'
import { Position } from '../../react-flow/react-flow'
import { ENGLISH } from '../../../src-shared/languages/translate'
import { createEdgeIndex } from '../edge-index'
import { isNear } from '../placing'
import { createLineIndex } from './line-index'
import { sizeOf } from '../../../src-shared/drawing/node-size'
import { crowdedPorts, pillsBeside } from './port-labels'
import { pointOf, portsOf } from './ports'
import { textWidth } from '../../../src-shared/drawing/text-width'

const clerk = flow('Desk').agent('clerk', { name: 'Clerk' }).build().nodes['clerk']
if (clerk === undefined) throw new Error('there is no clerk')
const size = sizeOf(clerk)
const node = { x: 100, y: 100, ...size }
const ports = portsOf(clerk).map((port) => ({ port, words: port.label }))
const right = ports.filter(({ port }) => port.side === Position.Right).map(({ port }) => port.id)
const bottom = ports.filter(({ port }) => port.side === Position.Bottom).map(({ port }) => port.id)
type Box = typeof node
const crowdedBy = (boxes: readonly Box[], pills: readonly (readonly Box[])[] = []) =>
  crowdedPorts(node, ports, { boxes: [node, ...boxes], pills })
/** Those whose names lie on something from every distance. */
const crowded = (...others: Box[]) => whereAll(crowdedBy(others))
const whereAll = (found: Readonly<Record<string, string>>) =>
  Object.keys(found).filter((id) => found[id] === 'near middle low lowest')

test('only names that would lie on a neighbour are crowded', () => {
  expect([right.length > 0, bottom.length > 0]).toEqual([true, true])
  expect(crowded()).toEqual([])
  expect(crowded({ ...size, x: node.x + size.width + 40, y: node.y })).toEqual(right)
  expect(crowded({ ...size, x: node.x + size.width + 200, y: node.y })).toEqual([])
  expect(crowded({ ...size, x: node.x, y: node.y + size.height + 30 })).toEqual(bottom)
  expect(crowded({ ...size, x: node.x - size.width - 10, y: node.y })).toEqual([])
})

test('a frame that carries the node is no neighbour', () => {
  expect(crowded({ x: 0, y: 0, width: 1000, height: 800 })).toEqual([])
})

test('of names below the node that would lie on each other the first is shown', () => {
  const long = ports.map(({ port }) => ({ port, words: 'Инструменты и наблюдатели' }))
  expect(bottom.length).toBe(2)
  expect(whereAll(crowdedPorts(node, long, { boxes: [node], pills: [] }))).toEqual(bottom.slice(1))
})

test('names keep clear of words on edges as large as these are from each distance', () => {
  const beside = { x: node.x + size.width + 40, y: node.y, width: 60, height: size.height }
  const away = { ...beside, x: node.x + size.width + 400 }
  expect(crowdedBy([], [[away, away, away, away]])).toEqual(crowdedBy([]))
  expect(crowdedBy([], [[beside, away, away, away]])).toEqual(
    expect.objectContaining(Object.fromEntries(right.map((id) => [id, expect.stringMatching(/^near\b/)]))),
  )
  expect(whereAll(crowdedBy([], [[beside, beside, beside, beside]]))).toEqual(right)
})

test('of a task graph whose workers are near, no name that is shown lies under the words of an intent', () => {
  const places = [160, 200, 260, 320, 500].flatMap((across) => [-120, -40, 0, 60].map((down) => ({ across, down })))
  const hidden = places.map(({ across, down }) => {
    const drawn = flow('Shop')
      .start('graph')
      .node('task-graph', 'graph', { name: 'Shop' })
      .agent('worker', { name: 'Worker' })
      .edge('intent', { from: 'graph', to: 'worker' }, { intent: 'order a cake' })
      .build()
    const { graph } = drawn.nodes
    if (graph === undefined) throw new Error('there is no graph')
    const box = { x: 0, y: 0, ...sizeOf(graph) }
    const at = { start: { x: -300, y: 0 }, graph: { x: 0, y: 0 }, worker: { x: box.width + across, y: down } }
    const placed = { ...drawn, layout: { ...drawn.layout, nodes: { ...drawn.layout.nodes, ...at } } }
    const pills = pillsBeside(placed, box, { lineIndex: createLineIndex(createEdgeIndex()), t: ENGLISH })
    expect(pills.length).toBe(1)
    const named = portsOf(graph).map((port) => ({ port, words: port.label }))
    const found = crowdedPorts(box, named, { boxes: [], pills })
    const isHidden = (id: string, distance: string) => found[id]?.split(' ').includes(distance) === true
    const shown = [11, 15.5].flatMap((letters, level) =>
      named.flatMap(({ port, words }) => {
        if (port.side !== Position.Right || isHidden(port.id, level === 0 ? 'near' : 'middle')) return []
        const { x, y } = pointOf(port, box)
        const label = { x: x + 28, y: y - 8, width: (textWidth(words) * letters) / 13, height: 16 }
        return pills.flatMap((pill) =>
          isNear(pill[level] ?? box, label, 0) ? [`${port.id} at ${across}, ${down}`] : [],
        )
      }),
    )
    expect(shown).toEqual([])
    return Object.keys(found).length
  })
  // Near ones are hidden, and far ones are not.
  expect(hidden.some((count) => count > 0)).toBe(true)
  expect(hidden.slice(-4)).toEqual([0, 0, 0, 0])
})
