/** From the fold to the drawing: tells the canvas overlay what changed between two views of a thread. */
import { drawnNode, isInnerId } from '../../../src-shared/flow/inner-ids'
import type { ThreadView } from '../../../src-shared/run/fold/fold-view'
import { isScopeOf } from '../../../src-shared/run/log/log'
import type { Move, NodeRun, RunOverlay, RunOverlayStore } from '../../editor/canvas/run-overlay'

/** Shows a whole view at once, as when a thread is opened: the baton does not travel. */
export function showView(overlay: RunOverlayStore, view: ThreadView): void {
  const holder = view.holder === null ? null : drawnNode(view.holder.node)
  overlay.show({ holder, nodes: nodesOf(view), sessions: sessionsOf(view), plans: plansOf(view) })
}

/** Shows what is new in `after`. */
export function showChanges(overlay: RunOverlayStore, before: ThreadView, after: ThreadView): void {
  const moves = newMoves(before, after)
  if (moves.length > 0 || after.holder?.moves !== before.holder?.moves) {
    overlay.passBaton(after.holder === null ? null : drawnNode(after.holder.node), moves)
  }
  const arePlansNew = after.latest?.plans !== before.latest?.plans
  if (after.nodes !== before.nodes || arePlansNew) showNodes(overlay, before, after)
  if (after.sessions !== before.sessions) overlay.setSessions(sessionsOf(after))
  if (arePlansNew) overlay.setPlans(plansOf(after))
}

/** The hand-offs that the trace has and had not; those inside a sub-flow are its own affair. */
function newMoves(before: ThreadView, after: ThreadView): Move[] {
  const { latest } = after
  if (latest === null || latest.trace === before.latest?.trace) return []
  const known = before.latest?.turn === latest.turn ? before.latest.trace.length : 0
  return latest.trace.slice(known).flatMap(({ step }): Move[] => {
    if (step.what !== 'handoff') return []
    const from = step.from === null ? null : drawnNode(step.from)
    const to = drawnNode(step.to)
    if (from === to) return []
    return [{ edge: step.edge === null || isInnerId(step.edge) ? null : step.edge, from, to }]
  })
}

function showNodes(overlay: RunOverlayStore, before: ThreadView, after: ThreadView): void {
  const [shown, now] = [nodesOf(before), nodesOf(after)]
  for (const id of Object.keys(shown)) if (now[id] === undefined) overlay.setNode(id, null)
  for (const [id, run] of Object.entries(now)) {
    if (shown[id]?.state !== run.state || shown[id].message !== run.message) overlay.setNode(id, run)
  }
}

const WEIGHT = { done: 0, skipped: 0, failed: 1, waiting: 2, running: 3 } as const

/** What is drawn: the nodes inside a sub-flow show on its card, the busiest of them. */
function nodesOf(view: ThreadView): RunOverlay['nodes'] {
  const drawn: { [id: string]: NodeRun } = {}
  const nodes = { ...view.nodes }
  for (const id of atWork(view)) nodes[id] = { state: 'running', message: null }
  for (const [id, { state, message }] of Object.entries(nodes)) {
    const at = drawnNode(id)
    const known = drawn[at]
    if (known === undefined || WEIGHT[state] > WEIGHT[known.state]) drawn[at] = { state, message: message ?? undefined }
  }
  return drawn
}

/** Nodes whose plan is being carried out: they work although no model of theirs is asked. */
function atWork({ latest }: ThreadView): string[] {
  if (latest === null || latest.state !== 'running') return []
  const isUnderWay = latest.plans.filter(({ steps }) => steps.some(({ state }) => state === 'running'))
  return isUnderWay.map(({ node }) => node)
}

/** Sessions of drawn dialogs; those inside a sub-flow are its own affair, and how often a nested chat was called is no session. */
function sessionsOf(view: ThreadView): RunOverlay['sessions'] {
  const entries = Object.entries(view.sessions).filter(([id, { path }]) => !isInnerId(id) && !isScopeOf(path, id))
  return Object.fromEntries(entries.map(([id, { number, state }]) => [id, { number, state }]))
}

/** The steps of the plans of the newest turn, by their states; a later plan of a node replaces the one before it. */
function plansOf({ latest }: ThreadView): RunOverlay['plans'] {
  const plans = latest?.plans.filter(({ node, steps }) => steps.length > 0 && !isInnerId(node)) ?? []
  return Object.fromEntries(plans.map(({ node, steps }) => [node, steps.map(({ state }) => state).join(' ')]))
}
