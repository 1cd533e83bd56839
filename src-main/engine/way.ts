/** Nodes that say nothing and only lead the baton on, in a step of their own. */
import type { FlowFacts, Participant } from './runtime'
import { endOrReturn } from './settle'

/** A node whose one step looks where the baton goes on to, whenever it comes. */
export function wayParticipant(id: string, flow: FlowFacts, step: string): Participant {
  return {
    id,
    node: flow.graph.node(id) ?? { kind: '', name: id, data: {} },
    settings: flow.modelOf(null),
    maxToolRounds: 1,
    hidesTransit: true,
    opening: '',
    arrival: 'replace',
    speaks: false,
    enter: () => [step],
    begin: () => [step],
    texts: () => ({ before: [], after: [] }),
    settle: endOrReturn,
  }
}
