/**
 * The one way in which a tool is called, whoever asks for it: a reply, a step of a plan, or a nested chat. Its arguments are held against its schema, its time is
 * that of the turn, what it sets is checked before it counts, and what it gives is kept.
 */
import { builtInText } from '../../../src-shared/agents/prompts/index'
import { resultNote } from '../../../src-shared/agents/prompts/result-notes'
import { argumentsUnfit } from '../../../src-shared/agents/prompts/misfit-words'
import { variablesUnfit } from '../../../src-shared/agents/prompts/variable-words'
import { readCallArguments } from '../../../src-shared/agents/answers/model-calls'
import type { Json, JsonObject, Language } from '../../../src-shared/flow/records'
import { NO_EXPENSE, type Expense } from '../../../src-shared/run/log/expense'
import type { Scope } from '../../../src-shared/run/log/log'
import type { GivenAnswer } from '../../../src-shared/run/log/questions'
import type { ResultSource } from '../../../src-shared/run/log/repeats'
import { atPlace } from '../../outbound/purpose'
import { startTimeLimit } from '../../time-limit'
import { budgetLeft, timeLeft } from '../calls/budgets'
import type { BudgetLeft } from '../contract/call-usage'
import { approvalFault, type CallApproval } from './approvals'
import { withToolsOfNow } from './described-tool'
import { aroundTool } from './callables'
import type { Draft } from '../state/draft'
import { keepResult, type KeptOutcome } from './store-tool-result'
import type { CompiledFlow, StepContext, ToolCallContext, ToolOutcome, ToolRunner } from '../contract/runtime'
import type { TakenResult } from '../contract/repeats'
import { switchedTools } from './tool-switches'

/** The JSON schema of a tool's arguments; null: nothing is asked of them, since no model wrote them. */
export type ToolParameters = { readonly [name: string]: Json } | null

export type ToolInvocation = {
  /** The node for which the tool is called. */
  node: string
  /** The name under which it is called. */
  tool: string
  toolNode: string
  /** What the node itself calls it. */
  sourceTool: string
  parameters: ToolParameters
  run: ToolRunner | undefined
  /** As a model wrote them, or as they are. */
  arguments: string | JsonObject
  variables: JsonObject
  /** Where it is called. */
  path: Scope
  /** Of what happens inside of the tool. */
  scope: Scope
  /** The same for this call whenever its step runs again, and for no other call of the thread. */
  key: string
  signal: AbortSignal
  onProgress: ToolCallContext['onProgress']
  approval: CallApproval
  /** As of `CallToRepeat`. */
  step?: string
  /** What people answered to what it asked when it was called before; absent: nobody can be asked. */
  answers?: readonly GivenAnswer[]
  /** What it wanted to have back when it was called before. */
  bookmark?: string | undefined
  /** What of the budgets it has used up itself when it was called before: of what it may use that is a part. */
  counted?: Expense | undefined
}

/** What a call came to. `output`: what code wrote to its console. `why`: it was not made, or had no time. `from`: it was not made, its result is from there. */
export type ToolInvoked = KeptOutcome & {
  output?: string
  why?: 'unfit' | 'not-approved' | 'no-time'
  from?: ResultSource
}

/** Calls the tool. What goes wrong is a result marked as an error. Throws only when the signal fires. */
export async function invokeTool(draft: Draft, context: StepContext, call: ToolInvocation): Promise<ToolInvoked> {
  const taken = takenResult(context, call)
  if (taken !== null) return { ...checkedOutcome(taken, context.flow, call.node), kept: taken.kept, from: taken.from }
  const lines: string[] = []
  const { why, ...tried } = await tryTool(draft, context, { ...call, onOutput: (line) => void lines.push(line) })
  const outcome = await keepResult(context, checkedOutcome(tried, context.flow, call.node))
  const output = lines.length === 0 ? {} : { output: (await context.services.redactor()).text(lines.join('\n')) }
  const { spent } = tried
  return { ...outcome, ...(spent === undefined ? {} : { spent }), ...output, ...(why === undefined ? {} : { why }) }
}

/** The result of before, where this call is one that is not to be made again. */
function takenResult(context: StepContext, call: ToolInvocation): TakenResult | null {
  const { node, tool, toolNode, key, step, arguments: given } = call
  const json = typeof given === 'string' ? given : JSON.stringify(given)
  return context.takeResult({ node, path: call.path, tool, toolNode, arguments: json, key, step })
}

