/** What an observer means at run time: a step that looks at the one on top, and one that looks at the whole flow or a sub-flow. */
import { isStart } from '../../../src-shared/flow/held-flow'
import { observerSchema } from '../../../src-shared/kinds/observer'
import { observerStep } from '../observe'
import { stepName, type FlowFacts, type KindRuntime } from '../runtime'
import { isSubflow } from '../watchers'
import type { Watched } from '../state'

export const observerRuntime: KindRuntime = {
  steps(id, flow) {
    const data = observerSchema.parse(flow.graph.node(id)?.data ?? {})
    const settings = flow.modelOf(data.model)
    const step = observerStep({ observer: id, data, settings, watched: 'participant' })
    const watched = overseen(id, flow)
    if (watched === null) return { [stepName.watch(id)]: step }
    const oversee = observerStep({ observer: id, data, settings, watched })
    return { [stepName.watch(id)]: step, [stepName.oversee(id)]: oversee }
  },
}

/** The whole flow or the sub-flow that an observer looks at; null: neither. */
function overseen(id: string, flow: FlowFacts): Watched | null {
  for (const { edge } of flow.graph.into(id)) {
    const from = edge.from.node
    if (isStart(flow.graph.node(from))) return 'flow'
    if (isSubflow(flow, from)) return { subflow: from }
  }
  return null
}
