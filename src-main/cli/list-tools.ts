/** `baton tools list`: the tools of a flow as models are offered them, one as JSON on each line. */
import path from 'node:path'
import { atToolPorts } from '../../src-shared/agents/offers/offers'
import { foldCase } from '../../src-shared/match'
import { poolOf, poolsOf } from '../../src-shared/agents/offers/pools'
import { AppError } from '../../src-shared/errors'
import { inEnglish } from '../../src-shared/languages/translate'
import { flowGraph, type FlowGraph } from '../../src-shared/flow/graph'
import type { SourceState } from '../../src-shared/rpc/tools'
import { expandFlow } from '../engine/expand/expand'
import { flowsBeside } from '../flows/flows-beside'
import { freezeFlow } from '../flows/freeze'
import { permitToConnect } from './consent'
import { openCore, readFlowFile, type CommandStreams } from './options'

export type ListToolsCommand = { data?: string; allow?: string[]; pool?: string; agent?: string }

/**
 * Starts the servers that tools come from, as far as they were allowed. Exit code 0, also where one cannot be asked, which is said. Throws
 * `not-found` for a pool or an agent that the flow does not have, `consent-needed` naming what was not allowed.
 */
export async function listToolsCommand(
  file: string,
  options: ListToolsCommand,
  around: CommandStreams,
): Promise<number> {
  const { flow } = freezeFlow(readFlowFile(file).flow, flowsBeside(path.dirname(path.resolve(file))))
  const nodes = chosenNodes(flowGraph(expandFlow(flow)), options)
  permitToConnect({ flow, nodes }, options, around)
  const core = await openCore(options, around, [file])
  const lines = new Set<string>()
  const faults = new Set<string>()
  try {
    for (const node of nodes) {
      const asked = { flowId: flow.id, flow, node, connect: true, signal: around.signal }
      const { tools, sources } = await core.services.poolView.list(asked)
      for (const { name, sourceName, tool, description, enabled } of tools)
        lines.add(`${JSON.stringify({ name, source: sourceName, tool, description, enabled })}\n`)
      for (const fault of sourceFaults(sources)) faults.add(fault)
    }
  } finally {
    await core.close()
  }
  for (const line of lines) around.out(line)
  for (const fault of faults) around.note(fault)
  return 0
}

/** Which sources could not be asked, and why. */
export function sourceFaults(sources: readonly SourceState[]): string[] {
  return sources.flatMap(({ name, state, message }) =>
    state === 'failed' ? [`${name} cannot be used now: ${message}`] : [],
  )
}

/** Whose tools are listed: a pool, an agent, or everybody who uses tools, and pools that nobody uses. */
function chosenNodes(graph: FlowGraph, { pool, agent }: ListToolsCommand): string[] {
  const ids = Object.keys(graph.flow.nodes)
  const users = ids.filter((id) => poolOf(graph, id) === null && usesTools(graph, id))
  const owner = agent === undefined ? undefined : named(graph, ids, agent)
  if (agent !== undefined && owner === undefined)
    throw new AppError(
      'not-found',
      inEnglish(`Nobody in the flow is called "${agent}". Give the name of a node that uses tools.`),
    )
  const pools = owner === undefined ? ids.filter((id) => poolOf(graph, id) !== null) : poolsUsedBy(graph, owner)
  if (pool === undefined) {
    const used = new Set(users.flatMap((id) => poolsUsedBy(graph, id)))
    return owner === undefined ? [...users, ...pools.filter((id) => !used.has(id))] : [owner]
  }
  const chosen = named(graph, pools, pool)
  if (chosen !== undefined) return [chosen]
  const whose = agent === undefined ? 'The flow' : `"${agent}"`
  throw new AppError('not-found', inEnglish(`${whose} has no tool pool "${pool}".`))
}

function poolsUsedBy(graph: FlowGraph, id: string): string[] {
  return poolsOf(graph, id).map((used) => used.id)
}

function usesTools(graph: FlowGraph, id: string): boolean {
  return atToolPorts(graph, id).length > 0
}

function named(graph: FlowGraph, ids: readonly string[], name: string): string | undefined {
  return ids.find((id) => foldCase(graph.node(id)?.name ?? '') === foldCase(name.trim()))
}
