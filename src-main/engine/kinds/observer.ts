/** What an observer means at run time: a step that looks at the one on top, and one that looks at the whole flow or a sub-flow. */
import { isStart } from '../../../src-shared/flow/editing/embedded-flow'
import { observerKind } from '../../../src-shared/kinds/observer'
import { defineRuntime } from '../contract/define-runtime'
import { observerStep } from '../dialogs/observe'
import { stepName, type FlowFacts } from '../contract/runtime'
import { isSubflow } from '../dialogs/watchers'
import type { WatchedScope } from '../state/state'

export const observerRuntime = defineRuntime(observerKind, {
  steps({ id, data }, flow) {
    const settings = flow.modelOf(data.model)
    const step = observerStep({ observer: id, data, settings, watched: 'participant' })
    const watched = overseen(id, flow)
    if (watched === null) return { [stepName.watch(id)]: step }
    const oversee = observerStep({ observer: id, data, settings, watched })
    return { [stepName.watch(id)]: step, [stepName.oversee(id)]: oversee }
  },
})

/** The whole flow or the sub-flow that an observer looks at; null: neither. */
function overseen(id: string, flow: FlowFacts): WatchedScope | null {
  for (const { edge } of flow.graph.into(id)) {
    const from = edge.from.node
    if (isStart(flow.graph.node(from))) return 'flow'
    if (isSubflow(flow, from)) return { subflow: from }
  }
  return null
}
