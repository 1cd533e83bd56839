/** Where things lie on the minimap. Pure. */
import type { KindGroup } from '../../../src-shared/kinds/kind'
import type { Box } from './guides'
import type { Size } from './node-size'

export type MinimapNode = Box & { group: KindGroup }

/** The nodes of each colour as one path. */
export function pathsOf(nodes: readonly MinimapNode[]): ReadonlyMap<KindGroup, string> {
  const parts = new Map<KindGroup, string[]>()
  for (const { x, y, width, height, group } of nodes) {
    const part = `M${x} ${y}h${width}v${height}h${-width}z`
    const some = parts.get(group)
    if (some === undefined) parts.set(group, [part])
    else some.push(part)
  }
  return new Map([...parts].map(([group, some]) => [group, some.join('')]))
}

/** As the style sheets have them, in px of the screen, with what stays free round them. */
const MAP_CORNER = { width: 192, height: 182 }
const BUTTONS_CORNER = { width: 192, height: 66 }
/** A canvas that is not larger has no map. */
const LEAST_CANVAS = { width: 620, height: 640 }

/** The corner of the canvas that the map lies on, or the buttons alone. */
export function cornerOf({ width, height }: Size, isMinimapOpen: boolean): Size {
  const hasMap = isMinimapOpen && width > LEAST_CANVAS.width && height > LEAST_CANVAS.height
  return hasMap ? MAP_CORNER : BUTTONS_CORNER
}

/** How much of the minimap stays free at each side. */
const FREE = 0.03

/** What the minimap shows so that a box lies in its middle, and how many px of the drawing one of its own is. */
export function minimapBox(box: Box, { width, height }: { width: number; height: number }): Box & { scale: number } {
  const scale = Math.max(box.width / width, box.height / height, 0.001) * (1 + 2 * FREE)
  const [wide, high] = [width * scale, height * scale]
  return {
    x: box.x - (wide - box.width) / 2,
    y: box.y - (high - box.height) / 2,
    width: wide,
    height: high,
    scale,
  }
}
