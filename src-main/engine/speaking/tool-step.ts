/**
 * The tool step of a participant: runs the calls of its last reply at once, but for those that keep their order, each a part that is
 * stored when it is over; then their results go into the log in the order of the calls, and at most one move is followed.
 */
import { ASK_ARGUMENT, type Offer } from '../../../src-shared/agents/offers/offers'
import { builtInText } from '../../../src-shared/agents/prompts'
import type { Expense } from '../../../src-shared/run/log/expense'
import type { LogCall, LogEntry, Scope } from '../../../src-shared/run/log/log'
import { newId, type JsonObject } from '../../../src-shared/flow/records'
import { createInTurn } from '../../in-turn'
import { destinationName, destinationOf, followMove, warnOfLosers, winningMove } from './requested-handoffs'
import { mayHaveBegun, type AskedCall, type DecidedCall } from '../state/decided-call'
import type { AnsweredCall, Ask, AskedMove, DecidingState, InnerCall } from '../state/state'
import { approvalFault } from '../tool-calls/approvals'
import {
  approvalOf,
  askAboutCalls,
  beginOnce,
  callKey,
  callOf,
  callsToRun,
  decidedAt,
  decidingOf,
  isOpen,
  lookAtCalls,
  type OfferedCall,
} from '../tool-calls/decided-calls'
import { isResultHeld } from '../tool-calls/held-results'
import { askAgain, askedAsOfNow, decidedAnswer, toldOfChange } from '../tool-calls/call-of-person'
import { waitingIn } from './asks'
import { callTool, takeCall, tellAgain, uncounted, type CallRecord } from '../tool-calls/call-tool'
import { appendResult, topFrame, type Draft } from '../state/draft'
import { fittedArguments, readResult, toolFailure } from '../tool-calls/invoke-tool'
import { once, type OnceResult } from '../tool-calls/once'
import { endsByStoredBudget } from '../calls/budgets'
import { countTool } from '../calls/call-model'
import { isTaken } from '../calls/pass-error'
import { stepName, type CompiledFlow, type Step, type StepContext } from '../contract/runtime'
import { step } from '../contract/step'
import { availableOffers } from './reply-step'
import { isDisabledInPool, searchToolRunner } from '../pools/tool-pools'

/** So many calls of one reply run at the same time, so that a model that asks for a hundred does not flood the servers of its tools. */
const CALLS_AT_ONCE = 8

/** What came of a call, all of which is stored: it was refused, somebody is to be asked, it is a hand-off that the model decided on, or a tool was called. */
type Answer =
  | { by: 'engine'; text: string }
  | { by: 'other'; edge: string; to: string; message: string }
  | { by: 'model'; to: { node: string; edge: string }; reason: string }
  | { by: 'tool'; record: CallRecord }
  /** A person decided on it, and it does not run. */
  | { by: 'person'; text: string; isError: boolean }
  /** It was begun before a kill, and nobody knows its end. */
  | { by: 'nobody' }
  /** Its tool was described anew right before. */
  | { by: 'asked-anew'; asked: AskedCall }

/** One call as the step goes on with it. */
type CallAnswer = AnsweredCall & { call: LogCall }

/**
 * The step in which the calls of a participant's last reply are carried out (shared rule 6.2: one result for each). Where a person decides on some, it
 * is several super-steps: `decided-calls.ts` says which.
 */
