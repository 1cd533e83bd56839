/** What an observer means at run time: a step that looks at the one on top, and one that looks at the whole flow. */
import { isStart } from '../../../src-shared/flow/held-flow'
import { observerSchema } from '../../../src-shared/kinds/observer'
import { observerStep } from '../observe'
import { stepName, type KindRuntime } from '../runtime'

export const observerRuntime: KindRuntime = {
  steps(id, flow) {
    const data = observerSchema.parse(flow.graph.node(id)?.data ?? {})
    const settings = flow.modelOf(data.model)
    const step = observerStep({ observer: id, data, settings, watched: 'participant' })
    const watchesFlow = flow.graph.into(id).some(({ edge }) => isStart(flow.graph.node(edge.from.node)))
    if (!watchesFlow) return { [stepName.watch(id)]: step }
    const oversee = observerStep({ observer: id, data, settings, watched: 'flow' })
    return { [stepName.watch(id)]: step, [stepName.oversee(id)]: oversee }
  },
}
