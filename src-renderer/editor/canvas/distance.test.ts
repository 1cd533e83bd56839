/** How much is drawn from how far. */
import { describe, expect, it } from 'vitest'
import { detailOf, levelAt, levelShown } from './distance'

describe('the level of detail', () => {
  it('falls with the zoom, each step at its own', () => {
    expect([1, 0.91, 0.9, 0.7, 0.6, 0.4, 0.3, 0.1].map(levelAt)).toEqual([0, 0, 1, 2, 3, 4, 5, 6])
    expect([0, 1, 2, 3, 4, 5, 6].map((level) => detailOf(level).distance)).toEqual([
      'near',
      'middle',
      'middle',
      'low',
      'lowest',
      'lowest',
      'lowest',
    ])
    expect(detailOf(levelAt(0.34))).toMatchObject({ isTight: true, isFar: true, isTiny: false })
  })

  it('does not rise while a large drawing is being moved, and falls at once', () => {
    expect(levelShown(6, { before: 2, isMoving: true })).toBe(6)
    expect(levelShown(0, { before: 6, isMoving: true })).toBe(6)
    expect(levelShown(0, { before: 6, isMoving: false })).toBe(0)
  })
})
