/**
 * Asking others as tools: the questions of one reply are put to participants who answer in a conversation of their own, side by side where
 * that can be; what each says last is the result of its call.
 */
import { asksFrom } from '../../../src-shared/agents/offers/offers'
import { builtInText } from '../../../src-shared/agents/prompts'
import type { NewRunEvent } from '../../../src-shared/run/log/events'
import { isOfChat, toolScope, type LogEntry } from '../../../src-shared/run/log/log'
import { followMove } from './requested-handoffs'
import { append, appendResult, logOf, topFrame, type Draft } from '../state/draft'
import { frameOf } from '../contract/frames'
import { asReleased, tellHeld } from '../tool-calls/held-results'
import { keepResult } from '../tool-calls/store-tool-result'
import { callRecipient } from '../moves/moves'
import { stepName, type FlowFacts, type NodeQuestion, type Step, type StepContext } from '../contract/runtime'
import type { Ask, AskedRun, AskingState, BatonState, Frame } from '../state/state'
import { step } from '../contract/step'

/** So many questions are put to one participant at the same time; further ones wait. */
const AT_ONCE = 4
/** So many participants may wait for each other: the last of them can ask nobody. */
const MOST_WAITING = 8

/** The branches in which those answer whom a node may ask. */
export function askBranches({ graph }: FlowFacts, id: string): string[] {
  return asksFrom(graph, id).flatMap(({ id: edge }) => slotsOf(edge))
}

function slotsOf(edge: string): string[] {
  return Array.from({ length: AT_ONCE }, (_, index) => (index === 0 ? edge : `${edge}.${index + 1}`))
}

/** Who waits for answers, where a step runs; whoever does cannot be asked. */
export type OpenAsks = {
  isOpen: (id: string) => boolean
}

/** Who may be asked: nobody who waits for an answer, so that two that may ask each other come to an end; null: everybody. */
export function waitingIn(
  { frames, branches }: Pick<BatonState, 'frames' | 'branches'>,
  branch: string | null,
): OpenAsks | null {
  const stack = branch === null ? frames : [...frames, ...(branches[branch] ?? [])]
  const waiting = new Set(stack.flatMap(({ asking, node }) => (asking === undefined ? [] : [node])))
  if (waiting.size === 0) return null
  return { isOpen: (id) => waiting.size < MOST_WAITING && !waiting.has(id) }
}

/** The steps of a node that may ask others. */
export function askSteps(id: string, flow: FlowFacts): { [name: string]: Step } {
  if (asksFrom(flow.graph, id).length === 0) return {}
  return { [stepName.ask(id)]: askStep(id), [stepName.answer(id)]: answerStep(id) }
}

/** The step that looks at all questions of a reply: takes in answers, begins the next ones, or goes on when all are answered. */
function askStep(id: string): Step {
  return step(async (draft, context) => {
    const frame = topFrame(draft)
    if (frame.asking === undefined) throw new Error(`${id} has asked nobody`)
    const asking = begin(draft, context, frame, collect(draft, context, frame.asking))
    frame.asking = { ...asking, begun: Object.keys(draft.branches).filter((branch) => draft.branches[branch] !== null) }
    if (asking.asks.some(({ state: one }) => one !== 'done')) return
    if (await holdAnswers(context, { id, frame, asking })) return
    if (askAboutAnswers(draft, context, { id, frame, asking })) return
    await returnAnswers(draft, context, { id, asking })
  })
}

/** Takes in the answers that are there. */
function collect(draft: Draft, context: StepContext, asking: AskingState): AskingState {
  const asks = asking.asks.map((ask): Ask => {
    const { branch } = ask
    const beside = branch === null ? undefined : draft.state.branches[branch]?.at(0)?.asked
    const answer = ask.answer ?? beside?.answer ?? null
    const isError = ask.isError ?? beside?.error !== undefined
    if (ask.state !== 'running' || answer === null) return ask
    if (branch !== null) draft.branches[branch] = null
    const ms = context.services.now() - ask.startedAt
    context.emitAgain({ ...placeOf(draft, ask), type: 'tool.finished', isError, ms })
    return { ...ask, state: 'done', answer, isError }
  })
  return { ...asking, asks }
}

/** Begins what may begin: within a branch one question after the other, else each that has a place beside the others. */
function begin(draft: Draft, context: StepContext, frame: Frame, asking: AskingState): AskingState {
  const asks = [...asking.asks]
  for (const [index, ask] of asks.entries()) {
    if (ask.state !== 'waiting') continue
    const running = asks.filter(({ state }) => state === 'running')
    const branch = draft.branch === null ? freeSlot(ask, running) : null
    if (branch === null && (draft.branch === null || running.length > 0)) continue
    asks[index] = { ...ask, state: 'running', branch, startedAt: context.services.now() }
    start(draft, context, { frame, ask: asks[index], place: index })
  }
  return { ...asking, asks }
}

function freeSlot({ edge }: Ask, running: readonly Ask[]): string | null {
  const taken = new Set(running.map(({ branch }) => branch))
  return slotsOf(edge).find((slot) => !taken.has(slot)) ?? null
}

/** Begins a question, on top of the one who asks or on a stack of its own. */
function start(
  draft: Draft,
  context: StepContext,
  { frame, ask, place }: { frame: Frame; ask: Ask; place: number },
): void {
  const { callId, edge, message, branch } = ask
  context.emitAgain({ ...placeOf(draft, ask), type: 'tool.started', arguments: ask.arguments })
  // Some servers give every call the same id, so calls are identified by their position in the log and in the reply.
  const scope = toolScope(frame.scope, callId, (draft.state.log.length + 1) * 100 + place)
  const { node } = frame
  const asked = { callId, edge, message, isTold: false, answer: null }
  const leading = frameOf({ node, scope, edge, todo: [stepName.answer(node)] }, { isWorker: true, asked })
  if (branch === null) draft.frames = [...draft.frames, leading]
  else draft.branches[branch] = [leading]
}

