/** How a turn begins: who holds the baton, what is added to the log, which steps are to run. */
import type { JsonObject } from '../../../src-shared/flow/records'
import type { Attachment } from '../../../src-shared/run/log/attachments'
import { isInner, MAIN_SCOPE, type LogEntry } from '../../../src-shared/run/log/log'
import { AppError } from '../../../src-shared/errors'
import { asMessage, message as sentence, type PlainText } from '../../../src-shared/languages/translate'
import { swarmGroup } from '../../../src-shared/agents/offers/swarm-group'
import { beginTop } from '../moves/begin'
import { append, draftOf, updateOf, topFrame, type Draft } from '../state/draft'
import { frameOf } from '../contract/frames'
import { leaveFinished, moveEntry } from '../moves/moves'
import type { CompiledFlow } from '../contract/runtime'
import { stepsBeforeMessage, stepsBeforeTurn } from '../dialogs/watchers'
import { newTurn, spentByNode, spentInThread, type BatonState, type BatonUpdate, type Frame } from '../state/state'

/** Something that was said elsewhere, before this thread began. */
export type EarlierMessage = { role: 'user' | 'assistant'; text: string; attachments?: readonly Attachment[] }

/**
 * `text` null or blank without attachments: the flow speaks first (DialogSupervisor 6, 7). `at`: ISO time. `history` goes before the user's
 * message; `edits` is what the person set in the variables since the last turn.
 */
export type TurnInput = {
  text: string | null
  attachments?: readonly Attachment[]
  at: string
  history?: readonly EarlierMessage[]
  edits?: JsonObject
  /** The agent that the user picks to speak next, where the flow's pattern is `manual`. */
  to?: string | null
  /** The turn before it failed, or was left in the middle: what was said then still waits for an answer, as where the person spoke before its end. */
  afterFailure?: boolean
  /** The number of the turn in its thread; absent: the one after the last that is stored. */
  number?: number | undefined
}

/** The update that starts a turn. */
export function beginTurn(flow: CompiledFlow, state: BatonState, input: TurnInput): BatonUpdate {
  const { at, history = [], edits = {}, afterFailure = false, number = state.turn.number + 1 } = input
  const draft = draftOf(state, at)
  draft.turn = newTurn(number, null, spentInThread(state.turn))
  const isUnanswered = afterFailure || state.turn.end?.reason === 'spoken'
  if (isUnanswered) draft.turn.unanswered = state.turn.unanswered ?? number - 1
  draft.frames = liveFrames(flow, state.frames)
  clearLostPositions(draft, flow)
  for (const edge of Object.keys(state.branches)) draft.branches[edge] = null
  // An observer of a finished dialog failed in the turn before: the dialog is finished nevertheless.
  leaveFinished(draft, flow)
  draft.variables = withDefaults(flow, { ...state.variables, ...edits })
  chooseSpeaker(draft, flow, input)
  const frame = topFrame(draft)
  for (const { role, text: said, attachments = [] } of history) {
    const attached = attachments.length === 0 ? {} : { attachments: [...attachments] }
    const author = role === 'user' ? 'user' : frame.node
    append(draft, { kind: 'text', author, scope: frame.scope, text: said, ...attached })
  }
  const message = messageOf(input)
  if (message !== null) {
    draft.turn.userEntry = append(draft, { kind: 'text', author: 'user', scope: frame.scope, ...message })
  } else if (!hasHistory(state.log, frame.scope)) {
    addOpening(draft, flow, frame)
  }
  beginReply(draft, flow)
  return { ...updateOf(draft), spentBefore: spentByNode(state.spentBefore, state.turn) }
}

/** Whoever holds the baton begins to answer. */
export function beginReply(draft: Draft, flow: CompiledFlow): void {
  topFrame(draft).todo = firstSteps(draft, flow)
}

/** What the holder of the baton does first; a worker that waited for the user comes after what its callers do with each message. */
function firstSteps(draft: Draft, flow: CompiledFlow): string[] {
  const frame = topFrame(draft)
  const callers = frame.awaitsUser === true ? draft.frames.slice(0, -1) : []
  const heard = callers.flatMap(({ node }) => firstStepsOf(flow, node, draft))
  return [...stepsBeforeTurn(draft, flow), ...heard, ...stepsBeforeMessage(draft, flow), ...beginTop(draft, flow)]
}

/** The steps that a task graph runs first with each message. */
function firstStepsOf(flow: CompiledFlow, node: string, draft: Draft): string[] {
  const hosts = flow.participants.get(node)?.hosts
  return hosts?.leads === 'places' ? hosts.hears(draft) : []
}

/** A task graph whose position is a worker that was deleted begins again without a position. */
function clearLostPositions(draft: Draft, flow: CompiledFlow): void {
  for (const [node, cursor] of Object.entries(draft.cursors))
    if (cursor.at !== null && !flow.participants.has(cursor.at))
      draft.cursors = { ...draft.cursors, [node]: { ...cursor, at: null, status: 'complete' } }
}

