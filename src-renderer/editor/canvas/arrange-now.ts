/** Arranges the open flow: computes the layout in a worker, glides there, and commits it as one step of the history. */
import ELK from 'elkjs/lib/elk-api'
import ElkWorker from 'elkjs/lib/elk-worker.min.js?worker'
import { applyLayout, setSettings } from '../../../src-shared/flow/editing/edits'
import type { Flow, Position } from '../../../src-shared/flow/records'
import { kindOf } from '../../../src-shared/kinds/index'
import { motionMs } from '../../ui/motion'
import type { Editor } from '../editor-context'
import { fitFrames } from '../frames'
import { inTurnsUntil, stopped } from '../in-turns'
import { boundsOf, GAP } from '../placing'
import { browserClock } from '../saver'
import { zoomToFit } from '../show'
import { arrange, type Turns } from './arrange'
import { sizeOf } from '../../../src-shared/drawing/node-size'

/** By the id of the node. */
type PlacesById = { readonly [id: string]: Position }

const GLIDE_MS = 200
/** Above this many nodes the glide would stutter; they jump. */
const GLIDE_UP_TO = 400

/** Arranges all of it, or the nodes that are named. Throws `cancelled` when it is stopped. */
export async function arrangeNow(
  editor: Editor,
  selected: ReadonlySet<string> | null,
  signal: AbortSignal,
): Promise<void> {
  const { flow } = editor.flows.getState()
  const places = await inWorker(flow, selected, signal)
  // Somebody edited while the layout was computed: it would tear the drawing apart.
  const isAsBefore = (): boolean => editor.flows.getState().flow.nodes === flow.nodes
  if (!isAsBefore()) return
  const arranged = arrangedBy(places, selected)
  const drawn = arranged(flow)
  // Of a thousand nodes they take a second, in which the page would stand still.
  await inTurnsUntil(editor.lineIndex.lookAhead(drawn), browserClock, signal)
  if (!isAsBefore()) return
  const isLarge = Object.keys(places).length > GLIDE_UP_TO
  await glide(editor, places, isLarge ? 0 : motionMs(GLIDE_MS))
  take(editor, selected, (before) => (before === flow ? drawn : arranged(before)))
  if (selected === null) await zoomToFit(editor, GLIDE_MS)
}

/**
 * Gives a place to what was written without one, as in a file that a program made: else all of it would lie in one heap. What has a place
 * keeps it, and the rest comes below it. Where it is stopped, the heap becomes a column.
 */
export async function arrangeUnplaced(editor: Editor, signal: AbortSignal): Promise<void> {
  const { flow } = editor.flows.getState()
  const ids = Object.keys(flow.nodes)
  const loose = ids.filter((id) => !Object.hasOwn(flow.layout.nodes, id))
  if (loose.length === 0) return
  const piled = pile(flow, loose)
  const selected = loose.length === ids.length ? null : new Set(loose)
  const places = await inWorker(applyLayout(flow, piled), selected, signal).catch((cause: unknown) => {
    if (signal.aborted) return {}
    throw cause
  })
  if (editor.flows.getState().flow !== flow) return
  take(editor, selected, arrangedBy({ ...piled, ...places }, selected))
  await zoomToFit(editor, 0)
}

async function inWorker(flow: Flow, selected: ReadonlySet<string> | null, signal: AbortSignal): Promise<PlacesById> {
  const elk = new ELK({ workerFactory: () => new ElkWorker() })
  const whenStopped = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(stopped()), { once: true })
  })
  const turns: Turns = (work) => inTurnsUntil(work, browserClock, signal)
  try {
    return await Promise.race([arrange(flow, elk, selected, turns), whenStopped])
  } finally {
    elk.terminateWorker()
  }
}

/** Takes places over. Part of a drawing does not say how the rest of it is drawn. */
function arrangedBy(places: PlacesById, selected: ReadonlySet<string> | null): (flow: Flow) => Flow {
  return (flow) => {
    const placed = fitFrames(applyLayout(flow, places), places)
    return selected === null ? setSettings(placed, { routing: 'square' }) : placed
  }
}

/** As one step of the history. */
function take(editor: Editor, selected: ReadonlySet<string> | null, arranged: (before: Flow) => Flow): void {
  editor.flows.edit(selected === null ? 'Arrange' : 'Arrange selection', arranged)
}

/** Nodes below each other, below all that has a place; notes, which are not arranged, beside them. */
function pile(flow: Flow, ids: readonly string[]): PlacesById {
  const box = boundsOf(flow, Object.keys(flow.nodes))
  const left = box?.x ?? 0
  const top = box === null ? 0 : box.y + box.height + 2 * GAP
  const drawn = ids.flatMap((id) => {
    const node = flow.nodes[id]
    return node === undefined ? [] : [{ id, isNote: kindOf(node)?.shape === 'paper', ...sizeOf(node) }]
  })
  const widest = Math.max(0, ...drawn.flatMap(({ isNote, width }) => (isNote ? [width] : [])))
  const next = { nodes: top, notes: top }
  const places: { [id: string]: Position } = {}
  for (const { id, isNote, height } of drawn) {
    const column = isNote ? 'notes' : 'nodes'
    places[id] = { x: isNote ? left - widest - 2 * GAP : left, y: next[column] }
    next[column] += height + GAP
  }
  return places
}

function glide(editor: Editor, places: PlacesById, duration: number): Promise<void> {
  if (duration === 0) return Promise.resolve()
  const { nodes } = editor.flows.getState().flow.layout
  const starts = Object.entries(places).map(([id, end]) => ({ id, start: nodes[id] ?? end, end }))
  const began = performance.now()
  return new Promise((resolve) => {
    function frame(now: number): void {
      const part = Math.min(1, Math.max(0, (now - began) / duration))
      const eased = 1 - (1 - part) ** 3
      editor.canvas.move(
        starts.map(({ id, start, end }) => ({
          id,
          type: 'position' as const,
          position: { x: start.x + (end.x - start.x) * eased, y: start.y + (end.y - start.y) * eased },
        })),
      )
      if (part < 1) requestAnimationFrame(frame)
      else resolve()
    }
    requestAnimationFrame(frame)
  })
}
