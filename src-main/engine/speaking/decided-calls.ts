/**
 * Calls of a reply on which a person decides. Each has a question of its own, and all are asked at once; the tool step runs in rounds, each a
 * super-step: it works out what is to be asked, asks, keeps what was decided, runs what may run, and asks again until every call has its answer.
 */
import { builtInText } from '../../../src-shared/agents/prompts/index'
import { isUsed, type Offer } from '../../../src-shared/agents/offers/offers'
import type { CallDecision } from '../../../src-shared/run/log/questions'
import type { LogCall } from '../../../src-shared/run/log/log'
import type { JsonObject } from '../../../src-shared/flow/records'
import type { NodeQuestion, StepContext } from '../contract/runtime'
import { topFrame, type Draft } from '../state/draft'
import type { AskedCall, DecidedCall } from '../state/decided-call'
import type { AnsweredCall, DecidingState } from '../state/state'
import { named, tellDecision } from '../calls/decisions'
import { callDigest, ruleDigest } from '../tool-calls/approvals'
import { fittedArguments, toolFailure } from '../tool-calls/invoke-tool'

/** A call of the reply with what it calls; `place` counts from 0. */
export type OfferedCall = { place: number; call: LogCall; offer: Offer | null }

/** The reply that is being answered. `entry`: its place in the log. */
type DecidingReply = { id: string; entry: string; calls: readonly OfferedCall[] }

/** Where the reply stands; a reply before it is forgotten. */
export function decidingOf(draft: Draft, entry: string): DecidingState {
  const known = topFrame(draft).deciding
  const { calls, answers } = known?.entry === entry ? known : { calls: {}, answers: {} }
  return { entry, calls: { ...calls }, answers: { ...answers } }
}

/** Whether a person decides on a call: never where the turn runs again and takes the recorded result. */
function isDecided(draft: Draft, context: StepContext, { id: node, entry }: DecidingReply, one: OfferedCall): boolean {
  const { call, offer } = one
  if (offer === null || !isUsed(offer) || !context.flow.approvals.has(node, offer.target)) return false
  const { id: callId, name: tool, arguments: json } = call
  const about = { node, path: topFrame(draft).scope, tool, toolNode: offer.target, arguments: json }
  return offer.type !== 'tool' || context.takeResult({ ...about, key: callKey(entry, callId) }) === null
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
  return reply.calls.filter((one) => {
    if (state.answers[one.place] !== undefined) return false
    const needs = isDecided(draft, context, reply, one)
    const may = !needs || state.calls[one.place]?.state === 'decided'
    const isOrdered = one.offer?.type === 'tool' && context.flow.ordered.has(one.offer.target)
    if (!isOrdered) return may
    const runs = may && !isHeld
    isHeld ||= !runs || needs
    return runs
  })
}

/** Works out what is to be asked of the calls that nobody has looked at; true: there were some, and the step is over. */
export async function lookAtCalls(draft: Draft, context: StepContext, reply: DecidingReply): Promise<boolean> {
  const state = decidingOf(draft, reply.entry)
  const waiting = reply.calls.filter((one) => {
    if (state.answers[one.place] !== undefined || isAsIs(context, reply.id, one, state.calls[one.place])) return false
    return isDecided(draft, context, reply, one)
  })
  if (waiting.length === 0) return false
  for (const { place, call, offer } of waiting) {
    if (offer === null) continue
    const before = state.calls[place]
    if (before !== undefined) {
      state.calls[place] = asAskedNow(context, reply.id, { call, offer, args: before.arguments }, before)
      continue
    }
    const { parameters } = offer
    const given = { node: reply.id, tool: call.name, parameters, arguments: call.arguments }
    const fitted = await fittedArguments(context, given)
    if ('unfit' in fitted) state.answers[place] = { ...UNANSWERED, text: toolFailure(fitted.unfit).text, isError: true }
    else state.calls[place] = ruledCall(draft, context, { node: reply.id, call, offer, args: fitted.args })
  }
  topFrame(draft).deciding = state
  return true
}

/** Whether a call was looked at, in this thread and with the flow as it is now: a retry may have another flow, and a fork is another thread. */
function isAsIs(
  context: StepContext,
  node: string,
  { call, offer }: OfferedCall,
  known: AskedCall | DecidedCall | undefined,
): boolean {
  if (known === undefined) return false
  return offer === null || known.digest === digestOf(context, node, { call, offer, args: known.arguments })
}

/** What was asked or decided elsewhere is asked here once more: an approval is bound to where it was given. */
function asAskedNow(
  context: StepContext,
  node: string,
  made: ArgumentsOfCall,
  before: AskedCall | DecidedCall,
): AskedCall {
  const mayHaveRun = before.state === 'asked' && before.mayHaveRun
  return { ...askedCall(context, node, made), times: before.times + 1, mayHaveRun }
}

const UNANSWERED = { text: '', isError: false, move: null, kept: [] } as const satisfies Omit<AnsweredCall, 'ask'>

type NewCall = ArgumentsOfCall & { node: string }

