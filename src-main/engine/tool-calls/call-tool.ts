/** One call of a drawn tool: told in the trace, within the time of the turn, and what it sets is checked before it counts. */
import type { JsonObject } from '../../../src-shared/flow/records'
import { addExpense, NO_EXPENSE, spentSince, type Expense } from '../../../src-shared/run/log/expense'
import type { NewRunEvent } from '../../../src-shared/run/log/events'
import { toolScope } from '../../../src-shared/run/log/log'
import type { CallChanges, ResultSource } from '../../../src-shared/run/log/repeats'
import type { GivenAnswer, NodeQuestion } from '../../../src-shared/run/log/questions'
import type { KeptResult } from '../../../src-shared/run/log/results'
import { effectOf } from '../../../src-shared/kinds/effect-of'
import type { ToolEffect } from '../../../src-shared/flow/tool-effects'
import { countTool } from '../calls/call-model'
import { named, tellDecision } from '../calls/decisions'
import { topFrame, type Draft } from '../state/draft'
import type { CallApproval } from './approvals'
import { invokeTool, type ToolParameters } from './invoke-tool'
import type { OnceResult } from './once'
import type { CallUsage } from '../contract/call-usage'
import type { StepContext, ToolRunner } from '../contract/runtime'
import { tellProgress } from './tool-progress'
import { loadTools } from '../pools/tool-pools'
import { switchKey, type ToolSwitches } from '../state/switches'

export type ToolCall = {
  /** The node for which the tool is called. */
  node: string
  span: string
  callId: string
  /** The same for this call whenever its step runs again, and for no other call of the thread. */
  key: string
  /** The name under which it is called. */
  tool: string
  toolNode: string
  /** What the node itself calls it. */
  sourceTool: string
  parameters: ToolParameters
  /** JSON text. */
  arguments: string
  run: ToolRunner | undefined
  /** Its result enters no log as it is. */
  isUnlogged?: true
  approval: CallApproval
  /** As of `ToolInvocation`. */
  answers?: readonly GivenAnswer[]
  /** As of `ToolInvocation`. */
  bookmark?: string | undefined
  /** As of `ToolInvocation`. */
  counted?: Expense | undefined
}

/** All that is known of a call once it is over: plain JSON, which is stored. */
export type CallRecord = {
  place: CallPlace
  arguments: string
  text: string
  isError: boolean
  ms: number
  /** What code wrote to its console; absent: nothing. */
  output?: string
  kept: KeptResult[]
  variables?: JsonObject
  handOff?: string
  switches?: ToolSwitches
  loads?: string[]
  spent?: CallUsage
  /** Absent: records of an older build. */
  effect?: ToolEffect
  /** Absent: the tool was called. */
  takenFrom?: ResultSource
  isRefused?: true
  isUnlogged?: true
  /** What it asks people: it is not over. */
  asks?: NodeQuestion[]
  /** What it wants to have back then. */
  bookmark?: string
}

type CallPlace = { node: string; path: string; span: string; callId: string; tool: string; toolNode: string }

/**
 * Calls the tool, as a part of a step that runs `once`: it changes nothing itself, `takeCall` does. What goes wrong is a result marked
 * as an error. Throws only when the run is stopped.
 */
