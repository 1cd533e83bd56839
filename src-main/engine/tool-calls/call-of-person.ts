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
  if (!context.services.runsUnasked(context.threadId, ruleDigest(context.flow, call))) return asked
  const { digest, times } = asked
  const { node, tool } = call
  const rule = { by: 'remembered', tool } as const
  tellDecision(draft, context, { node, about: 'tools', candidates: [], rule, choice: named(tool) })
  return { state: 'decided', decision: { is: 'approve' }, arguments: args, digest, times }
}

function askedCall(context: StepContext, call: CallOfPerson, args: JsonObject): AskedCall {
  const digest = callDigest(context, { ...call, args })
  return { state: 'asked', times: 1, arguments: args, digest, mayHaveRun: false, problem: null }
}

/** Whether a call was looked at, in this thread and with the flow as it is now: a retry may have another flow, and a fork is another thread. */
export function isAsIs(context: StepContext, call: CallOfPerson, known: AskedCall | DecidedCall): boolean {
  return known.digest === callDigest(context, { ...call, args: known.arguments })
}

/** What was asked or decided elsewhere is asked here once more: an approval is bound to where it was given. */
export function askedHere(context: StepContext, call: CallOfPerson, before: AskedCall | DecidedCall): AskedCall {
  const mayHaveRun = before.mayHaveRun === true
  return { ...askedCall(context, call, before.arguments), times: before.times + 1, mayHaveRun }
}

/** What a person is asked of it. */
export function questionOfCall(context: StepContext, call: CallOfPerson, known: AskedCall): QuestionOf<'approve-call'> {
  const { arguments: args, digest, mayHaveRun, problem } = known
  const { tool, toolNode } = call
  // One that may have run already is nothing that a person lets run from now on.
  const rule = mayHaveRun ? {} : { ruleDigest: ruleDigest(context.flow, call) }
  return { kind: 'approve-call', tool, toolNode, arguments: args, digest, mayHaveRun, problem, ...rule }
}

/** Other arguments are held against the schema too; where they do not fit, it is asked again. */
export async function decidedCall(
  context: StepContext,
  call: CallOfPerson,
  { known, decision }: { known: AskedCall; decision: CallDecision },
): Promise<AskedCall | DecidedCall> {
  const { digest, times } = known
  const begun = known.mayHaveRun ? { mayHaveRun: true as const } : {}
  if (decision.is !== 'edit') return { state: 'decided', decision, arguments: known.arguments, digest, times, ...begun }
  const { node, tool, parameters } = call
  const fitted = await fittedArguments(context, { node, tool, parameters, arguments: decision.arguments })
  if ('unfit' in fitted) {
    const args = decision.arguments
    const unfit = { arguments: args, digest: callDigest(context, { ...call, args }), problem: fitted.unfit }
    return { ...known, ...unfit, times: times + 1 }
  }
  const { args } = fitted
  return {
    state: 'decided',
    decision,
    arguments: args,
    digest: callDigest(context, { ...call, args }),
    times,
    ...begun,
  }
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
