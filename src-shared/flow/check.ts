/** Everything that is wrong with a flow, before it runs. Errors block running, warnings do not. */
import { offersOf } from '../agents/offers'
import { kindOf } from '../kinds/index'
import type { Problem } from '../kinds/kind'
import { checkEdges } from './checks/edges'
import { checkHeldFlows } from './checks/held-flows'
import { checkNodes } from './checks/nodes'
import { checkSettings, readCheckedSettings } from './checks/settings'
import { flowGraph, type FlowGraph } from './graph'
import type { Flow } from './records'

export type { Problem } from '../kinds/kind'

/** The problems of a flow: errors first, then those of the flow itself, then by node in the order of drawing. Never throws. */
export function checkFlow(flow: Flow): Problem[] {
  return checkWithin(flow, { path: [], variables: [] })
}

/** The flows round a flow: their ids, outermost first, and the variables that they declare. */
type Around = { path: readonly string[]; variables: readonly string[] }

function checkWithin(flow: Flow, around: Around): Problem[] {
  const graph = flowGraph(flow)
  const { settings, problems } = readCheckedSettings(graph)
  const filled = Object.values(flow.nodes).flatMap((node) => kindOf(node)?.fills(node) ?? [])
  const path = [...around.path, flow.id]
  const variables = [...around.variables, ...Object.keys(settings.variables), ...filled]
  const declared = new Set(variables)
  const found = [
    ...problems,
    ...checkSettings(graph, settings),
    ...checkNodes(graph, settings.swarm.initial),
    ...checkEdges(graph, declared),
    ...checkOffers(graph),
    ...checkHeldFlows(graph, { path, checkInner: (inner) => checkWithin(inner, { path, variables }) }),
  ]
  return inOrder(flow, found)
}

/** Whether a flow with these problems must not run. */
export function blocksRunning(problems: readonly Problem[]): boolean {
  return problems.some((problem) => problem.severity === 'error')
}

/** A problem as one line that says where it is: `"Triage" -> "Refunds": ...`. */
export function problemText(flow: Flow, problem: Problem): string {
  const edge =
    problem.edge === undefined || !Object.hasOwn(flow.edges, problem.edge) ? undefined : flow.edges[problem.edge]
  if (edge !== undefined) return `${nameAt(flow, edge.from.node)} -> ${nameAt(flow, edge.to.node)}: ${problem.message}`
  return problem.node === undefined ? problem.message : `${nameAt(flow, problem.node)}: ${problem.message}`
}

/** A model cannot tell two things of one name apart. */
function checkOffers(graph: FlowGraph): Problem[] {
  return Object.keys(graph.flow.nodes).flatMap((id) => {
    const first = new Map<string, { edgeId: string; target: string }>()
    return offersOf(graph, id).flatMap((offer): Problem[] => {
      if (!offer.enabled) return []
      const other = first.get(offer.name)
      first.set(offer.name, other ?? offer)
      if (other === undefined || other.target === offer.target) return []
      const both = `${nameAt(graph.flow, other.target)} and ${nameAt(graph.flow, offer.target)}`
      const message = `${both} are both offered under the tool name "${offer.name}". Give one of them another tool name.`
      return [{ severity: 'error', code: 'duplicate-tool', node: id, edge: offer.edgeId, message }]
    })
  })
}

function inOrder(flow: Flow, problems: readonly Problem[]): Problem[] {
  const places = new Map(Object.keys(flow.nodes).map((id, index) => [id, index]))
  const place = ({ node, edge }: Problem) =>
    node === undefined ? (edge === undefined ? -1 : places.size) : (places.get(node) ?? places.size)
  const weight = ({ severity }: Problem) => (severity === 'error' ? 0 : 1)
  return [...problems].sort((first, second) => weight(first) - weight(second) || place(first) - place(second))
}

function nameAt(flow: Flow, id: string): string {
  const node = Object.hasOwn(flow.nodes, id) ? flow.nodes[id] : undefined
  return `"${node?.name ?? id}"`
}
