/** `baton tools search`: what a query finds in the tool pools of a flow, one candidate as JSON on each line. */
import path from 'node:path'
import { foldCase } from '../../src-shared/match'
import { poolOf, poolsOf, type DrawnPool } from '../../src-shared/agents/offers/pools'
import { AppError } from '../../src-shared/errors'
import { ENGLISH, inEnglish } from '../../src-shared/languages/translate'
import { flowGraph, type FlowGraph } from '../../src-shared/flow/graph'
import { expandFlow } from '../engine/expand/expand'
import { flowsBeside } from '../flows/flows-beside'
import { freezeFlow } from '../flows/freeze'
import { permitToConnect } from './consent'
import { sourceFaults } from './list-tools'
import { openCore, readFlowFile, type CommandStreams } from './options'

export type SearchToolsCommand = { data?: string; allow?: string[]; pool?: string; agent?: string }

/** Exit code 0, also where nothing is found. Throws `not-found` for a pool or an agent that the flow does not have. */
export async function searchToolsCommand(
  { file, query }: { file: string; query: string },
  options: SearchToolsCommand,
  around: CommandStreams,
): Promise<number> {
  const { flow } = freezeFlow(readFlowFile(file).flow, flowsBeside(path.dirname(path.resolve(file))))
  const whole = expandFlow(flow)
  const pools = chosenPools(flowGraph(whole), options)
  permitToConnect({ flow, nodes: pools.map(({ id }) => id) }, options, around)
  const core = await openCore(options, around, [file])
  const asked = { flowId: flow.id, flow, query, connect: true, signal: around.signal }
  try {
    for (const drawn of pools) {
      const found = await core.services.poolView.search({ ...asked, node: drawn.id })
      for (const { name, similarity, rank, kept, reason } of found.candidates)
        around.out(`${JSON.stringify({ name, pool: drawn.name, similarity, rank, kept, reason })}\n`)
      if (found.fellBack !== null) around.note(`${drawn.name}: ${ENGLISH.message(found.fellBack)}`)
      const { sources } = await core.services.poolView.list({ ...asked, node: drawn.id, connect: false })
      for (const fault of sourceFaults(sources)) around.note(fault)
    }
    return 0
  } finally {
    await core.close()
  }
}

/** The pools of the flow, of one agent, or the one of a name. */
function chosenPools(graph: FlowGraph, { pool, agent }: SearchToolsCommand): readonly DrawnPool[] {
  const ids = Object.keys(graph.flow.nodes)
  const isNamed = (id: string, name: string) => foldCase(graph.node(id)?.name ?? '') === foldCase(name.trim())
  const all = ids.flatMap((id) => poolOf(graph, id) ?? [])
  if (all.length === 0)
    throw new AppError('not-found', inEnglish('The flow has no tool pool. Draw one, and join tools to it.'))
  const owner = agent === undefined ? undefined : ids.find((id) => isNamed(id, agent))
  if (agent !== undefined && owner === undefined)
    throw new AppError(
      'not-found',
      inEnglish(`Nobody in the flow is called "${agent}". Give the name of a node that uses a pool.`),
    )
  const own = owner === undefined ? all : poolsOf(graph, owner).filter(({ enabled }) => enabled)
  const chosen = pool === undefined ? own : own.filter(({ id }) => isNamed(id, pool))
  if (chosen.length > 0) return chosen
  const whose = agent === undefined ? 'The flow' : `"${agent}"`
  const names = own.map(({ name }) => `"${name}"`).join(', ')
  const what = pool === undefined ? 'uses no tool pool' : `has no tool pool "${pool}"`
  throw new AppError('not-found', inEnglish(`${whose} ${what}.${names === '' ? '' : ` There is ${names}.`}`))
}
