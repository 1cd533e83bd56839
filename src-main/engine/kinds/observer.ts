/** What an observer means at run time: one step that looks at the dialog on top. */
import { observerSchema } from '../../../src-shared/kinds/observer'
import { stepName, type KindRuntime } from '../runtime'
import { observerStep } from '../watch'

export const observerRuntime: KindRuntime = {
  steps(id, flow) {
    const data = observerSchema.parse(flow.graph.node(id)?.data ?? {})
    return { [stepName.watch(id)]: observerStep(id, data, flow.modelOf(data.model)) }
  },
}
