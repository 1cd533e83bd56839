/** The flow as it stands for one step: a tool or pool whose condition does not hold is one that is switched off. */
import { isAvailable } from '../../src-shared/agents/expression'
import type { Flow } from '../../src-shared/flow/records'
import { useEdgeSchema } from '../../src-shared/kinds/edges'
import type { CompiledFlow, FlowFacts, Step } from './runtime'
import type { BatonState } from './state'

/** What a step may use of a flow, by the variables with which the step begins. */
export type StandingFlow = (flow: CompiledFlow, state: Pick<BatonState, 'variables'>) => CompiledFlow

/** Looks at the conditions of a flow's `use` edges. While the same ones hold, what it gives is the same flow. */
export function createStanding(drawn: Flow, factsWith: (flow: Flow, heard: FlowFacts) => FlowFacts): StandingFlow {
  const conditions = Object.entries(drawn.edges).flatMap(([id, edge]) => {
    const available = edge.kind === 'use' ? useEdgeSchema.safeParse(edge.data).data?.available : null
    return typeof available === 'string' && available.trim() !== '' ? [{ id, available }] : []
  })
  const known = new WeakMap<CompiledFlow, { key: string; flow: CompiledFlow }>()
  return (flow, { variables }) => {
    const closed = conditions.filter(({ available }) => !isAvailable(available, variables)).map(({ id }) => id)
    if (closed.length === 0) return flow
    const key = closed.join(' ')
    const before = known.get(flow)
    if (before?.key === key) return before.flow
    const standing = { ...flow, ...factsWith(withoutTools(drawn, new Set(closed)), flow) }
    known.set(flow, { key, flow: standing })
    return standing
  }
}

function withoutTools(flow: Flow, closed: ReadonlySet<string>): Flow {
  const edges = Object.entries(flow.edges).map(([id, edge]) => {
    return [id, closed.has(id) ? { ...edge, data: { ...edge.data, enabled: false } } : edge] as const
  })
  return { ...flow, edges: Object.fromEntries(edges) }
}

/** A step that sees the flow as it stands when it begins. */
export function standingStep(step: Step, standing: StandingFlow): Step {
  return (state, context) => {
    const flow = standing(context.flow, state)
    return step(state, flow === context.flow ? context : { ...context, flow })
  }
}