export function actStep(id: string): Step {
  return step(async (draft, context) => {
    const offers = availableOffers(draft, context.flow, id)
    const { calls: made, entry } = lastCalls(draft.state.log, id, topFrame(draft).scope)
    const known = decidingOf(draft, entry).offers
    const calls = made.map((call, place) => {
      const offer = known === undefined ? offers.find(({ name }) => name === call.name) : known[place]
      return { place, call, offer: offer ?? null }
    })
    const reply = { id, entry, calls, span: newId('s') }
    if (endsByStoredBudget(draft, context, id)) return refuseCalls(draft, context, reply)
    if (await lookAtCalls(draft, context, reply)) return
    const before = decidingOf(draft, entry)
    const running = callsToRun(draft, context, reply)
    if (running.length === 0 && calls.some(({ place }) => isOpen(before.answers[place])))
      return await askAboutCalls(draft, context, reply)
    const state = await answerCalls(draft, context, { ...reply, calls: running, state: before })
    const answers = calls.flatMap(({ place, call }): CallAnswer[] => {
      const answer = state.answers[place]
      return answer === undefined ? [] : [{ ...answer, call }]
    })
    if (calls.some(({ place }) => isOpen(state.answers[place]))) {
      const isSplit = context.pauses.held !== undefined
      topFrame(draft).deciding = isSplit ? { ...state, offers: calls.map(({ offer }) => offer) } : state
      return
    }
    delete topFrame(draft).deciding
    const moves = answers.flatMap(({ move }) => move ?? [])
    const winner = winningMove(moves, context.flow)
    for (const answer of answers) {
      const { call, isError, kept, ask } = answer
      if (ask !== undefined) continue
      appendResult(draft, id, { call, text: resultText(answer, winner, context.flow), isError, kept })
    }
    warnOfLosers(context, id, moves)
    const frame = topFrame(draft)
    frame.toolRounds = (frame.toolRounds ?? 0) + 1
    const asks = answers.flatMap(({ ask }) => ask ?? [])
    if (asks.length > 0) {
      frame.asking = { asks, begun: [], move: winner }
      frame.todo = [stepName.ask(id), ...frame.todo.slice(1)]
    } else if (winner === null) frame.todo = [stepName.think(id), ...frame.todo.slice(1)]
    else followMove(draft, context, { id, move: winner })
  })
}

/** Where a budget is used up, calls that have no answer yet are not made; each gets a result, so that no server refuses the history. */
function refuseCalls(
  draft: Draft,
  { flow }: StepContext,
  { id, entry, calls }: Pick<Reply, 'id' | 'entry' | 'calls'>,
): void {
  const state = decidingOf(draft, entry)
  for (const { place, call } of calls) {
    const answer = state.answers[place]
    const why = builtInText(flow.language, mayHaveBegun(state, place) ? 'cutOffBudget' : 'budgetUsedUp')
    const refused = { text: why, isError: true, kept: [] }
    const known = answer?.held === true ? { ...answer, text: '', kept: [] } : answer
    const { text, isError, kept } = known === undefined || known.ask !== undefined ? refused : known
    appendResult(draft, id, { call, text: readResult(flow.language, text), isError, kept })
  }
  delete topFrame(draft).deciding
}

type LastCalls = { calls: readonly LogCall[]; entry: string }

function lastCalls(log: readonly LogEntry[], author: string, scope: Scope): LastCalls {
  const entry = log.findLast((one) => one.kind === 'calls' && one.author === author && one.scope === scope)
  return entry?.kind === 'calls' ? { calls: entry.calls, entry: entry.id } : { calls: [], entry: '' }
}

/** `calls`: those that are answered now. */
type Reply = { id: string; entry: string; calls: readonly OfferedCall[]; span: string; state: DecidingState }

/**
 * The answers in the order of the calls, whichever is there first. Each is asked for before any is waited for, since LangGraph tells
 * the parts of a step apart by their order; a call that keeps its order begins when the one before it that does so was taken in, and any
 * call when there is room for it.
 */