/** What the user says; a message may consist of attachments alone. Null: nothing. */
function messageOf({ text, attachments = [] }: TurnInput): { text: string; attachments?: Attachment[] } | null {
  const words = text === null || text.trim() === '' ? '' : text
  if (attachments.length > 0) return { text: words, attachments: [...attachments] }
  return words === '' ? null : { text: words }
}

/** Lets the user pick who speaks (pattern `manual`), or the next one in the circle (`round-robin`). */
function chooseSpeaker(draft: Draft, flow: CompiledFlow, { to = null }: TurnInput): void {
  const { pattern, order } = flow.settings.swarm
  if (to === null && pattern !== 'round-robin') return
  const frame = topFrame(draft)
  const group = swarmGroup(flow.graph, order)
  const place = group.indexOf(frame.node)
  if (to !== null && (pattern !== 'manual' || !group.includes(to)))
    throw new AppError(
      'bad-input',
      sentence('{name} cannot be picked: {reason}', {
        name: flow.nameOf(to),
        reason: asMessage(speakerRefusal(pattern)),
      }),
    )
  const isNext = draft.turn.number > 1 && draft.frames.length === 1 && place !== -1
  const next = to ?? (isNext ? group[(place + 1) % group.length] : undefined)
  if (next === undefined || next === frame.node) return
  const by = to === null ? 'pattern' : 'user'
  const { scope } = frame
  append(draft, { ...moveEntry({ to: next, edge: null, by, reason: '' }, frame), scope, carries: [] })
  draft.frames = [frameOf({ node: next, scope })]
}

function speakerRefusal(pattern: string): PlainText {
  return pattern === 'manual'
    ? 'it is not an agent of this swarm. Pick one of its agents.'
    : 'only in a swarm with the pattern “manual” the user says who speaks next. Change the pattern, or leave the choice out.'
}

/** The stack as far as its nodes still exist, with nothing under way; where nothing is left, a new one at the flow's entry. */
export function liveFrames(flow: CompiledFlow, frames: readonly Frame[]): Frame[] {
  const drawn = before(frames, (frame, depth) => isGone(flow, frame, depth))
  const kept = keepsMessage(flow, drawn.at(-1)) ? drawn : before(drawn, (frame) => frame.isWorker === true)
  const live = kept.map(
    ({
      toolRounds: _rounds,
      held: _unsaid,
      asking: _unasked,
      mapping: _list,
      deciding: _undecided,
      ...frame
    }): Frame => ({
      ...frame,
      todo: [],
      steer: [],
    }),
  )
  if (live.length > 0) return live
  const node = firstHolder(flow)
  return [frameOf({ node, scope: MAIN_SCOPE, edge: flow.entry.edge })]
}

/** The frames below the first one that is so. */
function before(frames: readonly Frame[], isSo: (frame: Frame, depth: number) => boolean): readonly Frame[] {
  const first = frames.findIndex(isSo)
  return first === -1 ? frames : frames.slice(0, first)
}

/** Whether the one on top goes on with the next message although it works for somebody: somebody that it brought in, or one that asked the user. */
function keepsMessage(flow: CompiledFlow, top: Frame | undefined): boolean {
  if (top === undefined || isInner(top.scope)) return false
  return top.awaitsUser === true || top.isGuest === true || flow.participants.get(top.node)?.arrival === 'session'
}

/** A node that was removed, or the edge over which a dialog was brought in: what is not drawn does not go on. */
function isGone(flow: CompiledFlow, frame: Frame, depth: number): boolean {
  if (!flow.participants.has(frame.node)) return true
  return depth > 0 && frame.edge !== null && flow.graph.flow.edges[frame.edge] === undefined
}

/** Where a new conversation begins: the swarm's initial agent, or what the start leads to (swarm 1). */
function firstHolder(flow: CompiledFlow): string {
  const { initial } = flow.settings.swarm
  if (initial !== null && flow.participants.has(initial)) return initial
  if (flow.entry.node !== null && flow.participants.has(flow.entry.node)) return flow.entry.node
  throw new AppError(
    'flow-has-problems',
    'Start leads to nobody who can speak. Draw an edge from it to a supervisor or an agent.',
  )
}

function hasHistory(log: readonly LogEntry[], scope: string): boolean {
  return log.some((entry) => entry.scope === scope && entry.kind !== 'handoff')
}

function addOpening(draft: Draft, flow: CompiledFlow, frame: Frame): void {
  const text = flow.participants.get(frame.node)?.opening ?? ''
  if (text !== '') append(draft, { kind: 'system', author: 'flow', scope: frame.scope, text })
}

/** Declared variables that have no value yet get their default. */
export function withDefaults(flow: CompiledFlow, variables: JsonObject): JsonObject {
  const missing = Object.entries(flow.settings.variables).filter(
    ([name, variable]) => variable.default !== undefined && !Object.hasOwn(variables, name),
  )
  if (missing.length === 0) return variables
  return { ...variables, ...Object.fromEntries(missing.map(([name, variable]) => [name, variable.default ?? null])) }
}
