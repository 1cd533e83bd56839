/**
 * What a source says of one of its tools. A person who lets a call run lets it run as it is described then, and a source may describe its tools
 * anew at any time.
 */
import type { DescribedAnew } from '../../../src-shared/run/log/questions'
import { hashOf } from '../../json-hash'
import type { CompiledFlow, StepContext } from '../contract/runtime'
import type { DescribedTool } from '../state/decided-call'

/** Null: the tool is of no source, so that the drawing says all of it. */
export function describedTool(
  { graph }: Pick<CompiledFlow, 'graph'>,
  { toolNode, sourceTool }: { toolNode: string; sourceTool: string },
): DescribedTool | null {
  const found = graph.listed(toolNode).find(({ tool }) => tool === sourceTool)
  if (found === undefined) return null
  const { description, parameters, effect, request } = found
  const more = { ...(effect === undefined ? {} : { effect }), ...(request === undefined ? {} : { request }) }
  return { description, parameters: hashOf(parameters), ...more }
}

/** What is otherwise than it was; null: nothing is. */
export function describedAnew(before: DescribedTool, now: DescribedTool): DescribedAnew | null {
  const parts = {
    description: before.description !== now.description,
    arguments: before.parameters !== now.parameters,
    effect: before.effect !== now.effect,
    request: before.request !== now.request,
  }
  if (!Object.values(parts).includes(true)) return null
  return { ...parts, before: toldOf(before), now: toldOf(now) }
}

function toldOf({ description, request }: DescribedTool): DescribedAnew['now'] {
  return request === undefined ? { description } : { description, request }
}

/** The flow with what the source of a tool offers right now, or why it could not be asked. Throws only when the run is stopped. */
export async function withToolsOfNow(
  { flow, services, signal }: Pick<StepContext, 'flow' | 'services' | 'signal'>,
  toolNode: string,
): Promise<{ flow: CompiledFlow } | { fault: string }> {
  const source = flow.sources.get(toolNode)
  if (source === undefined) return { flow }
  const { graph } = flow
  try {
    const tools = await source.list({ services, signal })
    if (tools === graph.listed(toolNode)) return { flow }
    return { flow: { ...flow, graph: { ...graph, listed: (id) => (id === toolNode ? tools : graph.listed(id)) } } }
  } catch (cause) {
    signal.throwIfAborted()
    return { fault: cause instanceof Error ? cause.message : String(cause) }
  }
}