async function answerCalls(draft: Draft, context: StepContext, reply: Reply): Promise<DecidingState> {
  const { id, calls, state } = reply
  let last: Promise<unknown> | null = null
  const free: Promise<unknown>[] = []
  const inTurn = createInTurn(CALLS_AT_ONCE)
  const make = calls.every(({ offer }) => isMove(offer)) ? answeredNow : answeredOnce
  const answers = calls.map(({ call, offer, place }) => {
    const decided = decidedAt(state, place)
    const isOrdered = offer?.type === 'tool' && context.flow.ordered.has(offer.target)
    const before = isOrdered ? last : null
    const isMade = decided !== null && decidedAnswer(context, decided.decision) === null && !isMove(offer)
    const begun = isMade ? beginOnce(context, place) : null
    const made = make(context, `call.${place}`, async () => {
      if (begun !== null && !(await begun).isNew) return { by: 'nobody' }
      if (before !== null) await before
      const answer = inTurn(() =>
        unlessSpokenOver(context, {
          isBegun: mayHaveBegun(state, place),
          answer: () => answerCall(draft, context, { ...reply, call, offer, decided, inner: state.inner?.[place] }),
        }),
      )
      return isOrdered ? answer.catch((cause: unknown) => failAfter(free, cause)) : answer
    })
    if (!isOrdered) free.push(made)
    const counted = state.inner?.[place]?.spent
    const take = (answer: OnceResult<Answer>) =>
      takeAnswer(draft, context, { id, call, made: answer, span: reply.span, decided, counted })
    if (!isOrdered) return made.then((answer) => () => take(answer))
    const taken = Promise.all([made, before]).then(([answer]) => take(answer))
    last = taken
    return taken.then((answered) => () => answered)
  })
  const settled = await Promise.allSettled(answers)
  const ran = new Set(calls.map(({ place }) => String(place)))
  const inner = Object.fromEntries(Object.entries(state.inner ?? {}).filter(([place]) => !ran.has(place)))
  const after: DecidingState = { ...state, calls: { ...state.calls }, answers: { ...state.answers }, inner }
  for (const [index, one] of settled.entries()) {
    if (one.status === 'rejected') throw one.reason
    const place = calls[index]?.place ?? index
    const answer = one.value()
    const decided = decidedAt(state, place)
    if ('questions' in answer) inner[place] = answer
    else if (!('askAnew' in answer)) after.answers[place] = answer
    else if (decided !== null) {
      after.calls[place] = answer.askAnew(decided)
      // What it asked and was told before it was cut off still counts.
      const asked = state.inner?.[place]
      if (asked !== undefined) inner[place] = asked
    }
  }
  return after
}

/** A part that throws ends the run at once, so what goes on beside it is waited for: it is stored then, and not paid again. */
async function failAfter(others: readonly Promise<unknown>[], cause: unknown): Promise<never> {
  await Promise.allSettled(others)
  throw cause
}

/** Runs the call unless its answer was stored before a crash; its events are then emitted again. */
async function answeredOnce(
  context: StepContext,
  name: string,
  work: () => Promise<Answer>,
): Promise<OnceResult<Answer>> {
  const { result, isNew } = await once(context, name, work)
  if (result.by === 'tool') tellAgain(context, { result: result.record, isNew })
  return { result, isNew }
}

/**
 * A hand-off or a question: what is made of it follows from the log and the drawing. A reply with nothing else needs no parts that are stored; beside
 * other calls each is one, since their order must not depend on the drawing.
 */
function isMove(offer: Offer | null): boolean {
  return offer !== null && offer.type !== 'tool'
}

async function answeredNow(_: StepContext, _name: string, work: () => Promise<Answer>): Promise<OnceResult<Answer>> {
  return { result: await work(), isNew: true }
}

type OneCall = Pick<Reply, 'id' | 'entry' | 'span'> & {
  call: LogCall
  offer: Offer | null
  decided: DecidedCall | null
  /** Of a flow that has asked people. */
  inner: InnerCall | undefined
}

/** What a person says meanwhile goes before a call that is not begun, and may cut off one that is; each has its result all the same. */
async function unlessSpokenOver(
  context: StepContext,
  { isBegun, answer }: { isBegun: boolean; answer: () => Promise<Answer> },
): Promise<Answer> {
  const { flow, signal, interjection } = context
  if (interjection.isWaiting())
    return { by: 'engine', text: builtInText(flow.language, isBegun ? 'cutOffSpoken' : 'notBegunSpoken') }
  signal.throwIfAborted()
  try {
    return await answer()
  } catch (cause) {
    if (!interjection.cut.aborted) throw cause
    return { by: 'engine', text: builtInText(flow.language, 'cutOffSpoken') }
  }
}

