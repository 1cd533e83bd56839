/** Where the view goes so that something is seen as a whole: from the model's sizes, so that nothing has to be drawn and measured first. Pure. */
import type { Viewport } from '../../react-flow/react-flow'
import type { CanvasNode } from './canvas-model'
import type { Box } from './guides'
import type { Size } from '../../../src-shared/drawing/node-size'
import { NAMED_ROOM, portsOf } from './ports'

/** How small and how large the drawing gets. */
export const ZOOM = { least: 0.05, most: 2 } as const

/** The smallest box around boxes; null for none. */
export function boxAround(boxes: Iterable<Box>): Box | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  return left > right ? null : { x: left, y: top, width: right - left, height: bottom - top }
}

/** The boxes of the nodes that are shown, with the names that always stand beside their ports. */
function shownBoxes(nodes: readonly CanvasNode[]): Box[] {
  return nodes.flatMap(({ hidden, position, width = 0, height = 0, data: { record } }) => {
    if (hidden === true) return []
    const isNamed = portsOf(record).some((port) => port.isNamed)
    return [{ ...position, width: isNamed ? width + NAMED_ROOM : width, height }]
  })
}

/** `padding`: what stays free at each side, in px of the screen; `corner`: the lower left one, that the map or the buttons lie on. */
export type FitOptions = { padding: number; maxZoom: number; corner?: Size }

/** The view with a box in the middle of the canvas, as large as it fits. */
export function viewOn(box: Box, canvas: Size, { padding, maxZoom }: FitOptions): Viewport {
  const fits = Math.min((canvas.width - 2 * padding) / box.width, (canvas.height - 2 * padding) / box.height)
  const zoom = Math.max(ZOOM.least, Math.min(fits, maxZoom))
  return {
    x: canvas.width / 2 - (box.x + box.width / 2) * zoom,
    y: canvas.height / 2 - (box.y + box.height / 2) * zoom,
    zoom,
  }
}

/** The view of a whole drawing; of an empty one its origin. Where some of it would lie under the corner it is shown above or beside that, as large as it fits. */
export function viewOfAll(nodes: readonly CanvasNode[], canvas: Size, options: FitOptions): Viewport {
  const boxes = shownBoxes(nodes)
  const box = boxAround(boxes)
  if (box === null) return { x: 0, y: 0, zoom: 1 }
  const view = viewOn(box, canvas, options)
  const { corner, padding } = options
  if (corner === undefined || !boxes.some((one) => isUnder(one, view, { canvas, corner }))) return view
  const above = viewOn(box, { ...canvas, height: canvas.height - corner.height + padding }, options)
  const right = viewOn(box, { ...canvas, width: canvas.width - corner.width + padding }, options)
  const beside = { ...right, x: right.x + corner.width - padding }
  return beside.zoom > above.zoom ? beside : above
}

function isUnder(box: Box, view: Viewport, { canvas, corner }: { canvas: Size; corner: Size }): boolean {
  const bottom = (box.y + box.height) * view.zoom + view.y
  return box.x * view.zoom + view.x < corner.width && bottom > canvas.height - corner.height
}

/** Whether the middle of a box is on the screen. */
export function isInSight(box: Box, shown: Viewport & Size): boolean {
  const x = (box.x + box.width / 2) * shown.zoom + shown.x
  const y = (box.y + box.height / 2) * shown.zoom + shown.y
  return x >= 0 && y >= 0 && x <= shown.width && y <= shown.height
}
