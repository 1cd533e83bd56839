/** One step of a plan: its input is filled, its tool or the model is called, and what came of it is told. */
import { effectOf } from '../../../src-shared/kinds/effect-of'
import { builtInText } from '../../../src-shared/agents/prompts/index'
import { builtInPrompts } from '../../../src-shared/agents/prompts'
import { renderTemplate } from '../../../src-shared/agents/templates/template'
import { addExpense, NO_EXPENSE, spentSince, type Expense } from '../../../src-shared/run/log/expense'
import { planCallId } from '../../../src-shared/run/log/events'
import { newId, type Json, type JsonObject } from '../../../src-shared/flow/records'
import { toolScope, type Scope } from '../../../src-shared/run/log/log'
import type { KeptResult } from '../../../src-shared/run/log/results'
import type { StepNote } from '../../../src-shared/run/log/step-notes'
import { topFrame, type Draft } from '../state/draft'
import { decidedAnswer, toldOfChange } from '../tool-calls/call-of-person'
import { approvalOf } from '../tool-calls/decided-calls'
import { invokeTool } from '../tool-calls/invoke-tool'
import type { CallUsage } from '../contract/call-usage'
import type { StepContext, ToolCallContext, ToolOutcome, ToolRunner } from '../contract/runtime'
import { tellProgress } from '../tool-calls/tool-progress'
import { spendingOf, type PlanWork, type StepBudget } from './step-budget'
import { argumentsFor, fillStep, type EvidenceOf } from './inputs'
import { toolNamed, type PlanTool } from './plan-tools'
import type { AskedCall, DecidedCall } from '../state/decided-call'
import type { AskingStep, HeldStep, InnerStep, PlannedStepState, StepResult } from '../state/plan-state'
import { eventPlace, planOf, resultEvent } from '../tool-calls/plans'
import { startTimeLimit } from '../../time-limit'

/** What all steps of a plan share while they run. */
export type Work = PlanWork & {
  tools: readonly PlanTool[]
  /** Fires when the run is stopped, and when the steps that still run are to stop. */
  signal: AbortSignal
  variables: () => JsonObject
}

/** What a step came to, and the model calls that it took. */
export type StepRun = { result: StepResult; spent: CallUsage }

/**
 * It is not over: its tool asks people, a person is to look at what it gave, or it has not run, since its tool was described anew right before.
 * `spent`: what it took this time; absent: an older build counts it at its end.
 */
export type StepWait =
  | { waits: 'inside'; inner: AskingStep; spent?: CallUsage }
  | { waits: 'held'; held: HeldStep }
  | { waits: 'decision'; asked: AskedCall }

export type OneStep = {
  step: PlannedStepState
  work: Work
  /** `full`: as the tool gave it; else as tools get it. */
  evidenceOf: (kind: 'full' | 'short') => EvidenceOf
  /** A tool uses its evidence, so that it must not be too long. */
  feedsTools: boolean
  /** What a person decided on it; null: nobody has to. */
  decided: DecidedCall | null
  /** What its tool asked when it was called before, with the answers. */
  inner: InnerStep | null
  /** What its tool gave, as a person let it through. */
  released: HeldStep | null
}

/** A step before anybody decided on it. */
export type UndecidedStep = Omit<OneStep, 'decided' | 'inner' | 'released'>

/** What a step calls, and with what: its input with the evidence that it names. */
export function stepCall({ step, work, evidenceOf }: UndecidedStep): {
  tool: PlanTool | null
  filled: Json
  args: JsonObject | null
} {
  const tool = toolNamed(work.tools, step.tool)
  const evidence = evidenceOf(tool?.node === null ? 'full' : 'short')
  const filled = fillStep(step.input, evidence)
  return {
    tool,
    filled,
    args: tool === null || tool.node === null ? null : argumentsFor(tool.parameters, step.input, evidence),
  }
}

/** Whether the turn runs again and takes what the step gave before. */
export function isRecorded(draft: Draft, context: StepContext, one: UndecidedStep): boolean {
  const { tool, args } = stepCall(one)
  if (tool === null || tool.node === null || args === null) return false
  const { path, callId, key } = placeOfCall(draft, one)
  const about = { node: one.work.id, path, tool: tool.name, toolNode: tool.node, arguments: JSON.stringify(args) }
  return context.takeResult({ ...about, step: callId, key: `${key} 1`, isForAsking: true }) !== null
}

