/**
 * The steps of a turn at which a thread may be left: those whose stored state is exactly what had been told until some event. What is told
 * after that event belongs to later steps, so state and events can be parted there.
 */
import { AppError } from '../../../src-shared/errors'
import { endsForGood } from '../../../src-shared/run/log/event-types'
import { planCallId, type RunEvent } from '../../../src-shared/run/log/events'
import type { JsonObject } from '../../../src-shared/flow/records'
import type { ThreadSummary } from '../../../src-shared/rpc/contract'
import { readStateAt, readStateBefore } from '../../engine/state/read-state'
import type { BatonState } from '../../engine/state/state'
import { ownEntry } from '../conversation'
import type { RunnerOptions } from '../execution/execution'

type Stores = Pick<RunnerOptions, 'threads' | 'events' | 'saver'>

/** A moment of a thread: right after an event of a run. */
export type ThreadMoment = { threadId: string; runId: string; seq: number }

/**
 * Where a thread may be left: after the event `until` of a turn, in `state`. `isOver`: the turn had come to its end; else it goes on from there.
 * `told`: all that was told of the turn, of which the first `count` are before that place.
 */
export type SafePlace = {
  turn: number
  until: { runId: string; seq: number }
  state: BatonState
  isOver: boolean
  told: readonly RunEvent[]
  count: number
}

/** The last safe place at or before a moment. Throws `not-found` for a moment that is not there, and where the state of then is not kept any more. */
export async function safePlaceAt(stores: Stores, { threadId, runId, seq }: ThreadMoment): Promise<SafePlace> {
  const { threads, events, saver } = stores
  threads.refuseImported(threadId)
  const run = threads.run(runId)
  const told = run?.threadId === threadId ? events.eventsOfTurn(threadId, run.turn) : []
  const end = told.findLastIndex((event) => event.runId === runId && event.seq <= seq) + 1
  if (run === null || end === 0) throw new AppError('not-found', 'This step is not in the thread any more.')
  const { turn } = run
  const before = await stateBefore(stores, threadId, turn)
  const placed = { turn, told }
  if (isTurnOver(told, end)) {
    const state = await readStateBefore(saver, threadId, turn + 1)
    if (state.turn.number === turn) return { ...placed, count: end, until: lastOf(told, end), state, isOver: true }
  }
  const known = { ...before, variables: { ...before.variables, ...events.editsFor(threadId, turn) } }
  const found = await lastSafeState(saver, { threadId, turn, known, told, end })
  const { state, count } = found ?? { state: before, count: openingOf(told) }
  return { ...placed, count, until: lastOf(told, count), state, isOver: false }
}

/** A thread that left another one in a turn has no state of before that turn: it is that of the other one, which stays as it was. */
async function stateBefore({ threads, saver }: Stores, threadId: string, turn: number): Promise<BatonState> {
  for (let id: string | null = threadId; id !== null;) {
    const state = await readStateBefore(saver, id, turn)
    if (state.turn.number === turn - 1) return state
    const { forkedFrom: from, flowId, changes }: ThreadSummary = threads.read(id)
    const isEdited = changes?.edits.some(({ what }) => what === 'result') === true
    const isKept = from !== null && from.turn >= turn && threads.list(flowId).some((one) => one.id === from.threadId)
    id = isKept && !isEdited ? from.threadId : null
  }
  throw notKept()
}

function lastOf(told: readonly RunEvent[], count: number): SafePlace['until'] {
  const last = told[count - 1]
  if (last === undefined) throw notKept()
  return { runId: last.runId, seq: last.seq }
}

function notKept(): AppError {
  return new AppError('not-found', 'Where this thread stood then is not kept any more. Begin a new thread instead.')
}

/** The newest run of the turn has ended by then, and not with a question. */
function isTurnOver(told: readonly RunEvent[], end: number): boolean {
  const { runId } = told[end - 1] ?? {}
  if (told.at(-1)?.runId !== runId) return false
  return told.slice(0, end).some((event) => event.runId === runId && endsForGood(event))
}

/** How many events a turn begins with that its state need not say: its message, and the variables that were set with it. */
function openingOf([, set]: readonly RunEvent[]): number {
  return set?.type === 'variables' && set.by === 'user' ? 2 : 1
}

type Search = { threadId: string; turn: number; known: BatonState; told: readonly RunEvent[]; end: number }

/** The newest state of the turn that had been told whole by then; null: none, the turn has to begin with its message. */
async function lastSafeState(
  saver: Stores['saver'],
  { threadId, turn, known, told, end }: Search,
): Promise<{ state: BatonState; count: number } | null> {
  const entries = await saver.timeline(threadId, { limit: MANY })
  const steps = entries.filter((entry) => entry.turn === turn).toReversed()
  const read = (place: number) =>
    readStateAt(saver, { thread_id: threadId, checkpoint_id: steps[place]?.checkpointId ?? '' })
  const said = new Set(
    told
      .slice(0, end)
      .flatMap(ownEntry)
      .map(({ id }) => id),
  )
  const isSaid = ({ log }: BatonState) => log.every((entry) => entry.turn !== turn || said.has(entry.id))
  // The log only grows, so the states whose log had been told come before the others.
  let [low, high] = [0, steps.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isSaid(await read(middle))) low = middle + 1
    else high = middle
  }
  let found: { state: BatonState; count: number } | null = null
  for (let place = low - 1; place >= 0; place -= 1) {
    const state = await read(place)
    const count = state.turn.number === turn ? toldUntil(told, { state, known }) : null
    if (found !== null && count !== found.count) break
    // Of steps that told nothing of their own, the first: what they did is done again.
    if (count !== null && count <= end) found = { state, count }
  }
  return found
}

