/** Arranges the open flow: computes the layout in a worker, glides there, and commits it as one step of the history. */
import ELK from 'elkjs/lib/elk-api'
import ElkWorker from 'elkjs/lib/elk-worker.min.js?worker'
import { applyLayout, setSettings } from '../../../src-shared/flow/editing/edits'
import type { Position } from '../../../src-shared/flow/records'
import { motionMs } from '../../ui/motion'
import type { Editor } from '../editor-context'
import { fitFrames } from '../frames'
import { zoomToFit } from '../show'
import { arrange } from './arrange'

const GLIDE_MS = 200
/** Above this many nodes the glide would stutter; they jump. */
const GLIDE_UP_TO = 400

/** Arranges all of it, or the nodes that are named. */
export async function arrangeNow(editor: Editor, selected: ReadonlySet<string> | null = null): Promise<void> {
  const { flow } = editor.flows.getState()
  const elk = new ELK({ workerFactory: () => new ElkWorker() })
  try {
    const places = await arrange(flow, elk, selected)
    // Somebody edited while the layout was computed: it would tear the drawing apart.
    if (editor.flows.getState().flow.nodes !== flow.nodes) return
    const isLarge = Object.keys(places).length > GLIDE_UP_TO
    await glide(editor, places, isLarge ? 0 : motionMs(GLIDE_MS))
    editor.flows.edit(selected === null ? 'Arrange' : 'Arrange selection', (before) => {
      const placed = fitFrames(applyLayout(before, places), places)
      // Part of a drawing does not say how the rest of it is drawn.
      return selected === null ? setSettings(placed, { routing: 'square' }) : placed
    })
    if (selected !== null) return
    await zoomToFit(editor, GLIDE_MS)
  } finally {
    elk.terminateWorker()
  }
}

function glide(editor: Editor, places: { [id: string]: Position }, duration: number): Promise<void> {
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