/** `key`: the same for the call whenever it runs again, and for no other one of the thread; its tries are numbered behind it. */
function placeOfCall(draft: Draft, { step, work }: Pick<OneStep, 'step' | 'work'>) {
  const place = eventPlace(draft, work.id)
  const callId = planCallId(place, step.id)
  return { place, path: place.path, callId, key: `plan ${draft.turn.number} ${callId}` }
}

/** What a step's tool, its model or a person gave, before it is cut to what tools take. */
type StepGift = Pick<HeldStep, 'filled' | 'arguments' | 'text' | 'isError' | 'variables' | 'kept' | 'notes' | 'ms'>

/** Runs a step. Null: the turn has reached a limit, or the steps were stopped. Throws only when the run is stopped. */
export async function runStep(draft: Draft, context: StepContext, one: OneStep): Promise<StepRun | StepWait | null> {
  const { step, work, released } = one
  const spending = spendingOf(draft, context, { work, before: spentBefore(one) })
  const given = released ?? (await giftOf(draft, context, { one, spending }))
  if (given === null || 'waits' in given) return given
  const { filled, arguments: args, text, isError, variables, kept, ms } = given
  const around = { context, spending, draft }
  const started = context.services.now()
  const shortened = isError ? NOT_SHORTENED : await shorten(text, one, around)
  if (shortened === null) return null
  const notes = shortened.note === null ? given.notes : [shortened.note]
  const result: StepResult = {
    state: isError ? 'failed' : 'done',
    filled,
    arguments: args,
    evidence: text,
    condensed: shortened.text,
    error: isError ? text.replace(ERROR_MARK, '') : null,
    ms: ms + context.services.now() - started,
    usage: spending.usage(),
    variables,
    ...(kept.length === 0 ? {} : { kept }),
    ...(notes.length === 0 ? {} : { notes }),
  }
  context.emit(resultEvent(eventPlace(draft, work.id), step, result))
  return { result, spent: spending.spent() }
}

/** What a step took before it waited for a person, which is counted. */
function spentBefore({ inner, released }: OneStep): Expense | null {
  if (released === null) return inner?.used ?? null
  return addExpense(released.before ?? NO_EXPENSE, released.spent)
}

/** Has the step do what it is to do, unless a person has done it. */
async function giftOf(
  draft: Draft,
  context: StepContext,
  { one, spending }: { one: OneStep; spending: StepBudget },
): Promise<StepGift | StepWait | null> {
  const { step, work, decided } = one
  const { tool, filled, args: written } = stepCall(one)
  const args = decided?.arguments ?? written
  const answered = decided === null ? null : decidedAnswer(context, decided.decision)
  const { place, callId, key } = placeOfCall(draft, one)
  const { id, toolNode } = step
  const input = { filled, ...(args === null ? {} : { arguments: args }) }
  const effect = tool?.node == null ? {} : { effect: effectOf(context.flow.graph, tool.node, tool.tool) }
  if (answered === null)
    context.emit({ type: 'plan.step', ...place, id, tool: step.tool, toolNode, state: 'running', ...input, ...effect })
  const started = context.services.now()
  const scope = toolScope(place.path, callId)
  const progress = stepProgress(context, place, step)
  const around = { context, spending, scope, key, step: callId, onProgress: progress.hear, draft }
  const trying =
    answered === null
      ? tool === null
        ? noTool(context, work, step)
        : tryTool({ tool, filled, args }, one, around)
      : byPerson(context, answered)
  const outcome = await Promise.resolve(trying).finally(progress.end)
  if (outcome === null || isOver(context, work)) return null
  const { text, isError, variables = null, kept = [], notes = [], inner } = outcome
  if (inner !== undefined)
    return { waits: 'inside', inner: { ...inner, used: spending.all() }, spent: spending.spent() }
  const ms = context.services.now() - started
  const gift = { filled, arguments: args, text, isError, variables, kept: [...kept], notes, ms }
  if (outcome.isHeld !== true) return gift
  const before = one.inner?.used
  const took = { spent: spending.spent(), ...(before === undefined ? {} : { before }) }
  return { waits: 'held', held: { ...gift, question: newId('q'), ...took } }
}

/** Tells how far the tool of a step is, as a call of that step. */
function stepProgress(context: StepContext, place: ReturnType<typeof eventPlace>, step: PlannedStepState) {
  const { node, path } = place
  const { id, tool, toolNode } = step
  const callId = planCallId(place, id)
  const at = { node, path, span: callId, callId, tool, toolNode }
  return tellProgress(context.services.now, (said) => context.emit({ type: 'tool.progress', ...at, ...said }))
}