type TriedOutcome = ToolOutcome & Pick<ToolInvoked, 'why'>

async function tryTool(
  draft: Draft,
  context: StepContext,
  call: ToolInvocation & Pick<ToolCallContext, 'onOutput'>,
): Promise<TriedOutcome> {
  const { run, tool, onProgress, onOutput, variables, signal } = call
  if (run === undefined) return toolFailure(builtInText(context.flow.language, 'notCallable', { tool }))
  const fitted = await fittedArguments(context, call)
  if ('unfit' in fitted) return { ...toolFailure(fitted.unfit), why: 'unfit' }
  const { node, toolNode, sourceTool } = call
  const heard = call.approval.by === 'person' ? await withToolsOfNow(context, toolNode) : context
  if ('fault' in heard) return toolFailure(heard.fault)
  const about = { node, tool, toolNode, sourceTool, args: fitted.args }
  const fault = approvalFault({ ...context, flow: heard.flow }, about, call.approval)
  if (fault !== null) return { ...toolFailure(fault), why: 'not-approved' }
  const seconds = startTimeLimit(timeLeft(draft, context, node).ms, signal)
  try {
    return await atPlace({ node: toolNode }, () =>
      run(fitted.args, {
        tool: call.sourceTool,
        signal: seconds.signal,
        services: context.services,
        variables,
        bookmark: call.bookmark,
        inside: context.insideOf({
          scope: call.scope,
          key: call.key,
          left: withCounted(budgetLeft(draft, context, node), call.counted),
          answers: call.answers ?? null,
        }),
        around: () => aroundTool(draft, context.flow, { node: call.node, tool: call.toolNode }),
        onProgress,
        onOutput,
      }),
    )
  } catch (cause) {
    signal.throwIfAborted()
    if (seconds.hasPassed()) return { ...toolFailure(builtInText(context.flow.language, 'outOfTime')), why: 'no-time' }
    return toolFailure(cause instanceof Error ? cause.message : String(cause))
  } finally {
    seconds.end()
  }
}

/** What a call may use that is made once more, and counts by itself what it used before. */
function withCounted({ tokens, dollars }: BudgetLeft, counted = NO_EXPENSE): BudgetLeft {
  return {
    tokens: tokens === null ? null : tokens + counted.input + counted.output,
    dollars: dollars === null ? null : dollars + counted.dollars,
  }
}

/** A call whose arguments are checked: of a tool, or of anything else that a model is offered. */
export type CheckedCall = Pick<ToolInvocation, 'node' | 'tool' | 'parameters' | 'arguments'>

/**
 * The arguments of a call as its tool gets them, or in words why they do not fit; malformed ones never do (Workbench 18, shared rule 6.10). Throws
 * only when the run is stopped.
 */
export async function fittedArguments(
  context: StepContext,
  { node, tool, parameters, arguments: given }: CheckedCall,
): Promise<{ args: JsonObject } | { unfit: string }> {
  const isText = typeof given === 'string'
  const read = isText ? readCallArguments(given) : given
  if (read === null)
    return {
      unfit: builtInText(context.flow.language, 'argumentsNoObject', {
        tool,
        given: isText ? given.slice(0, 200) : '',
      }),
    }
  if (parameters === null) return { args: read }
  const { args, misfits, unchecked } = await context.services.checkArguments(parameters, read, context.signal)
  if (unchecked) {
    context.warnOnce({ type: 'warning', node, code: 'arguments-unchecked', facts: { tool } })
  }
  return misfits.length === 0 ? { args } : { unfit: argumentsUnfit(context.flow.language, tool, misfits) }
}

/** A result as the model reads it, which is never empty. */
export function readResult(language: Language, text: string): string {
  return text.trim() === '' ? resultNote(language, 'nothing') : text
}

/** A failure as the model reads it. */
export function toolFailure(words: string): ToolOutcome {
  return { text: `Error: ${words}`, isError: true }
}

/** What a tool set and switched, if the flow takes it; otherwise its call failed. */
function checkedOutcome(outcome: ToolOutcome, flow: CompiledFlow, node: string): ToolOutcome {
  const fault = variablesUnfit(flow.language, flow.settings.variables, outcome.variables ?? {})
  if (fault !== null) return toolFailure(fault)
  if (outcome.isError || outcome.switches === undefined) return outcome
  try {
    return { ...outcome, switches: switchedTools(flow, node, outcome.switches) }
  } catch (cause) {
    return toolFailure(cause instanceof Error ? cause.message : String(cause))
  }
}
