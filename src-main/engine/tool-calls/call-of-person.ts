/**
 * One call on which a person decides, whoever makes it: what is asked of it, what the answer makes of it, and what it comes to where it does not run.
 * When it is asked is up to whoever makes the call.
 */
import { builtInText } from '../../../src-shared/agents/prompts/index'
import type { JsonObject } from '../../../src-shared/flow/records'
import type { CallDecision, QuestionOf } from '../../../src-shared/run/log/questions'
import { named, tellDecision } from '../calls/decisions'
import type { StepContext } from '../contract/runtime'
import type { AskedCall, DecidedCall } from '../state/decided-call'
import type { Draft } from '../state/draft'
import { callDigest, ruleDigest, type RuledCall } from './approvals'
import { describedAnew, describedTool, withToolsOfNow } from './described-tool'
import { fittedArguments, type ToolParameters } from './invoke-tool'

/** A call without its arguments. `tool`: the name under which it is called. */
export type CallOfPerson = RuledCall & { tool: string; parameters: ToolParameters }

/** As a rule of the person has it, which is told; without one they are asked. */
export function newCall(
  draft: Draft,
  context: StepContext,
  { call, args }: { call: CallOfPerson; args: JsonObject },
): AskedCall | DecidedCall {
  const asked = askedCall(context, call, args)
  const { node, tool } = call
  const { flow, services, threadId } = context
  if (!services.runsUnasked({ threadId, node, tool, digest: ruleDigest(flow, call) })) return asked
  const rule = { by: 'remembered', tool } as const
  tellDecision(draft, context, { node, about: 'tools', candidates: [], rule, choice: named(tool) })
  return { state: 'decided', decision: { is: 'approve' }, ...keptOf(asked) }
}

/** What stays of a call when it is decided on, or asked about again. */
function keptOf({ arguments: args, digest, times, described }: AskedCall | DecidedCall) {
  return { arguments: args, digest, times, ...(described === undefined ? {} : { described }) }
}

function askedCall(context: StepContext, call: CallOfPerson, args: JsonObject): AskedCall {
  const digest = callDigest(context, { ...call, args })
  const described = describedTool(context.flow, call)
  const known = described === null ? {} : { described }
  return { state: 'asked', times: 1, arguments: args, digest, mayHaveRun: false, problem: null, ...known }
}

/** Whether a call was looked at, in this thread and with the flow as it is now: a retry may have another flow, and a fork is another thread. */
export function isSameCall(context: StepContext, call: CallOfPerson, known: AskedCall | DecidedCall): boolean {
  return known.digest === digestAsBefore(context, call, known)
}

/** The same, and what was let run is described as it was then. What was refused, or answered by hand, does not run however it is described. */
export function isAsIs(context: StepContext, call: CallOfPerson, known: AskedCall | DecidedCall): boolean {
  if (!isSameCall(context, call, known)) return false
  if (known.state === 'asked' || decidedAnswer(context, known.decision) !== null) return true
  return known.digest === callDigest(context, { ...call, args: known.arguments })
}

/**
 * What is asked anew of a call that was let run, where its source describes the tool otherwise right now. Null: it may run; a source that cannot be
 * asked is left to the call itself.
 */
export async function askedAsOfNow(
  context: StepContext,
  call: CallOfPerson,
  known: DecidedCall,
): Promise<AskedCall | null> {
  const heard = await withToolsOfNow(context, call.toolNode)
  if ('fault' in heard) return null
  const now = { ...context, flow: heard.flow }
  return isAsIs(now, call, known) ? null : askedHere(now, call, known)
}

/** The digest of a call whose tool is described as when it was asked about. */
function digestAsBefore(
  context: StepContext,
  call: CallOfPerson,
  { arguments: args, described }: Pick<AskedCall, 'arguments' | 'described'>,
): string {
  return callDigest(context, { ...call, args }, described ?? null)
}

/** What was asked or decided elsewhere is asked here once more: an approval is bound to where it was given. */
export function askedHere(context: StepContext, call: CallOfPerson, before: AskedCall | DecidedCall): AskedCall {
  const mayHaveRun = before.mayHaveRun === true
  const asked = askedCall(context, call, before.arguments)
  const anew =
    before.described === undefined || asked.described === undefined
      ? null
      : describedAnew(before.described, asked.described)
  return { ...asked, times: before.times + 1, mayHaveRun, ...(anew === null ? {} : { describedAnew: anew }) }
}

/** What a person is asked of it. */
export function questionOfCall(context: StepContext, call: CallOfPerson, known: AskedCall): QuestionOf<'approve-call'> {
  const { arguments: args, digest, mayHaveRun, problem, described, describedAnew: anew } = known
  const { tool, toolNode } = call
  // One that may have run already is nothing that a person lets run from now on.
  const rule = mayHaveRun ? {} : { ruleDigest: ruleDigest(context.flow, call, described ?? null) }
  const changed = anew === undefined ? {} : { describedAnew: anew }
  return { kind: 'approve-call', tool, toolNode, arguments: args, digest, mayHaveRun, problem, ...changed, ...rule }
}

/** Other arguments are held against the schema too; where they do not fit, it is asked again. */
export async function decidedCall(
  context: StepContext,
  call: CallOfPerson,
  { known, decision }: { known: AskedCall; decision: CallDecision },
): Promise<AskedCall | DecidedCall> {
  const begun = known.mayHaveRun ? { mayHaveRun: true as const } : {}
  if (decision.is !== 'edit') return { state: 'decided', decision, ...keptOf(known), ...begun }
  const { node, tool, parameters } = call
  const fitted = await fittedArguments(context, { node, tool, parameters, arguments: decision.arguments })
  if ('unfit' in fitted) {
    const args = decision.arguments
    const digest = digestAsBefore(context, call, { ...known, arguments: args })
    const unfit = { arguments: args, digest, problem: fitted.unfit }
    return { ...known, ...unfit, times: known.times + 1 }
  }
  const { args } = fitted
  const edited = { ...keptOf(known), arguments: args }
  return { state: 'decided', decision, ...edited, digest: digestAsBefore(context, call, edited), ...begun }
}

/** A call that was begun before a kill and has no end is asked about again, and says so: nobody knows whether it took effect. */
export function askAgain(known: DecidedCall): AskedCall {
  return { state: 'asked', ...keptOf(known), times: known.times + 1, mayHaveRun: true, problem: null }
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
