/** Everything that is wrong with a flow, before it runs. Errors block running, warnings do not. */
import { asMessage, ENGLISH, inARow, quoted, type Message } from '../../languages/translate'
import { knownOffers } from '../../agents/offers/offers'
import { swarmGroup } from '../../agents/offers/swarm-group'
import { kindOf } from '../../kinds/index'
import type { Problem } from '../../kinds/kind'
import { checkEdges } from './edges'
import { checkHeldFlows } from './held-flows'
import { checkModels } from './models'
import { checkToolLimits } from './tool-limits'
import { checkNodes } from './nodes'
import { checkOffers } from './offers'
import { asksManager, checkSettings, readCheckedSettings } from './settings'
import { flowGraph, type FlowGraph } from '../graph'
import type { Flow, Settings } from '../records'
import { atOnce, type Slices } from '../../slices'

export type { Problem } from '../../kinds/kind'

/** The problems of a flow: errors first, then those of the flow itself, then by node in the order of drawing. Never throws. `variables`: of the flows round it. */
export function checkFlow(flow: Flow, variables: readonly string[] = []): Problem[] {
  return atOnce(checkingFlow(flow, variables))
}

/** `checkFlow` in slices. */
export function checkingFlow(flow: Flow, variables: readonly string[] = []): Slices<Problem[]> {
  return checkWithin(flow, { path: [], variables })
}

/** The flows round a flow: their ids, outermost first, and the variables that they declare. */
type OuterFlows = { path: readonly string[]; variables: readonly string[] }

function* checkWithin(drawn: Flow, around: OuterFlows): Slices<Problem[]> {
  const graph = flowGraph(drawn)
  const { flow } = graph
  const { settings, problems } = readCheckedSettings(graph)
  const filled = Object.values(flow.nodes).flatMap((node) => kindOf(node)?.fills(node) ?? [])
  const path = [...around.path, flow.id]
  const variables = [...around.variables, ...Object.keys(settings.variables), ...filled]
  const declared = new Set(variables)
  const offersAt = knownOffers(graph)
  const parts = [
    () => checkSettings(graph, settings),
    () => checkNodes(graph, { joining: joining(graph, settings), declared }),
    () => checkModels(graph),
    () => checkToolLimits(graph, offersAt),
    () => checkEdges(graph, declared),
    () => checkOffers(graph, offersAt),
    () => checkHeldFlows(graph, { path, checkInner: (inner) => atOnce(checkWithin(inner, { path, variables })) }),
  ]
  const found = [...problems]
  for (const part of parts) {
    yield
    for (const problem of part()) found.push(problem)
  }
  yield
  return inOrder(flow, found)
}

/** Who takes part without being led to: where the conversation begins, and everybody whom a pattern or a manager may choose. */
function joining(graph: FlowGraph, { swarm }: Settings): string[] {
  const isOpen = swarm.pattern !== 'default' || swarm.afterWorkCode !== null || asksManager(graph, swarm)
  const group = isOpen ? swarmGroup(graph, swarm.order) : []
  return swarm.initial === null ? group : [swarm.initial, ...group]
}

/** Whether a flow with these problems must not run. */
export function blocksRunning(problems: readonly Problem[]): boolean {
  return problems.some((problem) => problem.severity === 'error')
}

/** A problem as one line that says where it is: `“Triage” -> “Refunds”: ...`. */
export function problemSentence(flow: Flow, problem: Problem): Message {
  const edge =
    problem.edge === undefined || !Object.hasOwn(flow.edges, problem.edge) ? undefined : flow.edges[problem.edge]
  const said = asMessage(problem.message)
  if (edge !== undefined)
    return inARow([nameAt(flow, edge.from.node), ' -> ', nameAt(flow, edge.to.node), ': ', said], '')
  return problem.node === undefined ? said : inARow([nameAt(flow, problem.node), ': ', said], '')
}

/** The same in English, for the command line. */
export function problemText(flow: Flow, problem: Problem): string {
  return ENGLISH.message(problemSentence(flow, problem))
}

function inOrder(flow: Flow, problems: readonly Problem[]): Problem[] {
  const places = new Map(Object.keys(flow.nodes).map((id, index) => [id, index]))
  const place = ({ node, edge }: Problem) =>
    node === undefined ? (edge === undefined ? -1 : places.size) : (places.get(node) ?? places.size)
  const weight = ({ severity }: Problem) => (severity === 'error' ? 0 : 1)
  return [...problems].sort((first, second) => weight(first) - weight(second) || place(first) - place(second))
}

function nameAt(flow: Flow, id: string): Message {
  const node = Object.hasOwn(flow.nodes, id) ? flow.nodes[id] : undefined
  return quoted(node?.name ?? id)
}
