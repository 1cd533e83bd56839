/**
 * From events to what a person sees: one pure step per event, which gives new identity to nothing but the turn, item or
 * row that it touches. Reading a stored thread and following a live one are the same fold.
 */
import { isFleeting } from '../log/event-types'
import type { RunEvent, RunEventOf } from '../log/events'
import { dropQuestion } from './fold-answer'
import { isKeptStep, isToldStep, NO_PLANS } from './fold-plan'
import { handOut } from './fold-rows'
import { foldSpending, NOTHING_SPENT, type SpendingView } from './fold-spending'
import { foldTurn, interruptTurn, resumeTurn } from './fold-turn'
import type { LogEntry } from '../log/log'
import type { DrawnNodes, Holder, NodeState, ThreadView, TurnView } from './fold-view'

/**
 * The view after one more event. An event that was seen before changes nothing; numbers may have gaps, since a stored
 * run lacks its tokens. Never throws.
 */
export function foldEvent(view: ThreadView, event: RunEvent): ThreadView {
  return handedOut(foldOn(view, event))
}

/** The same for who folds many: until a view is handed out nobody may keep it, as the lists of its newest turn grow in their place. */
export function foldOn(view: ThreadView, event: RunEvent): ThreadView {
  if (event.type === 'run.started') return startRun(view, event)
  const place = placeOf(view, event.runId)
  if (place === 'past') return view
  if (place === null) return adoptRun(view, event)
  const before = turnIn(view, place)
  const changed = foldTurn(before, event)
  if (place !== 'latest') handOut(changed)
  if (changed === before) return view
  if (isFleeting(event) && before.state === 'running') return withTurn(view, place, changed)
  const counts = event.type !== 'plan.step' || !isToldStep(before, event)
  const turn = counts ? withSpending(changed, event) : changed
  const next = withTurn(counts ? withSpending(view, event) : view, place, turn)
  return foldThread(next, turn, event)
}

/** A turn, or the whole thread, with what an event says that was spent. */
function withSpending<View extends { spending: SpendingView }>(view: View, event: RunEvent): View {
  const spending = foldSpending(view.spending, event)
  return spending === view.spending ? view : { ...view, spending }
}

/** The view after several events. */
export function foldEvents(view: ThreadView, events: Iterable<RunEvent>): ThreadView {
  let next = view
  for (const event of events) next = foldOn(next, event)
  return handedOut(next)
}

/** The view, which stays as it is from now on. */
export function handedOut(view: ThreadView): ThreadView {
  if (view.latest !== null) handOut(view.latest)
  return view
}

/** The view once it is known that nobody works on the newest turn any more: the app was closed in the middle of it. */
export function interruptThread(view: ThreadView): ThreadView {
  if (view.latest === null || view.latest.state !== 'running') return view
  return { ...view, latest: interruptTurn(view.latest), nodes: idleNodes(view.nodes), activeRunId: null }
}

/** Which turn a run belongs to: the newest, the index of an earlier one, `past` for a run that was replaced; null: none. */
type TurnLocation = 'latest' | number

function placeOf(view: ThreadView, runId: string): TurnLocation | 'past' | null {
  if (view.latest === null) return null
  if (view.latest.runId === runId) return 'latest'
  if (view.latest.pastRuns.includes(runId)) return 'past'
  for (let index = view.earlier.length - 1; index >= 0; index -= 1) {
    const turn = view.earlier[index]
    if (turn?.runId === runId) return index
    if (turn?.pastRuns.includes(runId) === true) return 'past'
  }
  return null
}

function turnIn(view: ThreadView, place: TurnLocation): TurnView {
  const turn = place === 'latest' ? view.latest : view.earlier[place]
  if (turn === undefined || turn === null) throw new Error('the place of a run always has a turn')
  return turn
}

function withTurn(view: ThreadView, place: TurnLocation, turn: TurnView): ThreadView {
  return place === 'latest' ? { ...view, latest: turn } : { ...view, earlier: view.earlier.with(place, turn) }
}

