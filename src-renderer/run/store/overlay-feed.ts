/** From the fold to the drawing: tells the canvas overlay what changed between two views of a thread. */
import { drawnNode, innerId } from '../../../src-shared/flow/inner-ids'
import type { ThreadView } from '../../../src-shared/run/fold/fold-view'
import { isScopeOf } from '../../../src-shared/run/log/log'
import type { Move, NodeRun, RunOverlay, RunOverlayStore } from '../../editor/canvas/run-overlay'
import type { RunState } from './run-state'

/** Where the drawing is that shows a run: the sub-flow whose inside it is, as the run knows it; empty: the flow itself. */
type PlaceInRun = string

/** The node of the drawing that shows what happens at a node of the run: itself, or the sub-flow that it is in; null: it is elsewhere. */
function shownAt(id: string, within: PlaceInRun): string | null {
  if (within === '') return drawnNode(id)
  const around = innerId(within, '')
  return id.startsWith(around) ? drawnNode(id.slice(around.length)) : null
}

/** The node itself, where the drawing has it. */
function ownAt(id: string, within: PlaceInRun): string | null {
  const shown = shownAt(id, within)
  return shown !== null && (within === '' ? shown : innerId(within, shown)) === id ? shown : null
}

/** Shows what a thread shows, at once: the newest, as when it is opened, or a moment of its past. The baton does not travel. */
export function showMoment(
  overlay: RunOverlayStore,
  { view, past }: Pick<RunState, 'view' | 'past'>,
  within: PlaceInRun = '',
): void {
  showView(overlay, view, within)
  if (past !== null) overlay.setWalked(walkedIn(view, within))
}

function showView(overlay: RunOverlayStore, view: ThreadView, within: PlaceInRun): void {
  const nodes = nodesOf(view, within)
  overlay.show({
    holder: holderOf(view, within),
    nodes,
    sessions: sessionsOf(view, within),
    plans: plansOf(view, within),
  })
}

/** The edges that were walked in the newest turn: they stay lit in the past. */
function walkedIn(view: ThreadView, within: PlaceInRun): ReadonlySet<string> {
  const walked = (view.latest?.trace ?? []).flatMap(({ step }) =>
    step.what === 'handoff' && step.edge !== null ? (ownAt(step.edge, within) ?? []) : [],
  )
  const last = view.holder === null || view.holder.edge === null ? null : ownAt(view.holder.edge, within)
  return new Set(last === null ? walked : [...walked, last])
}

/** Shows what is new in `after`. */
export function showChanges(overlay: RunOverlayStore, { before, after }: ViewChange, within: PlaceInRun = ''): void {
  const moves = newMoves({ before, after }, within)
  if (moves.length > 0 || after.holder?.moves !== before.holder?.moves)
    overlay.passBaton(holderOf(after, within), moves)
  const arePlansNew = after.latest?.plans !== before.latest?.plans
  const isAsked = after.latest?.questions !== before.latest?.questions
  if (after.nodes !== before.nodes || arePlansNew || isAsked) showNodes(overlay, { before, after }, within)
  if (after.sessions !== before.sessions) overlay.setSessions(sessionsOf(after, within))
  if (arePlansNew) overlay.setPlans(plansOf(after, within))
}

type ViewChange = { before: ThreadView; after: ThreadView }

function holderOf({ holder }: ThreadView, within: PlaceInRun): string | null {
  return holder === null ? null : shownAt(holder.node, within)
}

/** The hand-offs that the trace has and had not; those inside a sub-flow are its own affair. */
function newMoves({ before, after }: ViewChange, within: PlaceInRun): Move[] {
  const { latest } = after
  if (latest === null || latest.trace === before.latest?.trace) return []
  const known = before.latest?.turn === latest.turn ? before.latest.trace.length : 0
  return latest.trace.slice(known).flatMap(({ step }): Move[] => {
    if (step.what !== 'handoff') return []
    const from = step.from === null ? null : shownAt(step.from, within)
    const to = shownAt(step.to, within)
    if (to === null || from === to) return []
    return [{ edge: step.edge === null ? null : ownAt(step.edge, within), from, to }]
  })
}

function showNodes(overlay: RunOverlayStore, { before, after }: ViewChange, within: PlaceInRun): void {
  const [shown, now] = [nodesOf(before, within), nodesOf(after, within)]
  for (const id of Object.keys(shown)) if (now[id] === undefined) overlay.setNode(id, null)
  for (const [id, run] of Object.entries(now)) {
    if (shown[id]?.state !== run.state || shown[id].message !== run.message) overlay.setNode(id, run)
  }
}

const WEIGHT = { done: 0, skipped: 0, failed: 1, waiting: 2, running: 3, paused: 4 } as const

/** What is drawn: the nodes inside a sub-flow show on its card, the busiest of them. */
function nodesOf(view: ThreadView, within: PlaceInRun): RunOverlay['nodes'] {
  const drawn: { [id: string]: NodeRun } = {}
  const nodes: { [id: string]: NodeRun } = {}
  for (const [id, { state, message }] of Object.entries(view.nodes))
    nodes[id] = { state, message: message ?? undefined }
  for (const id of atWork(view)) nodes[id] = { state: 'running' }
  for (const id of pausedAt(view)) nodes[id] = { state: 'paused' }
  for (const [id, { state, message }] of Object.entries(nodes)) {
    const at = shownAt(id, within)
    if (at === null) continue
    const known = drawn[at]
    if (known === undefined || WEIGHT[state] > WEIGHT[known.state]) drawn[at] = { state, message }
  }
  return drawn
}

/** Nodes before whose step the turn is paused. */
function pausedAt({ latest }: ThreadView): string[] {
  return (latest?.questions ?? []).flatMap(({ node, question }) => (question.kind === 'breakpoint' ? [node] : []))
}

/** Nodes whose plan is being carried out: they work although no model of theirs is asked. */
function atWork({ latest }: ThreadView): string[] {
  if (latest === null || latest.state !== 'running') return []
  const isUnderWay = latest.plans.filter(({ steps }) => steps.some(({ state }) => state === 'running'))
  return isUnderWay.map(({ node }) => node)
}

/** Sessions of drawn dialogs; those inside a sub-flow are its own affair, and how often a nested chat was called is no session. */
function sessionsOf(view: ThreadView, within: PlaceInRun): RunOverlay['sessions'] {
  const entries = Object.entries(view.sessions).flatMap(([id, { path, number, state }]) => {
    const shown = ownAt(id, within)
    return shown === null || isScopeOf(path, id) ? [] : [[shown, { number, state }] as const]
  })
  return Object.fromEntries(entries)
}

/** The steps of the plans of the newest turn, by their states; a later plan of a node replaces the one before it. */
function plansOf({ latest }: ThreadView, within: PlaceInRun): RunOverlay['plans'] {
  const plans = latest?.plans.flatMap(({ node, steps }) => {
    const shown = ownAt(node, within)
    return shown === null || steps.length === 0 ? [] : [[shown, steps.map(({ state }) => state).join(' ')] as const]
  })
  return Object.fromEntries(plans ?? [])
}