export async function callTool(draft: Draft, context: StepContext, call: ToolCall): Promise<CallRecord> {
  const { arguments: json, node, span, callId, tool, toolNode } = call
  const { scope: path } = topFrame(draft)
  const place: CallPlace = { node, path, span, callId, tool, toolNode }
  const started = context.services.now()
  const effect = effectOf(context.flow.graph, toolNode, call.sourceTool)
  const tellStart = (call.answers ?? []).length > 0 ? context.emitAgain : context.emit
  tellStart({ ...place, type: 'tool.started', arguments: json, effect })
  const progress = tellProgress(context.services.now, (said) =>
    context.emit({ ...place, type: 'tool.progress', ...said }),
  )
  const { variables: before } = draft
  const { signal } = context
  const around = { variables: before, path, scope: toolScope(path, callId), signal, onProgress: progress.hear }
  const invoked = await invokeTool(draft, context, { ...call, ...around }).finally(progress.end)
  const ms = context.services.now() - started
  const {
    text,
    isError,
    variables,
    handOff,
    switches,
    loads,
    kept,
    spent,
    output,
    from,
    why,
    asks = [],
    bookmark,
  } = invoked
  if (!isError && switches !== undefined) tellSwitches(draft, context, { node, tool, switches })
  const record: CallRecord = {
    ...(output === undefined ? {} : { output }),
    ...(from === undefined ? {} : { takenFrom: from }),
    ...(why === 'unfit' ? { isRefused: true } : {}),
    ...(call.isUnlogged === true ? { isUnlogged: true } : {}),
    ...(asks.length === 0 ? {} : { asks: [...asks] }),
    ...(asks.length === 0 || bookmark === undefined ? {} : { bookmark }),
    effect,
    place,
    arguments: json,
    text,
    isError,
    ms,
    kept: [...kept],
    ...(isError || variables === undefined ? {} : { variables }),
    ...(isError || handOff === undefined ? {} : { handOff }),
    ...(isError || switches === undefined ? {} : { switches }),
    ...(isError || loads === undefined ? {} : { loads: [...loads] }),
    ...(spent === undefined ? {} : { spent }),
  }
  // The event log takes the event in the next turn of the event loop; LangGraph has stored this result by then.
  if (asks.length === 0) context.emit(endOf(record))
  return record
}

function endOf(record: CallRecord): NewRunEvent {
  const { place, isError, ms, output, takenFrom, isRefused } = record
  const changes = changesOf(record)
  return {
    ...place,
    type: 'tool.finished',
    isError,
    ms,
    ...(output === undefined ? {} : { output }),
    ...(Object.keys(changes).length === 0 ? {} : { changes }),
    ...(takenFrom === undefined ? {} : { takenFrom }),
    ...(isRefused === undefined ? {} : { isRefused }),
  }
}

/** What the call changed beside the result that the log has of it. */
function changesOf({ text, isError, variables, handOff, switches, loads, isUnlogged }: CallRecord): CallChanges {
  // The log's result of a call that passes the baton says what became of that.
  const isOwnText = handOff !== undefined || (isUnlogged === true && !isError)
  return {
    ...(isOwnText ? { text } : {}),
    ...(variables === undefined || Object.keys(variables).length === 0 ? {} : { variables }),
    ...(handOff === undefined ? {} : { handOff }),
    ...(switches === undefined ? {} : { switches }),
    ...(loads === undefined ? {} : { loads }),
  }
}

/** A call from before a crash is told where the run lacks it. */
export function tellAgain(context: StepContext, { result: call, isNew }: OnceResult<CallRecord>): void {
  if (isNew) return
  const effect = call.effect === undefined ? {} : { effect: call.effect }
  context.emitAgain({ ...call.place, type: 'tool.started', arguments: call.arguments, ...effect })
  if (call.asks === undefined) context.emitAgain(endOf(call))
}

/** Takes in what a call came to: what it set is there for whoever comes next. */
export function takeCall(draft: Draft, call: CallRecord): void {
  const { place, variables, switches = {}, loads } = call
  countTool(draft, place.node, call)
  if (variables !== undefined && Object.keys(variables).length > 0)
    draft.variables = { ...draft.variables, ...variables }
  for (const [tool, isOn] of Object.entries(switches))
    draft.switches = { ...draft.switches, [switchKey(place.node, tool)]: isOn }
  if (loads !== undefined) loadTools(draft, loads)
}

/**
 * A call with what it took and is not counted yet; `spent`: all that it took itself. `counted`: what it had taken when it asked people, which is
 * counted.
 */
export function uncounted(
  record: CallRecord,
  counted: Expense | undefined,
): { since: CallRecord; spent: Expense | undefined } {
  if (record.spent === undefined) return { since: record, spent: undefined }
  const spent = addExpense(NO_EXPENSE, record.spent)
  return { since: { ...record, spent: spentSince(spent, counted) }, spent }
}

type SwitchReport = { node: string; tool: string; switches: ToolSwitches }

/** Says in the trace which tools a call switched. */
function tellSwitches(draft: Draft, context: StepContext, { node, tool, switches }: SwitchReport): void {
  for (const isOn of [true, false]) {
    const names = Object.keys(switches).filter((name) => switches[name] === isOn)
    if (names.length === 0) continue
    const rule = { by: 'tools-switched', tool, isOn, tools: names } as const
    tellDecision(draft, context, { node, about: 'tools', candidates: [], rule, choice: named(...names), tries: 0 })
  }
}
