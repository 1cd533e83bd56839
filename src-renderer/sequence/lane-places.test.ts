import { expect, test } from 'vitest'
import { frameSpan, laneX, placeLanes, scrollTo, spanOf } from './lane-places'

test('lanes share the room, within limits', () => {
  expect([placeLanes(3, 700), placeLanes(12, 700), placeLanes(1, 4000), placeLanes(0, 0)]).toEqual([
    { step: 209, width: 699 },
    { step: 136, width: 1704 },
    { step: 264, width: 336 },
    { step: 136, width: 72 },
  ])
})

test('what lies between lanes', () => {
  const places = placeLanes(4, 872)
  expect(places.step).toBe(200)
  expect([0, 1, 3].map((lane) => laneX(places, lane))).toEqual([152, 352, 752])
  expect([spanOf(places, 0, 3), spanOf(places, 3, 0), spanOf(places, 2, 2)]).toEqual([
    { left: 152, width: 600 },
    { left: 152, width: 600 },
    { left: 452, width: 200 },
  ])
  expect([frameSpan(places, { from: 0, to: 1, depth: 0 }), frameSpan(places, { from: 1, to: 1, depth: 1 })]).toEqual([
    { left: 62, width: 380 },
    { left: 269, width: 166 },
  ])
})

test('the view moves sideways only as far as it must', () => {
  const places = { step: 100, width: 2000 }
  const window = { left: 300, width: 400 }
  expect([
    scrollTo(places, { left: 360, width: 200 }, window),
    scrollTo(places, { left: 200, width: 200 }, window),
    scrollTo(places, { left: 102, width: 200 }, window),
    scrollTo(places, { left: 600, width: 200 }, window),
    scrollTo(places, { left: 400, width: 1200 }, window),
  ]).toEqual([300, 150, 0, 450, 350])
})