/** Answers a call. It only reads the draft: what changes is in the answer, since that is what a killed app knows of it. */
async function answerCall(draft: Draft, context: StepContext, one: OneCall): Promise<Answer> {
  const { id, entry, call, offer, decided, inner } = one
  const answered = decided === null ? null : decidedAnswer(context, decided.decision)
  if (answered !== null) return { by: 'person', ...answered }
  if (offer === null) {
    const text = refusalOf(draft, context.flow, { id, call })
    warn(context, id, text)
    return { by: 'engine', text }
  }
  if (offer.type !== 'tool') return movedBy(context, id, { call, offer, decided })
  const about = callOf(id, call, offer)
  const asked = decided === null ? null : await askedAsOfNow(context, about, decided)
  if (asked !== null) return { by: 'asked-anew', asked }
  const record = await callTool(draft, context, {
    ...about,
    span: inner?.span ?? one.span,
    callId: call.id,
    answers: inner?.given ?? [],
    bookmark: inner?.bookmark,
    counted: inner?.spent,
    key: callKey(entry, call.id),
    arguments: decided === null ? call.arguments : JSON.stringify(decided.arguments),
    approval: approvalOf(decided),
    run: context.flow.tools.get(offer.target) ?? searchToolRunner(draft, context, { id, name: offer.name }),
  })
  // A destination that does not exist fails the run. The call is not stored then, so that a retry calls the tool again, as it is by then.
  if (record.handOff !== undefined) refuseNobody(draft, context, { id, name: record.handOff })
  return { by: 'tool', record }
}

/** Throws for a name that nothing has, unless somebody takes the failure: then the call stands, and taking it in fails. */
function refuseNobody(draft: Draft, context: StepContext, to: { id: string; name: string }): void {
  try {
    destinationOf(draft, context.flow, to)
  } catch (cause) {
    if (!isTaken(draft.state, context, cause)) throw cause
  }
}

/** A question or a hand-off; one whose arguments do not fit is refused. */
async function movedBy(
  context: StepContext,
  node: string,
  { call, offer, decided }: { call: LogCall; offer: Offer; decided: DecidedCall | null },
): Promise<Answer> {
  const json = decided === null ? call.arguments : decided.arguments
  const { parameters, target: toolNode } = offer
  const fitted = await fittedArguments(context, { node, tool: call.name, parameters, arguments: json })
  if ('unfit' in fitted) return { by: 'engine', text: toolFailure(fitted.unfit).text }
  const about = { node, tool: call.name, toolNode, sourceTool: offer.tool ?? offer.name, args: fitted.args }
  const fault = approvalFault(context, about, approvalOf(decided))
  if (fault !== null) return { by: 'engine', text: toolFailure(fault).text }
  if (offer.type === 'ask') return askedBy(context, fitted.args, offer)
  return { by: 'model', to: { node: offer.target, edge: offer.edgeId }, reason: reasonOf(fitted.args) }
}

/** A question as its call puts it; without one it is refused. */
function askedBy({ flow }: StepContext, args: JsonObject, { edgeId, target }: Offer): Answer {
  const message = args[ASK_ARGUMENT]
  if (typeof message === 'string' && message.trim() !== '') return { by: 'other', edge: edgeId, to: target, message }
  return { by: 'engine', text: builtInText(flow.language, 'questionMissing', { name: ASK_ARGUMENT }) }
}

function askOf(call: LogCall, { edge, to, message }: Extract<Answer, { by: 'other' }>, span: string): Ask {
  const { id: callId, name: tool, arguments: json } = call
  const begun = { state: 'waiting', startedAt: 0, branch: null, answer: null } as const
  return { callId, tool, arguments: json, edge, to, message, span, ...begun }
}

type AnswerContext = {
  id: string
  call: LogCall
  made: OnceResult<Answer>
  span: string
  decided: DecidedCall | null
  /** What the call had spent when it asked people, which is counted. */
  counted: Expense | undefined
}