function startRun(view: ThreadView, event: RunEventOf<'run.started'>): ThreadView {
  if (placeOf(view, event.runId) !== null) return view
  const named = event.nodes === undefined && event.inner === undefined ? null : { ...event.nodes, ...event.inner }
  const known = named === null ? view.known : { ...view.known, ...named }
  const spending = foldSpending(view.spending, event)
  const isActive = { nodes: {}, known, spending, activeRunId: event.runId }
  if (view.latest?.turn === event.turn) return { ...view, ...isActive, latest: restartTurn(view.latest, event, named) }
  const index = view.earlier.findIndex((turn) => turn.turn === event.turn)
  const earlier = view.earlier[index]
  if (earlier !== undefined) {
    const restarted = restartTurn(earlier, event, named)
    handOut(restarted)
    return { ...view, ...isActive, earlier: view.earlier.with(index, restarted) }
  }
  return { ...view, ...isActive, earlier: settled(view, event), latest: newTurn(event, drawnAfter(view.latest, event)) }
}

const NOBODY: DrawnNodes = {}

/** Who is in a new turn's drawing: as the event says, else as in the run before. Nodes of sub-flows are told with every run. */
function drawnAfter(before: TurnView | null, { nodes, inner }: RunEventOf<'run.started'>): DrawnNodes {
  if (nodes !== undefined) return inner === undefined ? nodes : { ...nodes, ...inner }
  return before?.drawn ?? inner ?? NOBODY
}

/** Every turn so far, closed, once another begins: one that was left in the middle is unfinished, a question is dropped. */
function settled(view: ThreadView, event: RunEvent): readonly TurnView[] {
  if (view.latest === null) return view.earlier
  const { latest } = view
  const closed =
    latest.state === 'waiting'
      ? dropQuestion(latest, event)
      : latest.state === 'running'
        ? interruptTurn(latest)
        : latest
  handOut(closed)
  return [...view.earlier, closed]
}

/** A run whose beginning was not heard: it goes on with the newest turn, or is the first. */
function adoptRun(view: ThreadView, event: RunEvent): ThreadView {
  const { runId, at } = event
  const turn = view.latest?.turn ?? 1
  const start = {
    type: 'run.started',
    runId,
    seq: 0,
    at,
    threadId: '',
    flowId: '',
    revision: null,
    turn,
    input: null,
  } as const
  return foldOn(startRun(view, start), event)
}

function newTurn(event: RunEventOf<'run.started'>, drawn: DrawnNodes): TurnView {
  const { runId, seq, at, turn, input } = event
  const key = `turn-${turn}`
  const said = {
    kind: 'message',
    key,
    at,
    author: 'user',
    path: 'main',
    entryId: null,
    span: null,
    usage: null,
    ms: null,
  } as const
  const row = {
    key: `${runId}:${seq}`,
    at,
    runId,
    seq,
    turn,
    node: null,
    path: null,
    span: null,
    state: 'done',
    usage: null,
    ms: null,
  } as const
  return {
    turn,
    runId,
    seq,
    resumedAt: 0,
    pastRuns: [],
    revision: event.revision,
    drawn,
    startedAt: at,
    input,
    items: input === null ? [] : [{ ...said, text: input }],
    streams: [],
    thinking: [],
    trace: input === null ? [] : [{ ...row, step: { what: 'user', text: input } }],
    plans: NO_PLANS,
    questions: [],
    asked: [],
    answered: [],
    state: 'running',
    activity: null,
    usage: { input: 0, output: 0 },
    modelCalls: 0,
    spending: NOTHING_SPENT,
    ms: null,
    error: null,
  }
}

/** The turn is tried again by a new run: what it had said stays, under the names of then where the drawing lost them; its failure is past. */
function restartTurn(turn: TurnView, event: RunEventOf<'run.started'>, named: DrawnNodes | null): TurnView {
  const drawn = named === null ? turn.drawn : { ...turn.drawn, ...named }
  const known = { ...turn, drawn, runId: event.runId, pastRuns: [...turn.pastRuns, turn.runId] }
  return { ...resumeTurn(known, event), resumedAt: 0, revision: event.revision ?? turn.revision }
}

