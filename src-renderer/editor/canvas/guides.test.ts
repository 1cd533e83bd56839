/** Lines that a dragged node snaps to. */
import { describe, expect, it } from 'vitest'
import { snapToGuides } from './guides'

const card = { width: 220, height: 64 }
const others = [
  { x: 0, y: 0, ...card },
  { x: 400, y: 200, width: 80, height: 32 },
]

describe('guides', () => {
  it('snap begins, middles and ends to those of another node', () => {
    expect(snapToGuides({ x: 4, y: 300, ...card }, others, 6)).toEqual({
      at: { x: 0, y: 300 },
      guides: { x: 0, y: null },
    })
    expect(snapToGuides({ x: 333, y: 181, ...card }, others, 6)).toEqual({
      at: { x: 330, y: 184 },
      guides: { x: 440, y: 216 },
    })
  })
  it('take the nearest one, and none out of reach', () => {
    expect(snapToGuides({ x: 600, y: 5, ...card }, [...others, { x: 800, y: 4, ...card }], 6)).toEqual({
      at: { x: 600, y: 4 },
      guides: { x: null, y: 4 },
    })
    expect(snapToGuides({ x: 700, y: 700, ...card }, others, 6).guides).toEqual({ x: null, y: null })
  })
})
