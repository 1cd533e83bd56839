/** Where things lie on the minimap. Pure. */
import type { KindGroup } from '../../../src-shared/kinds/kind'
import type { Box } from './guides'

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
