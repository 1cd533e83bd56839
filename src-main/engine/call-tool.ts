/** One call of a drawn tool: told in the trace, within the time of the turn, and what it sets is checked before it counts. */
import { readCallArguments } from '../../src-shared/agents/model-calls'
import { isVariableName, misfit } from '../../src-shared/flow/variables'
import { toolScope } from '../../src-shared/run/log'
import { countSpent } from './call-model'
import { topFrame, type Draft } from './draft'
import { keepResult, type KeptOutcome } from './keep-result'
import type { CompiledFlow, StepContext, ToolCallContext, ToolOutcome, ToolRunner } from './runtime'
import { startTimeLimit } from '../time-limit'
import { tellProgress } from './tool-progress'

export type ToolCall = {
  /** The node for which the tool is called. */
  node: string
  span: string
  callId: string
  /** The name under which it is called. */
  tool: string
  toolNode: string
  /** What the node itself calls it. */
  sourceTool: string
  /** JSON text. */
  arguments: string
  run: ToolRunner | undefined
}

/** Calls the tool. What it sets is there for whoever comes next; a call that fails is a result marked as an error, and changes nothing. */
export async function callTool(draft: Draft, context: StepContext, { run, ...call }: ToolCall): Promise<KeptOutcome> {
  const { arguments: json, sourceTool: _own, ...place } = call
  const at = { ...place, path: topFrame(draft).scope }
  const started = context.services.now()
  context.emit({ ...at, type: 'tool.started', arguments: json })
  const progress = tellProgress(context.services.now, (said) => context.emit({ ...at, type: 'tool.progress', ...said }))
  const tried = await tryTool(draft, context, { run, ...call, onProgress: progress.hear }).finally(progress.end)
  const outcome = checkedOutcome(tried, context.flow)
  context.emit({ ...at, type: 'tool.finished', isError: outcome.isError, ms: context.services.now() - started })
  if (tried.spent !== undefined) countSpent(draft, tried.spent)
  const { isError, variables = {} } = outcome
  if (!isError && Object.keys(variables).length > 0) draft.variables = { ...draft.variables, ...variables }
  return keepResult(context, outcome)
}

type Trying = ToolCall & Pick<ToolCallContext, 'onProgress'>

async function tryTool(draft: Draft, context: StepContext, call: Trying): Promise<ToolOutcome> {
  const { run, tool, arguments: json, onProgress } = call
  if (run === undefined) return failure(`tool ${tool} cannot be called`)
  // Malformed arguments are an error result, never a call (Workbench 18).
  const args = readCallArguments(json)
  if (args === null) return failure(`the arguments of ${tool} are not a JSON object: ${json.slice(0, 200)}`)
  const seconds = startTimeLimit(context.deadline - context.services.now(), context.signal)
  try {
    const { signal } = seconds
    const { services, threadId, emit } = context
    const inside = { threadId, scope: toolScope(topFrame(draft).scope, call.callId), emit }
    const { variables } = draft
    return await run(args, { tool: call.sourceTool, signal, services, variables, inside, onProgress })
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
function checkedOutcome(outcome: ToolOutcome, flow: CompiledFlow): ToolOutcome {
  for (const [name, value] of Object.entries(outcome.variables ?? {})) {
    const declared = Object.hasOwn(flow.settings.variables, name) ? flow.settings.variables[name] : undefined
    const issue = declared === undefined ? null : misfit(name, declared.type, value)
    if (issue !== null) return failure(issue)
    if (!isVariableName(name) || name === '__proto__')
      return failure(`"${name.slice(0, 80)}" cannot be the name of a variable.`)
  }
  return outcome
}
