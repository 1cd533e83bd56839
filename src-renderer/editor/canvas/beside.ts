/** Where on the screen something opens that belongs to a node or an edge: beside it, never over it. */
import type { Position } from '../../../src-shared/flow/records'
import type { Editor } from '../editor-context'
import { boundsOf } from '../placing'
import type { Size } from '../../../src-shared/drawing/node-size'

const GAP = 12

/** A place for a box of a size right of nodes, or left of them where there is no room. */
export function besideNodes(editor: Editor, ids: Iterable<string>, size: Size): Position | null {
  const { flow, element } = editor.view.getState()
  const box = boundsOf(editor.flows.getState().flow, ids)
  if (flow === null || element === null || box === null) return null
  const start = flow.flowToScreenPosition(box)
  const end = flow.flowToScreenPosition({ x: box.x + box.width, y: box.y + box.height })
  const view = freeView(element)
  const right = end.x + GAP
  const left = start.x - GAP - size.width
  const x = right + size.width <= view.right || left < view.left ? right : left
  return within({ x, y: start.y }, view, size)
}

/** The middle of nodes on the screen. */
export function middleOfNodes(editor: Editor, ids: Iterable<string>): Position | null {
  const { flow, element } = editor.view.getState()
  const box = boundsOf(editor.flows.getState().flow, ids)
  if (flow === null || element === null || box === null) return null
  const middle = flow.flowToScreenPosition({ x: box.x + box.width / 2, y: box.y + box.height / 2 })
  return within(middle, element.getBoundingClientRect(), { width: 0, height: 0 })
}

/** The part of the canvas that no inspector lies on. */
function freeView(element: HTMLElement): DOMRect {
  const { x, y, width, height, right } = element.getBoundingClientRect()
  const inspector = document.querySelector('[data-inspector]')?.getBoundingClientRect()
  return new DOMRect(x, y, inspector === undefined ? width : Math.min(right, inspector.left) - x, height)
}

function within({ x, y }: Position, view: DOMRect, { width, height }: Size): Position {
  const margin = 8
  return {
    x: Math.max(view.left + margin, Math.min(x, view.right - width - margin)),
    y: Math.max(view.top + margin, Math.min(y, view.bottom - height - margin)),
  }
}