type CallPlace = Pick<
  Extract<NewRunEvent, { type: 'tool.started' }>,
  'node' | 'path' | 'span' | 'callId' | 'tool' | 'toolNode'
>

function placeOf(draft: Draft, { callId, tool, span, to }: Ask): CallPlace {
  const asker = draft.frames.findLast(({ asking }) => asking !== undefined) ?? topFrame(draft)
  return { node: asker.node, path: asker.scope, span, callId, tool, toolNode: to }
}

/** Gives every question its answer as the result of its call, and goes on: with the move that the reply wanted, or with the next reply. */
async function returnAnswers(
  draft: Draft,
  context: StepContext,
  { id, asking }: { id: string; asking: AskingState },
): Promise<void> {
  const frame = topFrame(draft)
  for (const { callId, tool, answer, isError = false, held } of asking.asks) {
    const { text, kept } = held ?? (await keepResult(context, { text: answer ?? '', isError }))
    const said = text.trim() === '' ? builtInText(context.flow.language, 'noAnswer') : text
    appendResult(draft, id, { call: { id: callId, name: tool }, text: said, isError, kept })
  }
  delete frame.asking
  if (asking.move === null) frame.todo = [stepName.think(id), ...frame.todo.slice(1)]
  else followMove(draft, context, { id, move: asking.move })
}

type AnsweredAsks = { id: string; frame: Frame; asking: AskingState }

/** Keeps the answers that a person looks at first, as their calls have them; true: there are such ones, and the step is over. */
async function holdAnswers(context: StepContext, { id, frame, asking }: AnsweredAsks): Promise<boolean> {
  const isHeld = ({ to, held }: Ask) => held === undefined && context.flow.holds.has(id, to)
  if (!asking.asks.some(isHeld)) return false
  const asks: Ask[] = []
  for (const ask of asking.asks) {
    if (!isHeld(ask)) asks.push(ask)
    else {
      const { text, kept } = await keepResult(context, { text: ask.answer ?? '', isError: ask.isError ?? false })
      asks.push({ ...ask, held: { text, kept, isOpen: true } })
    }
  }
  frame.asking = { ...asking, asks, begun: [] }
  return true
}

/** Asks about each that nobody has looked at, and keeps what was decided; false: there is none. */
function askAboutAnswers(draft: Draft, context: StepContext, { id, frame, asking }: AnsweredAsks): boolean {
  const questions = asking.asks.map((ask, place): NodeQuestion<'hold-result'> | null => {
    const { held, tool, to, arguments: json, isError = false, span } = ask
    if (held?.isOpen !== true) return null
    const about = { tool, toolNode: to, arguments: json, text: held.text, isError, problem: null }
    const question = { kind: 'hold-result', ...about } as const
    return { id: `${span}.${place}.result`, node: id, path: frame.scope, question }
  })
  const open = questions.filter((one) => one !== null)
  if (open.length === 0) return false
  const answers = context.ask<'hold-result'>(open)
  const asks = asking.asks.map((ask, place): Ask => {
    const decision = answers.get(questions[place]?.id ?? '')?.decision
    const { held, tool } = ask
    if (decision === undefined || held === undefined) return ask
    tellHeld(draft, context, { node: id, tool, decision })
    return { ...ask, held: { ...asReleased(held, decision), isOpen: false } }
  })
  frame.asking = { ...asking, asks, begun: [] }
  return true
}

type AskedFrame = Frame & { asked: AskedRun }

function isLeading(frame: Frame): frame is AskedFrame {
  return frame.asked !== undefined
}

/** The step that puts one question, and takes in its answer when whoever was asked has said the last of it. */
function answerStep(id: string): Step {
  return step((draft, context) => {
    const frame = topFrame(draft)
    if (!isLeading(frame)) throw new Error(`${id} leads no question`)
    if (frame.asked.isTold) takeAnswer(draft, frame)
    else pushAskedFrame(draft, context, frame)
  })
}

function pushAskedFrame(draft: Draft, context: StepContext, frame: AskedFrame): void {
  const { edge, message } = frame.asked
  append(draft, { kind: 'text', author: frame.node, scope: frame.scope, text: message, asUser: true })
  frame.asked = { ...frame.asked, isTold: true }
  const to = context.flow.graph.flow.edges[edge]?.to.node ?? ''
  callRecipient(draft, context, { to, edge, by: 'recipient', reason: '' })
}

/** Beside others an answer waits to be collected, else the one who asked goes on. */
function takeAnswer(draft: Draft, frame: AskedFrame): void {
  const { callId, error } = frame.asked
  const answer = error ?? lastWords(draft, frame)
  const isError = error !== undefined
  frame.todo = []
  frame.asked = { ...frame.asked, answer }
  const asker = draft.frames.at(-2)
  if (asker?.asking === undefined) return
  const asks = asker.asking.asks.map((ask) => (ask.callId === callId ? { ...ask, answer, isError } : ask))
  asker.asking = { ...asker.asking, asks }
  asker.todo = [stepName.ask(asker.node), ...asker.todo.slice(1)]
  draft.frames = draft.frames.slice(0, -1)
}

/** What whoever answers has said last, or whom it brought in. */
function lastWords(draft: Draft, { scope }: Frame): string {
  const isSaid = (entry: LogEntry) => entry.kind === 'text' && entry.asUser !== true && isOfChat(entry.scope, scope)
  const last = logOf(draft).findLast(isSaid)
  return last?.kind === 'text' ? last.text : ''
}