const ERROR_MARK = /^Error:\s*/
const NOT_SHORTENED = { text: null, note: null }
type Outcome = Pick<ToolOutcome, 'text' | 'isError' | 'variables'> & {
  notes?: StepNote[]
  kept?: readonly KeptResult[]
  /** There is no other try: its arguments do not fit the tool, its result is one of before, or a person let this one call run. */
  isFinal?: boolean
  /** It asks people, and is not over. */
  inner?: AskingStep
  /** A person is to look at it first. */
  isHeld?: boolean
}

/** Evidence of a step that failed is marked, never empty (ReWOO 22). */
function failure({ flow }: StepContext, message: string): Outcome {
  const text = message.trim() === '' ? builtInText(flow.language, 'toolFailed') : message
  return { text: ERROR_MARK.test(text) ? text : `Error: ${text}`, isError: true }
}

/** It did not run: what a person said in its place, or that they refused it. */
function byPerson(context: StepContext, { text, isError }: { text: string; isError: boolean }): Outcome {
  return isError ? failure(context, text) : { text, isError, notes: [{ note: 'by-hand' }] }
}

function noTool(context: StepContext, { tools }: Work, { tool }: PlannedStepState): Outcome {
  const names = tools.map(({ name }) => name).join(', ')
  return failure(context, builtInText(context.flow.language, 'noSuchTool', { tool, tools: names }))
}

function isOver(context: StepContext, { signal }: Work): boolean {
  context.signal.throwIfAborted()
  return signal.aborted
}

type Call = { tool: PlanTool; filled: Json; args: JsonObject | null }
/** `scope`: of what happens inside of the tool, `key`: of the try, `step`: as of `CallToRepeat`. */
type TryContext = {
  draft: Draft
  context: StepContext
  spending: StepBudget
  scope: Scope
  key: string
  step: string
} & Pick<ToolCallContext, 'onProgress'>

/** Calls the tool until it gives something, as often as the node says. Null: a limit, or the steps were stopped. */
async function tryTool(call: Call, one: OneStep, around: TryContext): Promise<Outcome | null> {
  const { data } = one.work
  for (let attempt = one.inner?.attempt ?? 1; ; attempt += 1) {
    // What people answered in a try is of no other one.
    const inner = one.inner?.attempt === attempt ? one.inner : null
    const outcome = await callOnce(call, { ...one, inner }, { ...around, key: `${around.key} ${attempt}` })
    if (outcome === null || isOver(around.context, one.work)) return null
    if (outcome.inner !== undefined) return { ...outcome, inner: { ...outcome.inner, attempt } }
    if (!outcome.isError || outcome.isFinal === true || attempt > data.stepRetries)
      return attempt === 1 ? outcome : { ...outcome, notes: [{ note: 'tries', attempt, of: data.stepRetries + 1 }] }
  }
}

async function callOnce(call: Call, { work, decided, inner }: OneStep, around: TryContext): Promise<Outcome | null> {
  const { context } = around
  const { data } = work
  const timeout = startTimeLimit(data.stepTimeout, work.signal)
  const { signal } = timeout
  try {
    if (call.tool.node === null) return await callOwnModel(call.filled, { work, ...around, signal })
    return await callTool(call, { work, decided, inner, ...around, signal })
  } catch (cause) {
    if (isOver(context, work)) return null
    if (timeout.hasPassed()) {
      const words = { tool: call.tool.name, milliseconds: data.stepTimeout }
      return failure(context, builtInText(context.flow.language, 'noResultInTime', words))
    }
    return failure(context, cause instanceof Error ? cause.message : String(cause))
  } finally {
    timeout.end()
  }
}

type ModelCallContext = Omit<TryContext, 'scope' | 'key' | 'step' | 'onProgress'> & { work: Work; signal: AbortSignal }
type PlanCallContext = TryContext & ModelCallContext & Pick<OneStep, 'decided' | 'inner'>

