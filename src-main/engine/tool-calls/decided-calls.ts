/**
 * Calls of a reply on which a person decides. Each has a question of its own, and all are asked at once; the tool step runs in rounds, each a
 * super-step: it works out what is to be asked, asks, keeps what was decided, runs what may run, and asks again until every call has its answer.
 */
import { isUsed, type Offer } from '../../../src-shared/agents/offers/offers'
import type { LogCall } from '../../../src-shared/run/log/log'
import type { GivenAnswer } from '../../../src-shared/run/log/questions'
import type { NodeQuestion, StepContext } from '../contract/runtime'
import { topFrame, type Draft } from '../state/draft'
import type { AskedCall, DecidedCall } from '../state/decided-call'
import type { AnsweredCall, DecidingState } from '../state/state'
import type { CallApproval } from './approvals'
import { askedHere, decidedCall, isAsIs, isSameCall, newCall, questionOfCall } from './call-of-person'
import type { CallOfPerson } from './call-of-person'
import { heldResults, released } from './held-results'
import { fittedArguments, toolFailure } from './invoke-tool'
import { once, type OnceResult } from './once'

/** A call of the reply with what it calls; `place` counts from 0. `key`: by which it is known, where that is not `callKey`. */
export type OfferedCall = { place: number; call: LogCall; offer: Offer | null; key?: string }

/** The reply that is being answered. `entry`: its place in the log. */
export type DecidingReply = { id: string; entry: string; calls: readonly OfferedCall[] }

const NOTHING_DECIDED: Omit<DecidingState, 'entry'> = { calls: {}, answers: {}, inner: {} }

/** Where the reply stands; a reply before it is forgotten. */
export function decidingOf(draft: Draft, entry: string): DecidingState {
  const known = topFrame(draft).deciding
  const { calls, answers, inner, offers } = known?.entry === entry ? known : NOTHING_DECIDED
  const fixed = offers === undefined ? {} : { offers }
  return { entry, calls: { ...calls }, answers: { ...answers }, inner: { ...inner }, ...fixed }
}

/** Whether a person decides on a call: never where the turn runs again and takes the recorded result. */
function isDecided(draft: Draft, context: StepContext, { id: node, entry }: DecidingReply, one: OfferedCall): boolean {
  const { call, offer, key = callKey(entry, call.id) } = one
  if (offer === null || !isUsed(offer) || !context.flow.approvals.has(node, offer.target)) return false
  const { name: tool, arguments: json } = call
  const about = { node, path: topFrame(draft).scope, tool, toolNode: offer.target, arguments: json }
  return offer.type !== 'tool' || context.takeResult({ ...about, key, isForAsking: true }) === null
}

/** The same for a call of a reply whenever its step runs again, and for no other call of the thread. */
export function callKey(entry: string, callId: string): string {
  return `${entry} ${callId}`
}

/**
 * The calls that run in this round: those that need nobody, and those that were decided. Of calls that keep their order none overtakes one that is not
 * decided yet, and of those that were approved one runs at a time, so that a kill leaves one at most of which nobody knows whether it ran.
 */
export function callsToRun(draft: Draft, context: StepContext, reply: DecidingReply): OfferedCall[] {
  const state = decidingOf(draft, reply.entry)
  let isHeld = false
  const { held } = context.pauses
  return reply.calls.filter((one) => {
    if (state.answers[one.place] !== undefined) return false
    const needs = isDecided(draft, context, reply, one)
    const isLet = !needs || state.calls[one.place]?.state === 'decided'
    const may = isLet && !waitsInside(state, one.place) && held?.has(String(one.place)) !== true
    const isOrdered = one.offer?.type === 'tool' && context.flow.ordered.has(one.offer.target)
    if (!isOrdered) return may
    const runs = may && !isHeld
    isHeld ||= !runs || needs
    return runs
  })
}

/** Whether a call is of a flow that waits for people, of whom nobody has answered yet. */
function waitsInside({ inner }: DecidingState, place: number): boolean {
  return inner?.[place]?.given.length === 0
}

