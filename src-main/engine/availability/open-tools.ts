/**
 * The flow as it stands for one step: a tool or pool whose condition does not hold, or that a tool switched off, is one that is
 * not enabled; so is whoever waits for an answer and would be asked.
 */
import { isAvailable } from '../../../src-shared/agents/expressions/expression'
import { isUsed, type Offer } from '../../../src-shared/agents/offers/offers'
import type { Flow, JsonObject } from '../../../src-shared/flow/records'
import { isToolEdge } from '../../../src-shared/kinds/edge-facts'
import { useEdgeSchema } from '../../../src-shared/kinds/edges'
import { waitingIn, type OpenAsks } from '../speaking/asks'
import { asksCode } from './available'
import { variablesIn } from '../state/draft'
import type { CompiledFlow, FlowFacts, Step } from '../contract/runtime'
import type { BatonState } from '../state/state'
import type { EdgeAnswers } from '../state/state'
import { aroundStep } from '../contract/step'
import { isSwitchedOff, type Switches } from '../state/switches'

/** What a step may use of a flow, by the variables and switches with which the step begins. */
export type OpenToolsFlow = (
  flow: CompiledFlow,
  state: Pick<BatonState, 'variables' | 'switches'>,
  answers?: EdgeAnswers,
) => CompiledFlow

/** Evaluates the conditions of a flow's `use` edges. The same flow object is returned while the same conditions hold. */
export function createOpenTools(drawn: Flow, factsWith: (flow: Flow, heard: FlowFacts) => FlowFacts): OpenToolsFlow {
  const conditions = Object.entries(drawn.edges).flatMap(([id, edge]) => {
    const available = isToolEdge(edge) ? useEdgeSchema.safeParse(edge.data).data?.available : null
    return typeof available === 'string' && available.trim() !== '' ? [{ id, available }] : []
  })
  const coded = Object.entries(drawn.edges).flatMap(([id, edge]) => (asksCode(edge) ? [id] : []))
  const known = new WeakMap<CompiledFlow, { key: string; flow: CompiledFlow }>()
  const byConditions = (flow: CompiledFlow, variables: JsonObject, answers: EdgeAnswers): CompiledFlow => {
    const opened = coded.filter((id) => answers[id] === true)
    const isOpen = ({ id, available }: { id: string; available: string }) =>
      opened.includes(id) || isAvailable(available, variables)
    const closed = conditions.filter((one) => !isOpen(one)).map(({ id }) => id)
    if (closed.length + opened.length === 0) return flow
    const key = `${closed.join(' ')}|${opened.join(' ')}`
    const before = known.get(flow)
    if (before?.key === key) return before.flow
    const changed = {
      ...flow,
      ...factsWith(withToolStates(drawn, { closed: new Set(closed), opened: new Set(opened) }), flow),
      drawn: flow,
    }
    known.set(flow, { key, flow: changed })
    return changed
  }
  return (flow, { variables, switches }, answers = {}) => {
    const open = byConditions(flow, variables, answers)
    return Object.values(switches).includes(false) ? withSwitches(open, switches) : open
  }
}

/** The flow without what participants have switched off. */
function withSwitches(flow: CompiledFlow, switches: Switches): CompiledFlow {
  const switched =
    (id: string) =>
    <Tool extends Offer>(offer: Tool): Tool =>
      isUsed(offer) && isSwitchedOff(switches, id, offer.name) ? { ...offer, enabled: false } : offer
  return {
    ...flow,
    drawn: flow.drawn ?? flow,
    offersOf: (id) => flow.offersOf(id).map(switched(id)),
    poolsOf: (id) => flow.poolsOf(id).map((pool) => ({ ...pool, tools: pool.tools.map(switched(id)) })),
  }
}

/** The flow in which nobody can be asked who waits for an answer. */
function withWaiting(flow: CompiledFlow, waiting: OpenAsks | null): CompiledFlow {
  if (waiting === null) return flow
  const isShut = ({ type, target }: Offer) => type === 'ask' && !waiting.isOpen(target)
  const offersOf = (id: string) =>
    flow.offersOf(id).map((offer) => (isShut(offer) ? { ...offer, enabled: false } : offer))
  return { ...flow, drawn: flow.drawn ?? flow, offersOf }
}

type ToolStates = { closed: ReadonlySet<string>; opened: ReadonlySet<string> }

function withToolStates(flow: Flow, { closed, opened }: ToolStates): Flow {
  const edges = Object.entries(flow.edges).map(([id, edge]) => {
    if (closed.has(id)) return [id, { ...edge, data: { ...edge.data, enabled: false } }] as const
    return [id, opened.has(id) ? { ...edge, data: { ...edge.data, available: 'true' } } : edge] as const
  })
  return { ...flow, edges: Object.fromEntries(edges) }
}

/** A step that sees the flow with the tools that are open when it begins. */
export function stepWithOpenTools(drawn: Step, openTools: OpenToolsFlow): Step {
  return aroundStep(drawn, (inner, state, context) => {
    const frames = context.branch === null ? state.frames : (state.branches[context.branch] ?? [])
    const open = openTools(
      context.flow,
      { ...state, variables: variablesIn(state, context.branch) },
      frames.at(-1)?.answers,
    )
    const flow = withWaiting(open, waitingIn(state, context.branch))
    return inner(state, flow === context.flow ? context : { ...context, flow })
  })
}
