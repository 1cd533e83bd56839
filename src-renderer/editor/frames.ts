/** Frames as a person uses them: drawn round what is selected, dropped into and out of, fitted to what they carry. */
import { addNode } from '../../src-shared/flow/editing/edits'
import {
  childrenOf,
  framesOf,
  isCollapsed,
  isFrame,
  putIntoFrame,
  withContents,
} from '../../src-shared/flow/editing/frames'
import { newId, type Flow, type Position } from '../../src-shared/flow/records'
import { isLocked } from '../../src-shared/flow/node-marks'
import { frameKind, FRAME_SIZE } from '../../src-shared/kinds/frame'
import { GRID, type Size } from '../../src-shared/drawing/node-size'
import type { Editor } from './editor-context'
import { boundsOf } from './placing'

/** Room within a frame round what it carries; more above, where its title is. */
export const FRAME_PADDING = { left: 24, right: 24, top: 64, bottom: 24 }

type Box = Position & Size

/** Draws a frame round the selected nodes and has their name written. */
export function frameSelection(editor: Editor): void {
  const ids = [...editor.session.getState().nodes]
  const { flow } = editor.flows.getState()
  const box = boundsOf(flow, ids)
  if (box === null) return
  const id = newId(frameKind.kind)
  const { x, y, width, height } = around(box)
  editor.flows.edit('Frame the selection', (before) => {
    const outer = commonFrame(before, ids)
    const framed = putIntoFrame(
      addNode(before, { id, kind: frameKind.kind, position: { x, y }, data: { width, height } }),
      ids,
      id,
    )
    return outer === null ? framed : putIntoFrame(framed, [id], outer)
  })
  editor.session.select([id])
  editor.session.setState({ renaming: id })
}

/** The frame that carries all of the nodes; null where it is not one and the same. */
function commonFrame(flow: Flow, ids: readonly string[]): string | null {
  const frames = framesOf(flow)
  const found = new Set(ids.map((id) => frames.get(id) ?? null))
  const [only = null] = found
  return found.size === 1 ? only : null
}

/** After a drag: what lies in another frame than it did belongs to that one; what lies in none, to none. */
export function dropIntoFrames(flow: Flow, moved: readonly string[]): Flow {
  const areas = Object.keys(flow.nodes).filter((id) => isFrame(flow.nodes[id]) && !isCollapsed(flow.nodes[id]))
  if (areas.length === 0) return flow
  const frames = framesOf(flow)
  const dragged = new Set(moved)
  // What is carried along stays with the frame that carries it.
  const loose = moved.filter((id) => !dragged.has(frames.get(id) ?? ''))
  return loose.reduce((now, id) => {
    const own = new Set(withContents(now, [id]))
    const inside = areas.filter((area) => !own.has(area) && isWithin(flow, id, area))
    // Of frames within each other the smallest.
    const smallest = inside.toSorted((one, other) => areaOf(flow, one) - areaOf(flow, other))[0] ?? null
    return putIntoFrame(now, [id], smallest)
  }, flow)
}

/** Has frames be as large as what they carry needs, where some of that was placed anew. */
export function fitFrames(flow: Flow, placed: { readonly [id: string]: unknown }): Flow {
  const frames = Object.keys(flow.nodes).filter((id) => isFrame(flow.nodes[id]) && !isLocked(flow.nodes[id]))
  // Inner frames first: outer ones go round them.
  const depth = (id: string): number => withContents(flow, [id]).length
  return frames
    .toSorted((one, other) => depth(one) - depth(other))
    .reduce((now, id) => {
      const box = boundsOf(now, childrenOf(now, id))
      const node = now.nodes[id]
      const isConcerned = withContents(now, [id]).some((inner) => Object.hasOwn(placed, inner))
      if (box === null || node === undefined || !isConcerned) return now
      const { x, y, width, height } = around(box)
      const nodes = { ...now.nodes, [id]: { ...node, data: { ...node.data, width, height } } }
      return { ...now, nodes, layout: { nodes: { ...now.layout.nodes, [id]: { x, y } } } }
    }, flow)
}

function around({ x, y, width, height }: Box): Box {
  const left = down(x - FRAME_PADDING.left)
  const top = down(y - FRAME_PADDING.top)
  return {
    x: left,
    y: top,
    width: Math.min(FRAME_SIZE.maxWidth, Math.max(FRAME_SIZE.minWidth, up(x + width + FRAME_PADDING.right - left))),
    height: Math.min(FRAME_SIZE.maxHeight, Math.max(FRAME_SIZE.minHeight, up(y + height + FRAME_PADDING.bottom - top))),
  }
}

function down(value: number): number {
  return Math.floor(value / GRID) * GRID
}

function up(value: number): number {
  return Math.ceil(value / GRID) * GRID
}

/** Whether the middle of a node lies in a frame. */
function isWithin(flow: Flow, id: string, frame: string): boolean {
  const [inner, outer] = [boundsOf(flow, [id]), boundsOf(flow, [frame])]
  if (inner === null || outer === null) return false
  const x = inner.x + inner.width / 2
  const y = inner.y + inner.height / 2
  return x > outer.x && x < outer.x + outer.width && y > outer.y && y < outer.y + outer.height
}

function areaOf(flow: Flow, id: string): number {
  const box = boundsOf(flow, [id])
  return box === null ? 0 : box.width * box.height
}
