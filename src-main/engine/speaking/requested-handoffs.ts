/** The moves that the calls of one reply ask for, by the model or by a tool while it ran: which one wins, and how it is carried out (swarm 3, 9). */
import { evaluateText, isAvailable, isTruthy } from '../../../src-shared/agents/expressions/expression'
import { findByName } from '../../../src-shared/match'
import { isUsed, nestedNameOf, type Offer } from '../../../src-shared/agents/offers/offers'
import { AppError } from '../../../src-shared/errors'
import { edgesOfFlow, sortEdges, type EdgeEntry } from '../../../src-shared/flow/graph'
import type { AfterWorkOption, JsonObject } from '../../../src-shared/flow/records'
import type { OnlyWhen, PassTime } from '../../../src-shared/kinds/edge-definition'
import { edgeDefinition, returnsWhenDone } from '../../../src-shared/kinds/edge-facts'
import { handoffEdgeSchema, type HandoffData } from '../../../src-shared/kinds/edges'
import type { Candidate } from '../../../src-shared/run/log/decisions'
import { named, tellDecision } from '../calls/decisions'
import { topFrame, type Draft } from '../state/draft'
import { passBaton } from '../moves/moves'
import { participantOf, stepName, type CompiledFlow, type StepContext } from '../contract/runtime'
import { endOrReturn } from '../moves/after-reply'
import type { AskedMove, Destination } from '../state/state'
import { inEnglish } from '../../../src-shared/languages/translate'

/** What a tool's hand-off comes to: a move, or null where no edge is drawn for it now. */
export type ToolMove = { to: Destination | null; name: string }

const OPTIONS: ReadonlyMap<string, AfterWorkOption> = new Map([
  ['TERMINATE', 'terminate'],
  ['REVERT_TO_USER', 'revert-to-user'],
  ['STAY', 'stay'],
  ['SWARM_MANAGER', 'swarm-manager'],
])

/**
 * Where a name leads that a tool passed the baton to: a node of the flow, or an after-work option. Throws AppError for a
 * name that nothing has, which fails the run (swarm 3).
 */
export function destinationOf(
  draft: Draft,
  flow: CompiledFlow,
  { id, name, at = 'in-reply' }: { id: string; name: string; at?: PassTime },
): ToolMove {
  const edges = drawnFrom(flow, id, at)
  const nodes = namedNodes(flow, edges)
  const found = findByName([...nodes.keys(), ...OPTIONS.keys()], name.trim())
  const node = nodes.get(found ?? '')
  const option = OPTIONS.get(found ?? '')
  if (node === id) return { to: { option: 'stay' }, name }
  if (node !== undefined) {
    const drawn = edges.find(({ edge }) => edge.to.node === node && isOpen(draft, edge))
    return { to: drawn === undefined ? null : { node, edge: drawn.id }, name: found ?? name }
  }
  if (option !== undefined) return { to: { option }, name: found ?? name }
  const message = `No agent found with the name '${name}'. Ensure the agent exists in the swarm.`
  throw new AppError('tool-failed', inEnglish(message), { node: id })
}

/** The names of those to whom the baton may be passed by name at a time, the edge open or not. */
export function drawnNames(flow: CompiledFlow, { id, at }: { id: string; at: PassTime }): string[] {
  return [...new Set(drawnFrom(flow, id, at).map(({ edge }) => flow.nameOf(edge.to.node)))]
}

/** The edges over which a participant may pass the baton by name at a time. */
function drawnFrom(flow: CompiledFlow, id: string, at: PassTime): EdgeEntry[] {
  const isPassed = (kind: string) => edgeDefinition(kind)?.passes.includes(at) === true
  const moves = edgesOfFlow(flow.graph.flow).filter(
    ({ edge }) => edge.from.node === id && isPassed(edge.kind) && (edge.data['option'] ?? null) === null,
  )
  return sortEdges(moves)
}

/** Every node by its name, nested chats also by the name under which the participant calls them. */
function namedNodes(flow: CompiledFlow, edges: readonly EdgeEntry[]): Map<string, string> {
  const nested = edges.flatMap(({ edge }): [string, string][] => {
    const name = nestedNameOf(flow.graph, edge)
    return name === null ? [] : [[name, edge.to.node]]
  })
  const own = Object.keys(flow.graph.flow.nodes).map((node): [string, string] => [flow.nameOf(node), node])
  return new Map([...nested, ...own])
}

/** A tool passes the baton whoever decides otherwise, but not over a hand-off that is not available. */
function isOpen(draft: Draft, { kind, data }: EdgeEntry['edge']): boolean {
  const field = edgeDefinition(kind)?.onlyWhen ?? null
  const text = field === null ? null : data[field]
  return field === null || typeof text !== 'string' || HOLDS[field](text, draft.variables)
}

