/** Bringing something into view: a node, an edge, or what a problem points at. */
import type { Problem } from '../../src-shared/kinds/kind'
import { motionMs } from '../ui/motion'
import { viewOfAll, type FitOptions } from './canvas/fit'
import { cornerOf } from './canvas/minimap-box'
import type { Size } from '../../src-shared/drawing/node-size'
import type { Editor } from './editor-context'
import { boundsOf } from './placing'

/** Selects a node and moves the view to it when it is not on the screen. */
export function showNode(editor: Editor, id: string): void {
  if (!Object.hasOwn(editor.flows.getState().flow.nodes, id)) return
  editor.session.select([id])
  bringUp(editor, [id])
}

export function showEdge(editor: Editor, id: string): void {
  const edge = editor.flows.getState().flow.edges[id]
  if (edge === undefined) return
  editor.session.select([], [id])
  bringUp(editor, [edge.from.node, edge.to.node])
}

/** What is looked at is on the canvas: where something inside is shown, that is left first. */
function bringUp(editor: Editor, ids: readonly string[]): void {
  editor.levels?.show(editor)
  if (editor.view.getState().flow !== null) return bringIntoView(editor, ids)
  const stop = editor.view.subscribe(({ flow }) => {
    if (flow === null) return
    stop()
    requestAnimationFrame(() => bringIntoView(editor, ids))
  })
}

/** How the whole drawing is shown on a canvas of a size. */
export function fitOn(canvas: Size, isMinimapOpen: boolean): FitOptions {
  return { padding: 44, maxZoom: 1, corner: cornerOf(canvas, isMinimapOpen) }
}

/** Shows the whole drawing; answers when the view has arrived. */
export async function zoomToFit({ view, canvas }: Editor, ms = 160): Promise<void> {
  const { flow, element, isMinimapOpen } = view.getState()
  if (flow === null || element === null) return
  const size = { width: element.clientWidth, height: element.clientHeight }
  await flow.setViewport(viewOfAll(canvas.getState().nodes, size, fitOn(size, isMinimapOpen)), {
    duration: motionMs(ms),
  })
}

/** Shows what is selected as large as it can be read. */
export function zoomToSelection({ flows, session, view }: Editor): void {
  const { nodes, edges } = session.getState()
  const joined = [...edges].flatMap((id) => {
    const edge = flows.getState().flow.edges[id]
    return edge === undefined ? [] : [edge.from.node, edge.to.node]
  })
  const box = boundsOf(flows.getState().flow, new Set([...nodes, ...joined]))
  const { flow, element } = view.getState()
  if (box === null || flow === null || element === null) return
  const width = element.clientWidth - MARGIN.left - MARGIN.right
  const height = element.clientHeight - MARGIN.top - MARGIN.bottom
  const zoom = Math.min(1.5, width / box.width, height / box.height)
  void flow.setViewport(
    {
      x: MARGIN.left + width / 2 - (box.x + box.width / 2) * zoom,
      y: MARGIN.top + height / 2 - (box.y + box.height / 2) * zoom,
      zoom,
    },
    { duration: motionMs(180) },
  )
}

/** Selects what a problem is about, or where a limit is set, and puts the cursor into its field. */
export function showProblem(editor: Editor, problem: Pick<Problem, 'node' | 'edge' | 'field'>): void {
  if (problem.edge !== undefined) showEdge(editor, problem.edge)
  else if (problem.node !== undefined) showNode(editor, problem.node)
  else {
    editor.session.select([])
    editor.session.setState({ flowSettingsOpen: true })
  }
  if (problem.field !== undefined) editor.session.focus(problem.field)
}

/** Moves the view, no further than is needed and as large as it is, until a node or the ends of an edge are on the screen. */
export function keepOnScreen(editor: Editor, { what, id }: { what: 'node' | 'edge'; id: string }): void {
  const { flow } = editor.flows.getState()
  const edge = what === 'edge' ? flow.edges[id] : undefined
  const box = boundsOf(flow, edge === undefined ? [id] : [edge.from.node, edge.to.node])
  const { flow: view, element } = editor.view.getState()
  if (view === null || element === null || box === null) return
  const { x, y, zoom } = view.getViewport()
  const isInspected = element.ownerDocument.querySelector('[data-inspector]') !== null
  const right = element.clientWidth - (isInspected ? MARGIN.right : MARGIN.left)
  const across = shiftInto({ at: box.x * zoom + x, size: box.width * zoom }, { from: MARGIN.left, to: right })
  const bottom = element.clientHeight - MARGIN.bottom
  const down = shiftInto({ at: box.y * zoom + y, size: box.height * zoom }, { from: MARGIN.top, to: bottom })
  if (across !== 0 || down !== 0) void view.setViewport({ x: x + across, y: y + down, zoom })
}

/** Of what is longer than its room the beginning is shown. */
function shiftInto({ at, size }: { at: number; size: number }, { from, to }: { from: number; to: number }): number {
  const isBehind = at + size > to
  const shift = isBehind ? to - (at + size) : 0
  return Math.max(at + shift, from) - at
}

/** Room that is kept free around it, in px of the screen; more on the right, where the inspector lies. */
const MARGIN = { left: 24, top: 24, right: 360, bottom: 24 }

function bringIntoView(editor: Editor, ids: readonly string[]): void {
  const { flow: view, element } = editor.view.getState()
  const box = boundsOf(editor.flows.getState().flow, ids)
  if (view === null || element === null || box === null) return
  const { x, y, zoom } = view.getViewport()
  const left = box.x * zoom + x
  const top = box.y * zoom + y
  const isVisible =
    zoom >= 0.5 &&
    left >= MARGIN.left &&
    top >= MARGIN.top &&
    left + box.width * zoom <= element.clientWidth - MARGIN.right &&
    top + box.height * zoom <= element.clientHeight - MARGIN.bottom
  if (isVisible) return
  const readable = Math.min(1, Math.max(zoom, 0.75))
  const middle = { x: (element.clientWidth - MARGIN.right) / 2, y: element.clientHeight / 2 }
  void view.setViewport(
    {
      x: middle.x - (box.x + box.width / 2) * readable,
      y: middle.y - (box.y + box.height / 2) * readable,
      zoom: readable,
    },
    { duration: motionMs(180) },
  )
}
