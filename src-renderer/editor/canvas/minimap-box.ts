/** Where the minimap and the buttons below it lie in the corner of the canvas, and where things lie on the map. Pure. */
import type { KindGroup } from '../../../src-shared/kinds/kind'
import type { Box } from './guides'
import type { Size } from '../../../src-shared/drawing/node-size'

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

/** In px of the screen; the only place that says where they lie. */
export const MAP_SIZE: Size = { width: 168, height: 112 }
/** The buttons are as wide as the map above them. */
export const BUTTONS_SIZE: Size = { width: MAP_SIZE.width, height: 34 }
/** What stays free round each of them. */
export const CORNER_MARGIN = 12

/** A lower or narrower canvas needs its corner for the drawing, and has no map. */
const LEAST_CANVAS: Size = { width: 620, height: 640 }

export function hasRoomForMap({ width, height }: Size): boolean {
  return width > LEAST_CANVAS.width && height > LEAST_CANVAS.height
}

/** The corner of the canvas that the map lies on, or the buttons alone, with what stays free round them. */
export function cornerOf(canvas: Size, isMinimapOpen: boolean): Size {
  const width = MAP_SIZE.width + 2 * CORNER_MARGIN
  const height = BUTTONS_SIZE.height + 2 * CORNER_MARGIN
  return { width, height: isMinimapOpen && hasRoomForMap(canvas) ? height + MAP_SIZE.height + CORNER_MARGIN : height }
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
