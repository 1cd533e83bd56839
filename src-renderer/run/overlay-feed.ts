/** From the fold to the drawing: tells the canvas overlay what changed between two views of a thread. */
import type { ThreadView } from '../../src-shared/run/fold-view'
import type { RunOverlay, RunOverlayStore } from '../editor/canvas/run-overlay'

/** Shows a whole view at once, as when a thread is opened: the baton does not travel. */
export function showView(overlay: RunOverlayStore, view: ThreadView): void {
  overlay.show({ holder: view.holder?.node ?? null, nodes: nodesOf(view), sessions: sessionsOf(view) })
}

/** Shows what is new in `after`. */
export function showChanges(overlay: RunOverlayStore, before: ThreadView, after: ThreadView): void {
  if (after.holder !== null && after.holder.moves !== before.holder?.moves) {
    overlay.passBaton(after.holder.node, after.holder.edge)
  }
  if (after.nodes !== before.nodes) showNodes(overlay, before, after)
  if (after.sessions !== before.sessions) overlay.setSessions(sessionsOf(after))
}

function showNodes(overlay: RunOverlayStore, before: ThreadView, after: ThreadView): void {
  for (const id of Object.keys(before.nodes)) if (after.nodes[id] === undefined) overlay.setNode(id, null)
  for (const [id, run] of Object.entries(after.nodes)) {
    if (before.nodes[id] !== run) overlay.setNode(id, { state: run.state, message: run.message ?? undefined })
  }
}

function nodesOf(view: ThreadView): RunOverlay['nodes'] {
  const entries = Object.entries(view.nodes)
  return Object.fromEntries(entries.map(([id, run]) => [id, { state: run.state, message: run.message ?? undefined }]))
}

function sessionsOf(view: ThreadView): RunOverlay['sessions'] {
  const entries = Object.entries(view.sessions)
  return Object.fromEntries(entries.map(([id, { number, state }]) => [id, { number, state }]))
}
