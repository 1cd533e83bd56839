import { expect, test } from 'vitest'
import { cornerOf, hasRoomForMap, minimapBox, pathsOf } from './minimap-box'

test('all nodes of a colour are one path', () => {
  const box = { width: 20, height: 10 }
  const paths = pathsOf([
    { x: 0, y: 0, ...box, group: 'work' },
    { x: 40, y: 0, ...box, group: 'work' },
    { x: 0, y: 30, ...box, group: 'swarm' },
  ])
  expect([...paths]).toEqual([
    ['work', 'M0 0h20v10h-20zM40 0h20v10h-20z'],
    ['swarm', 'M0 30h20v10h-20z'],
  ])
})

test('the minimap shows a box in its middle, and says how much smaller it is', () => {
  const shown = minimapBox({ x: 100, y: 100, width: 1680, height: 112 }, { width: 168, height: 112 })
  expect(shown.scale).toBeCloseTo(10.6)
  expect(shown.x + shown.width / 2).toBeCloseTo(940)
  expect(shown.y + shown.height / 2).toBeCloseTo(156)
  expect(shown.width / shown.height).toBeCloseTo(1.5)
})

test('the corner is that of the map only where the map is shown', () => {
  const [large, low, narrow] = [
    { width: 900, height: 800 },
    { width: 900, height: 640 },
    { width: 620, height: 800 },
  ]
  expect([large, low, narrow].map(hasRoomForMap)).toEqual([true, false, false])
  const buttons = cornerOf(large, false)
  expect(cornerOf(large, true)).toEqual({ width: buttons.width, height: buttons.height + 124 })
  expect([cornerOf(low, true), cornerOf(narrow, true)]).toEqual([buttons, buttons])
})