/** As a rule of the person has it, which is told; without one they are asked. */
function ruledCall(draft: Draft, context: StepContext, { node, ...made }: NewCall): AskedCall | DecidedCall {
  const asked = askedCall(context, node, made)
  if (!context.services.runsUnasked(context.threadId, ruleOf(context, node, made.offer))) return asked
  const { arguments: args, digest, times } = asked
  const tool = made.call.name
  tellDecision(draft, context, {
    node,
    about: 'tools',
    candidates: [],
    rule: { by: 'remembered', tool },
    choice: named(tool),
  })
  return { state: 'decided', decision: { is: 'approve' }, arguments: args, digest, times }
}

function ruleOf({ flow }: StepContext, node: string, offer: Offer): string {
  return ruleDigest(flow, { node, toolNode: offer.target, sourceTool: offer.tool ?? offer.name })
}

type ArgumentsOfCall = { call: LogCall; offer: Offer; args: JsonObject }

function askedCall(context: StepContext, node: string, asked: ArgumentsOfCall): AskedCall {
  const { args } = asked
  return {
    state: 'asked',
    times: 1,
    arguments: args,
    digest: digestOf(context, node, asked),
    mayHaveRun: false,
    problem: null,
  }
}

function digestOf(context: StepContext, node: string, { call, offer, args }: ArgumentsOfCall): string {
  const { target: toolNode } = offer
  return callDigest(context, { node, tool: call.name, toolNode, sourceTool: offer.tool ?? offer.name, args })
}

/** Asks about every call that is not decided, and keeps what was answered: one answer ends the step. */
export async function askAboutCalls(draft: Draft, context: StepContext, reply: DecidingReply): Promise<void> {
  const state = decidingOf(draft, reply.entry)
  const asked = reply.calls.flatMap((one) => {
    const known = state.calls[one.place]
    return known?.state === 'asked' && state.answers[one.place] === undefined ? [{ ...one, known }] : []
  })
  const questions = asked.map(({ place, call, offer, known }): NodeQuestion<'approve-call'> => {
    const { arguments: args, digest, mayHaveRun, problem } = known
    const about = { tool: call.name, toolNode: offer?.target ?? '', arguments: args, digest, mayHaveRun, problem }
    const id = questionId(reply.entry, place, known)
    // One that may have run already is nothing that a person lets run from now on.
    const rule = offer === null || mayHaveRun ? {} : { ruleDigest: ruleOf(context, reply.id, offer) }
    return { id, node: reply.id, path: topFrame(draft).scope, question: { kind: 'approve-call', ...about, ...rule } }
  })
  const answers = context.ask<'approve-call'>(questions)
  for (const { place, call, offer, known } of asked) {
    const decision = answers.get(questionId(reply.entry, place, known))?.decision
    if (decision === undefined || offer === null) continue
    state.calls[place] = await decidedCall(context, reply.id, { call, offer, known, decision })
  }
  topFrame(draft).deciding = state
}

/** The same whenever the step runs, and new where the call is asked about once more. */
function questionId(entry: string, place: number, { times }: AskedCall): string {
  return `${entry}.${place}.${times}`
}

type MadeDecision = { call: LogCall; offer: Offer; known: AskedCall; decision: CallDecision }

/** Other arguments are held against the schema too; where they do not fit, it is asked again. */
async function decidedCall(
  context: StepContext,
  node: string,
  { call, offer, known, decision }: MadeDecision,
): Promise<AskedCall | DecidedCall> {
  const { digest, times } = known
  if (decision.is !== 'edit') return { state: 'decided', decision, arguments: known.arguments, digest, times }
  const given = { node, tool: call.name, parameters: offer.parameters, arguments: decision.arguments }
  const fitted = await fittedArguments(context, given)
  if ('unfit' in fitted) {
    const args = decision.arguments
    const unfit = { arguments: args, digest: digestOf(context, node, { call, offer, args }), problem: fitted.unfit }
    return { ...known, ...unfit, times: times + 1 }
  }
  const { args } = fitted
  return { state: 'decided', decision, arguments: args, digest: digestOf(context, node, { call, offer, args }), times }
}

/** A call that was begun before a kill and has no end is asked about again, and says so: nobody knows whether it took effect. */
export function askAgain(known: DecidedCall): AskedCall {
  const { arguments: args, digest, times } = known
  return { state: 'asked', times: times + 1, arguments: args, digest, mayHaveRun: true, problem: null }
}

/** What a call comes to by the decision alone; null: it runs. */
export function decidedAnswer(
  { flow }: StepContext,
  decision: CallDecision,
): { text: string; isError: boolean } | null {
  if (decision.is === 'answer') return { text: decision.text, isError: false }
  if (decision.is !== 'refuse') return null
  const { reason } = decision
  const text =
    reason.trim() === ''
      ? builtInText(flow.language, 'refusedByPerson')
      : builtInText(flow.language, 'refusedWithReason', { reason: reason.trim() })
  return { text, isError: true }
}

/** The result of a call that a person changed: the model is told, since it reads its own arguments above it. */
export function toldOfChange({ flow }: StepContext, { decision, arguments: args }: DecidedCall, text: string): string {
  if (decision.is !== 'edit') return text
  return `${builtInText(flow.language, 'changedByPerson', { arguments: JSON.stringify(args) })}\n${text}`
}