async function callTool({ tool, args }: Call, calling: PlanCallContext): Promise<Outcome | null> {
  const { draft, work, context, spending, scope, key, step, onProgress, signal, decided, inner } = calling
  const { name, tool: sourceTool, node: toolNode, parameters } = tool
  const started = context.services.now()
  const drawn = context.flow.tools.get(toolNode ?? '')
  // A tool that ignores its abort signal is not waited for.
  const run: ToolRunner | undefined =
    drawn && ((given, inner) => Promise.race([drawn(given, inner), rejection(inner.signal)]))
  const invoked = await invokeTool(draft, context, {
    node: work.id,
    tool: name,
    toolNode: toolNode ?? '',
    sourceTool,
    parameters,
    run,
    arguments: args ?? {},
    variables: work.variables(),
    path: topFrame(draft).scope,
    scope,
    key,
    step,
    signal,
    onProgress,
    approval: approvalOf(decided),
    answers: inner?.given ?? [],
    bookmark: inner?.bookmark,
    counted: inner?.spent,
  })
  const { why, output, text, isError, kept, from, asks = [], bookmark } = invoked
  const spent = addExpense(NO_EXPENSE, invoked.spent ?? {})
  const since = invoked.spent === undefined ? NO_EXPENSE : spentSince(spent, inner?.spent)
  spending.add({ ...since, ms: context.services.now() - started })
  if (asks.length > 0) {
    const asking = { attempt: 1, questions: [...asks], spent }
    return { text: '', isError: false, inner: bookmark === undefined ? asking : { ...asking, bookmark } }
  }
  if (why === 'no-time') {
    spending.endBySeconds()
    return null
  }
  const notes: StepNote[] = [
    ...(from === undefined ? [] : [{ note: from === 'record' ? ('recorded' as const) : ('by-hand' as const) }]),
    ...(isError ? [] : notesOf(invoked)),
    ...(output === undefined ? [] : [{ note: 'console' as const, output }]),
  ]
  // Variables that a tool sets count only when its call succeeded.
  const isFinal = why !== undefined || from !== undefined || decided !== null
  const held = why === undefined && from === undefined && context.flow.holds.has(work.id, toolNode ?? '')
  const isHeld = held ? { isHeld: true } : {}
  if (isError) return { ...failure(context, text), kept, notes, ...isHeld, ...(isFinal ? { isFinal } : {}) }
  const { variables } = invoked
  const told = decided === null ? text : toldOfChange(context, decided, text)
  return { text: told, isError, kept, notes, ...isHeld, ...(variables === undefined ? {} : { variables }) }
}

/** What a tool asked for that a step of a plan cannot do. */
function notesOf({ handOff, switches = {} }: ToolOutcome): StepNote[] {
  const tools = Object.keys(switches)
  return [
    ...(handOff === undefined ? [] : [{ note: 'hand-off-refused' as const, to: handOff }]),
    ...(tools.length === 0 ? [] : [{ note: 'switches-refused' as const, tools }]),
  ]
}

/** Rejects when the signal fires: a tool that ignores it is not waited for. */
function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const refuse = () => reject(signal.reason instanceof Error ? signal.reason : new Error('stopped'))
    if (signal.aborted) refuse()
    else signal.addEventListener('abort', refuse, { once: true })
  })
}

async function callOwnModel(
  filled: Json,
  { work, context, spending, signal }: ModelCallContext,
): Promise<Outcome | null> {
  const input = textOf(filled)
  const prompt = renderTemplate(builtInPrompts(context.flow.language).prompts.rewooModelStep, { input })
  const asked = await spending.ask({ prompt, message: input, role: work.data.modelTool, label: 'plan step', signal })
  return asked === null ? null : { text: asked.reply.text, isError: false }
}

/** Evidence that is too long for the tools that use it, in few words; where no model can do that, its beginning. */
async function shorten(
  evidence: string,
  { step, work, feedsTools }: OneStep,
  { draft, context, spending }: Pick<TryContext, 'draft' | 'context' | 'spending'>,
): Promise<{ text: string | null; note: StepNote | null } | null> {
  const limit = work.data.condenseOver
  if (limit === 0 || !feedsTools || evidence.length <= limit) return NOT_SHORTENED
  const { question } = planOf(draft, work.id)
  const template = builtInPrompts(context.flow.language).prompts.rewooCondense
  const prompt = renderTemplate(template, { question, task: step.plan, evidence, limit })
  const timeout = startTimeLimit(work.data.stepTimeout, work.signal)
  const { signal } = timeout
  const told = (text: string, how: 'cut' | 'condensed') => ({
    text: text.slice(0, limit),
    note: { note: 'shortened' as const, how, from: evidence.length, to: Math.min(text.length, limit) },
  })
  try {
    const asked = await spending.ask({ prompt, message: evidence, role: 'condensing', label: 'condensing', signal })
    if (asked === null) return null
    return asked.reply.text.trim() === '' ? told(evidence, 'cut') : told(asked.reply.text.trim(), 'condensed')
  } catch {
    return isOver(context, work) ? null : told(evidence, 'cut')
  } finally {
    timeout.end()
  }
}

/** A filled input as text. */
export function textOf(filled: Json): string {
  return typeof filled === 'string' ? filled : JSON.stringify(filled)
}
