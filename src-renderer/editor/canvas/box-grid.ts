/** Boxes by the cells of a grid that they lie in: what is near a place is found without looking at all of them. */
import type { Position } from '../../../src-shared/flow/records'
import { isNear } from '../placing'
import type { Size } from '../../../src-shared/drawing/node-size'

type Box = Position & Size

export type BoxGrid<Item extends { readonly box: Box }> = {
  add: (item: Item) => void
  remove: (item: Item) => void
  /** Items that lie on an area, in no order. */
  near: (area: Box) => Item[]
}

/** In px: a few nodes lie in one. */
const CELL = 400
/** What would lie in more cells than that is looked at each time. */
const MOST_CELLS = 64

export function createBoxGrid<Item extends { readonly box: Box }>(): BoxGrid<Item> {
  const cells = new Map<string, Set<Item>>()
  const wide = new Set<Item>()
  const all = new Set<Item>()
  const isWide = (box: Box): boolean => cellCount(box) > MOST_CELLS
  return {
    add(item) {
      all.add(item)
      if (isWide(item.box)) wide.add(item)
      else
        for (const key of cellsOf(item.box)) {
          const cell = cells.get(key)
          if (cell === undefined) cells.set(key, new Set([item]))
          else cell.add(item)
        }
    },
    remove(item) {
      all.delete(item)
      if (wide.delete(item)) return
      for (const key of cellsOf(item.box)) {
        const cell = cells.get(key)
        cell?.delete(item)
        if (cell?.size === 0) cells.delete(key)
      }
    },
    near(area) {
      const isFound = ({ box }: Item): boolean => isNear(box, area, 0)
      if (cellCount(area) > all.size) return [...all].filter(isFound)
      const found = new Set(wide)
      for (const key of cellsOf(area)) for (const item of cells.get(key) ?? []) found.add(item)
      return [...found].filter(isFound)
    },
  }
}

function spanOf({ x, y, width, height }: Box): { left: number; right: number; top: number; bottom: number } {
  const cell = (value: number): number => Math.floor(value / CELL)
  return { left: cell(x), right: cell(x + width), top: cell(y), bottom: cell(y + height) }
}

function cellCount(box: Box): number {
  const { left, right, top, bottom } = spanOf(box)
  return (right - left + 1) * (bottom - top + 1)
}

function* cellsOf(box: Box): Generator<string> {
  const { left, right, top, bottom } = spanOf(box)
  for (let column = left; column <= right; column += 1)
    for (let row = top; row <= bottom; row += 1) yield `${column} ${row}`
}
