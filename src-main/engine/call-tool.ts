/** One call of a drawn tool: told in the trace, within the time of the turn, and what it sets is checked before it counts. */
import { readCallArguments } from '../../src-shared/agents/model-calls'
import { isVariableName, misfit } from '../../src-shared/flow/variables'
import type { JsonObject } from '../../src-shared/flow/records'
import type { NewRunEvent } from '../../src-shared/run/events'
import { toolScope } from '../../src-shared/run/log'
import type { KeptResult } from '../../src-shared/run/results'
import { startTimeLimit } from '../time-limit'
import { countSpent } from './call-model'
import { aroundTool } from './callables'
import { tellDecision } from './decisions'
import { topFrame, type Draft } from './draft'
import { keepResult } from './keep-result'
import type { Made } from './once'
import type { CompiledFlow, Spent, StepContext, ToolCallContext, ToolOutcome, ToolRunner } from './runtime'
import { tellProgress } from './tool-progress'
import { loadTools } from './tool-pools'
import { switchKey, type Switched } from './switches'
import { switchedTools } from './tool-switches'

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
  /** JSON text. */
  arguments: string
  run: ToolRunner | undefined
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
  switches?: Switched
  loads?: string[]
  spent?: Spent
}

type CallPlace = { node: string; path: string; span: string; callId: string; tool: string; toolNode: string }

/**
 * Calls the tool, as a part of a step that runs `once`: it changes nothing itself, `takeCall` does. What goes wrong is a result marked
 * as an error. Throws only when the run is stopped.
 */
export async function callTool(draft: Draft, context: StepContext, { run, ...call }: ToolCall): Promise<CallRecord> {
  const { arguments: json, sourceTool: _own, key: _key, ...at } = call
  const place: CallPlace = { ...at, path: topFrame(draft).scope }
  const started = context.services.now()
  context.emit({ ...place, type: 'tool.started', arguments: json })
  const progress = tellProgress(context.services.now, (said) =>
    context.emit({ ...place, type: 'tool.progress', ...said }),
  )
  const lines: string[] = []
  const hear = { onProgress: progress.hear, onOutput: (line: string) => void lines.push(line) }
  const tried = await tryTool(draft, context, { run, ...call, ...hear }).finally(progress.end)
  const ms = context.services.now() - started
  const checked = checkedOutcome(tried, context.flow, at.node)
  const { text, isError, variables, handOff, switches, loads, kept } = await keepResult(context, checked)
  if (!isError && switches !== undefined) tellSwitches(draft, context, { ...at, switches })
  // Heard by the event log once LangGraph has stored what this returns, which happens before the outside world is looked at again.
  const console = lines.length === 0 ? {} : { output: (await context.services.redactor()).text(lines.join('\n')) }
  context.emit(endOf({ place, isError, ms, ...console }))
  return {
    ...console,
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
    ...(tried.spent === undefined ? {} : { spent: tried.spent }),
  }
}

function endOf({ place, isError, ms, output }: Pick<CallRecord, 'place' | 'isError' | 'ms' | 'output'>): NewRunEvent {
  return { ...place, type: 'tool.finished', isError, ms, ...(output === undefined ? {} : { output }) }
}

/** A call from before a crash is told where the run lacks it. */
export function tellAgain(context: StepContext, { result: call, isNew }: Made<CallRecord>): void {
  if (isNew) return
  context.emitAgain({ ...call.place, type: 'tool.started', arguments: call.arguments })
  context.emitAgain(endOf(call))
}

/** Takes in what a call came to: what it set is there for whoever comes next. */
export function takeCall(draft: Draft, call: CallRecord): void {
  const { place, variables, switches = {}, loads, spent } = call
  if (spent !== undefined) countSpent(draft, spent)
  if (variables !== undefined && Object.keys(variables).length > 0)
    draft.variables = { ...draft.variables, ...variables }
  for (const [tool, isOn] of Object.entries(switches))
    draft.switches = { ...draft.switches, [switchKey(place.node, tool)]: isOn }
  if (loads !== undefined) loadTools(draft, loads)
}

type Trying = ToolCall & Pick<ToolCallContext, 'onProgress' | 'onOutput'>

async function tryTool(draft: Draft, context: StepContext, call: Trying): Promise<ToolOutcome> {
  const { run, tool, arguments: json, onProgress, onOutput } = call
  if (run === undefined) return failure(`tool ${tool} cannot be called`)
  // Malformed arguments are an error result, never a call (Workbench 18).
  const args = readCallArguments(json)
  if (args === null) return failure(`the arguments of ${tool} are not a JSON object: ${json.slice(0, 200)}`)
  const seconds = startTimeLimit(context.deadline - context.services.now(), context.signal)
  try {
    const { signal } = seconds
    const { services } = context
    const inside = context.insideOf({ scope: toolScope(topFrame(draft).scope, call.callId), key: call.key })
    const { variables } = draft
    const around = () => aroundTool(draft, context.flow, { node: call.node, tool: call.toolNode })
    const heard = { onProgress, onOutput }
    return await run(args, { tool: call.sourceTool, signal, services, variables, inside, around, ...heard })
  } catch (cause) {
    context.signal.throwIfAborted()
    if (seconds.hasPassed()) return failure('the turn has used up its time')
    return failure(cause instanceof Error ? cause.message : String(cause))
  } finally {
    seconds.end()
  }
}

function failure(words: string): ToolOutcome {
  return { text: `Error: ${words}`, isError: true }
}

/** What a tool may set: any name that could be declared, and a declared one by its type. Names that nobody declared are allowed, as in AG2. */
function checkedOutcome(outcome: ToolOutcome, flow: CompiledFlow, node: string): ToolOutcome {
  for (const [name, value] of Object.entries(outcome.variables ?? {})) {
    const declared = Object.hasOwn(flow.settings.variables, name) ? flow.settings.variables[name] : undefined
    const issue = declared === undefined ? null : misfit(name, declared.type, value)
    if (issue !== null) return failure(issue)
    if (!isVariableName(name) || name === '__proto__')
      return failure(`"${name.slice(0, 80)}" cannot be the name of a variable.`)
  }
  if (outcome.isError || outcome.switches === undefined) return outcome
  try {
    return { ...outcome, switches: switchedTools(flow, node, outcome.switches) }
  } catch (cause) {
    return failure(cause instanceof Error ? cause.message : String(cause))
  }
}

type Switching = { node: string; tool: string; switches: Switched }

/** Says in the trace which tools a call switched. */
function tellSwitches(draft: Draft, context: StepContext, { node, tool, switches }: Switching): void {
  for (const isOn of [true, false]) {
    const names = Object.keys(switches).filter((name) => switches[name] === isOn)
    if (names.length === 0) continue
    const rule = `${tool} switched ${isOn ? 'on' : 'off'} for the rest of the thread: ${names.join(', ')}`
    tellDecision(draft, context, { node, about: 'tools', candidates: [], rule, choice: names.join(', '), tries: 0 })
  }
}