/** What an event means beyond its turn. `turn` is the turn after the event. */
function foldThread(view: ThreadView, turn: TurnView, event: RunEvent): ThreadView {
  const activeRunId = turn.state === 'running' ? turn.runId : view.activeRunId === turn.runId ? null : view.activeRunId
  const next = activeRunId === view.activeRunId ? view : { ...view, activeRunId }
  switch (event.type) {
    case 'baton':
      return { ...next, holder: holderAfter(next.holder, event) }
    case 'session': {
      const { number, state, path, slots } = event
      return { ...next, sessions: { ...next.sessions, [event.node]: { number, state, path, slots } } }
    }
    case 'entry': {
      const { entry } = event
      if (entry.kind !== 'handoff' || entry.by !== 'intent' || entry.from === null) return withNodes(next, event)
      return { ...next, places: { ...next.places, [entry.from]: entry.to } }
    }
    case 'variables':
      return foldVariables(withNodes(next, event), turn, event)
    default: {
      if (event.type === 'plan.step' && isKeptStep(turn, event)) return next
      return withNodes(next, event)
    }
  }
}

function withNodes(view: ThreadView, event: RunEvent): ThreadView {
  const nodes = foldNodes(view.nodes, event)
  return nodes === view.nodes ? view : { ...view, nodes }
}

/** What is changed after a turn has ended counts from the next one on. */
function foldVariables(view: ThreadView, turn: TurnView, event: RunEventOf<'variables'>): ThreadView {
  const change = { by: event.by ?? null, turn: turn.state === 'running' ? turn.turn : turn.turn + 1 }
  const changed = Object.fromEntries(Object.keys(event.changes).map((name) => [name, change]))
  return {
    ...view,
    variables: { ...view.variables, ...event.changes },
    variableChanges: { ...view.variableChanges, ...changed },
  }
}

function holderAfter(before: Holder | null, event: RunEventOf<'baton'>): Holder {
  const { node, path, edge } = event
  return { node, path, edge, moves: (before?.moves ?? 0) + 1 }
}

type Nodes = ThreadView['nodes']

function foldNodes(nodes: Nodes, event: RunEvent): Nodes {
  switch (event.type) {
    case 'model.started':
      return withNode(nodes, event.node, { state: 'running', message: null })
    case 'model.finished':
    case 'decision':
      return withNode(nodes, event.node, { state: 'done', message: null })
    case 'tool.started':
      return event.toolNode === null ? nodes : withNode(nodes, event.toolNode, { state: 'running', message: null })
    case 'tool.finished': {
      const state = event.isError
        ? ({ state: 'failed', message: `${event.tool} failed.` } as const)
        : ({ state: 'done', message: null } as const)
      return event.toolNode === null ? nodes : withNode(nodes, event.toolNode, state)
    }
    // A node that only passes the baton on has no other event than its move.
    case 'entry':
      return event.entry.kind === 'handoff' ? doneByMove(nodes, event.entry) : nodes
    case 'variables':
      return event.by === undefined || event.by in nodes || event.by === 'user' || event.by === 'flow'
        ? nodes
        : withNode(nodes, event.by, { state: 'done', message: null })
    case 'plan.step':
      return event.toolNode === null ? nodes : withNode(nodes, event.toolNode, toolState(event))
    case 'plan.attempt':
    case 'plan.solved':
      return withNode(nodes, event.node, { state: 'done', message: null })
    case 'question':
      return withNode(nodes, event.node, { state: 'waiting', message: null })
    case 'run.failed': {
      const idle = idleNodes(nodes)
      return event.node === null ? idle : withNode(idle, event.node, { state: 'failed', message: event.error.message })
    }
    case 'run.resumed':
      return {}
    case 'run.finished':
    case 'run.stopped':
      return idleNodes(nodes)
    default:
      return nodes
  }
}

function doneByMove(nodes: Nodes, { from, by }: Extract<LogEntry, { kind: 'handoff' }>): Nodes {
  if (from === null || from in nodes || (by !== 'next' && by !== 'returns')) return nodes
  return withNode(nodes, from, { state: 'done', message: null })
}

/** A tool's node while a step of a plan uses it. */
function toolState({ state, tool }: RunEventOf<'plan.step'>): NodeState {
  if (state === 'failed') return { state: 'failed', message: `${tool} failed.` }
  return { state: state === 'running' ? 'running' : 'done', message: null }
}

function withNode(nodes: Nodes, node: string, state: NodeState): Nodes {
  const before = nodes[node]
  return before?.state === state.state && before.message === state.message ? nodes : { ...nodes, [node]: state }
}

/** Nothing runs any more; what was done or failed stays shown. */
function idleNodes(nodes: Nodes): Nodes {
  const entries = Object.entries(nodes)
  const idle = entries.filter(([, node]) => node.state !== 'running')
  return idle.length === entries.length ? nodes : Object.fromEntries(idle)
}