const MANY = 100_000

/**
 * How many events of a turn had been told when a state was come to; null: it cannot be parted from what follows. `known`: what was known when the
 * turn began.
 */
function toldUntil(
  told: readonly RunEvent[],
  { state, known }: { state: BatonState; known: BatonState },
): number | null {
  // Chats side by side have told of steps that others have not come to.
  if (Object.keys(state.branches).length > 0) return null
  // What a flow that runs as a tool has come to is no part of the state: left there, it would begin anew.
  const waiting = [...state.frames, ...Object.values(state.plans)].map(({ deciding }) => deciding)
  if (waiting.some((deciding) => Object.keys(deciding?.inner ?? {}).length > 0)) return null
  const missing = new Set(state.log.filter(({ turn }) => turn === state.turn.number).map(({ id }) => id))
  const own = new Set(missing)
  const least = openingOf(told)
  const ends = endsOfAnswered(told, state)
  const plans = partsOfPlans(state)
  const says = { variables: known.variables, sessions: saidSessions(known) }
  for (const [place, event] of told.entries()) {
    for (const { id, turn } of ownEntry(event)) {
      if (turn === state.turn.number && !own.has(id)) return null
      missing.delete(id)
    }
    if (event.type === 'tool.finished') ends.delete(callPlace(event.path, event.callId))
    tellOfPlan(plans, event)
    if (event.type === 'variables') says.variables = { ...says.variables, ...event.changes }
    if (event.type === 'session') {
      const { node, path, number, state: is, slots } = event
      says.sessions.set(sessionPlace(path, node), sessionText({ number, state: is, slots }))
    }
    if (missing.size > 0 || ends.size > 0 || plans.size > 0 || place + 1 < least || !isTold(state, says)) continue
    let count = place + 1
    // Where a hand-off led is told with it.
    while (told[count]?.type === 'baton') count += 1
    return count
  }
  return null
}

/** Calls that a state has answers to though their results are not in its log yet, since others of their reply wait for a person: those that came to an end. */
function endsOfAnswered(told: readonly RunEvent[], { frames, log }: BatonState): Set<string> {
  const answered = new Set<string>()
  for (const { deciding } of frames) {
    if (deciding === undefined) continue
    const reply = log.findLast(({ id }) => id === deciding.entry)
    if (reply?.kind !== 'calls') continue
    for (const place of Object.keys(deciding.answers)) {
      const call = reply.calls[Number(place)]
      if (call !== undefined) answered.add(callPlace(reply.scope, call.id))
    }
  }
  if (answered.size === 0) return answered
  const ended = told.flatMap((event) => (event.type === 'tool.finished' ? [callPlace(event.path, event.callId)] : []))
  return answered.intersection(new Set(ended))
}

/** What a state has of the turn's plans: replies of planners, and what steps came to. */
function partsOfPlans({ plans, turn }: BatonState): Set<string> {
  return new Set(
    Object.entries(plans).flatMap(([key, plan]) => {
      if (plan.turn !== turn.number) return []
      const [node = key] = key.split(' ')
      const replies = plan.attempts.map((_attempt, index) => replyPlace({ node, round: plan.round }, index + 1))
      const done = plan.steps.filter(({ result }) => result !== null)
      return [...replies, ...done.map(({ id }) => planCallId({ node, round: plan.round }, id))]
    }),
  )
}

/** Takes away what an event tells. A plan that is told as a whole needs no replies. */
function tellOfPlan(parts: Set<string>, event: RunEvent): void {
  if (event.type === 'plan.attempt') parts.delete(replyPlace(event, event.attempt))
  if (event.type === 'plan.steps') {
    const replies = [...parts].filter((part) => part.startsWith(replyPlace(event, '')))
    for (const part of replies) parts.delete(part)
  }
  if (event.type === 'plan.step' && (event.state === 'done' || event.state === 'failed'))
    parts.delete(planCallId(event, event.id))
}

function replyPlace({ node, round }: { node: string; round: number }, attempt: number | ''): string {
  return `${node} ${round} reply ${attempt}`
}

function callPlace(path: string, callId: string): string {
  return `${path} ${callId}`
}

type ToldValues = { variables: JsonObject; sessions: Map<string, string> }

function isTold(state: BatonState, { variables, sessions }: ToldValues): boolean {
  const areSet = Object.entries(state.variables).every(
    ([name, value]) => JSON.stringify(variables[name]) === JSON.stringify(value),
  )
  return areSet && [...saidSessions(state)].every(([place, text]) => sessions.get(place) === text)
}

/** The sessions of a state as events tell them. */
function saidSessions({ sessions }: BatonState): Map<string, string> {
  return new Map(
    Object.entries(sessions).map(([key, session]) => {
      const node = key.slice(key.lastIndexOf('/') + 1)
      return [sessionPlace(session.scope, node), sessionText(session)]
    }),
  )
}

function sessionPlace(scope: string, node: string): string {
  return `${scope} ${node}`
}

function sessionText({ number, state, slots }: { number: number; state: string; slots: JsonObject }): string {
  return JSON.stringify([number, state, slots])
}
