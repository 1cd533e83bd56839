/** What a planning node means at run time: plan, carry out, solve; one graph node for each (ReWOO). */
import { rewooSchema } from '../../../src-shared/kinds/rewoo'
import { approveStep } from '../plan/approving'
import { planStep } from '../plan/planning'
import { beginPlan, planStepName } from '../plan/plans'
import { solveStep } from '../plan/solving'
import { workPlanStep } from '../plan/working'
import { stepName, type FlowFacts, type KindRuntime } from '../runtime'
import { respondStep } from '../respond'
import { workerParticipant } from '../workers'

export const rewooRuntime: KindRuntime = {
  participant(id, flow) {
    const { node, data } = dataOf(id, flow)
    return workerParticipant({
      id,
      node,
      settings: flow.modelOf(data.model),
      speaks: true,
      // Where the flow speaks first there is no question to plan for.
      steps: (draft) => [beginPlan(draft, id).question.trim() === '' ? stepName.respond(id) : planStepName.plan(id)],
    })
  },
  steps(id, flow) {
    const { data } = dataOf(id, flow)
    return {
      [planStepName.plan(id)]: planStep({ id, data }),
      [planStepName.approve(id)]: approveStep({ id, data }),
      [planStepName.work(id)]: workPlanStep({ id, data }),
      [planStepName.solve(id)]: solveStep({ id, data }),
      [stepName.respond(id)]: respondStep(id, {
        settings: flow.modelOf(data.model),
        description: data.description,
      }),
    }
  },
}

function dataOf(id: string, flow: FlowFacts) {
  const node = flow.graph.node(id) ?? { kind: 'rewoo', name: id, data: {} }
  return { node, data: rewooSchema.parse(node.data) }
}