const HOLDS: { readonly [F in OnlyWhen]: (text: string, variables: JsonObject) => boolean } = {
  available: isAvailable,
  when: (text, variables) => text.trim() === '' || isTruthy(evaluateText(text.trim(), variables)),
}

/** Of several moves in one reply the last wins, or the first where the flow says so (swarm 9). */
export function winningMove(moves: readonly AskedMove[], flow: CompiledFlow): AskedMove | null {
  return (flow.settings.swarm.severalHandoffs === 'first' ? moves.at(0) : moves.at(-1)) ?? null
}

/** Where a move leads, in words. */
export function destinationName({ to }: AskedMove, flow: CompiledFlow): string {
  if ('node' in to) return flow.nameOf(to.node)
  return [...OPTIONS].find(([, option]) => option === to.option)?.[0] ?? to.option
}

/** Says in the trace which moves of a reply were not carried out. */
export function warnOfLosers(context: StepContext, id: string, moves: readonly AskedMove[]): void {
  const { flow } = context
  const winner = winningMove(moves, flow)
  if (winner === null || moves.length < 2) return
  const told = (move: AskedMove) => ({ tool: move.call.name, to: destinationName(move, flow) })
  const lost = moves.filter((move) => move !== winner).map(told)
  const taken = flow.settings.swarm.severalHandoffs
  const facts = { name: flow.nameOf(id), taken, done: told(winner), lost }
  context.emit({ type: 'warning', node: id, code: 'several-handoffs', facts })
}

/** Carries a move out: the reply of the participant ends with it. */
export function followMove(draft: Draft, context: StepContext, { id, move }: { id: string; move: AskedMove }): void {
  const { call, by, to, reason } = move
  draft.turn.rounds += 1
  topFrame(draft).toolRounds = 0
  tellMove(draft, context, { id, move })
  if ('option' in to) {
    takeOption(draft, context, { id, option: to.option })
    return
  }
  const edge = context.flow.graph.flow.edges[to.edge]
  const returnTo = returnsWhenDone(edge) ? id : null
  passBaton(draft, context, { to: to.node, edge: to.edge, by, reason, call: call.id, returnTo })
}

function takeOption(draft: Draft, context: StepContext, { id, option }: { id: string; option: AfterWorkOption }): void {
  const { afterWork } = participantOf(context.flow, id)
  if (afterWork !== undefined) afterWork.takeOption(draft, context, option)
  else if (option === 'terminate' || option === 'revert-to-user') endOrReturn(draft, context)
  else topFrame(draft).todo = [stepName.think(id)]
}

/** A hand-off that is not on offer now, and why. */
export function closedCandidate(
  candidate: Pick<Candidate, 'name' | 'node' | 'tool'>,
  edge: Pick<HandoffData, 'available' | 'availableCode'>,
): Candidate {
  return { ...candidate, unavailable: { when: edge.availableCode === null ? (edge.available ?? '') : null } }
}

/** An offer with what the model read of it, or why it was not offered. */
function candidateOf(draft: Draft, flow: CompiledFlow, offer: Offer): Candidate {
  const { name: tool, description, edgeId, target } = offer
  const edge = flow.graph.flow.edges[edgeId]
  const candidate = { name: flow.nameOf(target), node: target, tool }
  if (edge === undefined || isOpen(draft, edge)) return { ...candidate, note: description }
  return closedCandidate(candidate, handoffEdgeSchema.parse(edge.data))
}

function tellMove(draft: Draft, context: StepContext, { id, move }: { id: string; move: AskedMove }): void {
  const { flow } = context
  const { call, by } = move
  const over = 'edge' in move.to ? flow.graph.flow.edges[move.to.edge] : undefined
  const isDialog = over !== undefined && edgeDefinition(over.kind)?.offersAs === 'dialog'
  const offered = flow.offersOf(id).flatMap((one) => (isUsed(one) ? [] : [candidateOf(draft, flow, one)]))
  const drawn = drawnFrom(flow, id, 'in-reply').map(({ edge }) => ({
    name: flow.nameOf(edge.to.node),
    node: edge.to.node,
  }))
  tellDecision(draft, context, {
    node: id,
    about: isDialog ? 'dialog' : 'handoff',
    candidates: by === 'model' ? offered : drawn,
    answer: `${call.name}(${call.arguments})`,
    rule: by === 'model' ? { by: 'model-called' } : { by: 'tool-passed', tool: call.name },
    choice: { ...named(destinationName(move, flow)), ...('node' in move.to ? { nodes: [move.to.node] } : {}) },
    question: { reads: 'handoff', takes: flow.settings.swarm.severalHandoffs },
  })
}