/** Works out what is to be asked of the calls that nobody has looked at; true: there were some, and the step is over. */
export async function lookAtCalls(draft: Draft, context: StepContext, reply: DecidingReply): Promise<boolean> {
  const state = decidingOf(draft, reply.entry)
  const waiting = reply.calls.filter((one) => {
    if (state.answers[one.place] !== undefined || isLookedAt(context, reply.id, one, state)) return false
    return isDecided(draft, context, reply, one)
  })
  if (waiting.length === 0) return false
  for (const { place, call, offer } of waiting) {
    if (offer === null) continue
    const made = callOf(reply.id, call, offer)
    const before = state.calls[place]
    if (before !== undefined) {
      state.calls[place] = askedHere(context, made, before)
      continue
    }
    const fitted = await fittedArguments(context, { ...made, arguments: call.arguments })
    if ('unfit' in fitted) state.answers[place] = { ...UNANSWERED, text: toolFailure(fitted.unfit).text, isError: true }
    else state.calls[place] = newCall(draft, context, { call: made, args: fitted.args })
  }
  topFrame(draft).deciding = state
  return true
}

/** Whether a call was looked at already. One that has asked people itself takes their answers first: how it is described is looked at when it goes on. */
function isLookedAt(
  context: StepContext,
  node: string,
  { place, call, offer }: OfferedCall,
  { calls, inner }: DecidingState,
): boolean {
  const known = calls[place]
  if (known === undefined) return false
  const isKnown = inner?.[place] === undefined ? isAsIs : isSameCall
  return offer === null || isKnown(context, callOf(node, call, offer), known)
}

/** What a call of a reply is to the person who decides on it. */
export function callOf(node: string, { name: tool }: LogCall, offer: Offer): CallOfPerson {
  const { target: toolNode, parameters } = offer
  return { node, tool, toolNode, sourceTool: offer.tool ?? offer.name, parameters }
}

const UNANSWERED = { text: '', isError: false, move: null, kept: [] } as const satisfies Omit<AnsweredCall, 'ask'>

/** Asks about every call that is not decided and every result that is held, and keeps what was answered: one answer ends the step. */
export async function askAboutCalls(draft: Draft, context: StepContext, reply: DecidingReply): Promise<void> {
  const state = decidingOf(draft, reply.entry)
  const asked = reply.calls.flatMap((one) => {
    const known = state.calls[one.place]
    return known?.state === 'asked' && state.answers[one.place] === undefined ? [{ ...one, known }] : []
  })
  const path = topFrame(draft).scope
  const questions = asked.flatMap(({ place, call, offer, known }): NodeQuestion<'approve-call'>[] => {
    if (offer === null) return []
    const question = questionOfCall(context, callOf(reply.id, call, offer), known)
    return [{ id: questionId(reply.entry, place, known), node: reply.id, path, question }]
  })
  const held = heldResults(draft, reply, state)
  const inner = Object.entries(state.inner ?? {}).filter(([, { given }]) => given.length === 0)
  const answers = context.ask([
    ...questions,
    ...held.map(({ question }) => question),
    ...inner.flatMap(([, one]) => one.questions),
  ])
  for (const { place, call, offer, known } of asked) {
    const answer = answers.get(questionId(reply.entry, place, known))
    if (answer?.kind !== 'approve-call' || offer === null) continue
    const { decision } = answer
    state.calls[place] = await decidedCall(context, callOf(reply.id, call, offer), { known, decision })
  }
  for (const one of held) {
    const answer = answers.get(one.question.id)
    if (answer?.kind === 'hold-result') state.answers[one.place] = released(draft, context, one, answer.decision)
  }
  for (const [place, one] of inner) {
    state.inner = { ...state.inner, [place]: { ...one, given: givenTo(one.questions, answers) } }
  }
  topFrame(draft).deciding = state
}

/** What was answered of these. */
export function givenTo(
  questions: readonly NodeQuestion[],
  answers: ReadonlyMap<string, GivenAnswer['answer']>,
): GivenAnswer[] {
  return questions.flatMap(({ id }) => {
    const answer = answers.get(id)
    return answer === undefined ? [] : [{ id, answer }]
  })
}

/** Whether a call waits: for its answer, or for a person who looks at that first. */
export function isOpen(answer: AnsweredCall | undefined): boolean {
  return answer === undefined || answer.held === true
}

export function decidedAt({ calls }: DecidingState, place: number): DecidedCall | null {
  const known = calls[place]
  return known?.state === 'decided' ? known : null
}

export function approvalOf(decided: DecidedCall | null): CallApproval {
  return decided === null ? { by: 'nobody' } : { by: 'person', digest: decided.digest }
}

/** Stored before a call runs that a person let run: one that is begun and has no result is not made again by itself. */
export function beginOnce(context: StepContext, place: number): Promise<OnceResult<true>> {
  return once(context, `begin.${place}`, () => Promise.resolve(true))
}

/** The same whenever the step runs, and new where the call is asked about once more. */
function questionId(entry: string, place: number, { times }: AskedCall): string {
  return `${entry}.${place}.${times}`
}