type AskedAnew = { askAnew: (known: DecidedCall) => AskedCall }

/** Takes an answer in, or says how the call is asked about again. What a tool set is there for the next call of the reply (swarm 9); one that fails changes nothing. */
function takeAnswer(
  draft: Draft,
  context: StepContext,
  answering: AnswerContext,
): AnsweredCall | InnerCall | AskedAnew {
  const { id, call, made, span, decided, counted } = answering
  const { result: answer, isNew } = made
  if (answer.by === 'other') return { text: '', isError: false, move: null, kept: [], ask: askOf(call, answer, span) }
  if (answer.by === 'nobody') return { askAnew: askAgain }
  if (answer.by === 'asked-anew') return { askAnew: () => answer.asked }
  if (answer.by === 'person') return { text: answer.text, isError: answer.isError, move: null, kept: [] }
  if (answer.by === 'engine') return { text: answer.text, isError: true, move: null, kept: [] }
  if (answer.by === 'model') {
    const { to, reason } = answer
    return { text: '', isError: false, move: { call, by: 'model', to, reason }, kept: [] }
  }
  const { record } = answer
  const { isError, handOff, kept, asks, bookmark } = record
  const { since, spent } = uncounted(record, counted)
  if (asks !== undefined) {
    // Nobody may ever answer.
    countTool(draft, id, since)
    const asked = { span: record.place.span, questions: asks, given: [], ...(spent === undefined ? {} : { spent }) }
    return bookmark === undefined ? asked : { ...asked, bookmark }
  }
  const text = decided === null ? record.text : toldOfChange(context, decided, record.text)
  const held = isResultHeld(context, record) ? { held: true as const } : {}
  takeCall(draft, since)
  if (handOff === undefined) return { text, isError, move: null, kept, ...held }
  const { to, name } = destinationOf(draft, context.flow, { id, name: handOff })
  if (to !== null) return { text, isError, move: { call, by: 'tool', to, reason: '' }, kept, ...held }
  const refusal = builtInText(context.flow.language, 'refusedHandoff', { name })
  if (isNew) warn(context, id, refusal)
  return { text: `${refusal}\n${text}`.trim(), isError: true, move: null, kept, ...held }
}

/** The result that the model reads: never empty, and it says what became of a hand-off. */
function resultText({ call, text, move }: CallAnswer, winner: AskedMove | null, flow: CompiledFlow): string {
  if (move === null || winner === null) return readResult(flow.language, text)
  const name = destinationName(winner, flow)
  if (call.id !== winner.call.id) return `${text}\n${builtInText(flow.language, 'losingHandoff', { name })}`.trim()
  return text.trim() === '' ? builtInText(flow.language, 'handedOver', { name }) : text
}

/** Why a call to something that is not on offer is refused; the run goes on (Workbench 9, shared rule 6.1). */
function refusalOf(draft: Draft, flow: CompiledFlow, { id, call }: { id: string; call: LogCall }): string {
  const disabled = flow.offersOf(id).find((offer) => offer.name === call.name)
  if (disabled?.type === 'ask' && waitingIn(draft.state, draft.branch)?.isOpen(disabled.target) === false)
    return builtInText(flow.language, 'waitsForAnswer', { name: flow.nameOf(disabled.target) })
  if (disabled?.type === 'tool' || disabled?.type === 'ask' || isDisabledInPool(flow, id, call.name))
    return builtInText(flow.language, 'toolDisabled', { name: call.name })
  if (disabled !== undefined || call.name.startsWith('transfer_'))
    return builtInText(flow.language, 'refusedHandoff', { name: call.name })
  return `Error: ${builtInText(flow.language, 'unknownTool', { name: call.name })}`
}

function warn(context: StepContext, node: string, said: string): void {
  context.emit({ type: 'warning', node, code: 'refused-call', facts: { said } })
}

/** The words in which the model gave its reason, if it did. */
function reasonOf({ reason }: JsonObject): string {
  return typeof reason === 'string' ? reason.slice(0, 300) : ''
}
